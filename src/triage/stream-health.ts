import { type Graded, isNoData, measuredScore } from '../cluster/figures.ts';
import type { Stream } from '../protocol/stream.ts';

/** When a stream is unhealthy, and how many viewers are at risk. Rules and screens share these, so that they agree. */

export const PUBLISHED = 'PUBLISHED';

const badGrades: ReadonlySet<string> = new Set(['bad', 'very bad']);
const goodGrades: ReadonlySet<string> = new Set(['good', 'very good']);

/** Grades with a known meaning; any other word is neutral. */
export const isBadGrade = (grade: string | null | undefined): boolean =>
  badGrades.has(grade?.toLowerCase() ?? '');
export const isGoodGrade = (grade: string | null | undefined): boolean =>
  goodGrades.has(grade?.toLowerCase() ?? '');

/** A stream of which no state is known is taken for published. */
export function isPublished({ state }: Pick<Stream, 'state'>): boolean {
  return state == null || state === PUBLISHED;
}

/** Published with a bad grade, or with a score below the mark (0 to 100). */
export function hasBadHealth(stream: Pick<Stream, keyof Graded | 'state'>, below: number): boolean {
  if (!isPublished(stream)) return false;
  const score = measuredScore(stream);
  return isBadGrade(stream.healthGrade) || (score !== undefined && score < below);
}

/** The figures of a stream that say whether it is unhealthy. */
type HealthFigures = Pick<Stream, keyof Graded | 'state' | 'viewerCount' | 'inBandwidth' | 'outBandwidth'>;

/** Why nobody can watch a stream. */
export type Silence = 'no data' | 'no bytes in' | 'no bytes out';

/** Published and watched, but nothing comes in or goes out, or nothing is known of its health; undefined: it is not silent. */
export function silenceOf(stream: Omit<HealthFigures, 'healthScore'>): Silence | undefined {
  if (!isPublished(stream) || !stream.viewerCount) return undefined;
  if (isNoData(stream.healthGrade)) return 'no data';
  if (stream.inBandwidth === 0) return 'no bytes in';
  return stream.outBandwidth === 0 ? 'no bytes out' : undefined;
}

/** What screens, rules, `snapshot`, `check` and `export` call unhealthy, by the stream's own figures. */
export function isUnhealthy(stream: HealthFigures, below: number): boolean {
  return hasBadHealth(stream, below) || silenceOf(stream) !== undefined;
}

/**
 * Viewers at risk of one copy of a stream: viewers × (1 − health/100), all of them where nothing comes in or goes out;
 * undefined where that is not known.
 */
export function viewersAtRisk(stream: HealthFigures): number | undefined {
  const { viewerCount } = stream;
  if (viewerCount == null) return undefined;
  if (silenceOf(stream)) return viewerCount;
  const score = measuredScore(stream);
  return score === undefined ? undefined : Math.max(0, Math.round(viewerCount * (1 - score / 100)));
}
