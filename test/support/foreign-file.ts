import { lchown } from 'node:fs/promises';
import { vi } from 'vitest';

/** Makes a file, or a link itself, look as if another user owned it: root gives it away, anybody else becomes another user. */
export async function makeForeign(path: string): Promise<void> {
  const user = process.getuid?.() ?? 0;
  if (user === 0) await lchown(path, 12_345, 12_345);
  else vi.spyOn(process, 'geteuid').mockReturnValue(user + 1);
}
