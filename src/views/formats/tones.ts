import type { Tone } from '../../base/text.ts';
import { isNoData } from '../../cluster/figures.ts';
import type { Severity } from '../../triage/problem.ts';
import { isBadGrade } from '../../triage/stream-health.ts';

/** Share of a limit in use (0 to 1) as a tone: normal is plain. The borders are those of the default thresholds. */
export function loadTone(share: number | undefined): Tone {
  if (share === undefined) return 'dim';
  if (share >= 0.9) return 'crit';
  if (share >= 0.75) return 'warn';
  return 'plain';
}

/** Grades that public documentation shows; a good one and any other word are neutral. */
export function gradeTone(grade: string | null | undefined): Tone {
  if (isBadGrade(grade)) return 'crit';
  return isNoData(grade) ? 'dim' : 'plain';
}

/** Health score, 0 to 100. The score of `No Data` is 0 and means nothing. */
export function scoreTone(score: number | null | undefined, grade: string | null | undefined): Tone {
  if (score == null || isNoData(grade)) return 'dim';
  if (score < 50) return 'crit';
  if (score < 75) return 'warn';
  return 'plain';
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
