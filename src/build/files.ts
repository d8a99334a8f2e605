import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RELEASE_DATE } from '../cli/help/release-date.ts';
import { formula } from './formula.ts';
import { root } from './options.ts';
import { BILL, NOTICES } from './program.ts';

/**
 * `npm run build:files [-- FOLDER]`, on Linux: the files of a release in `release/`: tarball, single file, executables and
 * Debian packages, each with what it contains, the formula for Homebrew, and checksums. FOLDER has executables that were
 * built elsewhere, such as `darwin-arm64/castwatch` with what `build:binary` writes beside it.
 */
const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
const name = `castwatch-${manifest.version}`;
const folder = resolve(root, 'release');
const work = mkdtempSync(join(tmpdir(), 'castwatch-files-'));
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const sumOf = (file: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
run('npm', 'pack', '--pack-destination', folder);
copyFileSync(resolve(root, 'dist', BILL), join(folder, `${name}.tgz.cdx.json`));
copyFileSync(resolve(root, 'dist', NOTICES), join(folder, NOTICES));
run('npm', 'run', 'build:single', '--', join(folder, `${name}.cjs`));

const sums = new Map<string, string>();
for (const [arch, debian] of [
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
] as const) {
  const binary = join(work, `linux-${arch}`, 'castwatch');
  run('npm', 'run', 'build:binary', '--', binary, nodeFor(arch));
  run('npm', 'run', 'build:deb', '--', binary, debian, folder);
  archive(`linux-${arch}`, work);
}
const [built] = process.argv.slice(2);
for (const system of built === undefined ? [] : readdirSync(built)) archive(system, resolve(built ?? ''));
writeFileSync(join(folder, 'castwatch.rb'), formula(manifest, sums));
const lines = readdirSync(folder).map((file) => `${sumOf(file)}  ${file}\n`);
writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
rmSync(work, { recursive: true });
process.stdout.write(lines.join(''));

/** An archive with an executable and what belongs to it; the same files give the same bytes. */
function archive(system: string, from: string): void {
  const binary = join(from, system, 'castwatch');
  const into = join(work, `archive-${system}`);
  mkdirSync(into);
  const put = (file: string, as: string) => copyFileSync(file, join(into, as));
  put(binary, 'castwatch');
  put(`${binary}.NOTICES`, NOTICES);
  put(`${binary}.cdx.json`, BILL);
  put(resolve(root, 'LICENSE'), 'LICENSE');
  put(resolve(root, 'dist/castwatch.1'), 'castwatch.1');
  const file = `${name}-${system}.tar.gz`;
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  run('chmod', '755', join(into, 'castwatch'));
  run(
    'tar',
    ...same,
    `--mtime=${RELEASE_DATE} UTC`,
    '--use-compress-program=gzip -n9',
    '-C',
    into,
    '-cf',
    join(folder, file),
    '.',
  );
  copyFileSync(`${binary}.cdx.json`, join(folder, `${name}-${system}.cdx.json`));
  sums.set(system, sumOf(file));
}

/** The executable of Node for an architecture, in the version that the project pins, with its license beside it. */
function nodeFor(arch: string): string {
  const into = mkdtempSync(join(work, 'node-'));
  const pinned = process.versions.node;
  const [packed = ''] = run('npm', 'pack', `node-linux-${arch}@${pinned}`, '--pack-destination', into)
    .trim()
    .split('\n')
    .slice(-1);
  run('tar', '-xzf', join(into, packed), '-C', into);
  return join(into, 'package', 'bin', 'node');
}
