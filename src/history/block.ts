import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Samples of one entity: `columns[c][i]` was measured at `times[i]` (Unix ms, rising); null is a gap. */
export interface Samples {
  readonly times: readonly number[];
  readonly columns: readonly (readonly (number | null)[])[];
}

/** As stored: times and whole numbers as differences, which compress to a third. */
interface Stored {
  readonly times: readonly number[];
  readonly columns: readonly { readonly differences: boolean; readonly values: readonly (number | null)[] }[];
}

export const noSamples: Samples = { times: [], columns: [] };

export function encodeBlock({ times, columns }: Samples): Uint8Array {
  const stored: Stored = {
    times: differencesOf(times) as readonly number[],
    columns: columns.map((values) => {
      const differences = values.every((value) => value === null || Number.isSafeInteger(value));
      return { differences, values: differences ? differencesOf(values) : values };
    }),
  };
  return zstdCompressSync(JSON.stringify(stored));
}

export function decodeBlock(data: Uint8Array): Samples {
  const stored = JSON.parse(zstdDecompressSync(data).toString()) as Stored;
  return {
    times: sumsOf(stored.times) as readonly number[],
    columns: stored.columns.map(({ differences, values }) => (differences ? sumsOf(values) : values)),
  };
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

function differencesOf(values: readonly (number | null)[]): (number | null)[] {
  let before = 0;
  return values.map((value) => {
    if (value === null) return null;
    const difference = value - before;
    before = value;
    return difference;
  });
}

function sumsOf(differences: readonly (number | null)[]): (number | null)[] {
  let sum = 0;
  return differences.map((difference) => {
    if (difference === null) return null;
    sum += difference;
    return sum;
  });
}
