import type { Tone } from '../../base/text.ts';
import { isNoData } from '../../cluster/figures.ts';
import type { LimitedMeasure } from '../../protocol/dashboard.ts';
import type { Severity } from '../../triage/problem.ts';
import { isBadGrade } from '../../triage/stream-health.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';

/** Figures whose thresholds decide the colours of their shares. `limit`: a total, or an application, against its limit. */
export type LoadFigure = 'cpu' | 'mem' | 'bandwidth' | 'limit' | 'transcode';

/** From where on a figure is a warning, and critical, in percent. */
export interface Levels {
  readonly warn: number;
  readonly crit: number;
}

/** The thresholds that a figure is judged by. */
export function levelsOf(figure: LoadFigure, thresholds: Thresholds): Levels {
  return { warn: thresholds[`${figure}Warn`], crit: thresholds[`${figure}Crit`] };
}

/** The figure that the total of a measure is judged as. */
export const limitFigure = (measure: LimitedMeasure): LoadFigure =>
  measure === 'transcode' ? 'transcode' : 'limit';

/** So many points below its warning a figure is near it: the tone of what is near is `bold`, everywhere. */
const NEAR_POINTS = 10;

/** A share in use (0 to 1) as a tone: amber is what a problem warns of, red what it calls critical. */
export function loadTone(share: number | undefined, { warn, crit }: Levels): Tone {
  if (share === undefined) return 'dim';
  const percent = 100 * share;
  if (percent >= crit) return 'crit';
  if (percent >= warn) return 'warn';
  return percent >= warn - NEAR_POINTS ? 'bold' : 'plain';
}

/** Grades that public documentation shows: a bad one makes a stream unhealthy; a good one and any other are neutral. */
export function gradeTone(grade: string | null | undefined): Tone {
  if (isBadGrade(grade)) return 'warn';
  return isNoData(grade) ? 'dim' : 'plain';
}

/** Health score, 0 to 100, as problems judge it. The score of `No Data` is 0 and means nothing. */
export function scoreTone(
  score: number | null | undefined,
  grade: string | null | undefined,
  { healthBad, healthClear }: Thresholds,
): Tone {
  if (score == null || isNoData(grade)) return 'dim';
  if (score < healthBad) return 'warn';
  return score < healthClear ? 'bold' : 'plain';
}

/** States of streams, viewers and links: what is normal or over is grey, an unknown word is plain. */
export function stateTone(state: string | null | undefined): Tone {
  switch (state) {
    case 'PUBLISHED':
    case 'AUTHENTICATED':
      return 'dim';
    case 'INITIALIZED':
    case 'AWAITING':
    case 'CLOSING':
      return 'warn';
    case 'NOT_PUBLISHED':
    case 'UNPUBLISHED':
    case 'CLOSED':
      return 'dim';
    default:
      return 'plain';
  }
}

/** Severity by word and sign: colour is only the third way to see it. */
export const severityLook: Readonly<
  Record<Severity, { sign: string; word: string; tone: Tone; badge: Tone }>
> = {
  critical: { sign: '✖', word: 'CRITICAL', tone: 'crit', badge: 'badgeCrit' },
  warning: { sign: '▲', word: 'WARNING', tone: 'warn', badge: 'badgeWarn' },
  info: { sign: '●', word: 'INFO', tone: 'info', badge: 'badgeInfo' },
};
