import { expect, test } from 'vitest';
import { EdgeMemory, fineFrom } from '../../../src/triage/memory/edges.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { edge, record, START, server } from '../support.ts';

const sending = (viewers: number, each: number) => record(edge('edge-1', viewers, viewers * each), START);

/** The usual value after this many seconds of polls, every two seconds, after a first one of 1,000 bytes each. */
function usualAfter(seconds: number, viewers: number, each: number, first = sending(100, 1_000)) {
  const memory = new EdgeMemory();
  memory.observe([first], START, t);
  for (let at = 2; at <= seconds; at += 2) memory.observe([sending(viewers, each)], START + 1_000 * at, t);
  const { usual, usualViewers } = memory.tracks.get('edge-1') ?? {};
  return [usual, usualViewers].map((value) => value && Math.round(value));
}

test('the usual value follows within minutes, and ten times slower where the value is clearly lower', () => {
  expect(usualAfter(300, 100, 1_000)).toEqual([1_000, 100]);
  // After its time constant of five minutes the value has changed by two thirds.
  expect(usualAfter(300, 200, 1_500)).toEqual([1_316, 163]);
  expect(usualAfter(300, 100, 800)).toEqual([874, 100]);
  const [fallen = 0] = usualAfter(300, 100, 10 * fineFrom(t) + 10);
  expect(fallen).toBeGreaterThan(900);
  const [later = 0] = usualAfter(3_000, 100, 10 * fineFrom(t) + 10);
  expect(later).toBeLessThan(600);
});

test('a fault never becomes the usual value', () => {
  expect(usualAfter(36_000, 100, 10 * fineFrom(t) - 10)).toEqual([1_000, 100]);
});

test('nothing is learnt from too few viewers', () => {
  expect(usualAfter(600, t.edgeViewers - 1, 5_000)).toEqual([1_000, 100]);
  expect(usualAfter(2, 5, 1_000, sending(t.edgeViewers - 1, 9))).toEqual([undefined, t.edgeViewers - 1]);
  expect(usualAfter(2, t.edgeViewers, 1_000, sending(t.edgeViewers, 1_000))).toEqual([1_000, t.edgeViewers]);
});

test('one answer adds at most half a minute to what is learnt, also after a long pause', () => {
  const after = (ms: number) => {
    const memory = new EdgeMemory();
    memory.observe([sending(100, 1_000)], START, t);
    memory.observe([sending(100, 1_500)], START + ms, t);
    return memory.tracks.get('edge-1')?.usual;
  };
  expect(after(30_000)).toBe(after(3_600_000));
  expect(after(15_000)).not.toBe(after(30_000));
  expect(after(-5_000)).toBe(1_000);
});

test('one answer counts once, and an answer without a time does not count', () => {
  const memory = new EdgeMemory();
  memory.observe([sending(100, 1_000)], START, t);
  memory.observe([sending(100, 9_000)], START, t);
  memory.observe([sending(100, 9_000)], undefined, t);
  expect(memory.tracks.get('edge-1')?.out).toBe(100_000);
});

test('an edge is remembered while it is only missing, and dropped once it is gone', () => {
  const memory = new EdgeMemory();
  const one = sending(100, 1_000);
  memory.observe([one], START, t);
  memory.observe([{ ...one, misses: 2 }], START + 2_000, t);
  expect(memory.tracks.get('edge-1')).toMatchObject({ viewers: 100, usual: 1_000 });
  memory.observe([{ ...one, misses: 3, goneSince: START }], START + 4_000, t);
  expect(memory.tracks.size).toBe(0);
});

test('only applications that deliver and report their traffic count', () => {
  const memory = new EdgeMemory();
  const live = { name: 'a', type: 'EDGE', viewers: { count: 50 }, bandwidth: { outBandwidth: 5_000 } };
  const track = (...applications: object[]) => {
    const one = record(server('edge-1', { applications: applications as never }), START);
    const own = new EdgeMemory();
    own.observe([one], START, t);
    return own.tracks.get('edge-1');
  };
  expect(track(live, { ...live, name: 'b', type: 'origin' })).toMatchObject({ viewers: 50, out: 5_000 });
  expect(track(live, live)).toMatchObject({ viewers: 100, out: 10_000 });
  expect(track({ ...live, viewers: {} })).toBeUndefined();
  expect(track({ ...live, bandwidth: null })).toBeUndefined();
  expect(track({ ...live, type: null })).toBeUndefined();
  expect(track()).toBeUndefined();
  expect(memory.tracks.size).toBe(0);
});
