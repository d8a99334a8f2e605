import { execSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
/** Everything that the bench builds; inside node_modules, so that packages are found and git looks away. */
export const workshop = join(root, 'node_modules', '.cache', 'castwatch-bench');
/** The program, as `npm run build` makes it, out of the way of anybody who builds meanwhile. */
export const bundle = join(workshop, 'dist', 'castwatch.js');

export function build(): void {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const outdir = join(workshop, 'dist');
  rmSync(outdir, { recursive: true, force: true });
  const command = String(scripts.build).replace('rm -rf dist && ', '').replaceAll('=dist ', `=${outdir} `);
  mkdirSync(outdir, { recursive: true });
  // As beside the package: without it Node looks into each file for what it is.
  writeFileSync(join(outdir, 'package.json'), '{"type":"module"}\n');
  execSync(command, { cwd: root, stdio: 'inherit' });
}
