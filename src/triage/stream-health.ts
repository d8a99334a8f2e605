import { type Graded, gradeWord, isNoData, measuredScore } from '../cluster/figures.ts';
import type { Stream } from '../protocol/stream.ts';

/** When a stream is unhealthy, and how many viewers are at risk. Rules and screens share these functions, so that they agree. */

const PUBLISHED = 'PUBLISHED';
/** The states of a stream that does not run. The API does not list the states, so unknown ones may occur. */
const offStates: ReadonlySet<string> = new Set([
  'NOT_PUBLISHED',
  'UNPUBLISHED',
  'INITIALIZED',
  'AWAITING',
  'CLOSING',
  'CLOSED',
]);
export const streamStates: readonly string[] = [PUBLISHED, ...offStates];

const badGrades: ReadonlySet<string> = new Set(['bad', 'very bad']);
const goodGrades: ReadonlySet<string> = new Set(['good', 'very good']);

/** Grades that mean bad health; unknown words are neutral. */
export const isBadGrade = (grade: string | null | undefined): boolean => badGrades.has(gradeWord(grade));
export const isGoodGrade = (grade: string | null | undefined): boolean => goodGrades.has(gradeWord(grade));
export const isKnownGrade = (grade: string | null | undefined): boolean =>
  isBadGrade(grade) || isGoodGrade(grade) || isNoData(grade);

type Running = Pick<Stream, 'state' | 'viewerCount' | 'inBandwidth'>;

/** Whether its state means that it does not run. */
export function isOff({ state }: Pick<Stream, 'state'>): boolean {
  return state != null && offStates.has(state.toUpperCase());
}

/** A stream without a state counts as published; one with an unknown state does while it has viewers or incoming bytes. */
export function isPublished({ state, viewerCount, inBandwidth }: Running): boolean {
  if (state == null || state.toUpperCase() === PUBLISHED) return true;
  return !isOff({ state }) && ((viewerCount ?? 0) > 0 || (inBandwidth ?? 0) > 0);
}

/** Published with a bad grade, or with a score (0 to 100) below `below`. */
export function hasBadHealth(stream: Running & Pick<Stream, keyof Graded>, below: number): boolean {
  if (!isPublished(stream)) return false;
  const score = measuredScore(stream);
  return isBadGrade(stream.healthGrade) || (score !== undefined && score < below);
}

/** The figures of a stream that say whether it is unhealthy. */
type HealthFigures = Pick<
  Stream,
  keyof Graded | 'state' | 'duration' | 'viewerCount' | 'inBandwidth' | 'outBandwidth'
>;
/** A stream that has just begun has no health yet, ms. */
const WITHOUT_HEALTH_MS = 60_000;

/** Why a stream cannot be watched. */
export type Silence = 'no data' | 'no bytes in' | 'no bytes out';

/**
 * Why a published stream with viewers is silent: no bytes come in or go out, or its health is unknown. Undefined if
 * it is not silent.
 */
export function silenceOf(stream: Omit<HealthFigures, 'healthScore'>): Silence | undefined {
  return stream.viewerCount ? whySilent(stream) : undefined;
}

/** The same, whether or not anybody watches it. */
export function whySilent(stream: Omit<HealthFigures, 'healthScore'>): Silence | undefined {
  if (!isPublished(stream)) return undefined;
  if (isNoData(stream.healthGrade) && !isNew(stream)) return 'no data';
  if (stream.inBandwidth === 0) return 'no bytes in';
  return stream.outBandwidth === 0 ? 'no bytes out' : undefined;
}

const isNew = ({ duration }: Pick<Stream, 'duration'>): boolean =>
  duration != null && duration < WITHOUT_HEALTH_MS;

/** Whether a stream is unhealthy by its own figures, for screens, rules, `snapshot`, `check` and `export`. */
export function isUnhealthy(stream: HealthFigures, below: number): boolean {
  return hasBadHealth(stream, below) || silenceOf(stream) !== undefined;
}

/** The same as `viewersAtRisk`, not rounded, for sums over time. */
export function exactAtRisk(stream: HealthFigures): number | undefined {
  const { viewerCount } = stream;
  if (viewerCount == null) return undefined;
  if (silenceOf(stream)) return viewerCount;
  const score = measuredScore(stream);
  return score === undefined ? undefined : Math.max(0, viewerCount * (1 - score / 100));
}

/**
 * Viewers at risk of one copy of a stream: viewers × (1 − health/100), or all of them if no bytes come in or go
 * out. Undefined if unknown.
 */
export function viewersAtRisk(stream: HealthFigures): number | undefined {
  const exact = exactAtRisk(stream);
  return exact === undefined ? undefined : Math.round(exact);
}
