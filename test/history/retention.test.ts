import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/base/durations.ts';
import type { HistoryDatabase } from '../../src/history/database.ts';
import { defaultRetention, pruneHistory, usedBytes } from '../../src/history/retention.ts';
import { count, openTestHistory } from './rig.ts';

const NOW = Date.UTC(2026, 9, 20);
const { quarter, journal } = defaultRetention;
const SESSION = '(application, stream_key, published_at, seen_at, data)';

test.each([
  ['journal_block', journal, "(starts_at, ends_at, entries, data) VALUES (?1 - 9, ?1, 1, x'00')"],
  ['event', quarter, "(at, kind, subject, message) VALUES (?1, 'restart', 'a', 'b')"],
  ['gap', quarter, "(resource, starts_at, ends_at, reason) VALUES ('a', ?1 - 9, ?1, 'b')"],
  ['stream_session', quarter, `${SESSION} VALUES ('a', 'b', ?1 - 9, ?1, '{}')`],
  ['session_hour', quarter, "(starts_at, ends_at, figures) VALUES (?1 - 9, ?1, x'00')"],
])('%s is kept until its age limit and then removed', async (table, keptMs, row) => {
  const db = await openTestHistory();
  db.sql(`INSERT INTO ${table} ${row}`).run(NOW);
  expect(pruneHistory(db, defaultRetention, NOW + keptMs - 1)).toBe(false);
  expect(count(db, table)).toBe(1);
  pruneHistory(db, defaultRetention, NOW + keptMs);
  expect(count(db, table)).toBe(0);
});

test.each([
  ['when it cleared', NOW],
  ['when it was last seen', null],
])('the age of a problem counts from %s', async (_, clearedAt) => {
  const db = await openTestHistory();
  db.sql("INSERT INTO problem (key, since, fired_at, worst, data) VALUES ('a', 0, 0, 'info', '{}')").run();
  db.sql(
    "INSERT INTO problem_now (problem, cleared_at, seen_at, severity) SELECT id, ?, ?, 'info' FROM problem",
  ).run(clearedAt, clearedAt === null ? NOW : NOW + 9);
  pruneHistory(db, defaultRetention, NOW + quarter - 1);
  expect(count(db, 'problem')).toBe(1);
  pruneHistory(db, defaultRetention, NOW + quarter);
  expect(count(db, 'problem, problem_now')).toBe(0);
});

test('a description is removed when a later one is valid at the oldest moment; the valid one stays', async () => {
  const db = await openTestHistory();
  for (const since of [NOW, NOW + DAY_MS, NOW + 2 * DAY_MS]) {
    db.sql("INSERT INTO description (kind, name, since, data) VALUES ('server', 'a', ?, '{}')").run(since);
  }
  const left = (at: number) => {
    pruneHistory(db, defaultRetention, at + quarter);
    const rows = db.sql('SELECT since FROM description').all();
    return rows.map(({ since }) => (Number(since) - NOW) / DAY_MS);
  };
  expect(left(NOW + DAY_MS - 1)).toEqual([0, 1, 2]);
  expect(left(NOW + DAY_MS)).toEqual([1, 2]);
  expect(left(NOW + 99 * DAY_MS)).toEqual([2]);
});

/** Rows of 10,000 bytes, an hour apart, in the table that is the largest then, and a few in the others. */
async function large(table: string, insert: string, rows = 200): Promise<HistoryDatabase> {
  const db = await openTestHistory();
  db.transaction(() => {
    for (let row = 0; row < rows; row++) {
      db.sql(`INSERT INTO ${table} ${insert}`).run(NOW + row * HOUR_MS, `${row}`);
    }
    db.sql("INSERT INTO event (at, kind, subject, message) VALUES (?, 'restart', 'small', 'old')").run(NOW);
  });
  return db;
}

const BLOB = 'CAST(zeroblob(10000) AS BLOB)';
const TEXT = "replace(hex(zeroblob(5000)), '00', 'ab')";

test.each([
  ['block', 'ends_at', `VALUES ('raw', 'server', ?2, ?1, ?1, ${BLOB}, NULL)`],
  ['block', 'ends_at', `VALUES ('quarter', 'server', ?2, ?1, ?1, ${BLOB}, NULL)`],
  ['journal_block', 'ends_at', `VALUES (NULL, ?1, ?1, ?2, ${BLOB}, NULL)`],
  ['session_hour', 'ends_at', `VALUES (?1, ?1 + 0 * ?2, ${BLOB}, NULL)`],
  ['stream_session', 'seen_at', `${SESSION} VALUES ('a', ?2, ?1, ?1, ${TEXT})`],
  ['problem', 'fired_at', `(key, since, fired_at, worst, data) VALUES (?2, ?1, ?1, 'info', ${TEXT})`],
  ['event', 'at', `VALUES (?1, 'restart', ?2, ${TEXT}, NULL)`],
])(
  'near the size limit the oldest part of the largest data is removed: %s by %s',
  async (table, time, insert) => {
    const db = await large(table, insert);
    const used = usedBytes(db);
    const now = NOW + 201 * HOUR_MS;
    // Age limits are left out of this test.
    const retention = { ...defaultRetention, raw: quarter, minute: quarter };
    expect(pruneHistory(db, { ...retention, maxBytes: used / 0.97 }, now)).toBe(false);
    expect(count(db, table)).toBeGreaterThanOrEqual(200);
    const maxBytes = used / 0.99;
    expect(pruneHistory(db, { ...retention, maxBytes }, now)).toBe(true);
    // It removes enough that the next rounds need not, and no more.
    expect(usedBytes(db)).toBeLessThanOrEqual(0.96 * maxBytes);
    expect(usedBytes(db)).toBeGreaterThan(0.88 * maxBytes);
    const times = `SELECT MIN(${time}) AS oldest, MAX(${time}) AS newest FROM ${table} WHERE ${time} > 0`;
    const { oldest, newest } = db.sql(times).get() ?? {};
    expect([Number(oldest) > NOW, newest]).toEqual([true, NOW + 199 * HOUR_MS]);
    if (table !== 'event') expect(count(db, 'event')).toBe(1);
  },
);

test('descriptions of ever new servers make room for themselves and not at the cost of other data', async () => {
  const db = await openTestHistory();
  db.sql(`INSERT INTO event (at, kind, subject, message) VALUES (${NOW}, 'restart', 'a', 'b')`).run();
  const insert = db.sql("INSERT INTO description (kind, name, since, data) VALUES ('server', ?, ?, ?)");
  db.transaction(() => {
    for (let row = 0; row < 5_000; row++) insert.run(`new-${row}`, NOW + row, `"${'x'.repeat(300)}"`);
  });
  const maxBytes = usedBytes(db) / 2;
  pruneHistory(db, { ...defaultRetention, maxBytes }, NOW);
  expect(usedBytes(db)).toBeLessThanOrEqual(maxBytes);
  expect(count(db, 'event')).toBe(1);
  expect(count(db, "description WHERE name = 'new-4999'")).toBe(1);
  expect(count(db, "description WHERE name = 'new-0'")).toBe(0);
});

test('pruning ends where nothing is left to remove', async () => {
  const db = await large('event', `VALUES (?1, 'restart', ?2, ${TEXT}, NULL)`, 10);
  expect(pruneHistory(db, { ...defaultRetention, maxBytes: 1_000 }, NOW)).toBe(true);
  expect(count(db, 'event')).toBe(0);
  // An empty history has some pages, and pruning ends all the same.
  expect(pruneHistory(db, { ...defaultRetention, maxBytes: 1_000 }, NOW)).toBe(true);
});
