import type { Line } from '../base/text.ts';
import { fit } from '../base/width.ts';
import { DASH } from './format.ts';
import { bar } from './plots.ts';
import { gradeTone, scoreTone } from './tones.ts';

interface Graded {
  readonly healthScore?: number | null | undefined;
  readonly healthGrade?: string | null | undefined;
  readonly viewerCount?: number | null | undefined;
}

/** Below this score something is wrong; the border of `scoreTone`. */
const UNHEALTHY = 75;

/** The score where it was measured: that of `No Data` is 0 and means nothing. */
export function measuredScore({ healthScore, healthGrade }: Graded): number | undefined {
  if (healthScore == null || healthGrade?.toLowerCase() === 'no data') return undefined;
  return healthScore;
}

/** Whether its health was measured and is below the mark; `No Data` is not unhealthy. */
export function isUnhealthy(it: Graded): boolean {
  const score = measuredScore(it);
  return score !== undefined && score < UNHEALTHY;
}

/** Viewers at risk: viewerCount × (1 − score/100), or undefined where either is not known. */
export function viewersAtRisk(it: Graded): number | undefined {
  const score = measuredScore(it);
  if (score === undefined || it.viewerCount == null) return undefined;
  return Math.max(0, Math.round(it.viewerCount * (1 - score / 100)));
}

const GRADE = 9;
const SHORTEST_BAR = 4;

/** Score, bar and grade in `width` cells; the bar gives way first, then the grade. */
export function healthLine(it: Graded, width: number): Line {
  const score = measuredScore(it);
  const tone = scoreTone(it.healthScore, it.healthGrade);
  const grade = it.healthGrade ?? DASH;
  if (score === undefined) {
    const roomy = width >= 4 + GRADE;
    return [{ text: roomy ? `  ${DASH} ${grade}` : grade, tone: 'dim' }];
  }
  const head = { text: fit(String(Math.round(score)), 3, 'right'), tone };
  const word = { text: ` ${grade}`, tone: gradeTone(grade) };
  const room = width - 4 - GRADE - 1;
  if (room < SHORTEST_BAR)
    return width >= 4 + GRADE
      ? [head, word]
      : [head, { text: ' ' }, ...bar(score / 100, Math.max(0, width - 4), tone)];
  return [head, { text: ' ' }, ...bar(score / 100, room, tone), word];
}
