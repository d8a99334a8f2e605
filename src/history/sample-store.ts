import { mergeSamples, noSamples, type Samples, type SamplesById } from './block.ts';
import { type BlockStore, createBlockStore } from './block-store.ts';
import type { HistoryDatabase } from './database.ts';
import { type Frame, type KindName, kindNames, kinds } from './kinds.ts';

/** One poll of all entities of a kind, as it is stored: a row of figures for each entity. */
export interface StoredFrame {
  readonly at: number;
  readonly entities: readonly number[];
  readonly rows: readonly (readonly (number | null)[])[];
}

/** What is stored of samples: frames as they came, and blocks. */
export interface SampleStore {
  readonly blocks: BlockStore;
  /** Keeps a frame. Call it within a transaction. */
  addFrame(frame: Frame): void;
  /** Frames of a kind before `before` (Unix ms), sorted by entity. */
  framesBefore(kind: KindName, before: number): SamplesById;
  dropFramesBefore(kind: KindName, before: number): void;
  /** Frames in (from, to], the newest first. */
  newestFrames(kind: KindName, from: number, to: number): Iterable<StoredFrame>;
  /** Full resolution of one entity in (from, to], out of blocks and frames. */
  raw(kind: KindName, entity: number, from: number, to: number): Samples;
  /** Forgets the names of entities of which no figures are left: streams get new names every day. */
  dropUnused(): void;
  names(kind: KindName): readonly string[];
  idOf(kind: KindName, name: string): number | undefined;
}

const FRAMES = 'SELECT at, entities, samples FROM frame WHERE kind = ?';

export function createSampleStore(db: HistoryDatabase): SampleStore {
  const ids = new Map<string, number>();
  const blocks = createBlockStore(db);

  const idOf = (kind: KindName, name: string): number | undefined => {
    const key = `${kind}/${name}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const row = db.sql('SELECT id FROM entity WHERE kind = ? AND name = ?').get(kind, name);
    if (row) ids.set(key, Number(row.id));
    return row && Number(row.id);
  };
  const ensureId = (kind: KindName, name: string): number => {
    const known = idOf(kind, name);
    if (known !== undefined) return known;
    const { lastInsertRowid } = db.sql('INSERT INTO entity (kind, name) VALUES (?, ?)').run(kind, name);
    ids.set(`${kind}/${name}`, Number(lastInsertRowid));
    return Number(lastInsertRowid);
  };
  const framesOf = (kind: KindName, entity: number, from: number, to: number): Samples => {
    const rows = db.sql(`${FRAMES} AND at > ? AND at <= ? ORDER BY at`).all(kind, from, to);
    return byEntity(kind, rows.flatMap(storedFrame), entity).get(entity) ?? noSamples;
  };

  return {
    blocks,
    addFrame({ kind, at, rows }) {
      const entities = [...rows.keys()].map((name) => ensureId(kind, name));
      db.sql('INSERT OR REPLACE INTO frame (kind, at, entities, samples) VALUES (?, ?, ?, ?)').run(
        kind,
        // Clocks of replays stand between two ms, and blocks hold whole numbers.
        Math.round(at),
        JSON.stringify(entities),
        JSON.stringify([...rows.values()]),
      );
    },
    framesBefore(kind, before) {
      const rows = db.sql(`${FRAMES} AND at < ? ORDER BY at`).all(kind, before);
      return byEntity(kind, rows.flatMap(storedFrame));
    },
    dropFramesBefore(kind, before) {
      db.sql('DELETE FROM frame WHERE kind = ? AND at < ?').run(kind, before);
    },
    *newestFrames(kind, from, to) {
      const rows = db.sql(`${FRAMES} AND at > ? AND at <= ? ORDER BY at DESC`).all(kind, from, to);
      for (const row of rows) yield* storedFrame(row);
    },
    raw: (kind, entity, from, to) =>
      mergeSamples(blocks.readOne('raw', kind, entity, from, to), framesOf(kind, entity, from, to)),
    dropUnused() {
      for (const kind of kindNames) {
        // The size stands in the text: a bound number would be a floating-point one, and the quotient a fraction.
        db.sql(
          `DELETE FROM entity WHERE kind = ? AND NOT EXISTS (
             SELECT 1 FROM block WHERE tier IN ('raw', 'minute', 'quarter') AND block.kind = entity.kind
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
  };
}

/** A stored frame, or none where it is not one: what is damaged is a gap. */
function storedFrame(row: Readonly<Record<string, unknown>>): StoredFrame[] {
  try {
    const entities: unknown = JSON.parse(String(row.entities));
    const rows: unknown = JSON.parse(String(row.samples));
    return isNumbers(entities) && Array.isArray(rows) && rows.every(isFigures)
      ? [{ at: Number(row.at), entities, rows }]
      : [];
  } catch {
    return [];
  }
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}

function isFigures(value: unknown): value is readonly (number | null)[] {
  return Array.isArray(value) && value.every((each) => each === null || typeof each === 'number');
}

/** Frames turned by entity; `only` leaves out the others. Entities that a frame lacks are gaps there. */
function byEntity(kind: KindName, frames: readonly StoredFrame[], only?: number): SamplesById {
  const width = kinds[kind].columns.length;
  const found = new Map<number, { times: number[]; columns: (number | null)[][] }>();
  for (const { at, entities, rows } of frames) {
    entities.forEach((id, index) => {
      if (only !== undefined && id !== only) return;
      let own = found.get(id);
      if (!own) {
        own = { times: [], columns: Array.from({ length: width }, () => []) };
        found.set(id, own);
      }
      own.times.push(at);
      for (let column = 0; column < width; column++) own.columns[column]?.push(rows[index]?.[column] ?? null);
    });
  }
  return found;
}
