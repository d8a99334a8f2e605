import { expect, test } from 'vitest';
import { createJournalStore } from '../../src/history/journal-store.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { createServerClock } from '../../src/history/server-clock.ts';
import { journalEntry, openTestHistory } from './rig.ts';

const START = Date.UTC(2026, 9, 24, 12);
const MINUTE = 60_000;
const BEHIND = 30 * MINUTE;

test('entries have the time of our clock, also from before and after the clock of the servers was set', async () => {
  const db = await openTestHistory();
  const clock = createServerClock(db);
  clock.keep(-BEHIND, START);
  clock.keep(-BEHIND + 100, START + 5 * MINUTE);
  clock.keep(0, START + 20 * MINUTE);
  const minutes = Array.from({ length: 60 }, (_, index) => index + 1);
  createJournalStore(db).add(
    minutes.map((minute) =>
      journalEntry(minute, START + minute * MINUTE - (minute <= 20 ? BEHIND : 0), 'Config', 'reload'),
    ),
  );
  const reader = createHistoryReader(db);
  const read = (from: number, to: number) =>
    reader
      .ownJournal(START + from * MINUTE, START + to * MINUTE)
      .map(({ id, at }) => [Number(id), (at - START) / MINUTE]);
  const same = (from: number, to: number) => minutes.slice(from, to).map((minute) => [minute, minute]);
  expect(read(0, 20)).toEqual(same(0, 20));
  expect(read(20, 30)).toEqual(same(20, 30));
  expect(read(10, 30)).toEqual(same(10, 30));
});

test('without a known clock the times are those of the servers', async () => {
  const db = await openTestHistory();
  createJournalStore(db).add([journalEntry(1, START, 'Config', 'reload')]);
  expect(createHistoryReader(db).ownJournal(START - 1, START)).toMatchObject([{ at: START }]);
});
