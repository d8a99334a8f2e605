import type { Tone } from '../../base/text.ts';
import { isNoData } from '../../cluster/figures.ts';
import type { LimitedMeasure } from '../../protocol/dashboard.ts';
import type { Severity } from '../../triage/problem.ts';
import { isBadGrade } from '../../triage/stream-health.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';

/**
 * Figures whose thresholds decide the colour of a share. `limit`: a total, or an application, compared with its
 * limit.
 */
export type LoadFigure = 'cpu' | 'mem' | 'bandwidth' | 'limit' | 'transcode';

export type Levels = Readonly<ReturnType<typeof levelsOf>>;

/** The thresholds of a figure for warning and critical, in percent. */
export function levelsOf(figure: LoadFigure, thresholds: Thresholds) {
  return { warn: thresholds[`${figure}Warn`], crit: thresholds[`${figure}Crit`] };
}

/** The figure by whose thresholds the total of a measure is judged. */
export const limitFigure = (measure: LimitedMeasure): LoadFigure =>
  measure === 'transcode' ? 'transcode' : 'limit';

/** A value within this many points below its warning is close to it and is shown in `bold`. */
const NEAR_POINTS = 10;

/** The tone of a share in use (0 to 1): amber from the warning threshold on, red from the critical one on. */
export function loadTone(share: number | undefined, { warn, crit }: Levels): Tone {
  if (share === undefined) return 'dim';
  const percent = 100 * share;
  if (percent >= crit) return 'crit';
  if (percent >= warn) return 'warn';
  return percent >= warn - NEAR_POINTS ? 'bold' : 'plain';
}

/**
 * The tone of a grade, by the grades in the public documentation. A bad grade makes a stream unhealthy; good and
 * unknown grades are neutral.
 */
export function gradeTone(grade: string | null | undefined): Tone {
  if (isBadGrade(grade)) return 'warn';
  return isNoData(grade) ? 'dim' : 'plain';
}

/**
 * The tone of a health score (0 to 100), by the same thresholds as problems. With `No Data` the score is 0 and
 * meaningless.
 */
export function scoreTone(
  score: number | null | undefined,
  grade: string | null | undefined,
  { healthBad, healthClear }: Thresholds,
): Tone {
  if (score == null || isNoData(grade)) return 'dim';
  if (score < healthBad) return 'warn';
  return score < healthClear ? 'bold' : 'plain';
}

/**
 * The tone of a state of streams, viewers and links: normal and ended states are grey, an unknown word is plain.
 */
export function stateTone(state: string | null | undefined): Tone {
  switch (state?.toUpperCase()) {
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

/** Word and sign of each severity, so that it can be seen without colours. */
export const severityLook: Readonly<
  Record<Severity, { sign: string; word: string; tone: Tone; badge: Tone }>
> = {
  critical: { sign: '✖', word: 'CRITICAL', tone: 'crit', badge: 'badgeCrit' },
  warning: { sign: '▲', word: 'WARNING', tone: 'warn', badge: 'badgeWarn' },
  info: { sign: '●', word: 'INFO', tone: 'info', badge: 'badgeInfo' },
};
