import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { defaultPaths } from '../config/paths.ts';

/**
 * Lets Node store compiled code in the cache directory for the next start, which saves 15 ms or more. Stored code
 * is executed, so there is no cache if another user could write there. NODE_COMPILE_CACHE and
 * NODE_DISABLE_COMPILE_CACHE take precedence: Node itself reads them.
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
 * The real path of a directory that only this user can write: it belongs to the user, has no rights for others
 * (0700), and no other user can replace it or a directory above it. Undefined if any of that is not so, and on
 * systems where files have no owners (Windows). Throws if the directory does not exist.
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

/**
 * Whether a directory belongs to this user or root, and others cannot change it. In a sticky directory everyone can
 * change only their own files.
 */
function isProtected(directory: string, user: number): boolean {
  const { uid, mode } = lstatSync(directory);
  return (uid === 0 || uid === user) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
}
