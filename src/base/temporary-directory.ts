import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryDirectory = ReturnType<typeof openTemporaryDirectory>;

/**
 * A directory for temporary files that only the user can read. It is removed when the process exits at the latest,
 * because a program that is ended by a signal or an error cannot clean up. Throws the system's error.
 */
export function openTemporaryDirectory() {
  const path = mkdtempSync(join(tmpdir(), 'castwatch-'));
  const remove = () => {
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return { path, remove };
}
