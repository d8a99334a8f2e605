import { turn } from '../../base/turn.ts';
import type { HistoryDatabase, StoredRow } from '../database.ts';
import { encodeBlock, joinSamples, type Samples, type SamplesById, type Wanted } from './block.ts';
import { blockStart, createBlockStore, FRAMES_A_MS, frameId, headOf, readBlock } from './block-store.ts';
import { type Frame, type KindName, kindNames, kinds, tiers } from './kinds.ts';

/**
 * Most ids of entities in memory: more than a large cluster has, and fewer than a hostile one creates in an hour.
 */
const MOST_IDS = 20_000;

const SAMPLES = 'SELECT id, samples FROM sound_frame WHERE';

/** Stores samples: the newest as frames, older ones in blocks. */
export type SampleStore = ReturnType<typeof createSampleStore>;

export function createSampleStore(db: HistoryDatabase) {
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
    const row = db.sql('SELECT id FROM sound_entity WHERE kind = ? AND name = ?').get(kind, name);
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

  return {
    blocks,
    /** Stores polls that follow each other. Call it within a transaction. */
    addFrame(...polls: readonly Frame[]) {
      // No frame is in two blocks. A time that comes again replaces the earlier one.
      const groups = Map.groupBy(polls, ({ kind, at }) => frameId(kind, blockStart(kind, at)));
      for (const [first, ...others] of groups.values()) {
        const { kind } = first ?? {};
        // The clock of a replay may give fractions of a ms, and blocks hold whole numbers.
        const byTime = new Map([first, ...others].map((poll) => [Math.round(poll?.at ?? 0), poll]));
        const times = [...byTime.keys()].sort((a, b) => a - b);
        const [startsAt, endsAt] = [times[0], times.at(-1)];
        if (kind === undefined || startsAt === undefined || endsAt === undefined) continue;
        const found: ByEntity = new Map();
        for (const at of times)
          for (const [name, figures] of byTime.get(at)?.rows ?? [])
            addTo(found, ensureId(kind, name), at, figures);
        const put = db.sql('INSERT OR REPLACE INTO frame (id, kind, ends_at, samples) VALUES (?, ?, ?, ?)');
        put.run(frameId(kind, startsAt), kind, endsAt, encodeBlock(found));
      }
    },
    /** The frames of a kind before `before` (Unix ms): the times and the entities in them, and their ids, all in rising order. */
    framesBefore(kind: KindName, before: number) {
      const rows = db.sql(`${SAMPLES} id < ? AND kind = ? ORDER BY id`).all(before * FRAMES_A_MS, kind);
      return { ids: rows.map(({ id }) => Number(id)), ...headsOf(rows) };
    },
    /** The samples of these frames by entity, for the wanted ones. Yields to keys in between. */
    async sortedFrames(ids: readonly number[], wanted: Wanted): Promise<SamplesById> {
      const found = new Map<number, Samples[]>();
      for (const id of ids) {
        const data = db.sql(`${SAMPLES} id = ?`).get(id)?.samples;
        for (const [entity, own] of readBlock(data, wanted))
          found.set(entity, [...(found.get(entity) ?? []), own]);
        await turn();
      }
      return new Map([...found].map(([entity, parts]) => [entity, joinSamples(parts)]));
    },
    dropFrames(ids: readonly number[]) {
      for (const id of ids) db.sql('DELETE FROM frame WHERE id = ?').run(id);
    },
    /** Samples of one entity in (from, to] at full resolution, from blocks and frames. */
    raw: (kind: KindName, entity: number, from: number, to: number): Samples =>
      joinSamples(
        (['raw', 'frame'] as const).map((tier) => blocks.readOne({ tier, kind }, entity, from, to)),
      ),
    /** Deletes the names of entities without samples: there are new streams every day. */
    dropUnused() {
      for (const kind of kindNames) {
        // The size is part of the text, because a bound number would be a floating-point one, and the quotient a
        // fraction.
        db.sql(
          `DELETE FROM entity WHERE kind = ? AND NOT EXISTS (
             SELECT 1 FROM block WHERE tier IN (${tiers.map((tier) => `'${tier}'`).join()}) AND block.kind = entity.kind
             AND slab = entity.id / ${kinds[kind].slab}
           ) AND id NOT IN (SELECT value FROM json_each(?))`,
        ).run(kind, JSON.stringify(headsOf(db.sql(`${SAMPLES} kind = ?`).all(kind)).entities));
      }
      ids.clear();
    },
    names(kind: KindName): readonly string[] {
      return db
        .sql('SELECT name FROM sound_entity WHERE kind = ? ORDER BY name')
        .all(kind)
        .map(({ name }) => String(name));
    },
    idOf,
    ensureId,
    /** Number of ids in memory. */
    get held() {
      return ids.size;
    },
  };
}

/** The times and entities of these frames, each in rising order. A damaged one has none. */
function headsOf(rows: readonly StoredRow[]) {
  const [times, entities] = [new Set<number>(), new Set<number>()];
  for (const { samples } of rows) {
    const head = headOf(samples);
    for (const at of head.times) times.add(at);
    for (const id of head.entities) entities.add(id);
  }
  const rising = (values: ReadonlySet<number>) => [...values].sort((a, b) => a - b);
  return { times: rising(times), entities: rising(entities) };
}

type ByEntity = Map<number, { readonly times: number[]; readonly columns: (number | null)[][] }>;

function addTo(found: ByEntity, id: number, at: number, figures: readonly (number | null)[]): void {
  const own = found.get(id) ?? { times: [], columns: figures.map(() => []) };
  found.set(id, own);
  own.times.push(at);
  own.columns.forEach((values, column) => void values.push(figures[column] ?? null));
}
