import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const canPack = spawnSync('dpkg-deb', ['--version']).status === 0;

test.runIf(canPack)('the package keeps the passwords from those who read a shared history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-deb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const binary = join(folder, 'castwatch');
  writeFileSync(binary, '');
  const file = execFileSync(process.execPath, [join(root, 'src/build/debian.ts'), binary, 'amd64', folder], {
    encoding: 'utf8',
  }).trim();
  execFileSync('dpkg-deb', ['--raw-extract', file, join(folder, 'package')]);
  const text = (path: string) => readFileSync(join(folder, 'package', path), 'utf8');
  // One group is for the files of /etc/castwatch, another for readers; nobody is told to join the first.
  expect(text('DEBIAN/postinst')).toContain('chown root:castwatch /etc/castwatch /etc/castwatch/config.yaml');
  expect(text('DEBIAN/postinst')).toContain('addgroup --quiet --system castwatch-history');
  expect(text('DEBIAN/postrm')).toContain('delgroup --quiet --system castwatch-history');
  expect(text('etc/castwatch/config.yaml')).toMatch(
    /group castwatch reads the passwords here: put no user into it/,
  );
});
