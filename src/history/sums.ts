import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { isRefused } from './error.ts';

/** Rows that are not as they were written, or a part of the file whose rows cannot be found. */
export interface Damage {
  /** The table, or `file`. */
  readonly table: string;
  /** The times of the row, Unix ms; all times where they are not known. */
  readonly from: number;
  readonly to: number;
}

/** Columns with times. */
const TIME = /^(?:at|since|fired_at|.*(?:_at|_from|_to))$/;
const ALWAYS = { from: 0, to: 8.64e15 };
/** A damaged file may have millions of damaged rows. */
const MOST_NOTED = 1_000;

/**
 * Each row carries a checksum of its columns: a disk that changes a bit gives a gap and never another figure. It is written by
 * temporary triggers, so that no statement has to know of it, and checked in temporary views: those who want figures read
 * `sound_block`, not `block`. What is damaged is added to `found`.
 */
export function guardRows(db: DatabaseSync, found: Map<string, Damage>, isWriter: boolean): void {
  const columns = columnsByTable(db);
  const times = new Map(
    [...columns].map(([table, all]) => [table, all.map(({ name }) => TIME.test(String(name)))]),
  );
  db.function('sum_of', { varargs: true, useBigIntArguments: true }, (...values) => sumOf(values));
  db.function('is_sound', { varargs: true, useBigIntArguments: true }, (table, sum, ...values) => {
    if (sum === BigInt(sumOf(values))) return 1;
    const own = values.filter((_, index) => times.get(String(table))?.[index]).map(Number);
    const damage = { table: String(table), ...(periodOf(own) ?? ALWAYS) };
    if (found.size < MOST_NOTED) found.set(JSON.stringify(damage), damage);
    return 0;
  });
  const made = [...columns].map(([table, all]) => {
    const names = all.map(({ name }) => name).join();
    const keys = all.filter(({ pk }) => pk !== 0).map(({ name }) => `${name} = NEW.${name}`);
    const put = `UPDATE ${table} SET sum = sum_of(${names}) WHERE ${keys.join(' AND ') || 'rowid = NEW.rowid'}`;
    const triggers = `
      CREATE TEMP TRIGGER added_${table} AFTER INSERT ON main.${table} BEGIN ${put}; END;
      CREATE TEMP TRIGGER changed_${table} AFTER UPDATE OF ${names} ON main.${table} BEGIN ${put}; END;`;
    // In a subquery it is called after all other conditions, because SQLite may give it what a column is compared with.
    return `${isWriter ? triggers : ''}
      CREATE TEMP VIEW ${viewOf(table)} AS SELECT ${names} FROM main.${table}
        WHERE (SELECT is_sound('${table}', sum, ${names}));`;
  });
  // A problem with what changes as long as it stands.
  db.exec(
    `PRAGMA temp_store = MEMORY; ${made.join('')}
     CREATE TEMP VIEW sound_problem AS SELECT id, key, since, fired_at, cleared_at, seen_at, severity, worst, viewers,
       iif(json_valid(data) AND json_valid(bill), json_set(data, '$.hit.bill', json(bill)), data) AS data
     FROM sound_wide_problem JOIN sound_problem_now ON problem = id`,
  );
}

/** Reads each row and how the file hangs together, and notes what is damaged. */
export function verifyRows(db: DatabaseSync, found: Map<string, Damage>): void {
  const state = db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
  if (state !== 'ok') found.set('file', { table: 'file', ...ALWAYS });
  for (const table of columnsByTable(db).keys()) {
    try {
      db.prepare(`SELECT COUNT(*) FROM ${viewOf(table)}`).get();
    } catch (error) {
      if (isRefused(error)) throw error;
      found.set(table, { table, ...ALWAYS });
    }
  }
}

/** What a problem is and what changes of it are two tables, which are read as one. */
function viewOf(table: string): string {
  return table === 'problem' ? 'sound_wide_problem' : `sound_${table}`;
}

/** The columns of each table with checksums, without that of the checksum. */
function columnsByTable(db: DatabaseSync) {
  const all = db
    .prepare(
      'SELECT made.name AS made, part.name, part.pk FROM sqlite_master AS made, pragma_table_info(made.name) AS part',
    )
    .all();
  const tables = [...Map.groupBy(all, ({ made }) => String(made))];
  const isSum = ({ name }: { readonly name?: unknown }) => name === 'sum';
  return new Map(
    tables.flatMap(([table, columns]) =>
      columns.some(isSum) ? [[table, columns.filter((each) => !isSum(each))] as const] : [],
    ),
  );
}

function periodOf(times: readonly number[]) {
  const known = times.filter((at) => at > 0 && at < 8.64e15);
  return known.length === 0 ? undefined : { from: Math.min(...known), to: Math.max(...known) };
}

function sumOf(values: readonly unknown[]): number {
  let sum = 0;
  // A whole number may come as a floating-point one.
  for (const value of values)
    sum =
      value instanceof Uint8Array ? crc32(value, sum) : crc32(`${typeof value === 'string'} ${value}\n`, sum);
  // As long as the default, so that the row is not moved.
  return sum | 0;
}
