import { count } from '../../base/format.ts';
import type { Problem, ViewersHitAs } from '../../triage/problem.ts';
import { affectedWords } from '../problems/facts.ts';

/** The short words fit in this many cells. */
export const HIT_COLUMNS = 13;

const shortWords: Readonly<Record<ViewersHitAs, string>> = {
  watching: 'viewers',
  lost: 'lost',
  'at risk': 'at risk',
  refused: 'refused',
  unhealthy: 'sick',
  idle: 'idle',
};

/** Whom a problem hits: such as `80 viewers at risk`, in a narrow column `80 at risk`; empty if that is unknown. */
export function hitWords(problem: Pick<Problem, 'hit'>, width: number): string {
  const { viewers } = problem.hit;
  if (!viewers) return '';
  const whole = affectedWords(problem);
  return whole.length <= width ? whole : `${count(Math.round(viewers.count))} ${shortWords[viewers.what]}`;
}
