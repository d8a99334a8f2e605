import { HOUR_MS } from '../../base/durations.ts';
import { turn } from '../../base/turn.ts';
import type { HistoryDatabase } from '../database.ts';
import { joinSamples, type Samples, type SamplesById } from './block.ts';
import { blockStart, type Slab, slabOf } from './block-store.ts';
import { type KindName, kindNames, kinds, QUARTER_MS, ROLL_UP_MS, type Tier } from './kinds.ts';
import { rollUp } from './roll-up.ts';
import type { SampleStore } from './sample-store.ts';

/**
 * Most figures that are sorted at a time. With four times as many, two hours of 3,000 streams need 10 MB more
 * memory.
 */
const PART_FIGURES = 125_000;

/**
 * Moves samples from frames to blocks once the time of the block is over. A large cluster is done in parts, because
 * ten minutes of it at once took 400 MB and delayed keys by half a second. Frames are deleted last, so that a
 * program that is killed loses nothing: the next one moves them again, and samples that are in a block already
 * count only once.
 */
export async function seal(db: HistoryDatabase, store: SampleStore, now: number): Promise<void> {
  const sealed: number[] = [];
  for (const kind of kindNames) {
    const { ids, times, entities } = store.framesBefore(kind, blockStart(kind, now));
    if (ids.length === 0) continue;
    for (const part of slabParts(kind, entities, times.length)) {
      const samples = await store.sortedFrames(ids, part);
      for (const [number, starts] of bySlab(kind, samples)) {
        const slab: Slab = { tier: 'raw', kind, number };
        db.transaction(() => {
          for (const [startsAt, own] of starts) store.blocks.add(slab, startsAt, own);
        });
        await turn();
      }
    }
    db.transaction(() => rollUpLater(db, kind, times));
    sealed.push(...ids);
  }
  // All kinds at once, because their frames are on the same pages.
  if (sealed.length > 0) db.transaction(() => store.dropFrames(sealed));
}

/** Entities (ids in rising order) in parts of whole slabs, so that each block is written once. */
function slabParts(kind: KindName, entities: readonly number[], frames: number): ReadonlySet<number>[] {
  const { slab, columns } = kinds[kind];
  const slabs = Math.max(1, Math.floor(PART_FIGURES / (frames * columns.length * slab)));
  return [...Map.groupBy(entities, (id) => Math.floor(id / (slab * slabs))).values()].map(
    (ids) => new Set(ids),
  );
}

/**
 * Adds samples to the blocks of full resolution and marks their windows for a roll-up. Call it within a transaction.
 */
export function addToBlocks(
  db: HistoryDatabase,
  store: SampleStore,
  kind: KindName,
  entities: SamplesById,
): void {
  for (const [number, starts] of bySlab(kind, entities)) {
    for (const [startsAt, samples] of starts)
      store.blocks.add({ tier: 'raw', kind, number }, startsAt, samples);
  }
  for (const { times } of entities.values()) rollUpLater(db, kind, times);
}

function rollUpLater(db: HistoryDatabase, kind: KindName, times: readonly number[]): void {
  for (const window of new Set(times.map(rollUpWindow))) {
    db.sql('INSERT OR IGNORE INTO roll_up_due (kind, window) VALUES (?, ?)').run(kind, window);
  }
}

/** Rolls up windows that are over and whose blocks are sealed. */
export async function rollUpDue(db: HistoryDatabase, store: SampleStore, now: number): Promise<void> {
  const due = db
    .sql('SELECT kind, window FROM roll_up_due WHERE window + ? <= ? ORDER BY window')
    .all(ROLL_UP_MS, now);
  for (const { kind: kindText, window: windowNumber } of due) {
    const kind = kindNames.find((name) => name === kindText);
    const window = Number(windowNumber);
    // The samples of the last block of the window may still be in frames.
    if (kind && window + ROLL_UP_MS + kinds[kind].blockMs > now) continue;
    const slabs = kind ? store.blocks.slabs('raw', kind, window, window + ROLL_UP_MS) : [];
    for (const slab of slabs) await rollUpSlab(db, store, slab, window);
    db.sql('DELETE FROM roll_up_due WHERE kind = ? AND window = ?').run(String(kindText), window);
  }
}

/** Hour by hour, because a whole window at full resolution would take 50 MB. Yields to keys between the hours. */
async function rollUpSlab(
  db: HistoryDatabase,
  store: SampleStore,
  slab: Slab,
  window: number,
): Promise<void> {
  const { minuteMs } = kinds[slab.kind];
  const steps: readonly (readonly [Tier, number])[] = [
    ...(minuteMs === undefined ? [] : [['minute', minuteMs] as const]),
    ['quarter', QUARTER_MS],
  ];
  const rolled = new Map(steps.map(([tier]) => [tier, new Map<number, Samples[]>()]));
  for (let from = window; from < window + ROLL_UP_MS; from += HOUR_MS) {
    for (const [id, samples] of store.blocks.read(slab, from, from + HOUR_MS)) {
      for (const [tier, stepMs] of steps) {
        const parts = rolled.get(tier);
        parts?.set(id, [...(parts.get(id) ?? []), rollUp(samples, stepMs)]);
      }
    }
    await turn();
  }
  db.transaction(() => {
    for (const [tier, parts] of rolled) {
      if (parts.size === 0) continue;
      const joined = new Map([...parts].map(([id, hours]) => [id, joinSamples(hours)]));
      // Existing steps are kept if full resolution is deleted already.
      store.blocks.add({ ...slab, tier }, window, joined);
    }
  });
  await turn();
}

/** Start of the window (start, start + length] that contains the time. */
function rollUpWindow(at: number): number {
  return (Math.ceil(at / ROLL_UP_MS) - 1) * ROLL_UP_MS;
}

/** Samples by slab and by the start of their block. */
function bySlab(
  kind: KindName,
  entities: SamplesById,
): ReadonlyMap<number, ReadonlyMap<number, SamplesById>> {
  const slabs = new Map<number, Map<number, Map<number, Samples>>>();
  for (const [entity, { times, columns }] of entities) {
    const { number } = slabOf('raw', kind, entity);
    const starts = slabs.get(number) ?? new Map<number, Map<number, Samples>>();
    slabs.set(number, starts);
    for (const [startsAt, from, to] of stretches(kind, times)) {
      const block = starts.get(startsAt) ?? new Map<number, Samples>();
      starts.set(startsAt, block);
      block.set(entity, {
        times: times.slice(from, to),
        columns: columns.map((values) => values.slice(from, to)),
      });
    }
  }
  return slabs;
}

/** For each block: its start, and the first and the end index of its times. */
function stretches(kind: KindName, times: readonly number[]): (readonly [number, number, number])[] {
  const found: [number, number, number][] = [];
  times.forEach((at, index) => {
    const startsAt = blockStart(kind, at);
    const last = found.at(-1);
    if (last?.[0] === startsAt) last[2] = index + 1;
    else found.push([startsAt, index, index + 1]);
  });
  return found;
}
