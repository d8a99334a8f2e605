import { expect, test } from 'vitest';
import type { JournalState } from '../../../src/cluster/journal/log.ts';
import { emptyJournal } from '../../../src/cluster/journal/merge.ts';
import { reduceJournal } from '../../../src/cluster/journal/reduce.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import type { JournalEntry } from '../../../src/protocol/journal.ts';
import { entry, idsOf, range, read } from './entries.ts';

const after = (state: JournalState, list: readonly JournalEntry[], hasNext = false, capacity?: number) =>
  read(list, state, { hasNext, capacity }).journal;

test('the first entries of a server are no restart, and neither is an id slightly out of order', () => {
  expect(idsOf(after(emptyJournal, range(0, 2)))).toEqual([0, 1, 2]);
  const state = after(emptyJournal, range(101, 103));
  expect(idsOf(after(state, [entry(95, 5_000), ...range(101, 103)]))).toEqual([101, 102, 103, 95]);
  const restarted = [101, 102, 103, 'restart', 60];
  expect(idsOf(after(state, [entry(60, 5_000), ...range(101, 103)]))).toEqual(restarted);
});

test('an old entry with a low id does not hide that ids start again', () => {
  const state = after(emptyJournal, [...range(1_001, 1_300), entry(1)]);
  const newest = after(state, [entry(6, 20_000), entry(5, 19_990), ...range(1_290, 1_300)]);
  expect(idsOf(newest).slice(-4)).toEqual([1_300, 'restart', 5, 6]);
});

test('late entries find their place and fill a gap', () => {
  let state = after(after(emptyJournal, range(1, 3)), range(6, 8), true);
  expect(idsOf(state)).toEqual([1, 2, 3, 'gap 2', 6, 7, 8]);
  state = after(state, range(5, 9), true);
  expect(idsOf(state)).toEqual([1, 2, 3, 'gap 1', 5, 6, 7, 8, 9]);
  state = after(state, range(2, 9), true);
  expect(idsOf(state)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a late entry from before a gap goes there and does not fill the gap', () => {
  const state = after(after(emptyJournal, range(1, 3)), range(104, 106), true);
  const late = after(state, [...range(104, 106), entry(50, 25)]);
  expect(idsOf(late)).toEqual([1, 2, 50, 3, 'gap 100', 104, 105, 106]);
});

test('an id that repeats at the date of the newest entry means that the server restarted', () => {
  const state = after(emptyJournal, [entry(50, 100), entry(1, 10)]);
  expect(idsOf(after(state, [entry(1, 100), entry(50, 100)]))).toEqual([1, 50, 'restart', 1]);
  const more = after(state, [entry(2, 100), entry(1, 100), entry(50, 100)]);
  expect(idsOf(more)).toEqual([1, 50, 'restart', 1, 2]);
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
  expect(idsOf(after(state, [...held, entry(60, 10_200)])).slice(-3)).toEqual([1_019, 60, 1_020]);
});
