import { MINUTE_MS } from '../../base/durations.ts';
import { median } from '../../base/theil-sen.ts';
import type { History } from '../../cluster/history.ts';
import { type Spread, spreadOf } from '../../cluster/window.ts';
import { type KindName, kinds, type SeriesId } from '../../history/samples/kinds.ts';
import type { Point, SeriesReader } from '../../history/samples/series.ts';

/** Most charts whose points are cached: a screen requests the same ones with every frame. */
const MAX_CACHED = 400;
/** A value holds until this many steps after it are missing; then there is a gap. */
const HOLD_STEPS = 3;
const DEFAULT_STEP_MS = 2_000;

/** The stored series of a cluster under the keys of the live history (`cluster/history.ts`). */
export function createStoredHistory(series: SeriesReader): History {
  const cache = new Map<string, readonly Point[]>();
  const pointsOf = (key: string, from: number, to: number): readonly Point[] => {
    const id = storedSeriesOf(key);
    if (!id) return [];
    const cached = `${key} ${from} ${to}`;
    let points = cache.get(cached);
    if (!points) {
      points = series.read(id, from, to).points;
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(cached, points);
    }
    return points;
  };

  const spread: History['spread'] = (key, from, to, buckets) =>
    storedSpread(pointsOf(key, from, to), from, to, buckets);

  return {
    last(key, at) {
      const newest = pointsOf(key, at - 10 * MINUTE_MS, at).at(-1);
      return newest?.mean ?? undefined;
    },
    spread,
    window: (...part) => spread(...part).values,
    points: (key, from, to) => pointsOf(key, from, to).map(({ at, mean }) => ({ at, value: mean })),
    has: (key) => {
      const id = storedSeriesOf(key);
      return id !== undefined && series.names(id.kind).includes(id.name);
    },
  };
}

/** The stored series for a key of the live history; undefined if it is not stored. */
export function storedSeriesOf(key: string): SeriesId | undefined {
  const first = key.indexOf('/');
  const kind = key.slice(0, first);
  if (kind === 'total') return { kind, name: 'cluster', column: key.slice(first + 1) };
  const stored = storedKinds.get(kind);
  if (!stored) return undefined;
  // Names may contain slashes: the figure comes after the last one.
  const last = key.lastIndexOf('/');
  const column = key.slice(last + 1);
  if (!(kinds[stored].columns as readonly string[]).includes(column)) return undefined;
  return { kind: stored, name: key.slice(first + 1, last), column };
}

/** Kinds of series in the live history, and the corresponding kinds of the stored history. */
const storedKinds: ReadonlyMap<string, KindName> = new Map([
  ['group', 'group'],
  ['server', 'server'],
  ['stream', 'stream'],
  ['application', 'listedApplication'],
]);

/** Means, least and most of (from, to] in this many parts. */
export function storedSpread(points: readonly Point[], from: number, to: number, buckets: number): Spread {
  const readings = {
    size: points.length,
    time: (index: number) => points[index]?.at ?? Number.NaN,
    value: (index: number) => points[index]?.mean ?? Number.NaN,
    least: (index: number) => points[index]?.least ?? points[index]?.mean ?? Number.NaN,
    most: (index: number) => points[index]?.most ?? points[index]?.mean ?? Number.NaN,
    after(at: number) {
      const first = points.findIndex((point) => point.at > at);
      return first < 0 ? points.length : first;
    },
  };
  const hold = HOLD_STEPS * usualStep(points);
  return spreadOf(
    readings,
    { begin: from, length: (to - from) / buckets, buckets, until: to },
    (age) => age <= hold,
  );
}

/** The usual time between two points, ms. */
function usualStep(points: readonly Point[]): number {
  return (
    median(points.slice(1, 50).map(({ at }, index) => at - (points[index]?.at ?? at))) ?? DEFAULT_STEP_MS
  );
}
