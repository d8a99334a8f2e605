import { expect, test } from 'vitest';
import { createJournalStore } from '../../src/history/journal-store.ts';
import type { JournalEntry } from '../../src/protocol/journal.ts';
import { openTestHistory } from './rig.ts';

const entry = (index: number): JournalEntry => ({
  id: index,
  createDate: 1_000_000 + Math.floor(index / 3),
  objectName: `Stream: ${index % 7}`,
  message: `Status Update: ${index % 5}`,
  threadName: 'worker',
});
const entries = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => entry(from + index));

test('every entry is kept once, in order, packed or not, however often it is given', async () => {
  const db = await openTestHistory();
  const journal = createJournalStore(db);
  for (let from = 0; from < 9_000; from += 500) {
    // Each poll gives what it gave before again.
    journal.add(entries(Math.max(0, from - 700), from + 500));
    while (journal.pack());
  }
  // After a restart of the program everything may come again.
  createJournalStore(db).add(entries(0, 9_000));
  const read = journal.read(0, Number.MAX_SAFE_INTEGER);
  expect(read.map(({ id }) => id)).toEqual(entries(0, 9_000).map(({ id }) => String(id)));
  expect(read[4321]).toEqual({
    id: '4321',
    at: 1_000_000 + 1440,
    object: 'Stream: 2',
    message: 'Status Update: 1',
    thread: 'worker',
  });
  db.close();
});

test('an entry that comes late among packed ones is found where it belongs', async () => {
  const db = await openTestHistory();
  const journal = createJournalStore(db);
  journal.add(entries(0, 6_000).filter(({ id }) => id !== 100));
  while (journal.pack());
  journal.add([entry(100)]);
  const around = journal.read(1_000_030, 1_000_036).map(({ id }) => Number(id));
  expect(around.toSorted((a, b) => a - b)).toEqual(entries(93, 111).map(({ id }) => id));
  db.close();
});

test('ids that are no numbers stay as they are', async () => {
  const db = await openTestHistory();
  const journal = createJournalStore(db);
  const odd = ['a', '007', '12', '9'.repeat(30), '13', '-4'].map((id, index) => ({
    ...entry(index),
    id: id as never,
  }));
  journal.add(odd);
  journal.add(entries(10, 4_100));
  while (journal.pack());
  const read = journal.read(0, 1_000_003);
  expect(read.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['a', '007', '12', '9'.repeat(30), '13', '-4']),
  );
  db.close();
});
