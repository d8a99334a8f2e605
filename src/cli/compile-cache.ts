import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { defaultPaths } from '../config/paths.ts';

/**
 * Lets Node keep compiled code in the cache directory for the next start, which saves it 15 ms or more. What lies there
 * is run, so there is no cache where another user could write. NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE come
 * first: Node itself reads them.
 */
export function keepCompiledCode(): void {
  try {
    const directory = defaultPaths().cacheDir;
    if (!isAbsolute(directory)) return;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const safe = privatePath(directory);
    if (safe !== undefined) enableCompileCache(safe);
  } catch {
    // Without a cache the next start only takes longer.
  }
}

/**
 * The path of a directory without links, where only this user can write: it is a real directory of the user without
 * rights for others (0700), and no other user can replace it or one above it. Undefined where one of that is not so,
 * and where files have no owners (Windows). Throws where there is no directory.
 */
export function privatePath(directory: string): string | undefined {
  const user = process.getuid?.();
  const path = join(realpathSync(dirname(directory)), basename(directory));
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0) return undefined;
  return above(path).every((each) => isProtected(each, user)) ? path : undefined;
}

function above(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...above(parent)];
}

/** Whether a directory is of this user or root, and not for others to change; in a sticky one all change only their own. */
function isProtected(directory: string, user: number): boolean {
  const { uid, mode } = lstatSync(directory);
  return (uid === 0 || uid === user) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
}
