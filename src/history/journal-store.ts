import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import * as z from 'zod';
import type { JournalItem } from '../cluster/journal/log.ts';
import { type JournalEntry, writtenDate } from '../protocol/journal.ts';
import { entryNumber } from '../protocol/leaves.ts';
import type { HistoryDatabase } from './database.ts';
import { moment, storedRow } from './stored-row.ts';

/** Blocks are a fifth smaller than at the default level. Level 15 saves another tenth, but takes 30 ms a block (7×). */
const ZSTD_LEVEL = 10;
/** Entries of one compressed block: enough to compress well, few enough to read quickly. */
const BLOCK_ENTRIES = 2_000;

export interface StoredEntry {
  readonly id: string;
  /** Unix ms by the server's clock. */
  readonly at: number;
  readonly object: string;
  readonly message: string;
  readonly thread: string;
}

const text = z.string();
const entrySchema = z.object({ id: text, at: moment, object: text, message: text, thread: text });

export interface JournalStore {
  /** Stores each entry once, however often it is given. Call it within a transaction. */
  add(entries: readonly JournalEntry[]): void;
  /** Entries in (from, to], oldest first; the newest `limit` of them. */
  read(from: number, to: number, limit?: number): readonly StoredEntry[];
  /** Packs complete blocks of the oldest rows. True if there may be more to pack. */
  pack(): boolean;
}

const ENTRIES = 'SELECT at, id, object, message, thread FROM sound_journal_entry';
const REMOVE = 'DELETE FROM journal_entry WHERE at = ? AND id = ? AND object = ? AND message = ?';
const PUT_BLOCK = 'INSERT INTO journal_block (starts_at, ends_at, entries, data) VALUES (?, ?, ?, ?)';

export function createJournalStore(db: HistoryDatabase): JournalStore {
  const insert = ({ at, id, object, message, thread }: StoredEntry) =>
    db
      .sql('INSERT OR IGNORE INTO journal_entry (at, id, object, message, thread) VALUES (?, ?, ?, ?, ?)')
      .run(at, id, object, message, thread);

  /** Packed entries in (from, to]; the newest blocks first, until there are `limit`. */
  const packed = (from: number, to: number, limit: number): readonly StoredEntry[] => {
    const blocks = db
      .sql('SELECT id FROM journal_block WHERE ends_at > ? AND starts_at <= ? ORDER BY ends_at DESC')
      .all(from, to);
    const found: StoredEntry[] = [];
    for (const { id } of blocks) {
      const row = db.sql('SELECT data FROM sound_journal_block WHERE id = ?').get(Number(id));
      found.push(...unpackEntries(row?.data).filter(({ at }) => at > from && at <= to));
      if (found.length >= limit) break;
    }
    return found;
  };

  return {
    add(entries) {
      const stored = entries.map(toStored);
      const packedUpTo = Number(
        db.sql('SELECT MAX(ends_at) AS at FROM journal_block').get()?.at ?? Number.MIN_SAFE_INTEGER,
      );
      const late = stored.filter(({ at }) => at <= packedUpTo);
      const known = new Set<string>();
      if (late.length > 0) {
        const times = late.map(({ at }) => at);
        const [first, last] = [Math.min(...times), Math.max(...times)];
        for (const entry of packed(first - 1, last, Number.POSITIVE_INFINITY)) known.add(identity(entry));
      }
      for (const entry of stored) if (!known.has(identity(entry))) insert(entry);
    },
    read(from, to, limit = Number.POSITIVE_INFINITY) {
      const rows = db
        .sql(`${ENTRIES} WHERE at > ? AND at <= ? ORDER BY at`)
        .all(from, to)
        .flatMap((row) => storedRow(entrySchema, row));
      const all = [...packed(from, to, limit - rows.length), ...rows].sort(byTimeAndId);
      return all.length > limit ? all.slice(-limit) : all;
    },
    pack() {
      const count = Number(db.sql('SELECT COUNT(*) AS count FROM journal_entry').get()?.count);
      // The newest entries stay rows, because most late entries are inserted between them.
      if (count < 2 * BLOCK_ENTRIES) return false;
      return db.transaction(() => {
        const rows = db
          .sql(`${ENTRIES} ORDER BY at, LENGTH(id), id LIMIT ?`)
          .all(BLOCK_ENTRIES)
          .flatMap((row) => storedRow(entrySchema, row));
        const [first, last] = [rows[0], rows.at(-1)];
        if (!first || !last) return false;
        db.sql(PUT_BLOCK).run(first.at, last.at, rows.length, packEntries(rows));
        for (const { at, id, object, message } of rows) db.sql(REMOVE).run(at, id, object, message);
        return true;
      });
    },
  };
}

