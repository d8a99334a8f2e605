import { writeNewFile } from '../base/private-file.ts';
import { plainText } from '../base/safe-text.ts';
import { systemReason } from '../base/system-error.ts';
import { expandPath } from '../config/paths.ts';
import { UsageError } from './options/parse-words.ts';

/**
 * Writes a new file, without control characters; never overwrites. Resolves to its path: a name without a directory is
 * in the working directory. Throws a `UsageError`.
 */
export async function saveNewFile(name: string, text: string): Promise<string> {
  const path = expandPath(name);
  try {
    await writeNewFile(path, plainText(text));
  } catch (error) {
    throw new UsageError(`Could not save ${path}: ${systemReason(error)}. Nothing was written.`);
  }
  return path;
}
