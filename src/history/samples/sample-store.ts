import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { turn } from '../../base/turn.ts';
import type { HistoryDatabase, StoredRow } from '../database.ts';
import { mergeSamples, noSamples, type Samples, type SamplesById, type Wanted } from './block.ts';
import { type BlockStore, createBlockStore } from './block-store.ts';
import { type Frame, type KindName, kindNames, kinds, tiers } from './kinds.ts';

/** One poll of all entities of a kind, as it is stored: a row of figures for each entity. */
export interface StoredFrame {
  readonly at: number;
  readonly entities: readonly number[];
  /** Figures of the entity at that index in `entities`; undefined if they are damaged. */
  row(index: number): Figures | undefined;
}

type Figures = readonly (number | null)[];

interface Frames {
  readonly times: readonly number[];
  readonly entities: readonly number[];
}

/** Stores samples: the newest as frames, older ones in blocks. */
export interface SampleStore {
  readonly blocks: BlockStore;
  /** Stores a frame. Call it within a transaction. */
  addFrame(frame: Frame): void;
  /**
   * The frames of a kind before `before` (Unix ms): their times, and the ids of all their entities, both in rising
   * order.
   */
  framesBefore(kind: KindName, before: number): Frames;
  /** The samples of these frames by entity, for the wanted ones. Yields to keys in between. */
  sortedFrames(kind: KindName, times: readonly number[], wanted: Wanted): Promise<SamplesById>;
  /** Deletes the frames of a kind up to that time, Unix ms. */
  dropFrames(kind: KindName, upTo: number): void;
  /** Frames in (from, to], newest first. */
  newestFrames(kind: KindName, from: number, to: number): Iterable<StoredFrame>;
  /** Samples of one entity in (from, to] at full resolution, from blocks and frames. */
  raw(kind: KindName, entity: number, from: number, to: number): Samples;
  /** Deletes the names of entities without samples: there are new streams every day. */
  dropUnused(): void;
  names(kind: KindName): readonly string[];
  idOf(kind: KindName, name: string): number | undefined;
  /** The id of the entity; creates one if needed. */
  ensureId(kind: KindName, name: string): number;
  /** Number of ids in memory. */
  readonly held: number;
}

/**
 * Most ids of entities in memory: more than a large cluster has, and fewer than a hostile one creates in an hour.
 */
const MOST_IDS = 20_000;

const FRAMES = 'SELECT at, data FROM frame WHERE kind = ?';
const MOST_FRAME_BYTES = 64 * 1024 * 1024;

