import { expect, test } from 'vitest';
import { number, rig, text } from '../rig.ts';

const wrap = (given: object) => ({ data: { attributes: given } });

async function settings(options: Parameters<typeof rig>[0] = {}) {
  const r = await rig(options);
  const transcode = (given: object) => r.send('PATCH', '/api/transcode/settings', wrap(given));
  const total = async () => (await r.get('/api/cluster/dashboard')).body.data.transcodeStats.total;
  return { transcode, total, license: (body: object) => r.send('PUT', '/api/license/settings', body) };
}

test('A13 without attributes changes nothing and returns all four', async () => {
  const { transcode } = await settings();
  const { status, body } = await transcode({});
  expect([status, body.message]).toEqual([200, text]);
  expect(body.data.attributes).toEqual({
    ffmpegPath: { value: text, editable: false, lockedBy: expect.stringMatching(/^[A-Z_]+$/) },
    ffmpegCommand: { value: expect.stringContaining('{SOURCE_INPUT}'), editable: true },
    transcodeTaskLimit: { value: number, editable: true },
    thumbGenerateTaskLimit: { value: number, editable: true },
  });
  expect((await transcode({})).body.data).toEqual(body.data);
});

test('A13 changes the given values; null removes a limit, and the dashboard shows it', async () => {
  const { transcode, total } = await settings();
  const { attributes } = (await transcode({ thumbGenerateTaskLimit: 9, transcodeTaskLimit: null })).body.data;
  expect([attributes.thumbGenerateTaskLimit.value, attributes.transcodeTaskLimit.value]).toEqual([9, null]);
  expect((await total()).limit).toBeNull();
  await transcode({ transcodeTaskLimit: 2 });
  expect(await total()).toEqual({ value: 6, limit: 6 });
});
