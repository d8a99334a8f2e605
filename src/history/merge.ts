import type { HistoryDatabase } from './database.ts';
import { createGapStore, WATCHING } from './gap-store.ts';
import { journalItems } from './journal-items.ts';
import { createJournalStore } from './journal-store.ts';
import { createHistoryReader } from './reader.ts';
import { kindNames } from './samples/kinds.ts';
import type { Stretch } from './samples/range.ts';
import { createSampleStore } from './samples/sample-store.ts';
import { addToBlocks } from './samples/seal.ts';
import { mergeSessions } from './session-merge.ts';
import { without } from './stretches.ts';

/**
 * Adds all that a small history holds to another one, which did not watch the cluster in any of its `parts`: all of it or
 * nothing. What is rolled up of it is due afterwards. Throws a `HistoryError`.
 */
export function mergeHistory(from: HistoryDatabase, into: HistoryDatabase, parts: readonly Stretch[]): void {
  into.transaction(() => {
    mergeGaps(from, into, parts);
    mergeSamples(from, into);
    mergeDescriptions(from, into, parts);
    const journal = createJournalStore(from).read(0, Number.MAX_SAFE_INTEGER);
    createJournalStore(into).add(journalItems(journal).map(({ entry }) => entry));
    copyRows(from, into, 'event', 'at, kind, subject, message');
    copyRows(
      from,
      into,
      'problem',
      'key, since, fired_at, cleared_at, seen_at, severity, worst, viewers, data',
    );
    mergeSessions(from, into);
  });
}

/** Rows that are there already stay as they are. */
function copyRows(from: HistoryDatabase, into: HistoryDatabase, table: string, columns: string): void {
  const names = columns.split(', ');
  const insert = into.sql(
    `INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  for (const row of from.sql(`SELECT ${columns} FROM ${table}`).all()) {
    insert.run(...names.map((name) => row[name] as string | number | null));
  }
}

function mergeSamples(from: HistoryDatabase, into: HistoryDatabase): void {
  const source = createSampleStore(from);
  const target = createSampleStore(into);
  for (const kind of kindNames) {
    const samples = source.names(kind).map((name) => {
      const id = source.idOf(kind, name) ?? 0;
      return [target.ensureId(kind, name), source.raw(kind, id, 0, Number.MAX_SAFE_INTEGER)] as const;
    });
    addToBlocks(into, target, kind, new Map(samples.filter(([, { times }]) => times.length > 0)));
  }
}

/** What was described before a part holds again after it. */
function mergeDescriptions(from: HistoryDatabase, into: HistoryDatabase, parts: readonly Stretch[]): void {
  const put = into.sql('INSERT OR IGNORE INTO description (kind, name, since, data) VALUES (?, ?, ?, ?)');
  const held = into.sql(
    'SELECT data FROM description WHERE kind = ? AND name = ? AND since <= ? ORDER BY since DESC LIMIT 1',
  );
  const described = from.sql('SELECT DISTINCT kind, name FROM description').all();
  const again = described.flatMap(({ kind, name }) =>
    parts.flatMap((part) => {
      const row = held.get(String(kind), String(name), part.to);
      return row ? [[String(kind), String(name), part.to + 1, String(row.data)] as const] : [];
    }),
  );
  copyRows(from, into, 'description', 'kind, name, since, data');
  for (const row of again) put.run(...row);
}

/** Times in which nothing was watched are shorter by the parts; before and after what was known there may be new ones. */
function mergeGaps(from: HistoryDatabase, into: HistoryDatabase, parts: readonly Stretch[]): void {
  const first = parts[0]?.from ?? 0;
  const last = parts.at(-1)?.to ?? 0;
  const range = createHistoryReader(into).range();
  const put = into.sql(
    'INSERT OR REPLACE INTO gap (resource, starts_at, ends_at, reason) VALUES (?, ?, ?, ?)',
  );
  const unwatched = createGapStore(into)
    .read(first, last)
    .filter(({ resource }) => resource === WATCHING);
  for (const gap of unwatched) {
    into.sql('DELETE FROM gap WHERE resource = ? AND starts_at = ?').run(WATCHING, gap.from);
    for (const left of without(gap, parts)) put.run(WATCHING, left.from, left.to, gap.reason);
  }
  if (range && last < range.from) put.run(WATCHING, last, range.from, 'NOT_WATCHED');
  if (range && first > range.to) put.run(WATCHING, range.to, first, 'NOT_WATCHED');
  copyRows(from, into, 'gap', 'resource, starts_at, ends_at, reason');
  const alive = into.sql("SELECT value FROM about WHERE key = 'alive'").get();
  const newest = String(Math.max(last, Number(alive?.value ?? last)));
  into.sql("INSERT OR REPLACE INTO about (key, value) VALUES ('alive', ?)").run(newest);
}
