import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createJournalStore, journalItems } from '../../src/history/journal-store.ts';
import { historyPath, journalEntry, openTestHistory } from './rig.ts';

const timeOf = (index: number) => 1_000_000 + Math.floor(index / 3);
const entry = (index: number) =>
  journalEntry(index, timeOf(index), `Stream: ${index % 7}`, `Status Update: ${index % 5}`);
async function store(path?: string) {
  const db = await openTestHistory(path);
  const journal = createJournalStore(db);
  const packAll = () => {
    while (journal.pack());
  };
  return { db, journal, packAll, all: () => journal.read(0, Number.MAX_SAFE_INTEGER) };
}

const entries = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => entry(from + index));

test('every entry is kept once and in order, packed or not, however often it is written', async () => {
  const { db, journal, packAll, all } = await store();
  for (let from = 0; from < 9_000; from += 500) {
    // Each poll returns the entries of the earlier ones again.
    journal.add(entries(Math.max(0, from - 700), from + 500));
    packAll();
  }
  // After a restart of the program all entries may come again.
  createJournalStore(db).add(entries(0, 9_000));
  const read = all();
  expect(read.map(({ id }) => id)).toEqual(entries(0, 9_000).map(({ id }) => String(id)));
  const words = { object: 'Stream: 2', message: 'Status Update: 1', thread: 'main' };
  expect(read[4321]).toEqual({ id: '4321', at: timeOf(4321), ...words });
});

test('a late entry among packed ones is read at its place', async () => {
  const { journal, packAll } = await store();
  journal.add(entries(0, 6_000).filter(({ id }) => id !== 100));
  packAll();
  journal.add([entry(100)]);
  const around = journal.read(1_000_030, 1_000_036).map(({ id }) => Number(id));
  expect(around.toSorted((a, b) => a - b)).toEqual(entries(93, 111).map(({ id }) => id));
});

test('ids that are not numbers are kept unchanged', async () => {
  const { journal, packAll } = await store();
  const odd = ['a', '007', '12', '9'.repeat(30), '13', '-4'];
  journal.add(odd.map((id, index) => ({ ...entry(index), id: id as never })));
  journal.add(entries(10, 4_100));
  packAll();
  const read = journal.read(0, 1_000_003).map(({ id }) => id);
  expect(read).toEqual(expect.arrayContaining(odd));
});

test.each(['rows', 'blocks'])('reads the newest entries of a time range out of %s', async (where) => {
  const { journal, packAll } = await store();
  journal.add(entries(0, 6_000));
  if (where === 'blocks') packAll();
  const ids = (from: number, to: number, limit?: number) =>
    journal.read(1_000_000 + from, 1_000_000 + to, limit).map(({ id }) => Number(id));
  // Three entries have the same moment.
  expect(ids(10, 12)).toEqual([33, 34, 35, 36, 37, 38]);
  expect([ids(-1, 0), ids(1_998, 9_999)]).toEqual([
    [0, 1, 2],
    [5_997, 5_998, 5_999],
  ]);
  expect(ids(10, 12, 4)).toEqual([35, 36, 37, 38]);
  expect(ids(-1, 9_999, 2)).toEqual([5_998, 5_999]);
  expect(ids(-1, 9_999, 4_500)).toEqual(Array.from({ length: 4_500 }, (_, index) => 1_500 + index));
  expect(ids(0, 9_999).length).toBe(5_997);
});

test('packs small blocks into a large one once they fill it; it takes a tenth of the space', async () => {
  const { db, journal } = await store();
  for (let from = 0; from < 1_995; from += 5) journal.add(entries(from, from + 5));
  expect(journal.pack()).toBe(false);
  journal.add(entries(1_995, 2_000));
  expect(journal.pack()).toBe(true);
  expect(journal.pack()).toBe(false);
  const block = db.sql('SELECT starts_at, ends_at, entries, LENGTH(data) AS bytes FROM journal_block').get();
  expect(block).toMatchObject({ starts_at: 1_000_000, ends_at: 1_000_666, entries: 2_000 });
  expect(Number(block?.bytes)).toBeLessThan(JSON.stringify(entries(0, 2_000)).length / 10);
});

test('entries with the same id but another time or message are different entries', async () => {
  const { journal, packAll, all } = await store();
  journal.add(entries(0, 4_000));
  packAll();
  const own = [
    { message: 'another' },
    { objectName: 'another' },
    { createDate: 1_000_002 },
    { id: 7_005 },
    {},
  ];
  journal.add(own.map((changes) => ({ ...entry(5), ...changes })));
  expect(all()).toHaveLength(4_004);
});

test('a damaged block is missing, and the others are read', async () => {
  const { db, journal, packAll, all } = await store();
  journal.add(entries(0, 6_000));
  packAll();
  for (const data of ["x'00'", "'text'", 'NULL']) {
    db.sql(`UPDATE OR IGNORE journal_block SET data = ${data} WHERE starts_at = 1000000`).run();
    expect(all()).toHaveLength(4_000);
  }
});

test('ids beyond 2^53 keep all digits, packed or not', async () => {
  const { journal, packAll, all } = await store();
  const ids = Array.from({ length: 4_500 }, (_, index) => 9_007_199_254_740_000n + BigInt(index));
  journal.add(ids.map((id, index) => ({ ...entry(index), id })));
  packAll();
  expect(journalItems(all()).map((item) => BigInt(item.entry.id ?? 0))).toEqual(ids);
});

test('a damaged block is not packed, so that its damage is said for as long as it is kept', async () => {
  const path = await historyPath();
  const { db, journal, packAll, all } = await store(path);
  for (let from = 0; from < 2_500; from += 500) journal.add(entries(from, from + 500));
  // Without the triggers of a history its checksum stays as it was.
  const disk = new DatabaseSync(path);
  disk.exec('UPDATE journal_block SET ends_at = ends_at + 1 WHERE id = 1');
  disk.close();
  packAll();
  expect(all()).toHaveLength(2_000);
  db.close();
  const again = await openTestHistory(path);
  again.verify();
  expect([...again.damage.values()].map(({ table }) => table)).toEqual(['journal_block']);
});
