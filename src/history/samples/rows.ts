import { turn } from '../../base/turn.ts';
import type { HistoryDatabase } from '../database.ts';
import { type Slab, type StoredTier, slabOf } from './block-store.ts';
import { type KindName, kinds, tierStep, tiers } from './kinds.ts';
import { ROLLED } from './roll-up.ts';
import { createSampleStore } from './sample-store.ts';

/** All figures of one entity, by column; null if not measured. */
export interface Row {
  /** Unix ms. */
  readonly at: number;
  readonly values: Readonly<Record<string, number | null>>;
  /** Length of the step if the figures are means, ms; undefined if they are original values. */
  readonly step: number | undefined;
}

/**
 * The newest row of each entity in (at − lookBackMs, at]; from a roll-up, the means. Entities without one are left out.
 * For thousands of streams it takes a second, so it yields to keys in between.
 */
export async function rowsAt(
  db: HistoryDatabase,
  { kind, names }: { readonly kind: KindName; readonly names: readonly string[] },
  at: number,
  lookBackMs: number,
): Promise<ReadonlyMap<string, Row>> {
  const store = createSampleStore(db);
  const missing = new Map<number, string>();
  for (const name of names) {
    const id = store.idOf(kind, name);
    if (id !== undefined) missing.set(id, name);
  }
  const rows = new Map<string, Row>();
  const found = (id: number, row: () => Row) => {
    const name = missing.get(id);
    if (name === undefined) return;
    rows.set(name, row());
    missing.delete(id);
  };
  for (const tier of ['frame', ...tiers] as const) {
    const step = tier === 'frame' ? undefined : tierStep(kind, tier);
    const width = step === undefined ? 1 : ROLLED;
    for (const [slab, ids] of slabsOf(tier, kind, [...missing.keys()])) {
      for (const [id, { times, columns }] of store.blocks.last(slab, ids, at - lookBackMs, at))
        found(id, () => ({
          at: times[0] ?? at,
          step,
          values: valuesOf(kind, (column) => columns[column * width]?.[0]),
        }));
      await turn();
    }
  }
  return rows;
}

function slabsOf(
  tier: StoredTier,
  kind: KindName,
  ids: readonly number[],
): ReadonlyMap<Slab, ReadonlySet<number>> {
  const slabs = Map.groupBy(ids, (id) => slabOf(tier, kind, id).number);
  return new Map([...slabs].map(([number, own]) => [{ tier, kind, number }, new Set(own)]));
}

function valuesOf(kind: KindName, cell: (column: number) => number | null | undefined): Row['values'] {
  return Object.fromEntries(kinds[kind].columns.map((name, column) => [name, cell(column) ?? null]));
}
