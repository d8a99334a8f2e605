import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { json, open, serveWithLogin } from '../http/support.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';
import { sampleNow } from '../support/sample-state.ts';
import { writing } from '../support/writing.ts';

test('a license is typed or read from a private file, and a file that others can read is refused with a remedy', async () => {
  const { mutations, simulator, files, audited } = await writing();
  expect((await mutations.replaceLicense({ key: 'TYPED-LICENSE-1' })).kind).toBe('confirmed');
  expect(simulator.world.settings.licenseKey).toBe('TYPED-LICENSE-1');
  expect(mutations.known.getState().license).toEqual({ lockedBy: undefined, replacedAt: expect.any(Number) });
  const directory = newFolder();
  const file = join(directory, 'key');
  await writeFile(file, '  FILED-LICENSE-2 \r\n', { mode: 0o600 });
  expect((await mutations.replaceLicense({ file })).kind).toBe('confirmed');
  expect(simulator.world.settings.licenseKey).toBe('FILED-LICENSE-2');
  expect((await audited()).map(({ fields }) => fields)).toEqual([
    { licenseKey: '(hidden)' },
    { licenseKey: '(hidden)', from: 'a file' },
  ]);
  const refusal = async (path: string) => {
    const outcome = await mutations.replaceLicense({ file: path });
    return outcome.kind === 'refused' ? outcome.fields?.file : undefined;
  };
  await chmod(file, 0o644);
  expect(await refusal(file)).toEqual([expect.stringContaining('chmod 600')]);
  const blank = join(directory, 'blank');
  await writeFile(blank, ' \n\n', { mode: 0o600 });
  expect(await refusal(blank)).toEqual([`license key: the file ${blank} contains only blanks`]);
  expect(simulator.world.settings.licenseKey).toBe('FILED-LICENSE-2');
  expect((await files()).join('\n')).not.toMatch(/TYPED-LICENSE|FILED-LICENSE/);
  expect(JSON.stringify(mutations.known.getState())).not.toMatch(/TYPED-LICENSE|FILED-LICENSE/);
});

const byVariable = 'set by the environment variable MEDIA_LICENSE';

test.each([
  [403, { message: 'fixed' }, 'the server’s environment', 'the server'],
  [409, {}, 'the server’s environment', 'the server'],
  [422, { message: 'overridden by MEDIA_LICENSE' }, 'variable MEDIA_LICENSE', 'MEDIA_LICENSE'],
  [400, { errors: { attributes: { licenseKey: [byVariable] } } }, 'MEDIA_LICENSE, ', 'MEDIA_LICENSE'],
  [422, { message: 'the key has expired' }, undefined, undefined],
])('a license refused with %i and %j is fixed by %s', async (status, body, words, lockedBy) => {
  const { url } = await serveWithLogin((_request, response) => json(response, status, body));
  const { mutations } = await writing({ mutations: { api: open(url).api } });
  const outcome = await mutations.replaceLicense({ key: 'NEW-LICENSE-3' });
  expect(outcome).toMatchObject({ kind: 'refused', status });
  expect(outcome.message.startsWith('The license key is fixed by ')).toBe(lockedBy !== undefined);
  expect(outcome.message).toContain(words ?? 'expired');
  expect(mutations.known.getState().license?.lockedBy).toBe(lockedBy);
});

test('the time of a replaced license is remembered, also when it is locked later', async () => {
  const keyed = (licenseKey: unknown) => ({ data: { attributes: { licenseKey } } });
  const locked = keyed({ value: '***', lockedBy: 'NEXT_START' });
  const bodies = [locked, { message: 'set by MEDIA_LICENSE' }, keyed('NEW-LICENSE-3')];
  const { url } = await serveWithLogin((_request, response) => {
    const body = bodies.shift() ?? {};
    json(response, 'data' in body ? 200 : 409, body);
  });
  const clock = new ManualClock(sampleNow);
  const { mutations, refreshes } = await writing({ mutations: { api: open(url).api, clock } });
  const replace = async () => {
    const { kind } = await mutations.replaceLicense({ key: 'NEW-LICENSE-3' });
    return { kind, ...mutations.known.getState().license, refreshes: refreshes.length };
  };
  const first = { lockedBy: 'NEXT_START', replacedAt: sampleNow };
  expect(await replace()).toEqual({ kind: 'confirmed', ...first, refreshes: 1 });
  clock.jumpWall(60_000);
  expect(await replace()).toEqual({ kind: 'refused', ...first, lockedBy: 'MEDIA_LICENSE', refreshes: 1 });
  const last = { lockedBy: undefined, replacedAt: sampleNow + 60_000 };
  expect(await replace()).toEqual({ kind: 'confirmed', ...last, refreshes: 2 });
});
