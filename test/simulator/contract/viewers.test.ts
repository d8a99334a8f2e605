import { expect, test } from 'vitest';
import { rig } from '../rig.ts';

const number = expect.any(Number);
const text = expect.any(String);

interface Viewer {
  readonly id: string;
  readonly healthGrade: string;
  readonly healthScore: number;
  readonly harnessType: string;
}

test('A9 takes ids at the top level and returns every field of a viewer session', async () => {
  const r = await rig();
  const ids = r.sim.world.viewers.ids(300);
  const { status, body } = await r.post('/api/viewers/batch', { ids: [...ids, 'nobody'] });
  expect(status).toBe(200);
  expect(body.data.notFound).toEqual(['nobody']);
  expect(body.data.found.map((v: Viewer) => v.id)).toEqual(ids);
  for (const viewer of body.data.found) {
    expect(viewer).toEqual({
      id: text,
      state: text,
      class: text,
      pipelineType: 'CLIENT_OUTPUT',
      harnessType: text,
      applicationName: expect.stringMatching(/^play-/),
      streamKey: text,
      subStream: text,
      remoteAddress: text,
      deviceType: expect.stringMatching(/^(MOBILE|TABLET|DESKTOP)$/),
      osName: text,
      browserName: text,
      startTime: number,
      duration: number,
      inBandwidth: number,
      outBandwidth: number,
      inTotalBytes: number,
      outTotalBytes: number,
      healthScore: number,
      healthGrade: expect.stringMatching(/^(Very Good|Good|Bad|No Data)$/),
    });
    expect(Number.isInteger(viewer.healthScore)).toBe(true);
  }
  const silent = body.data.found.filter((v: Viewer) => v.healthGrade === 'No Data');
  expect(silent.length).toBeGreaterThan(0);
  expect(silent.every((v: Viewer) => v.healthScore === 0)).toBe(true);
  const machines = body.data.found.filter((v: Viewer) =>
    /CLUSTER|TRANSCODER|PUSH|WRITER/.test(v.harnessType),
  );
  expect(machines.length).toBeGreaterThan(0);
});

test('viewers leave over time, and most who stay keep id and start time', async () => {
  const r = await rig();
  const ids = r.sim.world.viewers.ids(200);
  const before = (await r.post('/api/viewers/batch', { ids })).body.data.found;
  await r.clock.advance(120_000);
  const after = (await r.post('/api/viewers/batch', { ids })).body.data;
  expect(after.notFound.length).toBeGreaterThan(0);
  expect(after.found.length).toBeGreaterThan(100);
  const starts = new Map(before.map((v: { id: string; startTime: number }) => [v.id, v.startTime]));
  for (const viewer of after.found) expect(viewer.startTime).toBe(starts.get(viewer.id));
});

test('ids in the journal can be looked up', async () => {
  const r = await rig();
  const { list } = (await r.get('/api/cluster/journal?rowsPerPage=100')).body.data;
  const ids = list.flatMap(
    (e: { message: string }) => /^Viewer connected: (\w+)$/.exec(e.message)?.[1] ?? [],
  );
  const { data } = (await r.post('/api/viewers/batch', { ids })).body;
  expect(data.found.length).toBeGreaterThan(ids.length / 2);
});

test.each([{}, { data: { ids: [] } }, { ids: 'x' }])('A9 with %j is 400', async (body) => {
  const r = await rig();
  const answer = await r.post('/api/viewers/batch', body);
  expect([answer.status, typeof answer.body.message]).toEqual([400, 'string']);
});
