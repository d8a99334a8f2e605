import * as z from 'zod';
import { DAY_MS, MINUTE_MS } from '../base/durations.ts';
import { moment } from '../triage/facts.ts';
import type { HistoryDatabase } from './database.ts';
import { jsonColumn, storedRow } from './stored-row.ts';

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

/** A message that waits longer is on the list of what could not be told, ms. */
export const UNTOLD_AFTER_MS = 10 * MINUTE_MS;
/** Messages that are done are kept this long, ms. */
const KEEP_MS = 7 * DAY_MS;

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

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * What outlives the program that sends: what each way remembers, and its messages; the tables `alert_memory` and
 * `alert_message` of a history.
 */
export function createOutbox(db: HistoryDatabase) {
  return {
    /** What a way remembers; undefined at first, or if the stored form is not readable. */
    recall<T>(way: string, schema: z.ZodType<T>): T | undefined {
      const row = db.sql('SELECT data FROM alert_memory WHERE way = ?').get(way);
      return row && storedRow(z.object({ data: jsonColumn(schema) }), row)[0]?.data;
    },
    /** The messages of a way, or of all, that wait, oldest first. */
    waiting: (way?: string): readonly StoredMessage[] =>
      db
        .sql(
          `SELECT ${COLUMNS} FROM alert_message WHERE way = IFNULL(?, way) AND done_at IS NULL ORDER BY number`,
        )
        .all(way ?? null)
        .flatMap((row) => storedRow(rowSchema, row)),
    /**
     * Stores messages as they are now together with what the way remembers, so that a crash loses none and repeats none. Without
     * `memory` only the messages, of which none that is done waits again.
     */
    keep(way: string, memory: unknown, messages: readonly StoredMessage[]) {
      db.transaction(() => {
        if (memory !== undefined) {
          const remember = db.sql('INSERT OR REPLACE INTO alert_memory (way, data) VALUES (?, ?)');
          remember.run(way, JSON.stringify(memory));
        }
        const insert = db.sql(
          `INSERT INTO alert_message (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
           SET tries = excluded.tries, next_at = excluded.next_at, done_at = excluded.done_at,
             outcome = excluded.outcome, failed = excluded.failed WHERE done_at IS NULL`,
        );
        for (const { id, at, event, summary, data, tries, nextAt, doneAt, outcome, failed } of messages) {
          const state = [tries, nextAt, doneAt ?? null, outcome, failed ? 1 : 0];
          insert.run(id, way, at, event, summary, JSON.stringify(data), ...state);
        }
        const newest = messages.at(-1)?.at;
        if (newest !== undefined) {
          db.sql('DELETE FROM alert_message WHERE done_at < ?').run(newest - KEEP_MS);
        }
      });
    },
    /** Newest first. */
    list: (most: number): readonly StoredMessage[] =>
      db
        .sql(`SELECT ${COLUMNS} FROM alert_message ORDER BY number DESC LIMIT ?`)
        .all(most)
        .flatMap((row) => storedRow(rowSchema, row)),
  };
}
