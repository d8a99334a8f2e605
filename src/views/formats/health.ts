import { DASH } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { fit } from '../../base/width.ts';
import { type Graded, measuredScore } from '../../cluster/figures.ts';
import type { Severity } from '../../triage/problem.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { bar } from '../plots/plots.ts';
import { gradeTone, scoreTone, severityLook } from './tones.ts';

const GRADE_COLUMNS = 9;
const MIN_BAR_COLUMNS = 4;

/** Why a stream is unhealthy although its score is good, and how severe that is. */
export interface HealthReason {
  readonly words: string;
  readonly severity: Severity;
}

/** How scores are judged, and the reason that is shown in place of a good score. */
interface HealthLook {
  readonly thresholds: Thresholds;
  readonly reason?: HealthReason | undefined;
}

/** Score, bar and grade in `width` cells. In a narrow column the bar is left out first, then the grade. */
export function healthLine(it: Graded, width: number, { thresholds, reason }: HealthLook): Line {
  if (reason) return toned(reason.words, severityLook[reason.severity].tone);
  const score = measuredScore(it);
  const tone = scoreTone(it.healthScore, it.healthGrade, thresholds);
  const grade = it.healthGrade ?? DASH;
  if (score === undefined) {
    const roomy = width >= 4 + GRADE_COLUMNS;
    return toned(roomy ? `  ${DASH} ${grade}` : grade, 'dim');
  }
  const head = { text: fit(String(Math.round(score)), 3, 'right'), tone };
  const word = { text: ` ${grade}`, tone: gradeTone(grade) };
  const room = width - 4 - GRADE_COLUMNS - 1;
  if (room < MIN_BAR_COLUMNS)
    return width >= 4 + GRADE_COLUMNS
      ? [head, word]
      : [head, { text: ' ' }, ...bar(score / 100, Math.max(0, width - 4), tone)];
  return [head, { text: ' ' }, ...bar(score / 100, room, tone), word];
}
