import { expect, test } from 'vitest';
import type { HistoryReader } from '../../../src/history/reader.ts';
import { storedMoment } from '../../../src/session/past/stored-moment.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const HOUR = 3_600_000;
const values = (more: object) => ({ cpu: 1, mem: 2, in: 3, out: 4, viewers: 5, streams: 6, ...more });

/** The state at `sampleNow` that is built from a history with these parts. */
function from(parts: object, live = sampleState()) {
  const lists = ['journal', 'problems', 'problemsAt', 'events', 'gaps', 'servers', 'applications'];
  const reader = {
    series: { names: () => ['EU', 'US'], read: () => ({ points: [], resolution: undefined }) },
    rows: async () => new Map(),
    range: () => ({ from: sampleNow - 50 * HOUR, to: sampleNow }),
    streamSessions: async () => [],
    ...{ dashboard: () => undefined, streamStates: () => undefined },
    ...Object.fromEntries(lists.map((name) => [name, () => []])),
    ...parts,
  } as unknown as HistoryReader;
  return storedMoment(reader, live, calm.thresholds, sampleNow);
}

test('an unwatched time shows nothing, not zeros', async () => {
  expect(await from({})).toBeUndefined();
});

const rowsOf = (own: Readonly<Record<string, Readonly<Record<string, object>>>>) => ({
  rows: async (kind: string, names: readonly string[]) =>
    new Map(Object.entries(own[kind] ?? {}).filter(([name]) => names.includes(name))),
});
const total = { cluster: { at: sampleNow - 2_000, values: { viewers: 9, viewersLimit: 100 }, step: 60_000 } };

test('when only servers are known, the total is missing and not zero', async () => {
  const servers = () => [{ name: 'edge-1', applications: [] }];
  const own = rowsOf({ server: { 'edge-1': { at: sampleNow, values: values({}), step: 900_000 } } });
  const then = await from({ ...own, servers });
  expect(then?.state.dashboard.value).toBeUndefined();
  expect([then?.resolution, then?.state.servers.length]).toEqual([900_000, 1]);
});

test.each([
  [10_000, undefined],
  [10_001, sampleNow - 10_001],
])('a server that was seen %i ms before the newest is gone since %s', async (ago, goneSince) => {
  const row = (at: number) => ({ at, values: values({ outLimit: null }), step: undefined });
  const names = ['new', 'old', 'never'];
  const then = await from({
    ...rowsOf({ server: { new: row(sampleNow), old: row(sampleNow - ago) } }),
    servers: () => names.map((name) => ({ name, applications: [{ id: 'a', name: 'live' }] })),
  });
  expect(then?.state.servers.map(({ name }) => name)).toEqual(['new', 'old']);
  const old = then?.state.servers[1];
  expect(old).toMatchObject({ goneSince, missingSince: goneSince, misses: goneSince === undefined ? 0 : 3 });
  expect(old?.server.serverStats?.outBandwidth).toEqual({ usage: 4, cap: undefined });
  // Only the name of its application is known.
  expect(old?.server.applications).toMatchObject([{ name: 'live', viewers: { count: undefined } }]);
});

test('problems stand from when they fired until they cleared or were last seen', async () => {
  const at = (key: string, noticedAt: number, seenAt: number, clearedAt?: number) => ({
    ...sampleProblem({ key, since: noticedAt - 1, noticedAt, clearedAt, severity: 'warning' }),
    worst: key === 'bad' ? 'critical' : 'warning',
    seenAt,
  });
  const then = await from({
    ...rowsOf({ total }),
    problems: () => [
      at('now', sampleNow, sampleNow + 1),
      at('bad', sampleNow - 9, sampleNow - 5, sampleNow + 1),
      at('later', sampleNow + 1, sampleNow + 2),
      at('cleared', sampleNow - 9, sampleNow + 5, sampleNow),
      at('ended', sampleNow - 9, sampleNow - 3),
    ],
    problemsAt: () => ['now', 'bad'].map((key) => sampleProblem({ key, severity: 'warning' })),
  });
  const { problems, cleared } = then?.triage ?? calm;
  // The worst severity came later.
  expect(problems.map(({ key, severity }) => `${key} ${severity}`)).toEqual(['bad warning', 'now warning']);
  expect(cleared.map(({ key }) => key)).toEqual(['cleared', 'ended']);
});

test('watching began after the last pause of it, or at the beginning', async () => {
  const gap = (resource: string, to: number) => ({ resource, from: to - 10, to, reason: 'NOT_WATCHED' });
  const since = async (...gaps: readonly object[]) =>
    (await from({ ...rowsOf({ total }), gaps: () => gaps }))?.triage.since;
  expect(await since()).toBe(sampleNow - 50 * HOUR);
  expect(await since(gap('watching', 5), gap('watching', 9), gap('journal', 20))).toBe(9);
  expect(await since(gap('watching', 5), gap('watching', sampleNow))).toBe(sampleNow);
  expect(await since(gap('watching', 5), gap('watching', sampleNow + 1))).toBe(5);
});

test("shows two hours of the journal by the server's clock, and the events of one hour", async () => {
  const asked: number[][] = [];
  const entry = { at: sampleNow, id: 1, objectName: 'a', message: 'm', threadName: 't' };
  const giving =
    (list: readonly object[]) =>
    (...what: number[]) => {
      asked.push(what);
      return list;
    };
  const parts = { ...rowsOf({ total }), journal: giving([entry]), events: giving([]) };
  const then = await from(parts, sampleState({ clockSkew: 5_000 }));
  const server = sampleNow + 5_000;
  expect(asked).toEqual([
    [server - 2 * HOUR, server, 3_000],
    [sampleNow - HOUR, sampleNow],
  ]);
  expect(then?.state.journal).toMatchObject({ totalItems: undefined, lastTimestamp: sampleNow });
  asked.length = 0;
  await from(parts, sampleState({ clockSkew: undefined }));
  expect(asked[0]).toEqual([sampleNow - 2 * HOUR, sampleNow, 3_000]);
});
