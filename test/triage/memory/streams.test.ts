import { expect, test } from 'vitest';
import type { Stream } from '../../../src/protocol/stream.ts';
import { StreamMemory } from '../../../src/triage/memory/streams.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { bench, manyStreams, START, stream, swept } from '../support.ts';

const MINUTE = 60_000;
const empty = bench().state();
const KEY = 'live/news';

/** A memory that reads sweeps, a minute apart by default. */
function reading() {
  const memory = new StreamMemory();
  let at = START;
  return {
    memory,
    read(streams: readonly Stream[], passed = MINUTE, clockSets: readonly number[] = []) {
      at += passed;
      memory.observe({ ...empty, ...swept(streams)(at, 0), clockSets }, t);
      return memory.tracks.get(KEY);
    },
    minutes: (time: number | undefined) => (time === undefined ? undefined : (time - START) / MINUTE),
  };
}
/** The restarts of a stream after these polls, one after the other. */
function restarts(...seen: readonly Partial<Stream>[]) {
  const { read } = reading();
  return seen.map((one) => read([stream(one)])).at(-1)?.restarts.length;
}
const other = stream({ streamKey: 'other', id: 'other' });
const running = { startTime: START, duration: 600_000, inTotalBytes: 5e9 };

test('a stream restarted when its start is later by more than rounding', () => {
  expect(restarts(running, { ...running, startTime: START + 2_000 })).toBe(0);
  expect(restarts(running, { ...running, startTime: START + 2_001 })).toBe(1);
  expect(restarts(running, { ...running, startTime: START + 2_001, state: 'AWAITING' })).toBe(0);
});

test('without a start time, or with an unchanged one, a shorter duration shows a restart', () => {
  const unstarted = { startTime: undefined, duration: 600_000 };
  expect(restarts(unstarted, { ...unstarted, duration: 598_000 })).toBe(0);
  expect(restarts(unstarted, { ...unstarted, duration: 597_999 })).toBe(1);
  expect(restarts(running, { ...running, duration: 480_001 })).toBe(0);
  expect(restarts(running, { ...running, duration: 480_000 })).toBe(1);
  // While it is down its duration means nothing, and afterwards the earlier one counts.
  const closed = { ...unstarted, state: 'CLOSED', duration: 0 };
  expect(restarts(unstarted, closed, { ...unstarted, duration: 601_000 })).toBe(0);
});

test("a start that moved with the server's clock is no restart", () => {
  const { read } = reading();
  read([stream(running)]);
  const moved = [stream({ ...running, startTime: START + 3_600_000 })];
  expect(read(moved, MINUTE, [3_600_000])?.restarts).toEqual([]);
  expect(read([stream(running)], MINUTE, [3_600_000, -3_600_000])?.restarts).toEqual([]);
});

test('while a stream flaps and while it is down, its highest number of viewers since then counts', () => {
  const { read } = reading();
  const viewers = (viewerCount: number, more: Partial<Stream> = {}) =>
    read([stream({ ...running, viewerCount, ...more })])?.viewers;
  expect([viewers(50), viewers(90), viewers(40)]).toEqual([50, 90, 40]);
  expect([viewers(0, { state: 'AWAITING' }), viewers(60)]).toEqual([40, 60]);
  expect([5, 4].map((few) => viewers(few, { startTime: START + 10_000 }))).toEqual([60, 60]);
});

test('restarts are kept as long as they count as flapping', () => {
  const { read } = reading();
  const start = (n: number, passed?: number) =>
    read([stream({ ...running, startTime: START + n * 10_000 })], passed)?.restarts.length;
  expect([start(0), start(1), start(2)]).toEqual([0, 1, 2]);
  expect(start(2, t.flapWindow - MINUTE)).toBe(1);
  expect(start(2, MINUTE)).toBe(0);
});

