import { expect, test } from 'vitest';
import { createHistory, type HistoryRecorder } from '../../src/cluster/create-history.ts';
import { Track } from '../../src/cluster/track.ts';
import type { Dashboard } from '../../src/protocol/dashboard.ts';

const HOUR = 3_600_000;
const viewers = (value: number | undefined, data?: { timestamp: number; value: number }[]): Dashboard => ({
  viewersStats: { total: { value, limit: null }, viewerCountHistory: data && { data } },
});
const key = 'total/viewers';

function polled(from: number, to: number, value: (at: number) => number, step = 2_000): HistoryRecorder {
  const history = createHistory();
  for (let at = from; at <= to; at += step) history.dashboard(viewers(value(at)), at, step, 0);
  return history;
}

/** The points as seconds and values. */
const told = (history: HistoryRecorder, from: number, to: number, of = key) =>
  history
    .points(of, from, to)
    .map(({ at, value }) => `${at / 1_000}: ${value}`)
    .join(', ');

test('a silence of more than three intervals is a gap, a shorter one is not', () => {
  const history = polled(0, 20_000, () => 5);
  history.dashboard(viewers(7), 26_000, 2_000, 0);
  expect(history.window(key, 0, 26_000, 13).includes(null)).toBe(false);
  history.dashboard(viewers(9), 40_000, 2_000, 0);
  const window = history.window(key, 20_000, 40_000, 10);
  expect(window).toEqual([5, 5, 7, null, null, null, null, null, null, 9]);
  expect(told(history, 26_000, 40_000)).toBe('28: null, 40: 9');
});

test('a bucket has its least and its most, also while it only holds the point before it', () => {
  const history = polled(2_000, 20_000, (at) => (at === 8_000 ? 9_999 : at / 1_000));
  expect(history.spread(key, 0, 22_000, 2)).toMatchObject({ least: [2, 12], most: [9_999, 20] });
  expect(history.spread(key, 0, 20_000, 2).peak).toEqual({ value: 9_999, at: 8_000 });
  const flat = (value: (number | null)[]) => ({ values: value, least: value, most: value, peak: undefined });
  expect(history.spread(key, 20_000, 22_000, 2)).toEqual(flat([20, 20]));
  expect(history.spread('total/out', 0, 20_000, 1)).toEqual(flat([null]));
});

test('of objects that are new all the time those written longest ago are dropped', () => {
  const history = createHistory();
  const all = Array.from({ length: 4_001 }, (_, n) => n);
  const groups = all.slice(0, 70).map((n) => ({ name: `${n}`, value: 1, limit: null }));
  history.dashboard({ viewersStats: { groups } }, 1_000, 2_000, 0);
  const servers = all.map((n) => ({ serverName: `${n}`, serverStats: { cpuUsage: 1 } }));
  history.servers(servers, 1_000, 2_000);
  for (const n of all) {
    history.stream({ id: `${n}`, streamKey: 'k', viewerCount: 1 }, n, 3_000);
    history.application({ name: `${n}`, inBandwidth: 1 }, n, 3_000);
  }
  const held = ['group/N/viewers', 'server/N/cpu', 'stream/N/viewers', 'application/N/in'].map((of) =>
    all.filter((n) => history.has(of.replace('N', `${n}`))),
  );
  expect(held.map((each) => each.length)).toEqual([64, 4_000, 512, 128]);
  expect([held[1]?.[0], held[2]?.[0], held[3]?.[0]]).toEqual([1, 3_489, 3_873]);
  for (let at = 0; at < 1_300_000; at += 1_000)
    history.stream({ id: '1', streamKey: 'k', viewerCount: 1 }, at, 1_000);
  expect(history.points('stream/1/viewers', -1, 2_000_000)).toHaveLength(1_200);
});

test('two thousand counters are remembered', () => {
  const history = createHistory();
  let at = 0;
  const read = (id: string) => {
    at += 1_000;
    history.stream({ id, streamKey: 'k', inTotalBytes: at }, at, 1_000);
    return history.last(`stream/${id}/in`, at);
  };
  const after = (others: number) => {
    read('a');
    for (let n = 0; n < others; n++) read(`${at}`);
    return read('a');
  };
  expect([after(2_000), after(2_048)]).toEqual([1_000, undefined]);
});

test('a bucket of a chart keeps its value while the chart scrolls', () => {
  const history = polled(0, 600_000, (at) => (at * 7919) % 1000);
  const first = history.window(key, 300_000, 400_000, 25);
  const later = history.window(key, 303_000, 403_000, 25);
  const aligned = history.window(key, 304_000, 404_000, 25);
  expect(later).toEqual(aligned);
  expect(later.slice(0, 24)).toEqual(first.slice(1));
});

test('without a bandwidth the counter of a stream gives it, and a restart gives no negative rate', () => {
  const history = createHistory();
  const write = (inTotalBytes: number, at: number) =>
    history.stream({ id: 's', streamKey: 'k', inTotalBytes }, at, 3_000);
  write(1_000, 0);
  write(7_000, 3_000);
  write(100, 6_000);
  write(400, 9_000);
  expect(told(history, -1, 9_000, 'stream/s/in')).toBe('0: null, 3: 2000, 6: null, 9: 100');
});

