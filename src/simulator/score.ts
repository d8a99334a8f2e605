import { cell } from './column.ts';
import type { Model } from './model.ts';
import { sineTurns } from './rng.ts';

/** Health grades, best first, in the order of the dashboard. */
export const gradeWords = ['Very Good', 'Good', 'Bad', 'No Data'] as const;
export const NO_DATA = 3;

/** Points that a stream loses on its path now; disturbances last some minutes. */
export function troubleOf(model: Model, s: number, ms: number): number {
  const drift = Math.max(0, sineTurns(5 * cell(model.table.phase, s) + ms / 1000 / 1_700));
  return model.scenario.trouble * cell(model.table.trouble, s) * drift;
}

/** Points that a stream or a viewer would lose without any data. */
export const STARVED_POINTS = 90;

/** Quality minus disturbances, and minus the publisher's missing bitrate. */
export function scoreOf(
  model: Model,
  s: number,
  { slow, bitrate }: { readonly slow: number; readonly bitrate: number },
  ms: number,
): number {
  const starved = STARVED_POINTS * (1 - bitrate);
  const score = cell(model.table.quality, s) - troubleOf(model, s, ms) - 3 * Math.max(0, slow) - starved;
  return Math.round(Math.max(0, Math.min(100, score)) * 10) / 10;
}

/** Index of the grade of a score (0 to 100); below 0 it is `No Data`. */
export function gradeOf(score: number): number {
  if (score < 0) return NO_DATA;
  if (score >= 80) return 0;
  return score >= 55 ? 1 : 2;
}
