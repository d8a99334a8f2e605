import { lstatSync, renameSync, rmSync } from 'node:fs';
import { systemReason } from '../base/system-error.ts';
import { unusable } from './error.ts';

/** Files that SQLite keeps beside a database: its write-ahead log, and the index of that log. */
const BESIDE = ['-wal', '-shm'] as const;

/** Instead of a path: a history that ends with the program. */
export const IN_MEMORY = ':memory:';

export type FilePlace = ReturnType<typeof filePlace>;

/** The files of an open database, by device and inode, because they can be removed or replaced meanwhile. */
export function filePlace(path: string) {
  const paths = path === IN_MEMORY ? [] : [path, ...BESIDE.map((suffix) => `${path}${suffix}`)];
  const ids = paths.map(idOf);
  return {
    /** Whether the files of this path are still those that are open. Throws if the directory cannot be read. */
    isKept: () => paths.every((file, index) => idOf(file) === ids[index]),
    /** Removes the files beside a database that was removed. SQLite would treat them as those of the next one. */
    removeLeftovers() {
      try {
        if (idOf(path) === ids[0]) return;
        for (const [index, file] of paths.entries()) {
          if (index > 0 && ids[index] !== undefined && idOf(file) === ids[index])
            rmSync(file, { force: true });
        }
      } catch {
        // What cannot be looked at stays.
      }
    },
  };
}

function idOf(path: string): string | undefined {
  const about = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return about && `${about.dev}:${about.ino}`;
}

/** Renames a damaged history to `….damaged-<time>`, and returns that path. Throws a `HistoryError`. */
export function putAside(path: string, now: number): string {
  const aside = `${path}.damaged-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  try {
    for (const suffix of BESIDE) {
      if (idOf(`${path}${suffix}`) !== undefined) renameSync(`${path}${suffix}`, `${aside}${suffix}`);
    }
    renameSync(path, aside);
    return aside;
  } catch (error) {
    throw unusable(
      `the history ${path} is damaged and cannot be renamed (${systemReason(error)}): move it away, and a new one is started`,
      error,
    );
  }
}
