import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import type { Point, SeriesReader } from '../../src/history/samples/series.ts';
import type { Answer, Call } from '../../src/http/caller.ts';
import { capacityWith } from '../../src/session/history-access.ts';
import { createPrometheus } from '../../src/session/prometheus.ts';
import { capacityMethod } from '../../src/views/report/capacity.ts';
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
  const calls: Call[] = [];
  const clock = new ManualClock(NOW);
  const caller = {
    host: 'prometheus',
    async send(call: Call): Promise<Answer> {
      calls.push(call);
      return { status: 200, headers: {}, body: '', ...answer(call) };
    },
    close: async () => {},
  };
  const headers = { authorization: 'Bearer x' };
  const remote = createPrometheus({ caller, headers, labels: { cluster: 'eu' }, clock });
  const read = () => remote.over(local).read(id, NOW - DAY_MS, NOW);
  return { remote, calls, clock, read, fill: () => remote.fill(id, NOW - DAY_MS, NOW) };
}

const matrix = (values: readonly unknown[]) =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: [{ metric: {}, values }] } });
const seconds = (ago: number) => (NOW - ago) / 1000;

test('a figure is asked for by its name and labels, and stands before the first point of the file', async () => {
  const { calls, fill, read } = asked(() => ({
    body: matrix([
      [seconds(3 * HOUR_MS), '0.25'],
      [seconds(2 * HOUR_MS), '0.5'],
      [seconds(0), '0.9'],
    ]),
  }));
  await fill();
  const [call] = calls;
  const query = new URLSearchParams(call?.path?.split('?')[1]);
  expect(call).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer x' } });
  expect(query.get('query')).toBe(
    'avg(avg_over_time(castwatch_server_cpu_ratio{server="edge \\"1\\"",cluster="eu"}[899s]))',
  );
  expect(query.get('step')).toBe('900');
  expect(read()).toMatchObject({
    points: [
      point(NOW - 3 * HOUR_MS, 25),
      point(NOW - 2 * HOUR_MS, 50),
      point(NOW - HOUR_MS, 50),
      point(NOW, 60),
    ],
    isRemote: true,
  });
  await fill();
  expect(calls).toHaveLength(1);
});

test.each([
  ['a refusal', { status: 500 }],
  ['no JSON', { body: '<html>' }],
  ['another shape', { body: '{"status":"success","data":{"resultType":"vector","result":[]}}' }],
  ['more series than asked for', { body: matrix([]).replace('[{', '[{"values":[]},{') }],
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

test('a point that is no number, out of order or out of the period costs only itself', async () => {
  const { fill, read } = asked(() => ({
    body: matrix([
      [seconds(3 * HOUR_MS), 'NaN'],
      [seconds(2 * HOUR_MS), '0.5'],
      [seconds(4 * HOUR_MS), '0.1'],
      [seconds(9 * DAY_MS), '0.1'],
      [1e300, '0.1'],
    ]),
  }));
  await fill();
  expect(read().points).toEqual([point(NOW - 2 * HOUR_MS, 50), point(NOW - HOUR_MS, 50), point(NOW, 60)]);
});

test('streams and applications are never asked for, and a year has fewer points than Prometheus refuses', async () => {
  const { calls, remote } = asked(() => ({ body: matrix([]) }));
  await remote.fill({ kind: 'stream', name: 'live/one', column: 'viewers' }, 0, NOW);
  expect(calls).toHaveLength(0);
  await remote.fill({ kind: 'total', name: 'cluster', column: 'viewers' }, NOW - 400 * DAY_MS, NOW);
  const query = new URLSearchParams(calls[0]?.path?.split('?')[1]);
  const points = (Number(query.get('end')) - Number(query.get('start'))) / Number(query.get('step'));
  expect(points).toBeLessThan(11_000);
});

test('capacity counts the days that only Prometheus knows, and says so', async () => {
  const days = Array.from({ length: 50 * 96 }, (_, quarter) => {
    const ago = 55 * DAY_MS - quarter * 15 * MINUTE_MS;
    return [seconds(ago), String(1_000 - ago / HOUR_MS / 24)];
  });
  const { remote } = asked(() => ({ body: matrix(days) }));
  const file: SeriesReader = {
    names: (kind) => (kind === 'total' ? ['cluster'] : []),
    read: ({ column }, from, to) => ({
      points: Array.from({ length: 5 * 96 }, (_, quarter) => NOW - quarter * 15 * MINUTE_MS)
        .filter((at) => at > from && at <= to)
        .map((at) => point(at, column === 'viewersLimit' ? 2_000 : 1_000))
        .reverse(),
      resolution: undefined,
    }),
  };
  const [alone] = await capacityWith(file, undefined, NOW);
  const [joined] = await capacityWith(file, remote, NOW);
  expect([alone?.days, alone?.isRemote]).toEqual([5, undefined]);
  expect([joined?.days, joined?.isRemote]).toEqual([55, true]);
  expect(capacityMethod([joined].flatMap((row) => row ?? []))).toContainEqual(
    expect.stringContaining('from Prometheus'),
  );
});
