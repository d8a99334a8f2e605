import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expandPath } from '../../config/paths.ts';

const MOST_PATHS = 200;

/** Paths that begin with what was typed, sorted, at most 200; directories end with a slash. Nothing for what cannot be read. */
export async function completePath(typed: string): Promise<readonly string[]> {
  const inside = typed === '' || typed.endsWith('/');
  const prefix = inside ? '' : basename(typed);
  const shown = inside ? typed : typed.slice(0, typed.length - prefix.length);
  const directory = expandPath(inside ? typed || '.' : dirname(typed));
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries
      .filter(({ name }) => name.startsWith(prefix) && (prefix !== '' || !name.startsWith('.')))
      .map((entry) => join(shown || '.', entry.name) + (entry.isDirectory() ? '/' : ''))
      .sort()
      .slice(0, MOST_PATHS);
  } catch {
    return [];
  }
}
