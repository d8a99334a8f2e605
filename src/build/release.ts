import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorMessage } from '../base/system-error.ts';
import { isLater, missingFrom, releaseChangelog } from './changelog.ts';
import { root } from './options.ts';

/**
 * `npm run release -- 1.2.3`: writes version, date and changelog. The tag of their commit makes the files and publishes them
 * (`.github/workflows/release.yml`). With `--dry-run` it writes nothing and says what is in the way.
 */
try {
  prepare();
} catch (error) {
  process.stderr.write(`release: ${errorMessage(error)}\n`);
  process.exitCode = 2;
}

function prepare(): void {
  const words = process.argv.slice(2);
  const isDry = words.includes('--dry-run');
  const [version, ...more] = words.filter((word) => word !== '--dry-run');
  if (version === undefined || more.length > 0)
    throw new Error('which version? npm run release -- 1.2.3 [--dry-run]');
  const date = new Date().toISOString().slice(0, 10);
  const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
  const manifest = JSON.parse(read('package.json'));
  const current: string = manifest.version;
  if (!isLater(version, current)) throw new Error(`${version} is not later than ${current}`);
  const texts = {
    'CHANGELOG.md': releaseChangelog(read('CHANGELOG.md'), version, date),
    'src/cli/help/release-date.ts': read('src/cli/help/release-date.ts').replace(/\d{4}-\d{2}-\d{2}/, date),
    'README.md': read('README.md').replaceAll(`castwatch-${current}.tgz`, `castwatch-${version}.tgz`),
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const faults = [
    ...missingFrom(manifest),
    ...(git('status', '--porcelain') === '' ? [] : ['the work tree is not clean']),
  ];
  if (isDry) {
    const said = faults.map((fault) => `In the way: ${fault}.\n`).join('');
    process.stdout.write(
      `${said}Would write ${version} of ${date}: ${Object.keys(texts).join(', ')}, package.json.\n`,
    );
    return;
  }
  if (faults.length > 0) throw new Error(faults.join('; '));
  for (const [path, text] of Object.entries(texts)) writeFileSync(resolve(root, path), text);
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--ignore-scripts'], { cwd: root });
  process.stdout.write(
    `Written. Next: npm test, git commit -am "Release ${version}", git tag v${version}, git push origin main v${version}\n`,
  );
}
