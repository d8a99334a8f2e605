import { expect, test } from 'vitest';
import {
  beginLookback,
  type Lookback,
  withNewerPage,
  withOlderPage,
} from '../../../src/cluster/journal/lookback.ts';
import { emptyJournal, mergeRound } from '../../../src/cluster/journal/merge.ts';
import { JournalRound } from '../../../src/cluster/journal/round.ts';
import type { JournalEntry } from '../../../src/protocol/journal.ts';

const entry = (id: number, createDate = id * 10): JournalEntry => ({ id, createDate });
/** Entries newest first, as in a page. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(to - index));

function live(list: readonly JournalEntry[]) {
  const round = new JournalRound(emptyJournal);
  round.add(list, true);
  return mergeRound(emptyJournal, round, { totalItems: undefined, lastTimestamp: undefined });
}

const ids = ({ journal }: Lookback) =>
  journal.items.map((item) => (item.kind === 'entry' ? item.entry.id : item.kind));

const upTo = (from: number, to: number) =>
  range(from, to)
    .map(({ id }) => id)
    .reverse();

test('older pages are added in front once, with old restarts marked, and tell when there is no more', () => {
  let { lookback } = withOlderPage(
    beginLookback(live(range(41, 60))),
    { list: range(31, 45), hasOlder: true },
    false,
  );
  expect(ids(lookback)).toEqual(upTo(31, 60));
  expect(lookback).toMatchObject({ olderEnd: false, cut: false, journal: { dropped: -10 } });
  const before = [...range(26, 30), ...[3, 2, 1].map((id) => entry(900 + id, id))];
  ({ lookback } = withOlderPage(lookback, { list: before, hasOlder: false }, true));
  expect(ids(lookback).slice(0, 6)).toEqual([901, 902, 903, 'restart', 26, 27]);
  expect(lookback.olderEnd).toBe(true);
});

test('an older page that does not touch the held entries leaves a gap', () => {
  const { lookback } = withOlderPage(
    beginLookback(live(range(41, 43))),
    { list: range(11, 12), hasOlder: true },
    false,
  );
  expect(ids(lookback)).toEqual([11, 12, 'gap', 41, 42, 43]);
});

test('reading back drops the newest entries, reading forward the oldest, and the live end is found again', () => {
  const followed = live(range(91, 100));
  let lookback = beginLookback(followed);
  for (let to = 90; to > 50; to -= 10)
    ({ lookback } = withOlderPage(lookback, { list: range(to - 9, to), hasOlder: true }, true, 20));
  expect(ids(lookback)).toEqual(upTo(51, 70));
  expect(lookback).toMatchObject({ cut: true, journal: { dropped: -40 } });
  ({ lookback } = withNewerPage(lookback, range(66, 85), followed, 20));
  expect(ids(lookback)).toEqual(upTo(66, 85));
  // Positions are the same as before: 66 was the 16th line.
  expect(lookback).toMatchObject({ cut: true, olderEnd: false, journal: { dropped: -25 } });
  ({ lookback } = withNewerPage(lookback, range(81, 100), followed, 20));
  expect(lookback.cut).toBe(false);
  expect(lookback.journal.dropped + lookback.journal.items.length).toBe(followed.items.length);
});

test('a newer page that does not touch the held entries is refused, because the time between would be lost silently', () => {
  const followed = live(range(91, 100));
  const read = withNewerPage(beginLookback(live(range(1, 10))), range(31, 40), followed);
  expect([read.touches, ids(read.lookback)]).toEqual([false, upTo(1, 10)]);
});

test('reading forward keeps the older end as long as nothing is dropped there', () => {
  const followed = live(range(16, 25));
  const older = withOlderPage(
    beginLookback(live(range(11, 15))),
    { list: range(1, 12), hasOlder: false },
    false,
  ).lookback;
  const readOn = (capacity: number) => withNewerPage(older, range(13, 18), followed, capacity).lookback;
  expect([readOn(18).olderEnd, readOn(17).olderEnd]).toEqual([true, false]);
  const middle = withOlderPage(
    beginLookback(live(range(11, 15))),
    { list: range(5, 12), hasOlder: true },
    false,
  ).lookback;
  expect(withNewerPage(middle, range(13, 18), followed, 100).lookback.olderEnd).toBe(false);
});
