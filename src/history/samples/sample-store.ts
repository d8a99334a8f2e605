import { turn } from '../../base/turn.ts';
import type { HistoryDatabase } from '../database.ts';
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

const FRAMES = 'SELECT at, entities, samples FROM frame WHERE kind = ?';

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
      db.sql('INSERT OR REPLACE INTO frame (kind, at, entities, samples) VALUES (?, ?, ?, ?)').run(
        kind,
        // The clock of a replay may give fractions of a ms, and blocks hold whole numbers.
        Math.round(at),
        JSON.stringify(entities),
        JSON.stringify([...rows.values()]),
      );
    },
    framesBefore(kind, before) {
      const times = db.sql('SELECT at FROM frame WHERE kind = ? AND at < ? ORDER BY at').all(kind, before);
      // Most polls have the same entities.
      const lists = db.sql('SELECT DISTINCT entities FROM frame WHERE kind = ? AND at < ?').all(kind, before);
      const entities = new Set(lists.flatMap((list) => storedIds(list.entities) ?? []));
      return { times: times.map(({ at }) => Number(at)), entities: [...entities].sort((a, b) => a - b) };
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
           ) AND id NOT IN (
             SELECT value FROM frame, json_each(IIF(json_valid(entities), entities, '[]')) WHERE kind = ?
           )`,
        ).run(kind, kind);
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
function storedFrame({ at, entities: ids, samples }: Readonly<Record<string, unknown>>): StoredFrame[] {
  const entities = storedIds(ids);
  const rows = String(samples).slice('[['.length, -']]'.length).split('],[');
  if (entities?.length !== rows.length) return [];
  return [{ at: Number(at), entities, row: (index) => numbersOf(rows[index], isFigure) }];
}

function storedIds(text: unknown): readonly number[] | undefined {
  return numbersOf(String(text).slice(1, -1), (each) => typeof each === 'number');
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
