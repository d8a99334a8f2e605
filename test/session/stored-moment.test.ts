import { expect, test } from 'vitest';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { createHistoryWriter } from '../../src/history/writer.ts';
import { applicationId } from '../../src/protocol/application.ts';
import { storedMoment } from '../../src/session/stored-moment.ts';
import { openTestHistory } from '../history/rig.ts';
import { calm } from '../support/fake-services.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';

const HOUR = 3_600_000;
const problem = sampleProblem({ since: sampleNow - 10_000, firedAt: sampleNow });

/** The sample state as it was written an hour ago, read by another program now. */
async function stored(after: number) {
  const db = await openTestHistory();
  const clock = new ManualClock(sampleNow);
  const writer = createHistoryWriter(db, { clock, retention: defaultRetention });
  const state = sampleState();
  writer.take(state, { ...calm, problems: [problem] });
  clock.jumpWall(60_000);
  writer.take({ ...state }, calm);
  // Sealed and rolled up, as by the time that somebody looks.
  clock.jumpWall(after);
  await clock.advance(5_000);
  return { state, moment: (at: number) => storedMoment(createHistoryReader(db), state, calm.thresholds, at) };
}

test.each([0, 20 * HOUR])('what the screens showed then is there again, after %i ms', async (after) => {
  const { state, moment } = await stored(after);
  const then = (await moment(sampleNow + 1_000))?.state;
  const there = state.servers.filter(({ misses }) => misses === 0);
  expect(then?.servers.map(({ name }) => name)).toEqual(there.map(({ name }) => name).toSorted());
  for (const { name, server } of there) {
    const again = then?.servers.find((each) => each.name === name)?.server;
    expect(again?.serverStats?.cpuUsage).toBeCloseTo(server.serverStats?.cpuUsage ?? Number.NaN, 1);
    expect(again?.groupName).toBe(server.groupName);
    expect(again?.applications?.map((each) => each.viewers?.count)).toEqual(
      server.applications?.map((each) => each.viewers?.count),
    );
  }
  const total = state.dashboard.value?.viewersStats?.total;
  expect(then?.dashboard.value?.viewersStats?.total?.value).toBe(total?.value);
  const entries = state.journal.items.filter(({ kind }) => kind === 'entry');
  expect(then?.journal.items).toHaveLength(entries.length);
});

test.each([0, 20 * HOUR])(
  'applications are listed as they were then, with latency and link, after %i ms',
  async (after) => {
    const { state, moment } = await stored(after);
    const then = (await moment(sampleNow + 1_000))?.state;
    const applications = [...(state.applicationSweep.value?.items.values() ?? [])];
    const items = new Map(applications.map((each) => [applicationId(each), each]));
    expect(items.size).toBeGreaterThan(0);
    expect(then?.applicationSweep.value?.items.size).toBe(items.size);
    for (const [id, application] of items) {
      const { name, type, connectionCount, clusterConnectionData } = application;
      const { latency, connectionState, packetSend } = clusterConnectionData ?? {};
      const link = { latency, connectionState, packetSend };
      expect(then?.applicationSweep.value?.items.get(id)).toMatchObject({
        name,
        type,
        connectionCount,
        clusterConnectionData: link,
      });
    }
    const [id = ''] = items.keys();
    expect(then?.history.last(`application/${id}/latency`, sampleNow + 60_000)).toBe(
      items.get(id)?.clusterConnectionData?.latency,
    );
  },
);

test('a problem stands while it stood, and has cleared afterwards', async () => {
  const { moment } = await stored(0);
  expect((await moment(sampleNow + 30_000))?.triage.problems.map(({ key }) => key)).toEqual([problem.key]);
  const later = (await moment(sampleNow + 90_000))?.triage;
  expect(later?.problems).toEqual([]);
  expect(later?.cleared.map(({ key }) => key)).toEqual([problem.key]);
});

test('where nothing was watched there is nothing to show, not zeros', async () => {
  const { moment } = await stored(0);
  expect(await moment(sampleNow - 2 * HOUR)).toBeUndefined();
  expect(await moment(sampleNow + 5 * HOUR)).toBeUndefined();
});

test('a server that was missing from the newest poll is gone, not there with its last figures', async () => {
  const db = await openTestHistory();
  const clock = new ManualClock(sampleNow);
  const writer = createHistoryWriter(db, { clock, retention: defaultRetention });
  const state = sampleState();
  writer.take(state, calm);
  clock.jumpWall(30_000);
  const [first, ...others] = state.servers.filter(({ misses }) => misses === 0);
  const later = others.map((record) => ({ ...record, lastSeen: sampleNow + 30_000 }));
  writer.take({ ...state, servers: later }, calm);
  const then = await storedMoment(createHistoryReader(db), state, calm.thresholds, sampleNow + 31_000);
  const gone = then?.state.servers.filter(({ goneSince }) => goneSince !== undefined);
  expect(gone?.map(({ name }) => name)).toEqual([first?.name]);
  await writer.close();
});