type EntryItem = Extract<JournalItem, { kind: 'entry' }>;

/** Stored entries as the live journal holds them. */
export function journalItems(entries: readonly StoredEntry[]): readonly EntryItem[] {
  return entries.map(({ id, at: createDate, object, message, thread }, index) => ({
    kind: 'entry',
    key: `stored-${createDate}-${id}-${index}`,
    entry: {
      id: id === '' ? undefined : entryNumber(id),
      createDate,
      objectName: object,
      message,
      threadName: thread,
    },
  }));
}

function toStored(entry: JournalEntry): StoredEntry {
  return {
    id: entry.id === undefined ? '' : String(entry.id),
    at: writtenDate(entry),
    object: entry.objectName ?? '',
    message: entry.message ?? '',
    thread: entry.threadName ?? '',
  };
}

/** Entries with the same time are in the order of their ids, which are usually numbers of equal length. */
function byTimeAndId(a: StoredEntry, b: StoredEntry): number {
  return a.at - b.at || a.id.length - b.id.length || (a.id < b.id ? -1 : 1);
}

function identity({ id, at, object, message }: StoredEntry): string {
  return `${at}\n${id}\n${object}\n${message}`;
}

/** Column by column, because similar values next to each other compress well. */
function packEntries(entries: readonly StoredEntry[]): Uint8Array {
  const columns = [
    entries.map(({ id }, index) => idStep(id, entries[index - 1]?.id)),
    entries.map(({ at }, index) => at - (entries[index - 1]?.at ?? 0)),
    entries.map(({ object }) => object),
    entries.map(({ message }) => message),
    entries.map(({ thread }) => thread),
  ];
  return zstdCompressSync(JSON.stringify(columns), {
    params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL },
  });
}

/** A whole number as its difference to the previous one, which compresses well; any other id as text. */
function idStep(id: string, before: string | undefined): number | string {
  const [value, last] = [Number(id), Number(before ?? 0)];
  const isPlain = Number.isSafeInteger(value) && String(value) === id && Number.isSafeInteger(last);
  return isPlain ? value - last : id;
}

const blockSchema = z.tuple([
  z.array(z.union([z.number(), z.string()])),
  z.array(z.number()),
  z.array(z.string()),
  z.array(z.string()),
  z.array(z.string()),
]);
/** Larger than any block that castwatch writes; a block that would decompress to more is rejected. */
const MOST_BYTES = 64 * 1_024 * 1_024;

/** The entries of a block; empty if it is damaged. */
function unpackEntries(block: unknown): StoredEntry[] {
  const columns = readColumns(block);
  if (!columns) return [];
  const [ids, steps, objects, messages, threads] = columns;
  let id: string | undefined;
  let at = 0;
  return ids.map((step, index) => {
    id = typeof step === 'number' ? String(step + Number(id ?? 0)) : step;
    at += steps[index] ?? 0;
    return {
      id,
      at,
      object: objects[index] ?? '',
      message: messages[index] ?? '',
      thread: threads[index] ?? '',
    };
  });
}

function readColumns(block: unknown) {
  if (!(block instanceof Uint8Array)) return undefined;
  try {
    const text = zstdDecompressSync(block, { maxOutputLength: MOST_BYTES }).toString();
    return blockSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
