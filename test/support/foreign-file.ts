import { lchown } from 'node:fs/promises';
import { vi } from 'vitest';

/** Makes a file, or a link itself, look as if another user owned it: root changes its owner, any other user pretends to be another one. */
export async function makeForeign(path: string): Promise<void> {
  const user = process.getuid?.() ?? 0;
  if (user === 0) await lchown(path, 12_345, 12_345);
  else vi.spyOn(process, 'geteuid').mockReturnValue(user + 1);
}
