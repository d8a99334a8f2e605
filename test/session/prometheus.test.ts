import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { usualAt } from '../../src/history/samples/baseline.ts';
import type { SeriesId } from '../../src/history/samples/kinds.ts';
import { noSeries, type Point, type SeriesReader } from '../../src/history/samples/series.ts';
import { type Answer, type Call, createCaller } from '../../src/http/caller.ts';
import { capacityWith } from '../../src/session/history-access.ts';
import { createPrometheus } from '../../src/session/prometheus.ts';
import { capacityMethod } from '../../src/views/report/capacity.ts';
import { fakeReceiver } from '../alerts/rig.ts';
import { clusterViewers } from '../history/rig.ts';
import { serve } from '../http/support.ts';
import { ManualClock } from '../support/manual-clock.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const id = { kind: 'server', name: 'edge "1"', column: 'cpu' } as const;
const point = (at: number, value: number): Point => ({ at, mean: value, least: value, most: value });

/** The local file knows the last hour. */
const local: SeriesReader = {
  names: () => [],
  read: () => ({ points: [point(NOW - HOUR_MS, 50), point(NOW, 60)], resolution: MINUTE_MS }),
};

function asked(answer: (call: Call) => Partial<Answer>) {
  const { calls, caller } = fakeReceiver(answer);
  const clock = new ManualClock(NOW);
  const headers = { authorization: 'Bearer x' };
  const remote = createPrometheus({ caller, headers, labels: { cluster: 'eu' }, clock });
  const read = () => remote.over(local).read(id, NOW - DAY_MS, NOW);
  return { remote, calls, clock, read, fill: () => remote.fill(id, NOW - DAY_MS, NOW) };
}

const series = (all: readonly object[]) =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: all } });
const matrix = (values: readonly unknown[], castwatch = 'mean') =>
  series([{ metric: { castwatch }, values }]);
/** So many equal series. */
const many = (count: number, metric: object) => series(Array(count).fill({ metric, values: [] }));
const seconds = (ago: number) => (NOW - ago) / 1000;
const sound = matrix([[seconds(2 * HOUR_MS), '7']]);
/** The parameters of a question. */
const queryOf = ({ path = '' }: Partial<Call> = {}) => new URLSearchParams(path.split('?')[1]);

test('a figure is asked for by its name and labels, and stands where the file has nothing', async () => {
  const values = ['0.25', '0.5', '0.75', '0.9'].map((value, nth) => [seconds((3 - nth) * HOUR_MS), value]);
  const { calls, fill, read } = asked(() => ({ body: matrix(values.toSpliced(2, 1)) }));
  await fill();
  const [call] = calls;
  const query = queryOf(call);
  expect(call).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer x' } });
  const window = 'castwatch_server_cpu_ratio{server="edge \\"1\\"",cluster="eu"}[899s]';
  const parts = Object.entries({ avg: 'mean', min: 'least', max: 'most' }).map(
    ([by, part]) => `label_replace(${by}(${by}_over_time(${window})),"castwatch","${part}","","")`,
  );
  expect(query.get('query')).toBe(parts.join(' or '));
  expect(query.get('step')).toBe('900');
  const found = [25, 50, 50, 60].map((value, nth) => point(NOW - (3 - nth) * HOUR_MS, value));
  expect(read()).toMatchObject({ points: found, isRemote: true });
  await fill();
  expect(calls).toHaveLength(1);
});

test.each([
  ['a refusal', { status: 500 }],
  ['no JSON', { body: '<html>' }],
  ['another shape', { body: '{"status":"success","data":{"resultType":"vector","result":[]}}' }],
  ['more series than asked for', { body: many(4, { castwatch: 'mean' }) }],
  ['a series that was not asked for', { body: matrix([], 'other') }],
  ['more points than asked for', { body: matrix(Array.from({ length: 10_002 }, () => [1, '1'])) }],
])('%s leaves the local figures as they are, and is not asked again at once', async (_, answer) => {
  const { calls, clock, fill, read, remote } = asked(() => answer);
  await fill();
  expect(remote.failure).toBeDefined();
  expect(read()).toEqual(local.read(id, 0, NOW));
  await fill();
  expect(calls).toHaveLength(1);
  await clock.advance(MINUTE_MS);
  await fill();
  expect(calls).toHaveLength(2);
});

