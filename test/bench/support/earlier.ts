import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { workshop } from './build.ts';

/** The commits that budgets are measured against: on a small cluster, and on a large one. */
export const EARLIER = '3c38d19';
export const EARLIER_LARGE = 'c1920e4';

const root = resolve(import.meta.dirname, '../../..');

/**
 * The program as it was at a commit, built from the repository's own history once; undefined where the history does not
 * reach back so far, or its packages cannot be had.
 */
export function earlierBundle(commit: string): string | undefined {
  const dist = join(workshop, `commit-${commit}`);
  const built = join(dist, 'castwatch.js');
  if (existsSync(built)) return built;
  // Not below node_modules, where Node reads no TypeScript.
  const checkout = mkdtempSync(join(tmpdir(), 'castwatch-bench-'));
  try {
    const archive = execFileSync('git', ['archive', commit], {
      cwd: root,
      maxBuffer: 1 << 28,
      stdio: 'pipe',
    });
    const run = (file: string, args: readonly string[], input?: Buffer) =>
      execFileSync(file, args, { cwd: checkout, input, stdio: ['pipe', 'ignore', 'inherit'] });
    run('tar', ['-xf', '-'], archive);
    // Its Node is ours, so that the same engine runs both.
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']);
    run(process.execPath, ['src/build/main.ts']);
    cpSync(join(checkout, 'dist'), dist, { recursive: true });
    return built;
  } catch {
    return undefined;
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}
