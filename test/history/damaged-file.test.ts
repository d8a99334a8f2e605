import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/history/database.ts';
import { HistoryError } from '../../src/history/error.ts';
import { createProblemStore } from '../../src/history/problems/problem-store.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { guardReader } from '../../src/session/guarded-reader.ts';
import { isLong } from '../support/long.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow } from '../support/sample-state.ts';
import { filled, hot, readAll } from './filled.ts';
import { historyPath } from './rig.ts';

const HOUR = 3_600_000;

test('a row with a wrong value is skipped, and the other rows are read', async () => {
  const db = await filled(await historyPath());
  const read = () =>
    createProblemStore(db)
      .read(0, sampleNow + HOUR)
      .map(({ key }) => key);
  expect(read()).toEqual(['server-hot:edge-1a', 'other']);
  for (const change of [
    "data = json_set(data, '$.severity', 'sideways')",
    "data = json_set(data, '$.subject.kind', 'ghost')",
    "data = 'no JSON'",
    "worst = 'dreadful'",
    "since = 'yesterday'",
  ]) {
    db.sql(`UPDATE problem SET ${change} WHERE key = 'other'`).run();
    expect(read(), change).toEqual(['server-hot:edge-1a']);
    db.sql("DELETE FROM problem WHERE key = 'other'").run();
    createProblemStore(db).keep([hot, { ...hot, key: 'other', noticedAt: sampleNow + 1 }], sampleNow);
  }
  db.close();
});

test('a bit that flips anywhere is said or without effect, and never gives another figure', async () => {
  const path = await historyPath();
  (await filled(path)).close();
  const whole = readFileSync(path);
  const readCopy = async () => {
    const db = await openDatabase(path, { create: false });
    try {
      db.verify();
      return { ...(await readAll(createHistoryReader(db))), isSaid: db.damage.size > 0 };
    } finally {
      db.close();
    }
  };
  const before = await readCopy();
  expect(before.isSaid).toBe(false);
  const known = new Set(before.single);
  let said = 0;
  const copies = isLong ? 1_000 : 12;
  const anywhere = fc.noBias(fc.nat({ max: 8 * whole.length - 1 }));
  for (const bit of fc.sample(anywhere, { seed: 7, numRuns: copies })) {
    const bytes = Buffer.from(whole);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeFileSync(path, bytes);
    const read = await readCopy().catch((error: unknown) => {
      expect(error).toBeInstanceOf(HistoryError);
      return undefined;
    });
    if (!read || read.isSaid) said++;
    expect(read?.single.filter((text) => !known.has(text)) ?? [], `bit ${bit}`).toEqual([]);
    if (read && !read.isSaid) expect(read, `bit ${bit}`).toEqual(before);
  }
  expect(said).toBeGreaterThan(copies / 8);
});

test('a file with damaged pages is reported as damaged, and the monitor reads on without it', async () => {
  const path = await historyPath();
  const db = await filled(path);
  db.sql('PRAGMA wal_checkpoint(TRUNCATE)').all();
  const pages = db.sql('SELECT rootpage AS page FROM sqlite_master WHERE rootpage > 0').all();
  const size = Number(db.sql('PRAGMA page_size').get()?.page_size);
  db.close();
  const bytes = readFileSync(path);
  // The schema stays readable; the first page of each table and index is random bytes.
  for (const page of pages.map((row) => Number(row.page))) bytes.fill(0xa5, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
  const damaged = await openDatabase(path, { create: false });
  await expect(readAll(createHistoryReader(damaged))).rejects.toMatchObject({ code: 'DAMAGED' });
  const errors: unknown[] = [];
  await readAll(guardReader(createHistoryReader(damaged), new ManualClock(), (error) => errors.push(error)));
  expect(errors).toEqual([expect.objectContaining({ code: 'DAMAGED' })]);
  damaged.close();
});
