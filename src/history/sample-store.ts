import { decodeBlock, encodeBlock, mergeSamples, noSamples, type Samples } from './block.ts';
import type { HistoryDatabase } from './database.ts';
import { type Frame, type KindName, kinds, type Tier } from './kinds.ts';

/** What is stored of samples: frames as they came, and blocks. */
export interface SampleStore {
  /** Keeps a frame. Call it within a transaction. */
  addFrame(frame: Frame): void;
  /** Frames of a kind before `before` (Unix ms), sorted by entity. */
  framesBefore(kind: KindName, before: number): ReadonlyMap<number, Samples>;
  /** Frames of one entity in (from, to]. */
  framesOf(kind: KindName, name: string, from: number, to: number): Samples;
  dropFramesBefore(kind: KindName, before: number): void;
  /** Entities that have a block of the tier in the window. */
  entitiesIn(tier: Tier, kind: KindName, from: number, to: number): readonly number[];
  names(kind: KindName): readonly string[];
  /** Samples of one entity in (from, to] out of blocks. */
  blocksOf(tier: Tier, entity: number, from: number, to: number): Samples;
  /** Adds to the block that begins at `startsAt`, or replaces it. */
  putBlock(tier: Tier, entity: number, startsAt: number, samples: Samples, replace: boolean): void;
  idOf(kind: KindName, name: string): number | undefined;
}

interface FrameRow {
  readonly at: number;
  readonly entities: string;
  readonly samples: string;
}

export function createSampleStore(db: HistoryDatabase): SampleStore {
  const ids = new Map<string, number>();

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

  return {
    addFrame({ kind, at, rows }) {
      const entities = [...rows.keys()].map((name) => ensureId(kind, name));
      db.sql('INSERT OR REPLACE INTO frame (kind, at, entities, samples) VALUES (?, ?, ?, ?)').run(
        kind,
        at,
        JSON.stringify(entities),
        JSON.stringify([...rows.values()]),
      );
    },
    framesBefore(kind, before) {
      const rows = db.sql('SELECT at, entities, samples FROM frame WHERE kind = ? AND at < ? ORDER BY at');
      return byEntity(kind, rows.all(kind, before) as unknown as FrameRow[]);
    },
    framesOf(kind, name, from, to) {
      const id = idOf(kind, name);
      if (id === undefined) return noSamples;
      const rows = db.sql(
        'SELECT at, entities, samples FROM frame WHERE kind = ? AND at > ? AND at <= ? ORDER BY at',
      );
      return byEntity(kind, rows.all(kind, from, to) as unknown as FrameRow[], id).get(id) ?? noSamples;
    },
    dropFramesBefore(kind, before) {
      db.sql('DELETE FROM frame WHERE kind = ? AND at < ?').run(kind, before);
    },
    entitiesIn(tier, kind, from, to) {
      const rows = db.sql(
        `SELECT DISTINCT block.entity AS id FROM block JOIN entity ON entity.id = block.entity
         WHERE block.tier = ? AND entity.kind = ? AND block.ends_at > ? AND block.starts_at < ?`,
      );
      return rows.all(tier, kind, from, to).map(({ id }) => Number(id));
    },
    names(kind) {
      return db
        .sql('SELECT name FROM entity WHERE kind = ? ORDER BY name')
        .all(kind)
        .map(({ name }) => String(name));
    },
    blocksOf(tier, entity, from, to) {
      const rows = db.sql(
        'SELECT samples FROM block WHERE tier = ? AND entity = ? AND ends_at > ? AND starts_at <= ? ORDER BY starts_at',
      );
      const blocks = rows
        .all(tier, entity, from, to)
        .map(({ samples }) => decodeBlock(samples as Uint8Array));
      return within(joined(blocks), from, to);
    },
    putBlock(tier, entity, startsAt, samples, replace) {
      const old = replace
        ? undefined
        : db
            .sql('SELECT samples FROM block WHERE tier = ? AND entity = ? AND starts_at = ?')
            .get(tier, entity, startsAt);
      const all = old ? mergeSamples(decodeBlock(old.samples as Uint8Array), samples) : samples;
      const endsAt = all.times.at(-1) ?? startsAt;
      db.sql(
        'INSERT OR REPLACE INTO block (tier, entity, starts_at, ends_at, samples) VALUES (?, ?, ?, ?, ?)',
      ).run(tier, entity, startsAt, endsAt, encodeBlock(all));
    },
    idOf,
  };
}

/** Frames turned by entity; `only` leaves out the others. Entities that a frame lacks are gaps there. */
function byEntity(kind: KindName, rows: readonly FrameRow[], only?: number): ReadonlyMap<number, Samples> {
  const width = kinds[kind].columns.length;
  const found = new Map<number, { times: number[]; columns: (number | null)[][] }>();
  for (const { at, entities, samples } of rows) {
    const ids = JSON.parse(entities) as readonly number[];
    const values = JSON.parse(samples) as readonly (readonly (number | null)[])[];
    ids.forEach((id, index) => {
      if (only !== undefined && id !== only) return;
      let own = found.get(id);
      if (!own) {
        own = { times: [], columns: Array.from({ length: width }, () => []) };
        found.set(id, own);
      }
      own.times.push(at);
      for (let column = 0; column < width; column++)
        own.columns[column]?.push(values[index]?.[column] ?? null);
    });
  }
  return found;
}

function joined(blocks: readonly Samples[]): Samples {
  if (blocks.length <= 1) return blocks[0] ?? noSamples;
  const width = Math.max(...blocks.map(({ columns }) => columns.length));
  return {
    times: blocks.flatMap(({ times }) => times),
    columns: Array.from({ length: width }, (_, column) =>
      blocks.flatMap((block) => block.columns[column] ?? block.times.map(() => null)),
    ),
  };
}

function within({ times, columns }: Samples, from: number, to: number): Samples {
  const first = times.findIndex((at) => at > from);
  const end = times.findLastIndex((at) => at <= to) + 1;
  if (first < 0 || end <= first) return noSamples;
  if (first === 0 && end === times.length) return { times, columns };
  return { times: times.slice(first, end), columns: columns.map((values) => values.slice(first, end)) };
}
