import { rename, rm } from 'node:fs/promises';
import { readStart } from './private-file.ts';
import { systemCode, systemReason } from './system-error.ts';

/** `FILE`, `FILE.1`, `FILE.2`, …: the current file and those before it, newest first. */
export function rotatedNames(path: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => rotatedName(path, number));
}

const rotatedName = (path: string, number: number) => (number === 0 ? path : `${path}.${number}`);

/**
 * Rejects if the file at `path` exists and `isOwn` refuses its first bytes (at most `length`), because rotating
 * would lose a foreign file.
 */
export async function requireOwnFile(
  path: string,
  length: number,
  isOwn: (start: Buffer) => boolean,
): Promise<void> {
  const start = await readStart(path, length).catch((error: unknown) => {
    throw new Error(`${path}: ${systemReason(error)}`, { cause: error });
  });
  if (start && !isOwn(start)) throw new Error(`${path} is another file, which is not touched`);
}

/**
 * Renames `FILE` to `FILE.1`, that to `FILE.2`, …, if `FILE` exists; the file with the last of `count` names is
 * removed.
 */
export async function rotate(path: string, count: number): Promise<void> {
  if ((await readStart(path, 1)) === undefined) return;
  await rm(rotatedName(path, count - 1), { force: true });
  for (let number = count - 1; number >= 1; number--) {
    await rename(rotatedName(path, number - 1), rotatedName(path, number)).catch(ignoreMissing);
  }
}

function ignoreMissing(error: unknown): void {
  if (systemCode(error) !== 'ENOENT') throw error;
}
