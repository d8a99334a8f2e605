import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ByteReader, ByteWriter, placeOf, wholeAt } from './byte-numbers.ts';

/** Samples of one entity: `columns[c][i]` was measured at `times[i]` (Unix ms, rising); null is a gap. */
export interface Samples {
  readonly times: readonly number[];
  readonly columns: readonly (readonly (number | null)[])[];
}

export const noSamples: Samples = { times: [], columns: [] };

/** How a column is stored: as whole numbers, as hundredths, or as floating-point numbers as they are. */
const FORMS = { whole: 1, hundredths: 100, float: 0 } as const;
type Form = (typeof FORMS)[keyof typeof FORMS];

/**
 * Times and values as differences to the one before, in bytes, compressed: half of what JSON would take, which decides
 * whether thirty days of a large cluster fit into a gigabyte.
 */
export function encodeBlock({ times, columns }: Samples): Uint8Array {
  const out = new ByteWriter();
  out.count(times.length);
  for (const [index, time] of times.entries()) out.whole(time - (times[index - 1] ?? 0));
  out.count(columns.length);
  for (const values of columns) {
    const form = formOf(values);
    out.byte(form);
    if (form === FORMS.float) for (const value of values) out.float(value ?? Number.NaN);
    else writeWhole(out, values, form);
  }
  return zstdCompressSync(out.bytes());
}

export function decodeBlock(data: Uint8Array): Samples {
  const from = new ByteReader(zstdDecompressSync(data));
  const count = from.count();
  let time = 0;
  const times = Array.from({ length: count }, () => {
    time += from.whole();
    return time;
  });
  const columns = Array.from({ length: from.count() }, () => {
    const form = from.byte();
    return form === FORMS.float ? readFloats(from, count) : readWhole(from, count, form);
  });
  return { times, columns };
}

function formOf(values: readonly (number | null)[]): Form {
  const fits = (scale: number) =>
    values.every((value) => {
      if (value === null) return true;
      const scaled = Math.round(value * scale);
      return Number.isSafeInteger(4 * scaled) && scaled / scale === value && !Object.is(value, -0);
    });
  if (fits(FORMS.whole)) return FORMS.whole;
  return fits(FORMS.hundredths) ? FORMS.hundredths : FORMS.float;
}

/** Null as 0, any difference d as 1 + its place among 0, -1, 1, -2, 2, … */
function writeWhole(out: ByteWriter, values: readonly (number | null)[], scale: number): void {
  let before = 0;
  for (const value of values) {
    if (value === null) {
      out.count(0);
      continue;
    }
    const scaled = Math.round(value * scale);
    const difference = scaled - before;
    out.count(1 + placeOf(difference));
    before = scaled;
  }
}

function readWhole(from: ByteReader, count: number, scale: number): (number | null)[] {
  let sum = 0;
  return Array.from({ length: count }, () => {
    const place = from.count() - 1;
    if (place < 0) return null;
    sum += wholeAt(place);
    return sum / scale;
  });
}

function readFloats(from: ByteReader, count: number): (number | null)[] {
  return Array.from({ length: count }, () => {
    const value = from.float();
    return Number.isNaN(value) ? null : value;
  });
}

/** Both, by time; where both have a moment, `added` counts. Columns that one of them lacks are gaps there. */
export function mergeSamples(old: Samples, added: Samples): Samples {
  if (old.times.length === 0) return added;
  const width = Math.max(old.columns.length, added.columns.length);
  const rows = new Map<number, readonly (number | null)[]>();
  for (const { times, columns } of [old, added]) {
    times.forEach((at, index) => {
      rows.set(
        at,
        Array.from({ length: width }, (_, column) => columns[column]?.[index] ?? null),
      );
    });
  }
  const times = [...rows.keys()].sort((a, b) => a - b);
  return {
    times,
    columns: Array.from({ length: width }, (_, column) => times.map((at) => rows.get(at)?.[column] ?? null)),
  };
}
