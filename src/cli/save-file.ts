import { resolve } from 'node:path';
import { writeNewFile } from '../base/private-file.ts';
import { plainText } from '../base/safe-text.ts';
import { systemReason } from '../base/system-error.ts';

/**
 * Writes a new file in the working directory, without control characters; never overwrites. Resolves to its path.
 */
export async function saveNewFile(name: string, text: string): Promise<string> {
  const path = resolve(name);
  try {
    await writeNewFile(path, plainText(text));
  } catch (error) {
    throw new Error(`Could not save ${path}: ${systemReason(error)}. Nothing was written.`);
  }
  return path;
}
