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
import { gzipSync } from 'node:zlib';
import { isLater, releaseChangelog } from './changelog.ts';
import { root } from './options.ts';
import { NOTICES } from './program.ts';

/**
 * `npm run release -- 1.2.3`: runs the tests in full size, updates version and date in the sources, and builds the release files in `release/`:
 * tarball, single file with its bill of materials, executables and Debian packages for Linux, notices, checksums. It commits and publishes nothing.
 */
const [version = ''] = process.argv.slice(2);
const date = new Date().toISOString().slice(0, 10);
const folder = resolve(root, 'release');
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const edit = (path: string, change: (text: string) => string) => {
  const file = resolve(root, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};

const { version: current } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
if (!isLater(version, current)) throw new Error(`${version} is not later than ${current}`);
if (run('git', 'status', '--porcelain') !== '') throw new Error('the work tree is not clean');
execFileSync('npm', ['run', 'test:long'], { cwd: root, stdio: 'inherit' });

edit('CHANGELOG.md', (text) => releaseChangelog(text, version, date));
edit('src/cli/help/release-date.ts', (text) => text.replace(/\d{4}-\d{2}-\d{2}/, date));
edit('README.md', (text) => text.replaceAll(`castwatch-${current}.tgz`, `castwatch-${version}.tgz`));
// A registry's page finds the pictures of the README below this address.
const origin = execFileSync('git', ['remote'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .includes('origin');
if (origin) run('npm', 'pkg', 'set', `repository=${run('git', 'remote', 'get-url', 'origin').trim()}`);
run('npm', 'version', version, '--no-git-tag-version', '--ignore-scripts');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
run('npm', 'pack', '--pack-destination', folder);
run('npm', 'run', 'build:single', '--', join(folder, `castwatch-${version}.cjs`));
for (const [arch, debian] of [
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
] as const) {
  const binary = join(folder, `castwatch-${version}-linux-${arch}`);
  run('npm', 'run', 'build:binary', '--', binary, nodeFor(arch));
  run('npm', 'run', 'build:deb', '--', binary, debian, folder);
  writeFileSync(`${binary}.gz`, gzipSync(readFileSync(binary), { level: 9 }));
  rmSync(binary);
}
copyFileSync(resolve(root, 'dist', NOTICES), join(folder, NOTICES));
/** The executable of Node for an architecture, in the version that the project pins. */
function nodeFor(arch: string): string {
  const into = mkdtempSync(join(tmpdir(), 'castwatch-node-'));
  const pinned = process.versions.node;
  const [packed = ''] = run('npm', 'pack', `node-linux-${arch}@${pinned}`, '--pack-destination', into)
    .trim()
    .split('\n')
    .slice(-1);
  run('tar', '-xzf', join(into, packed), '-C', into);
  return join(into, 'package', 'bin', 'node');
}

const sums = readdirSync(folder).map((name) => {
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
  return `${sum}  ${name}\n`;
});
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
process.stdout.write(
  `${sums.join('')}In release/. Next: npm test, git commit -a, git tag v${version}, npm publish release/castwatch-${version}.tgz\n`,
);
