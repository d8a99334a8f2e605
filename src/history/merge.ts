import type { HistoryDatabase, StoredRow } from './database.ts';
import { createGapStore, WATCHING } from './gap-store.ts';
import { createJournalStore, journalItems } from './journal-store.ts';
import { createHistoryReader } from './reader.ts';
import { kindNames } from './samples/kinds.ts';
import { type Period, without } from './samples/range.ts';
import { createSampleStore } from './samples/sample-store.ts';
import { addToBlocks } from './samples/seal.ts';
import { readNewest, withNewest } from './sessions/newest-figures.ts';
import { createSessionHours } from './sessions/session-hours.ts';
import {
  type NumberedSession,
  putSession,
  SESSIONS,
  sessionOf,
  settleNewest,
} from './sessions/session-rows.ts';
import type { SessionFigures } from './sessions/stream-sessions.ts';

/**
 * Adds everything in one history to another one that did not watch the cluster in any of these `parts`; all or
 * nothing. Roll-ups of the added samples are due afterwards. Throws a `HistoryError`.
 */
export function mergeHistory(from: HistoryDatabase, into: HistoryDatabase, parts: readonly Period[]): void {
  into.transaction(() => {
    mergeGaps(from, into, parts);
    copySamples(from, into);
    mergeDescriptions(from, into, parts);
    const journal = createJournalStore(from).read(0, Number.MAX_SAFE_INTEGER);
    createJournalStore(into).add(journalItems(journal).map(({ entry }) => entry));
    for (const [table, columns] of COPIED) copyRows(from, into, table, columns);
    mergeProblemChanges(from, into);
    mergeSessions(from, into);
  });
}

/** Tables whose rows are the same in both, with their columns. */
const COPIED = [
  ['event', 'at, kind, subject, message'],
  ['problem', 'key, since, fired_at, worst, viewers, data'],
  ['stream_absence', 'stream_key, application, began_from, began_to, ended_from, ended_to, is_clean'],
] as const;

/** Copies the rows of a table; existing rows stay as they are. */
function copyRows(from: HistoryDatabase, into: HistoryDatabase, table: string, columns: string): void {
  const names = columns.split(', ');
  const insert = into.sql(
    `INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  for (const row of from.sql(`SELECT ${columns} FROM sound_${table}`).all()) {
    insert.run(...names.map((name) => row[name] as string | number | null));
  }
}

/** Problems of both histories have a state and a log of their own: those of the problem that was there already stay. */
function mergeProblemChanges(from: HistoryDatabase, into: HistoryDatabase): void {
  const target = into.sql('SELECT id FROM problem WHERE key = ? AND fired_at = ?');
  const insert = into.sql(
    'INSERT OR IGNORE INTO problem_change (problem, at, whole, data) VALUES (?, ?, ?, ?)',
  );
  const rows = from
    .sql(
      `SELECT key, fired_at, at, whole, change.data AS data
       FROM sound_problem_change AS change JOIN sound_problem AS problem ON problem.id = change.problem`,
    )
    .all();
  const idOf = ({ key, fired_at }: StoredRow) => target.get(String(key), Number(fired_at))?.id;
  const now = into.sql(
    'INSERT OR IGNORE INTO problem_now (problem, cleared_at, seen_at, severity, bill) VALUES (?, ?, ?, ?, ?)',
  );
  const states = from
    .sql('SELECT key, fired_at, now.* FROM problem JOIN sound_problem_now AS now ON problem = id')
    .all();
  for (const row of states) {
    const [cleared, bill] = [row.cleared_at, row.bill] as (string | number | null)[];
    now.run(Number(idOf(row)), cleared ?? null, Number(row.seen_at), String(row.severity), bill ?? null);
  }
  for (const row of rows) {
    const { at, whole, data } = row;
    const id = idOf(row);
    if (id !== undefined) insert.run(Number(id), Number(at), Number(whole), data as string | Uint8Array);
  }
}

function copySamples(from: HistoryDatabase, into: HistoryDatabase): void {
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

/** After each part, the description from before the part is valid again. */
function mergeDescriptions(from: HistoryDatabase, into: HistoryDatabase, parts: readonly Period[]): void {
  const put = into.sql('INSERT OR IGNORE INTO description (kind, name, since, data) VALUES (?, ?, ?, ?)');
  const held = into.sql(
    'SELECT data FROM description WHERE kind = ? AND name = ? AND since <= ? ORDER BY since DESC LIMIT 1',
  );
  const described = from.sql('SELECT DISTINCT kind, name FROM sound_description').all();
  const again = described.flatMap(({ kind, name }) =>
    parts.flatMap((part) => {
      const row = held.get(String(kind), String(name), part.to);
      return row ? [[String(kind), String(name), part.to + 1, String(row.data)] as const] : [];
    }),
  );
  copyRows(from, into, 'description', 'kind, name, since, data');
  for (const row of again) put.run(...row);
}

/** Removes the parts from the gaps in the watching, and adds gaps between the parts and the time that was known. */
function mergeGaps(from: HistoryDatabase, into: HistoryDatabase, parts: readonly Period[]): void {
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

/**
 * Adds stream sessions of one history to another that watched at other times. A publishing that both saw becomes one
 * session with the hours of both. Call it within a transaction.
 */
function mergeSessions(from: HistoryDatabase, into: HistoryDatabase): void {
  const sourceHours = createSessionHours(from);
  const hours = createSessionHours(into);
  const ids = new Map<number, number>();
  settleNewest(into);
  const newest = readNewest(from);
  for (const row of from.sql(SESSIONS).all().flatMap(sessionOf)) {
    const source = { ...row, session: withNewest(row.session, newest.get(row.id)) };
    const { application, streamKey, publishedAt } = source.session;
    const [held] = into
      .sql(`${SESSIONS} WHERE application = ? AND stream_key = ? AND published_at = ?`)
      .all(application, streamKey, publishedAt)
      .flatMap((row: StoredRow) => sessionOf(row));
    ids.set(source.id, held ? joinSessions(into, hours, held, source) : putSession(into, source.session).id);
  }
  for (const hour of sourceHours.known(0, Number.MAX_SAFE_INTEGER)) {
    const figures = [...sourceHours.read(hour)].flatMap(([id, own]): [number, SessionFigures][] => {
      const known = ids.get(id);
      return known === undefined ? [] : [[known, own]];
    });
    hours.add(hour, new Map(figures));
  }
}

/** Keeps the row of the session that was seen last, and adds the newest hour of the other one to the hours. */
function joinSessions(
  db: HistoryDatabase,
  hours: ReturnType<typeof createSessionHours>,
  held: NumberedSession,
  source: NumberedSession,
): number {
  const isLater = source.session.seenAt > held.session.seenAt;
  const earlier = isLater ? held.session : source.session;
  hours.add(earlier.hour, new Map([[held.id, earlier.figures]]));
  if (isLater) putSession(db, source.session);
  return held.id;
}
