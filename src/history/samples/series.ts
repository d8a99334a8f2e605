import { DAY_MS, HOUR_MS } from '../../base/durations.ts';
import type { HistoryDatabase } from '../database.ts';
import type { Samples } from './block.ts';
import { type KindName, kinds, type SeriesId, type Tier, tierStep } from './kinds.ts';
import { ROLLED } from './roll-up.ts';
import { createSampleStore } from './sample-store.ts';

export interface Point {
  /** Unix ms: time of the sample, or end of the step that it summarises. */
  readonly at: number;
  readonly mean: number | null;
  readonly least: number | null;
  readonly most: number | null;
}

export interface Series {
  readonly points: readonly Point[];
  /** Length of the longest step among the points, ms; undefined at full resolution. */
  readonly resolution: number | undefined;
  /** The oldest points are not of the local file. */
  readonly isRemote?: true | undefined;
}

/** Longer periods are read from a coarser tier. */
const MOST_RAW_MS = 6 * HOUR_MS;
const MOST_MINUTE_MS = 3 * DAY_MS;

/** Reads the samples of one figure. */
export interface SeriesReader {
  /**
   * One figure of an entity over (from, to], Unix ms, in a resolution that fits the length; if that is deleted
   * already, in the next coarser one. Empty if nothing is known.
   */
  read(id: SeriesId, from: number, to: number): Series;
  names(kind: KindName): readonly string[];
}

/** Where no history is kept. */
export const noSeries: SeriesReader = {
  names: () => [],
  read: () => ({ points: [], resolution: undefined }),
};

export function createSeriesReader(db: HistoryDatabase): SeriesReader {
  const store = createSampleStore(db);
  return {
    names: (kind) => store.names(kind),
    read({ kind, name, column }, from, to) {
      const index = (kinds[kind].columns as readonly string[]).indexOf(column);
      const entity = store.idOf(kind, name);
      if (index < 0 || entity === undefined) return { points: [], resolution: undefined };
      const points: Point[] = [];
      let resolution: number | undefined;
      let end = to;
      // The preferred tier comes first; the time before its oldest sample comes from the next one.
      for (const tier of tiersFor(to - from)) {
        const samples =
          tier === 'raw'
            ? store.raw(kind, entity, from, end)
            : store.blocks.readOne({ tier, kind }, entity, from, end);
        if (samples.times.length === 0) continue;
        points.unshift(...tierPoints(samples, index, tier));
        const step = tierStep(kind, tier);
        if (step !== undefined) resolution = Math.max(resolution ?? 0, step);
        end = (samples.times[0] ?? end) - 1;
        if (end <= from) break;
      }
      // The newest samples are not rolled up yet: they exist at full resolution only.
      const newest = points.at(-1)?.at ?? from;
      if (resolution !== undefined)
        points.push(...tierPoints(store.raw(kind, entity, newest, to), index, 'raw'));
      return { points, resolution };
    },
  };
}

function tiersFor(length: number): readonly Tier[] {
  if (length <= MOST_RAW_MS) return ['raw', 'minute', 'quarter'];
  return length <= MOST_MINUTE_MS ? ['minute', 'quarter', 'raw'] : ['quarter', 'minute', 'raw'];
}

function tierPoints({ times, columns }: Samples, index: number, tier: Tier): Point[] {
  if (tier === 'raw') {
    const values = columns[index];
    return times.map((at, row) => {
      const value = values?.[row] ?? null;
      return { at, mean: value, least: value, most: value };
    });
  }
  const [mean, least, most] = [0, 1, 2].map((offset) => columns[index * ROLLED + offset]);
  return times.map((at, row) => ({
    at,
    mean: mean?.[row] ?? null,
    least: least?.[row] ?? null,
    most: most?.[row] ?? null,
  }));
}
