import { expect, test } from 'vitest';
import { rig } from '../rig.ts';

const wrap = (given: object) => ({ data: { attributes: given } });
const TRANSCODE = '/api/transcode/settings';
const LICENSE = '/api/license/settings';

test('A13 without attributes changes nothing and returns all four', async () => {
  const r = await rig();
  const { status, body } = await r.send('PATCH', TRANSCODE, wrap({}));
  expect(status).toBe(200);
  expect(body.data.attributes).toEqual({
    ffmpegPath: { value: expect.any(String), editable: false, lockedBy: expect.stringMatching(/^[A-Z_]+$/) },
    ffmpegCommand: { value: expect.stringContaining('{SOURCE_INPUT}'), editable: true },
    transcodeTaskLimit: { value: expect.any(Number), editable: true },
    thumbGenerateTaskLimit: { value: expect.any(Number), editable: true },
  });
  expect(body.message).toEqual(expect.any(String));
  expect((await r.send('PATCH', TRANSCODE, wrap({}))).body.data).toEqual(body.data);
});

test('A13 changes the given values; null removes a limit, and the dashboard shows it', async () => {
  const r = await rig();
  const set = await r.send('PATCH', TRANSCODE, wrap({ thumbGenerateTaskLimit: 9, transcodeTaskLimit: null }));
  expect(set.body.data.attributes.thumbGenerateTaskLimit.value).toBe(9);
  expect(set.body.data.attributes.transcodeTaskLimit.value).toBeNull();
  expect((await r.get('/api/cluster/dashboard')).body.data.transcodeStats.total.limit).toBeNull();
  await r.send('PATCH', TRANSCODE, wrap({ transcodeTaskLimit: 2 }));
  const { total } = (await r.get('/api/cluster/dashboard')).body.data.transcodeStats;
  expect(total).toEqual({ value: 6, limit: 6 });
});

test.each([
  ['transcodeTaskLimit', 'many'],
  ['transcodeTaskLimit', 1.5],
  ['thumbGenerateTaskLimit', -1],
  ['ffmpegCommand', 7],
  ['ffmpegCommand', ''],
])('A13 refuses %s = %j', async (field, value) => {
  const r = await rig();
  const { status, body } = await r.send('PATCH', TRANSCODE, wrap({ [field]: value }));
  expect(status).toBe(400);
  expect(Object.keys(body.errors.attributes)).toEqual([field]);
});

test('A13 refuses to change a value that an environment variable sets, and then changes nothing', async () => {
  const r = await rig();
  const { status, body } = await r.send(
    'PATCH',
    TRANSCODE,
    wrap({ ffmpegPath: '/opt/x', thumbGenerateTaskLimit: 1 }),
  );
  expect(status).toBe(409);
  expect(body.errors.attributes.ffmpegPath).toEqual([expect.any(String)]);
  const now = (await r.send('PATCH', TRANSCODE, wrap({}))).body.data.attributes;
  expect(now.thumbGenerateTaskLimit.value).toBe(4);
});

test('A14 replaces the key and marks it as masked', async () => {
  const r = await rig();
  const { status, body } = await r.send('PUT', LICENSE, wrap({ licenseKey: 'AAAA-BBBB' }));
  expect(status).toBe(200);
  expect(body.data.attributes.licenseKey).toEqual({ value: 'AAAA-BBBB', editable: true, masked: true });
  expect(body.message).toEqual(expect.any(String));
});

test.each([{}, wrap({}), wrap({ licenseKey: '' }), wrap({ licenseKey: 5 })])(
  'A14 with %j is 400',
  async (given) => {
    const r = await rig();
    const { status, body } = await r.send('PUT', LICENSE, given);
    expect(status).toBe(400);
    expect(body.errors.attributes.licenseKey).toEqual([expect.any(String)]);
  },
);

test('A14 is 409 when an environment variable sets the key', async () => {
  const r = await rig({ licenseLockedBy: 'STORM_LICENSE' });
  const { status, body } = await r.send('PUT', LICENSE, wrap({ licenseKey: 'AAAA' }));
  expect(status).toBe(409);
  expect(body.errors.attributes.licenseKey[0]).toContain('STORM_LICENSE');
});
