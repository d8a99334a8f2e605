import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All temporary files of a run are in one folder, which is removed at its end, also those of a test that failed. */
export function setup(): (() => void) | undefined {
  // Each project of the run calls this.
  if (process.env.CASTWATCH_TEST_ROOT !== undefined) return undefined;
  const root = mkdtempSync(join(tmpdir(), 'cw-'));
  // Some tests run as another user, who must reach the folders of theirs.
  chmodSync(root, 0o755);
  process.env.CASTWATCH_TEST_ROOT = root;
  process.env.TMPDIR = root;
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 10 });
}
