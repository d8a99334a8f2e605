import { MINUTE_MS } from '../../base/durations.ts';
import type { History } from '../../cluster/history.ts';
import { changePoint } from '../principles/deviation.ts';

/** How much of a figure's history is read, ms, and at most how many of its points. */
const READ_MS = 20 * MINUTE_MS;
const MOST_POINTS = 150;
/** It was watched for so long before it rose, ms; else it was as high when the watching began. */
const WATCHED_MS = 15_000;
/** It rose to at least this many times its level before. */
const LEAST_RISE = 1.15;

/** When a figure left its level for where it is now, Unix ms; undefined if it was as high all the time that is known. */
export function hotSince(history: History, key: string, now: number): number | undefined {
  const known = history
    .points(key, now - READ_MS, now)
    .flatMap(({ at, value }) => (value === null ? [] : [{ at, share: value }]));
  const step = Math.ceil(known.length / MOST_POINTS);
  const points = known.filter((_, index) => (known.length - 1 - index) % step === 0);
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return undefined;
  const { since } = changePoint(points, 1, true);
  const before = points.filter(({ at }) => at < since);
  const level = before.reduce((sum, { share }) => sum + share, 0) / before.length;
  return since - first.at >= WATCHED_MS && last.share >= LEAST_RISE * level ? since : undefined;
}
