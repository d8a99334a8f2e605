import { constants, zstdCompressSync } from 'node:zlib';
import * as z from 'zod';
import type { EntryItem } from '../cluster/journal/log.ts';
import { type JournalEntry, writtenDate } from '../protocol/journal.ts';
import { entryNumber } from '../protocol/leaves.ts';
import type { HistoryDatabase } from './database.ts';
import { decompressed } from './samples/column.ts';
import { unlessDamaged } from './stored-row.ts';

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

const PUT_BLOCK = 'INSERT INTO journal_block (starts_at, ends_at, entries, data) VALUES (?, ?, ?, ?)';

/** What is new at one time is a small block, and many of them become a large one. */
export function createJournalStore(db: HistoryDatabase) {
  const put = (entries: readonly StoredEntry[]) => {
    const sorted = entries.toSorted(byTimeAndId);
    for (let from = 0; from < sorted.length; from += BLOCK_ENTRIES) {
      const part = sorted.slice(from, from + BLOCK_ENTRIES);
      db.sql(PUT_BLOCK).run(part[0]?.at ?? 0, part.at(-1)?.at ?? 0, part.length, packEntries(part));
    }
  };
  const entriesOf = (id: unknown): readonly StoredEntry[] =>
    unpackEntries(db.sql('SELECT data FROM sound_journal_block WHERE id = ?').get(Number(id))?.data);

  /** Entries in (from, to]; the newest blocks first, until there are `limit`. */
  const within = (from: number, to: number, limit: number): readonly StoredEntry[] => {
    const blocks = db
      .sql('SELECT id FROM journal_block WHERE ends_at > ? AND starts_at <= ? ORDER BY ends_at DESC')
      .all(from, to);
    const found: StoredEntry[] = [];
    for (const { id } of blocks) {
      found.push(...entriesOf(id).filter(({ at }) => at > from && at <= to));
      if (found.length >= limit) break;
    }
    return found;
  };

  return {
    /** Stores each entry once, however often it is given. Call it within a transaction. */
    add(entries: readonly JournalEntry[]) {
      const stored = entries.map(toStored);
      const packedUpTo = Number(
        db.sql('SELECT MAX(ends_at) AS at FROM journal_block').get()?.at ?? Number.MIN_SAFE_INTEGER,
      );
      const late = stored.flatMap(({ at }) => (at <= packedUpTo ? [at] : []));
      const fresh = new Map(stored.map((entry) => [identity(entry), entry]));
      if (late.length > 0) {
        const [first, last] = [Math.min(...late), Math.max(...late)];
        for (const entry of within(first - 1, last, Number.POSITIVE_INFINITY)) fresh.delete(identity(entry));
      }
      put([...fresh.values()]);
    },
    /** Entries in (from, to], oldest first; the newest `limit` of them. */
    read(from: number, to: number, limit = Number.POSITIVE_INFINITY) {
      const all = within(from, to, limit).toSorted(byTimeAndId);
      return all.length > limit ? all.slice(-limit) : all;
    },
    /** Makes one block of the oldest small ones. A damaged one stays, so that it is said. True if there may be more to pack. */
    pack(): boolean {
      const all = db
        .sql('SELECT SUM(entries) AS sum FROM journal_block WHERE entries < ?')
        .get(BLOCK_ENTRIES);
      // Looking for damage reads their data, and nearly always they are too few.
      if (Number(all?.sum) < BLOCK_ENTRIES) return false;
      const small = db
        .sql('SELECT id, entries FROM sound_journal_block WHERE entries < ? ORDER BY ends_at')
        .all(BLOCK_ENTRIES);
      let count = 0;
      const oldest = small.filter(({ entries }) => {
        count += Number(entries);
        return count - Number(entries) < BLOCK_ENTRIES;
      });
      if (count < BLOCK_ENTRIES) return false;
      return db.transaction(() => {
        put(oldest.flatMap(({ id }) => entriesOf(id)));
        for (const { id } of oldest) db.sql('DELETE FROM journal_block WHERE id = ?').run(Number(id));
        return true;
      });
    },
  };
}

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
/** The entries of a block; empty if it is damaged. */
function unpackEntries(block: unknown): StoredEntry[] {
  const read = () => blockSchema.parse(JSON.parse(decompressed(block as Uint8Array).toString()));
  const [ids, steps, objects, messages, threads] = unlessDamaged(read) ?? [[], [], [], [], []];
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