test('bytes that do not grow are counted while the stream is published without ingest', () => {
  const polls = (...seen: readonly Partial<Stream>[]) => {
    const { read, minutes } = reading();
    const track = seen.map((one) => read([stream({ ...running, ...one })])).at(-1);
    return [track?.stillPolls, minutes(track?.stillSince)];
  };
  expect(polls({}, {}, {})).toEqual([2, 1]);
  expect(polls({}, {}, { inTotalBytes: 6e9 })).toEqual([0, 3]);
  expect(polls({}, { inBandwidth: 5 })).toEqual([0, 2]);
  expect(polls({}, { state: 'AWAITING' })).toEqual([0, 2]);
  expect(polls({ state: 'AWAITING' }, {})).toEqual([0, 2]);
});

test('lost sub-streams are missing until they are back or another publisher came', () => {
  const renditions = (count: number) => ({
    subStreams: Array.from({ length: count }, (_, index) => ({ streamKey: `s${index}`, name: 's' })),
  });
  const fewer = (...seen: readonly Partial<Stream>[]) => {
    const { read, minutes } = reading();
    return minutes(seen.map((one) => read([stream({ ...running, ...one })])).at(-1)?.fewerSince);
  };
  const [three, two] = [renditions(3), renditions(2)];
  for (const later of [renditions(1), two, { subStreams: undefined }])
    expect(fewer(three, two, later)).toBe(2);
  for (const later of [three, { ...two, startTime: START + 10_000 }])
    expect(fewer(three, two, later)).toBeUndefined();
  expect(fewer(three, { ...two, state: 'AWAITING' })).toBeUndefined();
});

test('a stream that is missing in a whole sweep is remembered for a quarter of an hour as one that left', () => {
  const { read, memory } = reading();
  read([stream(running), other]);
  read([other]);
  expect([memory.tracks.has(KEY), memory.departed.has(KEY)]).toEqual([false, true]);
  read([other], 14 * MINUTE);
  expect(memory.departed.has(KEY)).toBe(true);
  read([other], 1);
  expect(memory.departed.has(KEY)).toBe(false);
});

test('a stream first seen after its page was read has not left; the next sweep decides', () => {
  const { read, memory } = reading();
  read([other]);
  const value = [{ id: 's', value: stream(running), endedAt: undefined }];
  const updatedAt = START + 1.5 * MINUTE;
  memory.observe({ ...empty, watchedStreams: { ...empty.watchedStreams, value, updatedAt } }, t);
  read([other]);
  expect([memory.tracks.has(KEY), memory.departed.has(KEY)]).toEqual([true, false]);
  read([other]);
  expect([memory.tracks.has(KEY), memory.departed.has(KEY)]).toEqual([false, true]);
});

test('a stream that comes back has not left, and a flapping one is waited for', () => {
  const { read, memory } = reading();
  read([stream(running), other]);
  read([other]);
  read([stream(running), other]);
  expect(memory.departed.size).toBe(0);
  read([stream({ ...running, startTime: START + 10_000 }), other]);
  read([other]);
  expect([memory.tracks.has(KEY), memory.departed.size]).toEqual([true, 0]);
  read([other], 16 * MINUTE);
  expect(memory.tracks.has(KEY)).toBe(false);
});

test('a publisher who comes back is compared with the stream before', () => {
  const { read } = reading();
  const brings = (inBandwidth: number, more: Partial<Stream> = {}) =>
    read([stream({ ...running, inTotalBytes: undefined, inBandwidth, ...more })])?.ingest?.usual;
  expect([brings(1_000), brings(1_000), brings(1_000)]).toEqual([1_000, 1_000, 1_000]);
  expect(brings(400)).toBeGreaterThan(900);
  expect(brings(400, { startTime: START + 10_000 })).toBeGreaterThan(900);
  expect(brings(0, { startTime: START + 10_000, state: 'AWAITING' })).toBeGreaterThan(900);
});

test('a missing value is no restart', () => {
  expect(restarts(running, { ...running, duration: null })).toBe(0);
  expect(restarts({ ...running, duration: null }, running)).toBe(0);
  expect(restarts(running, { ...running, startTime: null, duration: 590_000 })).toBe(1);
  expect(restarts({ ...running, startTime: null }, { ...running, duration: 590_000 })).toBe(1);
});

