import { median } from '../../base/theil-sen.ts';
import type { History } from '../../cluster/history.ts';

/** The values of this long before a change count, ms, and those of its last moment do not: they may belong to it. */
const BEFORE_MS = 20_000;
const APART_MS = 1_000;

/**
 * The level of a figure just before it changed at `since` (Unix ms). What is lost since then is its difference to now: an
 * audience goes up and down by itself, so what is usual for an hour says less about the next minutes. Undefined if it was
 * not watched then.
 */
export function levelBefore(history: History, key: string, since: number): number | undefined {
  const points = history.points(key, since - BEFORE_MS, since - APART_MS);
  return median(points.flatMap(({ value }) => value ?? [])) ?? history.last(key, since - APART_MS);
}
