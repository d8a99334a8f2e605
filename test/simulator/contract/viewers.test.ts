import { expect, test } from 'vitest';
import { type Json, oneOf, refusal, rig, shape } from '../rig.ts';

const viewer = shape(
  'id state class harnessType streamKey subStream remoteAddress osName browserName',
  'startTime duration inBandwidth outBandwidth inTotalBytes outTotalBytes healthScore',
  {
    pipelineType: 'CLIENT_OUTPUT',
    applicationName: expect.stringMatching(/^play-/),
    deviceType: oneOf('MOBILE|TABLET|DESKTOP'),
    healthGrade: oneOf('Very Good|Good|Bad|No Data'),
  },
);

test('A9 takes ids at the top level and returns every field of a viewer session', async () => {
  const r = await rig();
  const ids = r.sim.world.viewers.ids(300);
  const { data } = (await r.post('/api/viewers/batch', { ids: [...ids, 'nobody'] })).body;
  const found: Json[] = data.found;
  expect(data.notFound).toEqual(['nobody']);
  expect(found.map(({ id }) => id)).toEqual(ids);
  for (const one of found) expect(one).toEqual(viewer);
  const silent = found.filter(({ healthGrade }) => healthGrade === 'No Data');
  expect(silent.length).toBeGreaterThan(0);
  expect(silent.every(({ healthScore }) => healthScore === 0)).toBe(true);
  expect(found.some(({ harnessType }) => /CLUSTER|TRANSCODER|PUSH|WRITER/.test(harnessType))).toBe(true);
  for (const body of [{}, { data: { ids: [] } }, { ids: 'x' }])
    expect(refusal(await r.post('/api/viewers/batch', body))).toEqual([400, 'string']);
});