test('of many servers the newest points are kept', () => {
  const history = createHistory();
  const server = (n: number) => ({ serverName: `s${n}`, serverStats: { cpuUsage: n % 100 } });
  const servers = Array.from({ length: 1_000 }, (_, n) => server(n));
  for (let at = 0; at <= HOUR; at += 10_000) {
    // They come one after another, and what the first ones had by then stays.
    const there = at === 0 ? servers.slice(0, 50) : servers;
    history.servers(at % 600_000 === 0 ? there : servers.slice(40, 50), at, 10_000);
  }
  const times = history.points('server/s42/cpu', -1, HOUR).map(({ at }) => at);
  expect(times).toEqual(Array.from({ length: 361 }, (_, index) => HOUR - (360 - index) * 10_000));
  expect(history.last('server/s42/cpu', HOUR)).toBe(42);
  expect(history.window('server/s42/cpu', HOUR - 600_000, HOUR, 60).includes(null)).toBe(false);
});

test('a stream without data has no health instead of 0', () => {
  const history = createHistory();
  const write = (at: number, healthGrade: string, healthScore: number) =>
    history.stream({ id: 's', streamKey: 'k', healthGrade, healthScore, viewerCount: 3 }, at, 3_000);
  write(3_000, 'Good', 80);
  write(6_000, 'No Data', 0);
  expect(told(history, 0, 6_000, 'stream/s/health')).toBe('3: 80, 6: null');
  write(9_000, 'Very Bad', 0);
  expect(history.last('stream/s/health', 9_000)).toBe(0);
});

test('a server that left an hour ago is dropped, one that left later is not', () => {
  const history = createHistory();
  const here = (serverName: string, at: number) =>
    history.servers([{ serverName, serverStats: { cpuUsage: 1 } }], at, 2_000);
  here('early', 0);
  here('late', 600_000);
  here('stays', HOUR);
  expect(['early', 'late'].map((name) => history.has(`server/${name}/cpu`))).toEqual([true, true]);
  here('stays', HOUR + 61_000);
  expect(['early', 'late'].map((name) => history.has(`server/${name}/cpu`))).toEqual([false, true]);
});

test('figures that are read less often go back an hour, too, and no further', () => {
  const history = createHistory();
  const load = (value: number) => ({ groups: [{ name: 'EU/west', value, limit: null }] });
  for (let at = 0; at <= 5 * HOUR; at += 10_000) {
    history.dashboard({ viewersStats: load(at / 10_000) }, at, 10_000, 0);
    history.stream({ id: 's', streamKey: 'k', viewerCount: at / 10_000 }, at, 10_000);
  }
  for (const key of ['group/EU/west/viewers', 'stream/s/viewers']) {
    const points = history.points(key, -1, 5 * HOUR);
    expect(points.at(-1)).toEqual({ at: 5 * HOUR, value: 1_800 });
    expect(points.map(({ value }) => value)).toEqual(points.map((_, n) => 1_801 - points.length + n));
    expect(points[0]?.at).toBeGreaterThanOrEqual(3.5 * HOUR);
    expect(points[0]?.at).toBeLessThanOrEqual(4 * HOUR);
  }
});

test('totals are kept for an hour with a point a second', () => {
  const history = polled(0, 3_700_000, (at) => at / 1_000, 1_000);
  const points = history.points(key, -1, 4_000_000);
  expect([points.length, points[0]?.at]).toEqual([3_600, 101_000]);
});

test("each total has its own history, also transcoding, and that of streams uses the server's history", () => {
  const history = createHistory();
  const data = [1, 2].map((minute) => ({ timestamp: minute * 60_000, value: minute }));
  const streamStats = { streamCountHistory: { data } };
  history.dashboard({ streamStats, transcodeStats: { total: { value: 4 } } }, 200_000, 2_000, 0);
  expect(history.last('total/transcode', 200_000)).toBe(4);
  expect(told(history, 0, 150_000, 'total/streams')).toBe('60: 1, 120: 2');
});

test("the server's history fills a gap only when it is longer than a few polls", () => {
  const data = Array.from({ length: 20 }, (_, index) => ({ timestamp: index * 1_000 + 500, value: index }));
  const filled = (silence: number) => {
    const history = polled(0, 10_000, () => 5);
    history.dashboard(viewers(9, data), 10_000 + silence, 2_000, 0);
    return history.points(key, 10_001, 10_000 + silence - 1).filter(({ value }) => value !== null).length;
  };
  expect([filled(6_000), filled(6_001)]).toEqual([0, 5]);
});

test("a change of the polling interval leaves no gap for the server's history", () => {
  const data = Array.from({ length: 100 }, (_, index) => ({ timestamp: index * 1_000 + 500, value: 7 }));
  for (const before of [1_000, 10_000]) {
    const history = polled(0, 50_000, () => 5, before);
    history.dashboard(viewers(9, data), 60_000, 11_000 - before, 0);
    expect(told(history, 50_000, 60_000)).toBe('60: 9');
  }
});

test('a gap that the server cannot fill keeps its beginning', () => {
  const history = polled(0, 10_000, () => 5);
  history.dashboardFailed(15_000);
  history.dashboard(viewers(9, [{ timestamp: 4_000, value: 7 }]), 30_000, 2_000, 0);
  expect(told(history, 10_000, 30_000)).toBe('15: null, 30: 9');
});

test("after a clock was set back during a silence, the server's history comes first again", () => {
  const history = polled(100_000, 110_000, () => 5);
  history.dashboard(viewers(undefined), 50_000, 2_000, 0);
  history.dashboard(viewers(9, [{ timestamp: 40_000, value: 7 }]), 52_000, 2_000, 0);
  expect(history.last(key, 41_000)).toBe(7);
});

test('a short track holds no more than its limit', () => {
  const track = new Track(1, 4);
  for (let at = 1; at <= 10; at++) track.push(at * 1_000, [at], 1_000);
  expect([track.size, track.value(0, 0)]).toEqual([4, 7]);
});