/** A stream that was swept is watched 30 s later; then a sweep that brought `page` ends. `passed`: ms after the watch. */
function watchedThenSwept(page: Partial<Stream>, passed = 15_000) {
  const { read, memory } = reading();
  const known = { ...running, inBandwidth: 1_000 };
  const swept = read([stream(known)]);
  const at = (swept?.at ?? 0) + 30_000;
  const value = [
    { id: 's1', value: stream({ ...known, duration: 630_000, inTotalBytes: 5.1e9 }), endedAt: undefined },
  ];
  memory.observe({ ...empty, watchedStreams: { ...empty.watchedStreams, value, updatedAt: at } }, t);
  const before = memory.tracks.get(KEY);
  return { read, memory, before, after: read([stream({ ...known, ...page })], 30_000 + passed) };
}

test('a sweep whose page is older than a watched poll has still seen the stream', () => {
  for (const page of [{ duration: 620_000 }, { startTime: START - 60_000, duration: 660_000 }]) {
    const { read, memory, before, after } = watchedThenSwept(page);
    expect(after).toMatchObject({ stream: before?.stream, at: before?.at, ingest: before?.ingest });
    expect(memory.departed.size).toBe(0);
    read([]);
    expect([memory.tracks.has(KEY), memory.departed.has(KEY)]).toEqual([false, true]);
  }
});

test('a falling duration means an older page only as long as a page can be that old', () => {
  const bytes = (page: Partial<Stream>, passed?: number) =>
    watchedThenSwept(page, passed).after?.stream.inTotalBytes;
  expect(bytes({ duration: 620_000 }, 119_999)).toBe(5.1e9);
  expect(bytes({ duration: 620_000 }, 120_000)).toBe(5e9);
  expect(bytes({ startTime: START - 60_000 }, 119_999)).toBe(5.1e9);
  expect(bytes({ startTime: START - 60_000 }, 120_000)).toBe(5e9);
  expect(bytes({ duration: 630_000 })).toBe(5e9);
});

test('twenty thousand streams are remembered, and a thousand that left', () => {
  const { read, memory } = reading();
  const many = manyStreams(20_001);
  read(many);
  expect(memory.tracks.size).toBe(20_000);
  read(many.slice(0, 100));
  expect([memory.tracks.size, memory.departed.size]).toEqual([100, 1_000]);
});

test('a watched stream is read with every answer until it has ended', () => {
  const memory = new StreamMemory();
  const watch = (at: number, endedAt?: number) => {
    const value = [{ id: 's1', value: stream(), endedAt }];
    memory.observe({ ...empty, watchedStreams: { ...empty.watchedStreams, value, updatedAt: at } }, t);
    return memory.tracks.get(KEY)?.at;
  };
  expect([watch(START), watch(START + 1)]).toEqual([START, START + 1]);
  expect(watch(START + 2, START + 2)).toBe(START + 1);
});

test('of the copies of streams those are remembered that are sick, silent or just got well', () => {
  const { memory, read, minutes } = reading();
  const after = (copy: Partial<Stream>) => {
    const [of, rendition] = ['news', 'news_720p'];
    read([
      stream({ ...running, streamKey: of, subStreams: [{ streamKey: rendition }] }),
      stream({ ...running, inBandwidth: 1e6, id: 'b', streamKey: rendition, ...copy }),
    ]);
    const { previousAt, at } = memory.copies.tracks.get(`live/${rendition}`) ?? {};
    return [minutes(previousAt), minutes(at)];
  };
  const none = [undefined, undefined];
  expect([after({}), after({ healthScore: 10 }), after({}), after({})]).toEqual([none, [1, 2], [2, 3], none]);
  // The sweep before did not have one that has just begun.
  expect(after({ inBandwidth: 0, duration: 1_000 })).toEqual([undefined, 5]);
  expect([after({}), after({})]).toEqual([[5, 6], none]);
});
