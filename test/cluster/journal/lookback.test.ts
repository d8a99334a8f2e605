import { expect, test } from 'vitest';
import type { Lookback } from '../../../src/cluster/journal/lookback.ts';
import { beginLookback, withNewerPage, withOlderPage } from '../../../src/cluster/journal/lookback.ts';
import type { JournalEntry } from '../../../src/protocol/journal.ts';
import { entry, idsOf, range, read } from './entries.ts';

const live = (list: readonly JournalEntry[]) => read(list, undefined, { hasNext: true }).journal;
const ids = ({ journal }: Lookback) => idsOf(journal);
/** The look back after an older page. */
const older = (
  from: Lookback,
  list: readonly JournalEntry[],
  { hasOlder = true, follows = false, capacity = undefined as number | undefined } = {},
) => withOlderPage(from, { list, hasOlder }, follows, capacity).lookback;

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('older pages are added in front once, with old restarts marked, and tell when there is no more', () => {
  let lookback = older(beginLookback(live(range(41, 60))), range(31, 45));
  expect(ids(lookback)).toEqual(upTo(31, 60));
  expect(lookback).toMatchObject({ olderEnd: false, cut: false, journal: { dropped: -10 } });
  const before = [...range(26, 30), ...[3, 2, 1].map((id) => entry(900 + id, id))];
  lookback = older(lookback, before, { hasOlder: false, follows: true });
  expect(ids(lookback).slice(0, 6)).toEqual([901, 902, 903, 'restart', 26, 27]);
  expect(lookback.olderEnd).toBe(true);
});

test('an older page that does not touch the held entries leaves a gap', () => {
  const lookback = older(beginLookback(live(range(41, 43))), range(11, 12));
  expect(ids(lookback)).toEqual([11, 12, 'gap ?', 41, 42, 43]);
});

test('a newer page that does not touch the held entries is refused, because the time between would be lost silently', () => {
  const followed = live(range(91, 100));
  const read = withNewerPage(beginLookback(live(range(1, 10))), range(31, 40), followed);
  expect([read.touches, ids(read.lookback)]).toEqual([false, upTo(1, 10)]);
});

test('reading forward keeps the older end as long as nothing is dropped there', () => {
  const followed = live(range(16, 25));
  const begun = beginLookback(live(range(11, 15)));
  const whole = older(begun, range(1, 12), { hasOlder: false });
  const readOn = (capacity: number) => withNewerPage(whole, range(13, 18), followed, capacity).lookback;
  expect([readOn(18).olderEnd, readOn(17).olderEnd]).toEqual([true, false]);
  const middle = older(begun, range(5, 12));
  expect(withNewerPage(middle, range(13, 18), followed, 100).lookback.olderEnd).toBe(false);
});
