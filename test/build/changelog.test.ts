import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { isLater, missingFrom, releaseChangelog } from '../../src/build/changelog.ts';
import { RELEASE_DATE } from '../../src/cli/help/release-date.ts';

test('the unreleased section becomes the version, and the next heading is empty', () => {
  const before = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n';
  expect(releaseChangelog(before, '0.2.0', '2026-02-03')).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n',
  );
  expect(() => releaseChangelog('## [Unreleased]\n\n## [0.1.0]\n\n- Old.\n', '0.2.0', '2026-02-03')).toThrow(
    'nothing below',
  );
});

test.each([
  ['0.2.0', '0.1.9', true],
  ['1.0.0', '0.9.9', true],
  ['0.1.10', '0.1.9', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
])('%s after %s: %s', (version, than, later) => expect(isLater(version, than)).toBe(later));

test('a release needs a publisher and a place, which are in the manifest', () => {
  expect(missingFrom(manifest)).toHaveLength(2);
  const repository = { url: 'git+https://github.com/acme/castwatch.git' };
  expect(missingFrom({ author: 'A <a@acme.test>', repository })).toEqual([]);
});

test('a version has three numbers', () => expect(() => isLater('v2', '0.1.0')).toThrow('not a version'));

test('the changelog, the manual page and the manifest name the same release', () => {
  const changelog = readFileSync(resolve(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  expect(changelog).toContain(`## [${manifest.version}] - ${RELEASE_DATE}\n`);
});
