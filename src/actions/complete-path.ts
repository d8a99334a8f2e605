import { readdir } from 'node:fs/promises';
import { expandPath } from '../config/paths.ts';

/** More than anybody looks through; a directory of a million files must not stop the keys. */
const MOST = 200;

/**
 * Paths on this machine that begin with what was typed, spelled as it was typed; directories end with a slash.
 * Hidden files only where a dot was typed. Nothing where the directory cannot be read.
 */
export async function completePath(typed: string): Promise<readonly string[]> {
  if (typed === '~') return ['~/'];
  const slash = typed.lastIndexOf('/') + 1;
  const [directory, start] = [typed.slice(0, slash), typed.slice(slash)];
  try {
    const entries = await readdir(expandPath(directory === '' ? '.' : directory), { withFileTypes: true });
    return entries
      .filter(({ name }) => name.startsWith(start) && (start !== '' || !name.startsWith('.')))
      .slice(0, MOST)
      .map((entry) => `${directory}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .sort();
  } catch {
    return [];
  }
}