test.each([
  ['a refusal', { status: 500 }],
  ['a server without a name', { body: many(1, {}) }],
  ['more servers than there may be', { body: many(2_001, { server: 'x' }) }],
])('%s costs the usual values of servers only, and is not asked again at once', async (_, answer) => {
  const { calls, clock, remote, fill, read } = asked(({ path }) =>
    path?.includes('by+%28server%29') ? answer : { body: sound },
  );
  await remote.fillUsual(id, NOW);
  expect(remote.failure).toBeDefined();
  await remote.fillUsual(id, NOW);
  expect(calls).toHaveLength(1);
  await fill();
  expect(read().points).toHaveLength(3);
  await clock.advance(MINUTE_MS);
  await remote.fillUsual(id, NOW);
  expect(calls).toHaveLength(3);
});

test.each([
  ['never ends', 15_000, (response: ServerResponse) => response.write('{"status":')],
  ['is too large', 0, (response: ServerResponse) => response.end(sound + ' '.repeat(5 * 1024 * 1024))],
] as const)('an answer that %s costs its own figure only', async (_, wait, answerBadly) => {
  const clock = new ManualClock(NOW);
  const arrived = Promise.withResolvers<void>();
  const { url } = await serve((request, response) => {
    if (request.url?.includes('server_cpu')) answerBadly(response);
    else response.end(sound);
    arrived.resolve();
  });
  const caller = createCaller({ url, what: 'Prometheus', isPrivate: true, clock });
  const remote = createPrometheus({ caller, headers: {}, labels: {}, clock });
  onTestFinished(() => remote.close());
  const bad = remote.fill(id, NOW - DAY_MS, NOW);
  await arrived.promise;
  await clock.advance(wait);
  await bad;
  expect(remote.failure).toBeDefined();
  await remote.fill(clusterViewers, NOW - DAY_MS, NOW);
  const known = (of: SeriesId) => remote.over(noSeries).read(of, NOW - DAY_MS, NOW).points;
  expect([known(clusterViewers), known(id)]).toEqual([[point(NOW - 2 * HOUR_MS, 7)], []]);
});

test('what is asked for later reaches to its end, and to what was known before', async () => {
  const { remote, calls } = asked(() => ({ body: matrix([]) }));
  await remote.fill(id, NOW - DAY_MS, NOW - HOUR_MS);
  await remote.fill(id, NOW - 2 * HOUR_MS, NOW);
  const spans = calls.map((call) => ['start', 'end'].map((name) => Number(queryOf(call).get(name))));
  expect(spans).toEqual([
    [seconds(DAY_MS), seconds(HOUR_MS)],
    [seconds(DAY_MS), seconds(0)],
  ]);
});

test('a point that is no number, out of order or out of the period costs only itself', async () => {
  const [beyond, good] = [[seconds(9 * DAY_MS), 1e300], [seconds(2 * HOUR_MS), '0.5'] as const];
  const bad = [seconds(4 * HOUR_MS), ...beyond].map((at) => [at, '0.1']);
  const { fill, read } = asked(() => ({ body: matrix([[seconds(3 * HOUR_MS), 'NaN'], good, ...bad]) }));
  await fill();
  expect(read().points).toEqual([point(NOW - 2 * HOUR_MS, 50), point(NOW - HOUR_MS, 50), point(NOW, 60)]);
});

test('a gap in the middle of the local figures is filled, and what they know stays', async () => {
  const times = [4, 3.5, 3, 2, 1, 0].map((hours) => NOW - hours * HOUR_MS);
  const { fill, remote } = asked(() => ({ body: matrix(times.map((at) => [at / 1000, '0.9'])) }));
  const gap = { at: NOW - 3 * HOUR_MS, mean: null, least: null, most: null };
  const known = [point(NOW - 4 * HOUR_MS, 40), gap, point(NOW - 1.1 * HOUR_MS, 50), point(NOW, 60)];
  const read = () => ({ points: known, resolution: MINUTE_MS });
  await fill();
  const { points } = remote.over({ names: () => [], read }).read(id, NOW - DAY_MS, NOW);
  const told = points.flatMap(({ at, mean }) =>
    mean === null ? [] : [`${(NOW - at) / HOUR_MS} h: ${mean}`],
  );
  expect(told).toEqual(['4 h: 40', '3.5 h: 90', '3 h: 90', '2 h: 90', '1.1 h: 50', '0 h: 60']);
});

