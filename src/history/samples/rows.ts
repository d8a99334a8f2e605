import { turn } from '../../base/turn.ts';
import type { HistoryDatabase } from '../database.ts';
import { slabOf } from './block-store.ts';
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
  for (const tier of ['frame', ...tiers] as const) {
    const step = tier === 'frame' ? undefined : tierStep(kind, tier);
    const width = step === undefined ? 1 : ROLLED;
    for (const [number, ids] of Map.groupBy(missing.keys(), (id) => slabOf(tier, kind, id).number)) {
      const found = store.blocks.last({ tier, kind, number }, new Set(ids), at - lookBackMs, at);
      for (const [id, { times, columns }] of found) {
        const values = kinds[kind].columns.map((name, column) => [
          name,
          columns[column * width]?.[0] ?? null,
        ]);
        const row = { at: times[0] ?? at, step, values: Object.fromEntries(values) };
        rows.set(missing.get(id) ?? '', row);
        missing.delete(id);
      }
      await turn();
    }
  }
  return rows;
}
