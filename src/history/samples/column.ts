import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { unlessDamaged } from '../stored-row.ts';
import { ByteReader, ByteWriter, unzigzag, zigzag } from './byte-numbers.ts';

/** Figures in a row; null is a gap. */
export type Column = readonly (number | null)[];

/** How a column is stored: as whole numbers, as hundredths, or as unchanged floating-point numbers. */
const FORMS = { whole: 1, hundredths: 100, float: 0 } as const;
type Form = (typeof FORMS)[keyof typeof FORMS];

/**
 * Writes a column: whole numbers and hundredths as differences to the previous value. Its length is not written.
 */
export function writeColumn(out: ByteWriter, values: Column): void {
  const form = formOf(values);
  out.byte(form);
  if (form === FORMS.float) for (const value of values) out.float(value ?? Number.NaN);
  else writeWhole(out, values, form);
}

export function readColumn(from: ByteReader, count: number): Column {
  const form = from.byte();
  return form === FORMS.float ? readFloats(from, count) : readWhole(from, count, form);
}

/** Writes the count, then whole numbers that mostly rise, such as times. */
export function writeRising(out: ByteWriter, values: readonly number[]): void {
  out.count(values.length);
  let before = 0;
  for (const value of values) {
    out.whole(value - before);
    before = value;
  }
}

export function readRising(from: ByteReader): number[] {
  let value = 0;
  return Array.from({ length: from.length() }, () => {
    value += from.whole();
    return value;
  });
}

/** Larger than any block that castwatch writes (some MB); one that would decompress to more is rejected. */
const MOST_BYTES = 64 * 1_024 * 1_024;

/** Throws if the data is damaged: a `RangeError`, or an error of zlib. */
export function decompressed(data: Uint8Array): Buffer {
  return zstdDecompressSync(data, { maxOutputLength: MOST_BYTES });
}

/** Figures by id, compressed: the ids, then a column for each name. */
export function encodeRows<N extends string>(
  rows: ReadonlyMap<number, Readonly<Partial<Record<N, number>>>>,
  names: readonly N[],
  rounded = (value: number) => value,
): Uint8Array {
  const sorted = [...rows].sort(([a], [b]) => a - b);
  const out = new ByteWriter();
  writeRising(
    out,
    sorted.map(([id]) => id),
  );
  for (const name of names)
    writeColumn(
      out,
      sorted.map(([, { [name]: value }]) => (value === undefined ? null : rounded(value))),
    );
  return zstdCompressSync(out.bytes());
}

/** The reverse; empty if the data is damaged. What an older version wrote lacks the newest columns. */
export function decodeRows<N extends string>(
  data: unknown,
  names: readonly N[],
): ReadonlyMap<number, Partial<Record<N, number>>> {
  const read = () => {
    const from = new ByteReader(decompressed(data as Uint8Array));
    const ids = readRising(from);
    const columns = names.map((name) => [name, from.isAtEnd ? [] : readColumn(from, ids.length)] as const);
    return ids.map((id, index) => {
      const row = columns.flatMap(([name, values]) => (values[index] == null ? [] : [[name, values[index]]]));
      return [id, Object.fromEntries(row) as Partial<Record<N, number>>] as const;
    });
  };
  return new Map(unlessDamaged(read));
}

function formOf(values: Column): Form {
  const fits = (scale: number) =>
    values.every((value) => {
      if (value === null) return true;
      const scaled = Math.round(value * scale);
      return Number.isSafeInteger(4 * scaled) && scaled / scale === value && !Object.is(value, -0);
    });
  if (fits(FORMS.whole)) return FORMS.whole;
  return fits(FORMS.hundredths) ? FORMS.hundredths : FORMS.float;
}

/** Null as 0, any difference as 1 + its zigzag number. */
function writeWhole(out: ByteWriter, values: Column, scale: number): void {
  let before = 0;
  for (const value of values) {
    if (value === null) {
      out.count(0);
      continue;
    }
    const scaled = Math.round(value * scale);
    out.count(1 + zigzag(scaled - before));
    before = scaled;
  }
}

function readWhole(from: ByteReader, count: number, scale: number): (number | null)[] {
  let sum = 0;
  return Array.from({ length: count }, () => {
    const place = from.count() - 1;
    if (place < 0) return null;
    sum += unzigzag(place);
    return sum / scale;
  });
}

function readFloats(from: ByteReader, count: number): (number | null)[] {
  return Array.from({ length: count }, () => {
    const value = from.float();
    return Number.isNaN(value) ? null : value;
  });
}
