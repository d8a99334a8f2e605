import { chmodSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { historyFile, openDatabase } from '../../src/history/database.ts';
import type { WriterStatus } from '../../src/history/writer.ts';
import { readSharedHistory } from '../../src/session/shared-history.ts';
import { closedDirectory } from '../support/closed-directory.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sampleNow } from '../support/sample-state.ts';

const url = 'http://cluster.example';

/** A monitor that reads the history of another user, whose recorder has not begun. */
async function monitor() {
  const directory = await closedDirectory();
  chmodSync(directory, 0o750);
  const clock = new ManualClock(sampleNow);
  const told: WriterStatus['kind'][] = [];
  const kept = readSharedHistory({ directory, url, clock, onStatus: ({ kind }) => told.push(kind) });
  onTestFinished(() => kept.close());
  /** Time passes until this is why nothing is read. */
  const until = (message: string) =>
    eventually(async () => {
      await clock.advance(5_000);
      expect(kept.facts().message).toContain(message);
    });
  return { directory, clock, told, kept, until };
}

test('another reason why nothing is read is told, and the same one only once', async () => {
  const { directory, clock, told, until } = await monitor();
  await until('there is no history');
  await clock.advance(30_000);
  expect(told).toEqual(['failing']);
  writeFileSync(historyFile(directory, url), 'no database');
  await until('is not a');
  expect(told).toEqual(['failing', 'failing']);
});

test('a monitor reads what the recorder wrote, whenever either of them began', async () => {
  const { directory, clock, told, kept, until } = await monitor();
  const events = () => kept.reader?.events(0, sampleNow).map(({ subject }) => subject);
  const look = (expected: readonly string[]) =>
    eventually(async () => {
      await clock.advance(5_000);
      expect(events()).toEqual(expected);
    });
  expect(kept.facts().writing).toBe('opening');
  await until('there is no history');
  const record = async (subject: string) => {
    const db = await openDatabase(historyFile(directory, url), { create: true, shared: true });
    db.sql("INSERT INTO event (at, kind, subject, message) VALUES (1, 'restart', ?, '')").run(subject);
    return db;
  };
  const first = await record('a');
  await look(['a']);
  expect(kept.facts()).toMatchObject({ writing: 'reading', path: historyFile(directory, url) });
  first.close();
  await look(['a']);
  const second = await record('b');
  await look(['a', 'b']);
  second.close();
  expect(told).toEqual(['failing', 'reading']);
  expect(kept.outbox).toBeUndefined();
});
