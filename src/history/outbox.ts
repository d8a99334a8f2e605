import * as z from 'zod';
import { DAY_MS } from '../base/durations.ts';
import type { HistoryDatabase } from './database.ts';
import { jsonColumn, moment, storedRow } from './stored-row.ts';

/** A message that waits to be sent, or was sent. */
export interface StoredMessage {
  /** Sent with the message, so that a receiver can recognize a second copy. */
  readonly id: string;
  /** Such as `webhook`. */
  readonly way: string;
  /** Unix ms. */
  readonly at: number;
  readonly event: string;
  /** What it is about, one line. */
  readonly summary: string;
  /** The message as JSON. */
  readonly data: unknown;
  readonly tries: number;
  /** Not before this time, Unix ms. */
  readonly nextAt: number;
  /** When it was sent or given up, Unix ms; undefined while it waits. */
  readonly doneAt: number | undefined;
  /** What came back, or why it failed last. */
  readonly outcome: string;
  /** Given up. */
  readonly failed: boolean;
}

export type NewMessage = Pick<StoredMessage, 'id' | 'way' | 'at' | 'event' | 'summary' | 'data'>;

/** Messages that must reach a receiver although the program may end at any time. */
export interface Outbox {
  /** What a way remembers; undefined at first, or if the stored form is not readable. */
  recall<T>(way: string, schema: z.ZodType<T>): T | undefined;
  /** Stores messages together with what the way remembers, so that a crash loses none and repeats none. */
  put(way: string, memory: unknown, messages: readonly NewMessage[]): void;
  /** The oldest message of a way that waits. */
  first(way: string): StoredMessage | undefined;
  retry(id: string, nextAt: number, outcome: string): void;
  done(id: string, at: number, result: { readonly outcome: string; readonly failed: boolean }): void;
  /** Newest first. */
  list(most: number): readonly StoredMessage[];
}

/** Messages that are done are kept this long, ms. */
const KEEP_MS = 7 * DAY_MS;
/** Most messages of a way that wait; the oldest beyond that are given up. */
const MOST_WAITING = 1_000;

const rowSchema = z
  .object({
    id: z.string(),
    way: z.string(),
    at: moment,
    event: z.string(),
    summary: z.string(),
    data: jsonColumn(z.unknown()),
    tries: z.number(),
    next_at: moment,
    done_at: moment.nullable(),
    outcome: z.string(),
    failed: z.number(),
  })
  .transform(
    ({ next_at, done_at, failed, data, ...rest }): StoredMessage => ({
      ...rest,
      data: data ?? null,
      nextAt: next_at,
      doneAt: done_at ?? undefined,
      failed: failed === 1,
    }),
  );

const COLUMNS = 'id, way, at, event, summary, data, tries, next_at, done_at, outcome, failed';

/** The tables `alert_memory` and `alert_message` of a history. */
export function createOutbox(db: HistoryDatabase): Outbox {
  const done: Outbox['done'] = (id, at, { outcome, failed }) => {
    db.sql(
      'UPDATE alert_message SET done_at = ?, outcome = ?, failed = ?, tries = tries + 1 WHERE id = ?',
    ).run(at, outcome, failed ? 1 : 0, id);
  };
  return {
    recall(way, schema) {
      const row = db.sql('SELECT data FROM alert_memory WHERE way = ?').get(way);
      return row && storedRow(z.object({ data: jsonColumn(schema) }), row)[0]?.data;
    },
    put(way, memory, messages) {
      db.transaction(() => {
        db.sql('INSERT OR REPLACE INTO alert_memory (way, data) VALUES (?, ?)').run(
          way,
          JSON.stringify(memory),
        );
        const insert = db.sql(
          `INSERT OR IGNORE INTO alert_message (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, 0, 0, NULL, '', 0)`,
        );
        for (const { id, at, event, summary, data } of messages) {
          insert.run(id, way, at, event, summary, JSON.stringify(data));
        }
        const newest = messages.at(-1)?.at;
        if (newest === undefined) return;
        db.sql('DELETE FROM alert_message WHERE done_at < ?').run(newest - KEEP_MS);
        db.sql(
          `UPDATE alert_message SET done_at = ?, failed = 1, outcome = 'too many messages were waiting'
           WHERE done_at IS NULL AND way = ? AND id NOT IN (
             SELECT id FROM alert_message WHERE done_at IS NULL AND way = ? ORDER BY at DESC, number DESC LIMIT ${MOST_WAITING}
           )`,
        ).run(newest, way, way);
      });
    },
    first(way) {
      const row = db
        .sql(`SELECT ${COLUMNS} FROM alert_message WHERE way = ? AND done_at IS NULL ORDER BY number LIMIT 1`)
        .get(way);
      return row && storedRow(rowSchema, row)[0];
    },
    retry(id, nextAt, outcome) {
      db.sql('UPDATE alert_message SET next_at = ?, outcome = ?, tries = tries + 1 WHERE id = ?').run(
        nextAt,
        outcome,
        id,
      );
    },
    done,
    list: (most) =>
      db
        .sql(`SELECT ${COLUMNS} FROM alert_message ORDER BY number DESC LIMIT ?`)
        .all(most)
        .flatMap((row) => storedRow(rowSchema, row)),
  };
}
