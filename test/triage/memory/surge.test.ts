import { expect, test } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { StreamMemory } from '../../../src/triage/memory/streams.ts';
import { SurgeMemory } from '../../../src/triage/memory/surge.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { bare, bench, START, stream } from '../support.ts';

const MINUTE = 60_000;
const empty = bench().state();
const dashboardOf = (viewers: number | undefined) => ({ viewersStats: { total: { value: viewers } } });

/** A cluster with this many viewers for five minutes. */
function quiet(viewers: number) {
  const history = createHistory();
  const memory = new SurgeMemory();
  let now = START;
  const tell = (value: number | undefined, ms = 10_000, streams: Readonly<Record<string, number>> = {}) => {
    now += ms;
    const dashboard = dashboardOf(value);
    history.dashboard(dashboard, now, 10_000, 0);
    const tracks = new Map(
      Object.entries(streams).map(([key, viewerCount]) => [
        key,
        { key, stream: stream({ id: key, viewerCount }) },
      ]),
    );
    memory.observe(
      { ...empty, ...bare([], dashboard)(now, 0), history },
      { tracks } as unknown as StreamMemory,
      now,
      t,
    );
    return memory.surge;
  };
  for (let at = 0; at < 5 * MINUTE; at += 10_000) tell(viewers);
  return tell;
}
const rush = (before: number) => before * (1 + t.surgeShare / 100);

test('many more viewers within two minutes are a rush; slow growth is not', () => {
  expect(quiet(10_000)(rush(10_000))).toMatchObject({ before: 10_000, now: rush(10_000) });
  expect(quiet(10_000)(rush(10_000) - 1)).toBeUndefined();
  const slow = quiet(10_000);
  for (let more = 100; more < 40_000; more += 100) expect(slow(10_000 + more)).toBeUndefined();
});

test('a few more viewers are no rush, whatever their share', () => {
  expect(quiet(1)(t.lossViewers)).toBeUndefined();
  expect(quiet(1)(t.lossViewers + 1)).toBeDefined();
});

test('a rush lasts until half of it has left, or for half an hour', () => {
  const half = 10_000 * (1 + t.surgeShare / 200);
  const tell = quiet(10_000);
  tell(rush(10_000));
  expect(tell(half)).toMatchObject({ before: 10_000, now: half });
  expect(tell(half - 1)).toBeUndefined();
  const long = quiet(10_000);
  long(rush(10_000));
  for (let ms = 10_000; ms <= 30 * MINUTE; ms += 10_000) expect(long(rush(10_000))).toBeDefined();
  expect(long(rush(10_000))).toBeUndefined();
});

test('a second rush is compared with the time before it', () => {
  const tell = quiet(10_000);
  tell(rush(10_000));
  for (let ms = 0; ms <= 60 * MINUTE; ms += 10_000) tell(8_000);
  expect(tell(rush(8_000))).toMatchObject({ before: 8_000, now: rush(8_000) });
});

test('without a total nothing changes', () => {
  const tell = quiet(10_000);
  const before = tell(rush(10_000));
  expect(tell(undefined)).toBe(before);
});

test('the stream that gained the most is named when it gained a third of the rush', () => {
  const tell = quiet(10_000);
  tell(rush(10_000), 10_000, { news: 100, sport: 200 });
  const gained = rush(10_000) - 10_000;
  const named = (news: number, sport: number) => tell(rush(10_000), 10_000, { news, sport })?.stream;
  expect(named(100 + 0.3 * gained, 200)).toBeUndefined();
  expect(named(101 + 0.3 * gained, 200)).toMatchObject({ track: { key: 'news' }, before: 100 });
  expect(named(101 + 0.3 * gained, 202 + 0.3 * gained)).toMatchObject({
    track: { key: 'sport' },
    before: 200,
  });
});
