import { zstdCompressSync } from 'node:zlib';
import { ByteReader, ByteWriter } from './byte-numbers.ts';
import { type Column, decompressed, readColumn, readRising, writeColumn, writeRising } from './column.ts';

/** Samples of one entity: `columns[c][i]` was measured at `times[i]` (Unix ms, rising); null is a gap. */
export interface Samples {
  readonly times: readonly number[];
  readonly columns: readonly Column[];
}

/** Samples of several entities, by the entity's id. */
export type SamplesById = ReadonlyMap<number, Samples>;

/** A set of entities, or a map by entity. */
export interface Wanted {
  has(id: number): boolean;
}

export const noSamples: Samples = { times: [], columns: [] };

/**
 * Samples of entities that are polled together: the times once, then for each entity its columns and which of the
 * times it has. Half the size of JSON, so that thirty days of a large cluster fit in a gigabyte.
 */
export function encodeBlock(entities: SamplesById): Uint8Array {
  const times = [...new Set([...entities.values()].flatMap((own) => own.times))].sort((a, b) => a - b);
  const out = new ByteWriter();
  writeRising(out, times);
  writeRising(out, [...entities.keys()]);
  for (const samples of entities.values()) {
    const body = encodeBody(samples, times);
    // With the length, a reader can skip the entities that it does not need.
    out.count(body.length);
    out.all(body);
  }
  return zstdCompressSync(out.bytes());
}

/** Only the times and the entities of a block. Throws as `decodeBlock` does. */
export function decodeHead(data: Uint8Array) {
  const from = new ByteReader(decompressed(data));
  return { times: readRising(from), entities: readRising(from) };
}

/**
 * Decodes a block; entities that are not `wanted` are left out. Throws if the data is damaged: a `RangeError`, or
 * an error of zlib.
 */
export function decodeBlock(data: Uint8Array, wanted?: Wanted): SamplesById {
  const from = new ByteReader(decompressed(data));
  const times = readRising(from);
  const found = new Map<number, Samples>();
  for (const id of readRising(from)) {
    const body = from.part(from.length());
    if (!wanted || wanted.has(id)) found.set(id, decodeBody(body, times));
  }
  return found;
}

/** Whether an entity has all times of its block or only some. */
const PRESENCE = { throughout: 1, partly: 0 } as const;

function encodeBody({ times: own, columns }: Samples, times: readonly number[]): Uint8Array {
  const out = new ByteWriter();
  if (own.length === times.length) {
    out.byte(PRESENCE.throughout);
  } else {
    const there = new Set(own);
    out.byte(PRESENCE.partly);
    for (const time of times) out.byte(there.has(time) ? 1 : 0);
  }
  out.count(columns.length);
  for (const values of columns) writeColumn(out, values);
  return out.bytes();
}

function decodeBody(from: ByteReader, all: readonly number[]): Samples {
  const times = from.byte() === PRESENCE.throughout ? all : all.filter(() => from.byte() === 1);
  const columns = Array.from({ length: from.length() }, () => readColumn(from, times.length));
  return { times, columns };
}

/** Merges by time; if both have a time, `added` wins. Missing columns are filled with gaps. */
export function mergeSamples(old: Samples, added: Samples): Samples {
  if (old.times.length === 0) return added;
  if (added.times.length === 0) return old;
  const width = Math.max(old.columns.length, added.columns.length);
  const rows = new Map<number, Column>();
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

/** Joins samples; of those with the same time, the last of `parts` wins. */
export function joinSamples(parts: readonly Samples[]): Samples {
  if (parts.length <= 1) return parts[0] ?? noSamples;
  let end = Number.NEGATIVE_INFINITY;
  for (const { times } of parts) {
    // A clock was set back.
    if ((times[0] ?? end) <= end) return parts.reduce(mergeSamples);
    end = times.at(-1) ?? end;
  }
  const width = Math.max(...parts.map(({ columns }) => columns.length));
  return {
    times: parts.flatMap(({ times }) => times),
    columns: Array.from({ length: width }, (_, column) =>
      parts.flatMap((part) => part.columns[column] ?? part.times.map(() => null)),
    ),
  };
}

/** Those in (from, to]. */
export function samplesWithin({ times, columns }: Samples, from: number, to: number): Samples {
  const first = times.findIndex((at) => at > from);
  const end = times.findLastIndex((at) => at <= to) + 1;
  if (first < 0 || end <= first) return noSamples;
  if (first === 0 && end === times.length) return { times, columns };
  return { times: times.slice(first, end), columns: columns.map((values) => values.slice(first, end)) };
}