test('a peak stays a peak: each point has the least and the most of its time', async () => {
  const at = seconds(2 * HOUR_MS);
  const parts = Object.entries({ mean: '0.5', most: '0.99', least: '0.75' });
  const body = series(parts.map(([castwatch, value]) => ({ metric: { castwatch }, values: [[at, value]] })));
  const { fill, read } = asked(() => ({ body }));
  await fill();
  // A least above the mean is not believed.
  expect(read().points[0]).toEqual({ at: NOW - 2 * HOUR_MS, mean: 50, least: 50, most: 99 });
});

test('usual values of all servers come with one question, and again only for the next hour', async () => {
  const week = 7 * DAY_MS;
  const values = [3, 2, 1].map((ago) => [(NOW + HOUR_MS - ago * week) / 1000, '0.4']);
  const { remote, calls } = asked(() => ({ body: series([{ metric: { server: id.name }, values }]) }));
  for (const name of [id.name, 'other']) await remote.fillUsual({ ...id, name }, NOW);
  const query = queryOf(calls[0]);
  const text = 'avg by (server) (avg_over_time(castwatch_server_cpu_ratio{cluster="eu"}[3599s]))';
  expect([query.get('query'), query.get('step'), calls.length]).toEqual([text, String(week / 1000), 1]);
  expect(usualAt(remote.over(noSeries), id, NOW + HOUR_MS / 2)).toMatchObject({ median: 40, weeks: 3 });
  await remote.fillUsual(id, NOW + HOUR_MS);
  expect(calls).toHaveLength(2);
});

test('usual values of the earlier hours of a chart come with one question about its server', async () => {
  const { remote, calls } = asked((call) => {
    const [start = 0, end = 0] = ['start', 'end'].map((name) => Number(queryOf(call).get(name)));
    const quarters = Array.from({ length: (end - start) / 900 }, (_, nth) => [start + 900 * nth, '0.4']);
    return { body: matrix(quarters) };
  });
  const hours = [2, 3, 4].map((ago) => NOW - ago * HOUR_MS);
  await Promise.all(hours.map((hour) => remote.fillUsual(id, hour)));
  expect(calls).toHaveLength(1);
  const usual = hours.map((hour) => usualAt(remote.over(noSeries), id, hour + HOUR_MS / 2));
  // The oldest hours lack their eighth week.
  expect(usual.map((each) => [each?.median, (each?.weeks ?? 0) >= 7])).toEqual(hours.map(() => [40, true]));
});

test('streams and applications are never asked for, and a year has fewer points than Prometheus refuses', async () => {
  const { calls, remote } = asked(() => ({ body: matrix([]) }));
  await remote.fill({ kind: 'stream', name: 'live/one', column: 'viewers' }, 0, NOW);
  expect(calls).toHaveLength(0);
  await remote.fill(clusterViewers, NOW - 400 * DAY_MS, NOW);
  const query = queryOf(calls[0]);
  const points = (Number(query.get('end')) - Number(query.get('start'))) / Number(query.get('step'));
  expect(points).toBeLessThan(11_000);
});

test('capacity counts the days that only Prometheus knows, and says so', async () => {
  const days = Array.from({ length: 50 * 96 }, (_, quarter) => {
    const ago = 55 * DAY_MS - quarter * 15 * MINUTE_MS;
    return [seconds(ago), String(1_000 - ago / HOUR_MS / 24)];
  });
  const { remote } = asked(() => ({ body: matrix(days) }));
  const times = Array.from({ length: 5 * 96 }, (_, quarter) => NOW - quarter * 15 * MINUTE_MS).reverse();
  const file: SeriesReader = {
    names: (kind) => (kind === 'total' ? ['cluster'] : []),
    read({ column }, from, to) {
      const value = column === 'viewersLimit' ? 2_000 : 1_000;
      const within = times.filter((at) => at > from && at <= to);
      return { points: within.map((at) => point(at, value)), resolution: undefined };
    },
  };
  const [alone] = await capacityWith(file, undefined, NOW, []);
  const [joined] = await capacityWith(file, remote, NOW, []);
  expect([alone?.days, alone?.isRemote]).toEqual([5, undefined]);
  expect([joined?.days, joined?.isRemote]).toEqual([55, true]);
  expect(capacityMethod(joined ? [joined] : []).join()).toContain('from Prometheus');
});
