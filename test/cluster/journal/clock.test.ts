import { expect, test } from 'vitest';
import { byArrival, withClock } from '../../../src/cluster/journal/clock.ts';
import { emptyJournal } from '../../../src/cluster/journal/merge.ts';
import { JournalRound, journalDoubt } from '../../../src/cluster/journal/round.ts';
import type { JournalEntry } from '../../../src/protocol/journal.ts';
import { idsOf, read } from './entries.ts';

const HOUR = 3_600_000;
const START = 10 * HOUR;
const entry = (id: number, ahead = 0): JournalEntry => ({ id, createDate: START + id * 1_000 + ahead });

test("entries whose dates moved with the server's clock are the same entries, and so are the lines between", () => {
  const first = read([entry(3), entry(2)]).journal;
  const held = read([entry(9), entry(8)], first, { lastTimestamp: START + 9_000 }).journal;
  const page = [entry(10, HOUR), entry(9, HOUR), entry(8, HOUR)];
  const moved = withClock(held, page, [HOUR]);
  expect(moved.lastTimestamp).toBe(START + 9_000 + HOUR);
  const { journal } = read(page, moved);
  expect(idsOf(journal)).toEqual([2, 3, 'gap 4', 8, 9, 10]);
  const dates = journal.items.map((item) => (item.kind === 'entry' ? item.entry.createDate : item.at));
  expect(dates).toEqual([2, 3, 8, 8, 9, 10].map((id) => START + id * 1_000 + HOUR));
});

test('entries with old ids and other dates are new entries when the clock did not move', () => {
  const held = read([entry(3), entry(2)]).journal;
  const page = [entry(3, 2 * HOUR), entry(2, 2 * HOUR)];
  expect(withClock(held, page, [HOUR])).toBe(held);
  expect(withClock(held, [entry(3), entry(2)], [HOUR])).toBe(held);
});

test.each([
  ['as new as the server says', 0, 0, 0, undefined],
  ['older than the server reported a round before', -5_000, 0, 0, { said: START, given: START - 5_000 }],
  ['older only by rounding to seconds', -900, 0, 0, undefined],
  ['older than a report of this moment, so that the entry may be on its way', -5_000, -6_000, 0, undefined],
  ['a little newer than a cached report', 50_000, 0, 0, undefined],
  ['newer than any cache', 70_000, 0, 0, { said: START, given: START + 70_000 }],
] as const)('tells whether the newest entry is in doubt: %s', (_how, newest, saidBefore, saidNow, doubt) => {
  const before = { ...emptyJournal, lastTimestamp: START + saidBefore };
  const round = new JournalRound(before);
  round.add([{ id: 1, createDate: START + newest }], false);
  expect(journalDoubt(before, round, { lastTimestamp: START + saidNow })).toEqual(doubt);
});

test('a server that does not tell its time, and a page without entries, raise no doubt', () => {
  const before = { ...emptyJournal, lastTimestamp: START };
  const empty = new JournalRound(before);
  expect(journalDoubt(before, empty, { lastTimestamp: START })).toBeUndefined();
  const { round } = read([entry(1, -HOUR)], before);
  expect(journalDoubt(before, round, { lastTimestamp: undefined })).toBeUndefined();
});

test.each([
  ['a clock behind', 4, -300_000, START + 3_000, -299_000],
  ['a clock ahead', 4, 300_000, START + 10_000, 294_000],
  ['a clock with an ordinary difference', 4, -30_000, START - 26_000, undefined],
])('an entry is sorted by when it was written or when it arrived: %s', (_what, id, by, createDate, ahead) => {
  const others = [9, 8, 7, 6, 5, 3, 2, 1].map((one) => entry(one));
  const page = [...others.slice(0, 5), { ...entry(id, by), objectName: 'x' }, ...others.slice(5)];
  const [moved] = byArrival(page, START + 10_000).filter((one) => one.id === id);
  expect(Math.abs((moved?.createDate ?? 0) - createDate)).toBeLessThanOrEqual(1_000);
  if (ahead === undefined) expect(moved?.ahead).toBeUndefined();
  else expect(Math.abs((moved?.ahead ?? 0) - ahead)).toBeLessThanOrEqual(6_000);
});

test('a page in another order is no sign of a wrong clock', () => {
  const page = [1, 2, 3].map((id) => entry(id * 100));
  expect(byArrival(page, START + 400_000)).toBe(page);
});
