import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import type { HistoryDatabase } from '../../../src/history/database.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { StreamSessionStore } from '../../../src/history/sessions/session-store.ts';
import { openTestHistory } from '../rig.ts';
import { streamSample, sweepOf } from './sample-stream.ts';

const VIEWERS = 60;

/** Sweeps of one stream, once a minute from `from` to `to`. */
function recordSweeps(db: HistoryDatabase, from: number, to: number): void {
  const sessions = new StreamSessionStore(db);
  const swept = sweepOf(streamSample({ startTime: from, viewers: VIEWERS }));
  for (let at = from; at <= to; at += MINUTE_MS) db.transaction(() => sessions.sweep(swept, at, true));
}

const minutesOf = (at: number) => new Date(at).getMinutes();

test('a day begins at local midnight, and figures of it contain nothing of the day before', async () => {
  const midnight = new Date(2026, 10, 10).getTime();
  const db = await openTestHistory();
  recordSweeps(db, midnight - 5 * HOUR_MS, midnight + 5 * HOUR_MS);
  const reader = createHistoryReader(db);
  const hours = reader.streamHours(midnight, midnight + 90 * MINUTE_MS);
  expect(hours).toEqual({ from: midnight, to: midnight + 2 * HOUR_MS });
  const [session] = await reader.streamSessions(hours.from, hours.to);
  expect(session?.viewerMs).toBe(VIEWERS * 2 * HOUR_MS);
});

test('nothing is lost or counted twice when clocks change, also by half an hour', async () => {
  // Summer time of Lord Howe ends and begins, then that of New York.
  for (const change of [Date.UTC(2026, 3, 4, 15), Date.UTC(2026, 9, 3, 15, 30), Date.UTC(2026, 10, 1, 6)]) {
    const db = await openTestHistory();
    const [from, to] = [change - 4 * HOUR_MS, change + 4 * HOUR_MS];
    recordSweeps(db, from, to);
    const reader = createHistoryReader(db);
    const hours = reader.streamHours(from, to);
    expect([hours.from, hours.to].map(minutesOf)).toEqual([0, 0]);
    const [session] = await reader.streamSessions(hours.from, hours.to);
    expect(session?.viewerMs).toBe(VIEWERS * 8 * HOUR_MS);
    db.close();
  }
});

test('a history of another zone is read in the hours in which it was recorded', async () => {
  const start = Date.UTC(2026, 10, 10, 12, 15);
  const db = await openTestHistory();
  const [from, to] = [start + HOUR_MS, start + 2 * HOUR_MS];
  db.sql("INSERT INTO session_hour (starts_at, ends_at, figures) VALUES (?, ?, x'')").run(start, from);
  expect(createHistoryReader(db).streamHours(from + 1, to)).toEqual({ from, to });
});
