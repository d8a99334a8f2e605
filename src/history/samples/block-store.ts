import type { HistoryDatabase } from '../database.ts';
import { unlessDamaged } from '../stored-row.ts';
import {
  decodeBlock,
  decodeHead,
  encodeBlock,
  joinSamples,
  mergeSamples,
  noSamples,
  type Samples,
  type SamplesById,
  samplesWithin,
  type Wanted,
} from './block.ts';
import { type KindName, kindNames, kinds, type Tier } from './kinds.ts';

/** The newest samples are in frames: small blocks with all entities of a kind, until `seal.ts` sorts them. */
export type StoredTier = Tier | 'frame';

/** Entities of a kind with consecutive ids, whose samples of a tier share a block. */
export interface Slab {
  readonly tier: StoredTier;
  readonly kind: KindName;
  readonly number: number;
}

export function slabOf(tier: StoredTier, kind: KindName, entity: number): Slab {
  return { tier, kind, number: tier === 'frame' ? 0 : Math.floor(entity / kinds[kind].slab) };
}

/** Start of the time that one block of full resolution covers. */
export function blockStart(kind: KindName, at: number): number {
  return Math.floor(at / kinds[kind].blockMs) * kinds[kind].blockMs;
}

/** Frames are in order of their time: the id of one with the samples of a kind from that time on. */
export function frameId(kind: KindName, startsAt: number): number {
  return startsAt * FRAMES_A_MS + kindNames.indexOf(kind);
}

/** More than there are kinds. */
export const FRAMES_A_MS = 8;

export function createBlockStore(db: HistoryDatabase) {
  const rowsOf = ({ tier, kind, number }: Slab, from: number, to: number, direction: 'ASC' | 'DESC') => {
    if (tier !== 'frame')
      return db
        .sql(
          `SELECT samples FROM sound_block WHERE tier = ? AND kind = ? AND slab = ? AND ends_at > ? AND starts_at <= ?
           ORDER BY starts_at ${direction}`,
        )
        .all(tier, kind, number, from, to);
    const first = frameId(kind, from - kinds[kind].blockMs);
    return db
      .sql(
        `SELECT samples FROM sound_frame WHERE id > ? AND id <= ? AND kind = ? AND ends_at > ? ORDER BY id ${direction}`,
      )
      .all(first, frameId(kind, to), kind, from);
  };
  const touching = (slab: Slab, from: number, to: number, direction: 'ASC' | 'DESC' = 'ASC') =>
    rowsOf(slab, from, to, direction).map(({ samples }) => samples);

  return {
    /** Slabs with a block that may hold samples in (from, to]. */
    slabs(tier: Tier, kind: KindName, from: number, to: number): readonly Slab[] {
      const rows = db.sql(
        'SELECT DISTINCT slab FROM block WHERE tier = ? AND kind = ? AND ends_at > ? AND starts_at <= ?',
      );
      return rows.all(tier, kind, from, to).map(({ slab }) => ({ tier, kind, number: Number(slab) }));
    },
    /** Samples in (from, to], by entity. */
    read(slab: Slab, from: number, to: number): SamplesById {
      const found = new Map<number, Samples>();
      for (const data of touching(slab, from, to)) {
        for (const [id, own] of readBlock(data)) {
          const wanted = samplesWithin(own, from, to);
          if (wanted.times.length > 0) found.set(id, mergeSamples(found.get(id) ?? noSamples, wanted));
        }
      }
      return found;
    },
    /** Samples of one entity in (from, to]. */
    readOne({ tier, kind }: Pick<Slab, 'tier' | 'kind'>, entity: number, from: number, to: number): Samples {
      const found: Samples[] = [];
      for (const data of touching(slabOf(tier, kind, entity), from, to)) {
        const own = readBlock(data, new Set([entity])).get(entity);
        if (own) found.push(samplesWithin(own, from, to));
      }
      return joinSamples(found);
    },
    /** The last sample of each wanted entity in (from, to]. */
    last(slab: Slab, wanted: ReadonlySet<number>, from: number, to: number): SamplesById {
      const missing = new Set(wanted);
      const found = new Map<number, Samples>();
      for (const data of touching(slab, from, to, 'DESC')) {
        for (const [id, { times, columns }] of readBlock(data, missing)) {
          const index = times.findLastIndex((time) => time <= to && time > from);
          if (index < 0) continue;
          const one = (values: readonly (number | null)[]) => values.slice(index, index + 1);
          found.set(id, { times: times.slice(index, index + 1), columns: columns.map(one) });
          missing.delete(id);
        }
        if (missing.size === 0) break;
      }
      return found;
    },
    /** Adds to the block that starts at `startsAt`. Call it within a transaction. */
    add(slab: Slab, startsAt: number, samples: SamplesById) {
      const { tier, kind, number } = slab;
      const old = db
        .sql('SELECT samples FROM sound_block WHERE tier = ? AND kind = ? AND slab = ? AND starts_at = ?')
        .get(tier, kind, number, startsAt);
      const all = new Map(old ? readBlock(old.samples) : []);
      for (const [id, own] of samples) all.set(id, mergeSamples(all.get(id) ?? noSamples, own));
      const endsAt = Math.max(startsAt, ...[...all.values()].map(({ times }) => times.at(-1) ?? startsAt));
      db.sql(
        'INSERT OR REPLACE INTO block (tier, kind, slab, starts_at, ends_at, samples) VALUES (?, ?, ?, ?, ?, ?)',
      ).run(tier, kind, number, startsAt, endsAt, encodeBlock(all));
    },
  };
}

/** The samples of a block; empty if it is damaged, which then is a gap. */
export function readBlock(data: unknown, wanted?: Wanted): SamplesById {
  return unlessDamaged(() => decodeBlock(data as Uint8Array, wanted)) ?? new Map();
}

/** The times and the entities of a block; none if it is damaged. */
export function headOf(data: unknown): ReturnType<typeof decodeHead> {
  return unlessDamaged(() => decodeHead(data as Uint8Array)) ?? { times: [], entities: [] };
}
