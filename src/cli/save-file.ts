import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { plainText } from '../base/safe-text.ts';

/** Writes a new file below the working directory, free of control characters; never overwrites. Resolves to its path. */
export async function saveNewFile(name: string, text: string): Promise<string> {
  const path = resolve(name);
  try {
    await writeFile(path, plainText(text), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why = code === 'EEXIST' ? 'there is such a file already' : (code ?? 'unknown error');
    throw new Error(`Could not save ${path}: ${why}. Nothing was written.`);
  }
  return path;
}
