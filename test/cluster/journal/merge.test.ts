import { expect, test } from 'vitest';
import type { JournalItem, JournalState } from '../../../src/cluster/journal/log.ts';
import { emptyJournal, mergeRound } from '../../../src/cluster/journal/merge.ts';
import { reduceJournal } from '../../../src/cluster/journal/reduce.ts';
import { JournalRound } from '../../../src/cluster/journal/round.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import type { JournalEntry } from '../../../src/protocol/journal.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const entry = (id: number, createDate = id * 10): JournalEntry => ({ id, createDate });
/** Entries newest first, as in a page. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(to - index));
const envelope = { totalItems: undefined, lastTimestamp: undefined };

function after(state: JournalState, list: JournalEntry[], hasNext = false, capacity?: number): JournalState {
  const round = new JournalRound(state);
  round.add(list, hasNext);
  return mergeRound(state, round, envelope, capacity);
}

const short = (items: readonly JournalItem[]) =>
  items.map((item) => {
    if (item.kind === 'entry') return item.entry.id;
    return item.kind === 'gap' ? `gap ${item.missing}` : 'restart';
  });

test('the first entries of a server are no restart, and neither is an id slightly out of order', () => {
  expect(short(after(emptyJournal, range(0, 2)).items)).toEqual([0, 1, 2]);
  const state = after(emptyJournal, range(101, 103));
  expect(short(after(state, [entry(95, 5_000), ...range(101, 103)]).items)).toEqual([101, 102, 103, 95]);
  expect(short(after(state, [entry(60, 5_000), ...range(101, 103)]).items)).toEqual([
    101,
    102,
    103,
    'restart',
    60,
  ]);
});

test('an old entry with a low id does not hide that ids start again', () => {
  const state = after(emptyJournal, [...range(1_001, 1_300), entry(1)]);
  const newest = after(state, [entry(6, 20_000), entry(5, 19_990), ...range(1_290, 1_300)]);
  expect(short(newest.items.slice(-4))).toEqual([1_300, 'restart', 5, 6]);
});

test('late entries find their place and fill a gap', () => {
  let state = after(after(emptyJournal, range(1, 3)), range(6, 8), true);
  expect(short(state.items)).toEqual([1, 2, 3, 'gap 2', 6, 7, 8]);
  state = after(state, range(5, 9), true);
  expect(short(state.items)).toEqual([1, 2, 3, 'gap 1', 5, 6, 7, 8, 9]);
  state = after(state, range(2, 9), true);
  expect(short(state.items)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a late entry from before a gap goes there and does not fill the gap', () => {
  const state = after(after(emptyJournal, range(1, 3)), range(104, 106), true);
  const late = after(state, [...range(104, 106), entry(50, 25)]);
  expect(short(late.items)).toEqual([1, 2, 50, 3, 'gap 100', 104, 105, 106]);
});

test('an id that repeats at the date of the newest entry means that the server restarted', () => {
  const state = after(emptyJournal, [entry(50, 100), entry(1, 10)]);
  expect(short(after(state, [entry(1, 100), entry(50, 100)]).items)).toEqual([1, 50, 'restart', 1]);
  const more = after(state, [entry(2, 100), entry(1, 100), entry(50, 100)]);
  expect(short(more.items)).toEqual([1, 50, 'restart', 1, 2]);
});

test('a thousand entries a second cost a small part of a second', () => {
  let state = after(emptyJournal, range(1, 10_000));
  const ms = cpuTime(() => {
    for (let round = 0; round < 10; round++) {
      const newest = 10_000 + (round + 1) * 1_000;
      state = after(state, range(newest - 1_050, newest));
    }
  });
  // Ten seconds of it; a tenth of a core would be one second.
  expect(ms).toBeLessThan(1_000);
  expect(state.items).toHaveLength(10_000);
  expect(state.items.every((item) => item.kind === 'entry')).toBe(true);
});

test('a restart and a gap are news once, and never in the first reading', () => {
  let state = createClusterStore({ name: 'c', url: 'http://c' }).getState();
  let at = 0;
  const read = (list: JournalEntry[], capacity?: number) => {
    const journal = after(state.journal, list, true, capacity);
    state = reduceJournal(state, journal, { value: null, unreadable: [], generatedAt: undefined }, ++at);
    return state.events.map((event) => `${event.at} ${event.kind} ${event.message}`);
  };
  expect(read([entry(2, 1_020), entry(1, 1_010), ...range(91, 100)])).toEqual([]);
  const news = ['2 journal-gap 5 entries not read'];
  expect(read([entry(9, 1_090), entry(8, 1_080)])).toEqual(news);
  expect(read([entry(10, 1_100), entry(9, 1_090), entry(8, 1_080)])).toEqual(news);
  // The oldest lines are dropped, and the others are still not new.
  expect(read([entry(11, 1_110), entry(10, 1_100), entry(9, 1_090)], 5)).toEqual(news);
  expect(read([entry(1, 2_010), entry(11, 1_110), entry(10, 1_100)], 5)).toEqual([
    ...news,
    '5 journal-restart journal ids start again',
  ]);
});

test('a low id at the date of the newest entry is disorder and no restart', () => {
  const held = range(1_001, 1_020);
  const state = after(emptyJournal, held);
  expect(short(after(state, [...held, entry(60, 10_200)]).items.slice(-3))).toEqual([1_019, 60, 1_020]);
});

test('ids beyond 2^53 are told apart: gaps are counted, and none is taken for a restart', () => {
  const from = 9_223_372_036_854_770_000n;
  const long = (first: number, last: number) =>
    range(first, last).map((one) => ({ ...one, id: from + BigInt(Number(one.id)) }));
  const state = after(after(emptyJournal, long(1, 3)), long(104, 106), true);
  const ids = (...numbers: number[]) => numbers.map((one) => from + BigInt(one));
  expect(short(state.items)).toEqual([...ids(1, 2, 3), 'gap 100', ...ids(104, 105, 106)]);
  expect(short(after(state, long(107, 300)).items)).not.toContain('restart');
});
