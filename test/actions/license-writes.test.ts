import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { json, open, serveWithLogin } from '../http/support.ts';
import { writing } from '../support/writing.ts';

test('a license comes typed or from a private file; one that others can read is refused with its remedy', async () => {
  const { mutations, simulator, files, audited } = await writing();
  expect((await mutations.replaceLicense({ key: 'TYPED-LICENSE-1' })).kind).toBe('ok');
  expect(simulator.world.settings.licenseKey).toBe('TYPED-LICENSE-1');
  expect(mutations.known.getState().license).toEqual({
    lockedBy: undefined,
    replacedAt: expect.any(Number),
  });
  const directory = await mkdtemp(join(tmpdir(), 'castwatch-license-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'key');
  await writeFile(file, 'FILED-LICENSE-2\n', { mode: 0o600 });
  expect((await mutations.replaceLicense({ file })).kind).toBe('ok');
  expect(simulator.world.settings.licenseKey).toBe('FILED-LICENSE-2');
  expect((await audited()).map(({ fields }) => fields)).toEqual([
    { licenseKey: '(hidden)' },
    { licenseKey: '(hidden)', from: 'a file' },
  ]);
  await chmod(file, 0o644);
  const refused = await mutations.replaceLicense({ file });
  expect(refused).toMatchObject({
    kind: 'refused',
    fields: { file: [expect.stringContaining('chmod 600')] },
  });
  expect((await files()).join('\n')).not.toMatch(/TYPED-LICENSE|FILED-LICENSE/);
  expect(JSON.stringify(mutations.known.getState())).not.toMatch(/TYPED-LICENSE|FILED-LICENSE/);
});

test('a locked license names its variable', async () => {
  const { mutations, simulator } = await writing({ simulator: { licenseLockedBy: 'STORM_LICENSE_KEY' } });
  const outcome = await mutations.replaceLicense({ key: 'NEW-LICENSE-3' });
  expect(outcome).toMatchObject({ kind: 'refused', status: 409 });
  expect(outcome.message).toContain('STORM_LICENSE_KEY');
  expect(mutations.known.getState().license).toMatchObject({
    lockedBy: 'STORM_LICENSE_KEY',
    replacedAt: undefined,
  });
  expect(simulator.world.settings.licenseKey).not.toBe('NEW-LICENSE-3');
});

test('a license lock told as 403, without a variable, is a lock all the same', async () => {
  const { url } = await serveWithLogin((_request, response) => json(response, 403, { message: 'fixed' }));
  const { mutations } = await writing({ mutations: { api: open(url).api } });
  const outcome = await mutations.replaceLicense({ key: 'NEW-LICENSE-3' });
  expect(outcome).toMatchObject({ kind: 'refused', status: 403 });
  expect(outcome.message).toContain('environment');
});

test('a license that is refused for another reason is not told as fixed; one that is overridden is', async () => {
  const messages = ['the key has expired', 'overridden by STORM_LICENSE_KEY'];
  const { url } = await serveWithLogin((_request, response) =>
    json(response, 422, { message: messages.shift() }),
  );
  const { mutations } = await writing({ mutations: { api: open(url).api } });
  const expired = await mutations.replaceLicense({ key: 'NEW-LICENSE-3' });
  expect(expired).toMatchObject({
    kind: 'refused',
    status: 422,
    message: expect.stringContaining('expired'),
  });
  expect(expired.message).not.toContain('fixed');
  expect(mutations.known.getState().license).toBeUndefined();
  const overridden = await mutations.replaceLicense({ key: 'NEW-LICENSE-3' });
  expect(overridden.message).toMatch(
    /^The license key is fixed by the environment variable STORM_LICENSE_KEY/,
  );
  expect(mutations.known.getState().license?.lockedBy).toBe('STORM_LICENSE_KEY');
});

test('what is refused before it is sent leaves no line that says it was sent', async () => {
  const { mutations, lines, stateDir } = await writing();
  const path = join(stateDir, 'missing');
  expect(await mutations.replaceLicense({ file: path })).toMatchObject({ kind: 'refused' });
  expect((await lines()).map(({ outcome }) => outcome)).toEqual(['failed']);
});
