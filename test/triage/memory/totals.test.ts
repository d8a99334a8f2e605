import { expect, test } from 'vitest';
import { TotalsMemory } from '../../../src/triage/memory/totals.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { bare, bench, START } from '../support.ts';

interface Said {
  readonly viewers?: number;
  readonly streams?: number;
  readonly out?: number;
}

const empty = bench().state();
const total = (value: number | undefined) => ({ total: { value } });

/** A memory that got these totals, each two seconds after the one before. */
function fed(...all: readonly Said[]) {
  const memory = new TotalsMemory();
  let at = START;
  const tell = ({ viewers, streams, out }: Said, passed = 2_000, dashboard: object = {}) => {
    at += passed;
    const said = {
      viewersStats: total(viewers),
      streamStats: total(streams),
      outgoingTraffic: total(out),
      ...dashboard,
    };
    memory.observe({ ...empty, ...bare([], said)(at, 0) }, t);
    return memory.loss;
  };
  for (const said of all) tell(said);
  return { memory, tell };
}
const usual = Array.from({ length: 5 }, () => ({ viewers: 10_000, streams: 100, out: 1e9 }));
const gone = { viewers: 1_000, streams: 100, out: 1e9 };

test('a fall is a loss at the second sample that shows it, and names the value before', () => {
  const { tell } = fed(...usual);
  expect(tell(gone)).toBeUndefined();
  expect(tell({ ...gone, viewers: 900 })).toMatchObject({
    since: START + 12_000,
    lastGoodAt: START + 10_000,
    before: { viewers: 10_000, streams: 100, out: 1e9 },
    lowest: { viewers: 900 },
    now: { viewers: 900 },
    fallen: ['viewers'],
  });
});

test('one odd sample is no loss, and one answer counts once', () => {
  const { tell, memory } = fed(...usual, gone, usual[0] ?? {}, gone);
  expect(memory.loss).toBeUndefined();
  expect(tell(gone, 0)).toBeUndefined();
  expect(tell(gone)).toBeDefined();
});

test('with fewer than three samples, or after a silence, nothing is compared', () => {
  expect(fed(...usual.slice(0, 2), gone, gone).memory.loss).toBeUndefined();
  expect(fed(...usual.slice(0, 3), gone, gone).memory.loss).toBeDefined();
  const after = (silence: number) => {
    const { tell } = fed(...usual);
    tell(gone, silence);
    return tell(gone);
  };
  expect(after(6_000)).toBeDefined();
  expect(after(6_001)).toBeUndefined();
  expect(after(-1)).toBeUndefined();
});

test('a total without a figure is not compared', () => {
  const { tell } = fed(...usual);
  tell({});
  expect(tell({})).toBeUndefined();
  expect(
    fed(...usual.map(({ viewers }) => ({ viewers })), { viewers: 10 }, { viewers: 10 }).memory.loss?.fallen,
  ).toEqual(['viewers']);
});

test('each total has its own smallest fall, and falls below its share do not count', () => {
  const fallen = (...[from, to]: readonly [Said, Said]) => fed(from, from, from, to, to).memory.loss?.fallen;
  const share = (value: number) => (value * t.lossShare) / 100;
  expect(fallen({ viewers: t.lossViewers }, { viewers: 0 })).toEqual(['viewers']);
  expect(fallen({ viewers: t.lossViewers - 1 }, { viewers: 0 })).toBeUndefined();
  expect(fallen({ streams: t.lossStreams }, { streams: 0 })).toEqual(['streams']);
  expect(fallen({ streams: t.lossStreams - 1 }, { streams: 0 })).toBeUndefined();
  expect(fallen({ out: 1e12 }, { out: 1e12 - share(1e12) })).toEqual(['out']);
  expect(fallen({ out: 1e12 }, { out: 1e12 - share(1e12) + 1 })).toBeUndefined();
});

test('the lowest value of the first half minute is kept; later changes belong to the time of day', () => {
  const { tell } = fed(...usual, gone, gone);
  expect(tell({ ...gone, viewers: 500 })?.lowest.viewers).toBe(500);
  expect(tell({ ...gone, viewers: 800 })).toMatchObject({ lowest: { viewers: 500 }, now: { viewers: 800 } });
  for (let step = 0; step < 20; step++) tell(gone);
  expect(tell({ ...gone, viewers: 100 })).toMatchObject({ lowest: { viewers: 500 }, now: { viewers: 100 } });
});

test('a further fall within half a minute, its end included, belongs to the loss, and no later one replaces it', () => {
  const { tell } = fed(...usual, gone, gone);
  for (let at = 16; at < 42; at += 2) tell(gone);
  const since = START + 12_000;
  expect(tell({ ...gone, viewers: 700 })).toMatchObject({ since, lowest: { viewers: 700 } });
  for (let step = 0; step < 5; step++) tell(gone);
  tell({ ...gone, viewers: 100 });
  expect(tell({ ...gone, viewers: 100 })).toMatchObject({ since, before: { viewers: 10_000 } });
});

test('viewers are back when half of the smallest fall is missing, streams when all but two in a hundred are back', () => {
  const back = (said: Said, lost: Said = gone) => fed(...usual, lost, lost).tell(said) === undefined;
  const lacking = (10_000 * t.lossShare) / 200;
  expect(back({ ...gone, viewers: 10_000 - lacking })).toBe(true);
  expect(back({ ...gone, viewers: 10_000 - lacking - 1 })).toBe(false);
  const streams = { viewers: 10_000, streams: 10, out: 1e9 };
  expect([back({ ...streams, streams: 98 }, streams), back({ ...streams, streams: 97 }, streams)]).toEqual([
    true,
    false,
  ]);
});

test('a loss that does not come back is news for its time', () => {
  const { tell } = fed(...usual, gone, gone);
  for (let passed = 4_000; passed <= t.lossFor; passed += 2_000) expect(tell(gone)).toBeDefined();
  expect(tell(gone)).toBeUndefined();
});

test('the dashboard itself tells the value before the first look', () => {
  const data = (value: number) => ({
    data: [-180, -120, -60].map((s) => ({ timestamp: START + 1_000 * s, value })),
  });
  const first = (own: object) => {
    const { tell } = fed();
    tell(gone, 0, own);
    return tell(gone, 2_000, own)?.fallen;
  };
  expect(first({ viewersStats: { ...total(1_000), viewerCountHistory: data(10_000) } })).toEqual(['viewers']);
  expect(first({ streamStats: { ...total(10), streamCountHistory: data(100) } })).toEqual(['streams']);
  expect(first({ outgoingTraffic: { ...total(1e6), outBandwidthHistory: data(1e9) } })).toEqual(['out']);
  expect(first({})).toBeUndefined();
  // While the cluster is watched, the watched values count.
  const { tell: watched } = fed(...usual);
  const few = { viewersStats: { ...total(1_000), viewerCountHistory: data(1_000) } };
  watched(gone, 2_000, few);
  expect(watched(gone, 2_000, few)?.fallen).toEqual(['viewers']);
  const { data: newestFirst } = data(10_000);
  const { tell } = fed();
  const own = { viewersStats: { ...total(1_000), viewerCountHistory: { data: newestFirst.toReversed() } } };
  tell(gone, 0, own);
  expect(tell(gone, 2_000, own)?.lastGoodAt).toBe(START - 60_000);
});