export function createSampleStore(db: HistoryDatabase): SampleStore {
  const ids = new Map<string, number>();
  const remember = (key: string, id: number) => {
    if (ids.size >= MOST_IDS) ids.clear();
    ids.set(key, id);
  };
  const blocks = createBlockStore(db);

  const idOf = (kind: KindName, name: string): number | undefined => {
    const key = `${kind}/${name}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const row = db.sql('SELECT id FROM entity WHERE kind = ? AND name = ?').get(kind, name);
    if (row) remember(key, Number(row.id));
    return row && Number(row.id);
  };
  const ensureId = (kind: KindName, name: string): number => {
    const known = idOf(kind, name);
    if (known !== undefined) return known;
    const { lastInsertRowid } = db.sql('INSERT INTO entity (kind, name) VALUES (?, ?)').run(kind, name);
    remember(`${kind}/${name}`, Number(lastInsertRowid));
    return Number(lastInsertRowid);
  };
  const framesOf = (kind: KindName, entity: number, from: number, to: number): Samples => {
    const rows = db.sql(`${FRAMES} AND at > ? AND at <= ? ORDER BY at`).all(kind, from, to);
    const found: ByEntity = new Map();
    for (const frame of rows.flatMap(storedFrame)) addFrameTo(found, kind, frame, new Set([entity]));
    return found.get(entity) ?? noSamples;
  };

  return {
    blocks,
    addFrame({ kind, at, rows }) {
      const entities = [...rows.keys()].map((name) => ensureId(kind, name));
      db.sql('INSERT OR REPLACE INTO frame (kind, at, data) VALUES (?, ?, ?)').run(
        kind,
        // The clock of a replay may give fractions of a ms, and blocks hold whole numbers.
        Math.round(at),
        zstdCompressSync(JSON.stringify([entities, [...rows.values()]])),
      );
    },
    framesBefore(kind, before) {
      const rows = db.sql(`${FRAMES} AND at < ? ORDER BY at`).all(kind, before);
      return { times: rows.map(({ at }) => Number(at)), entities: entitiesIn(rows) };
    },
    async sortedFrames(kind, times, wanted) {
      const found: ByEntity = new Map();
      for (const at of times) {
        const rows = db.sql(`${FRAMES} AND at = ?`).all(kind, at);
        for (const frame of rows.flatMap(storedFrame)) addFrameTo(found, kind, frame, wanted);
        await turn();
      }
      return found;
    },
    dropFrames(kind, upTo) {
      db.sql('DELETE FROM frame WHERE kind = ? AND at <= ?').run(kind, upTo);
    },
    *newestFrames(kind, from, to) {
      const rows = db.sql(`${FRAMES} AND at > ? AND at <= ? ORDER BY at DESC`).all(kind, from, to);
      for (const row of rows) yield* storedFrame(row);
    },
    raw: (kind, entity, from, to) =>
      mergeSamples(blocks.readOne({ tier: 'raw', kind, entity }, from, to), framesOf(kind, entity, from, to)),
    dropUnused() {
      for (const kind of kindNames) {
        // The size is part of the text, because a bound number would be a floating-point one, and the quotient a
        // fraction.
        db.sql(
          `DELETE FROM entity WHERE kind = ? AND NOT EXISTS (
             SELECT 1 FROM block WHERE tier IN (${tiers.map((tier) => `'${tier}'`).join()}) AND block.kind = entity.kind
             AND slab = entity.id / ${kinds[kind].slab}
           ) AND id NOT IN (SELECT value FROM json_each(?))`,
        ).run(kind, JSON.stringify(entitiesIn(db.sql(FRAMES).all(kind))));
      }
      ids.clear();
    },
    names(kind) {
      return db
        .sql('SELECT name FROM entity WHERE kind = ? ORDER BY name')
        .all(kind)
        .map(({ name }) => String(name));
    },
    idOf,
    ensureId,
    get held() {
      return ids.size;
    },
  };
}

/**
 * A stored frame; empty if it is damaged, which then is a gap. Rows are parsed when needed, because usually only
 * some of thousands are.
 */
function storedFrame({ at, data }: StoredRow): StoredFrame[] {
  const text = textOf(data);
  const rows = text.slice(text.indexOf(']') + '],[['.length, -']]]'.length).split('],[');
  const entities = idsIn(text);
  if (entities?.length !== rows.length) return [];
  return [{ at: Number(at), entities, row: (index) => numbersOf(rows[index], isFigure) }];
}

/** Ids of all entities of these rows, in rising order. */
function entitiesIn(rows: readonly StoredRow[]): readonly number[] {
  const entities = new Set<number>();
  for (const { data } of rows) for (const id of idsIn(textOf(data)) ?? []) entities.add(id);
  return [...entities].sort((a, b) => a - b);
}

/** The JSON of a frame: its ids, then a row of figures for each. Frames of older versions are not compressed. */
function textOf(data: unknown): string {
  if (!(data instanceof Uint8Array)) return '';
  try {
    const bytes =
      data[0] === JSON_START ? data : zstdDecompressSync(data, { maxOutputLength: MOST_FRAME_BYTES });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  } catch {
    return '';
  }
}

const JSON_START = '['.charCodeAt(0);

function idsIn(text: string): readonly number[] | undefined {
  return numbersOf(text.slice('[['.length, text.indexOf(']')), (each) => typeof each === 'number');
}

/** The text between the brackets of a list, as numbers; undefined if it is damaged. */
function numbersOf<T>(
  text: string | undefined,
  is: (value: unknown) => value is T,
): readonly T[] | undefined {
  try {
    const values: unknown = JSON.parse(`[${text}]`);
    return Array.isArray(values) && values.every(is) ? values : undefined;
  } catch {
    return undefined;
  }
}

function isFigure(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}

type ByEntity = Map<number, { readonly times: number[]; readonly columns: (number | null)[][] }>;

/** Adds the samples of a frame to those of the wanted entities. An entity that is not in the frame gets a gap. */
function addFrameTo(
  found: ByEntity,
  kind: KindName,
  { at, entities, row }: StoredFrame,
  wanted: Wanted,
): void {
  const width = kinds[kind].columns.length;
  entities.forEach((id, index) => {
    const figures = wanted.has(id) ? row(index) : undefined;
    if (!figures) return;
    let own = found.get(id);
    if (!own) {
      own = { times: [], columns: Array.from({ length: width }, () => []) };
      found.set(id, own);
    }
    own.times.push(at);
    for (let column = 0; column < width; column++) own.columns[column]?.push(figures[column] ?? null);
  });
}
