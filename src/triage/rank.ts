import type { Problem, Severity } from './problem.ts';

/** A higher rank is worse. */
export const severityRank: Readonly<Record<Severity, number>> = { info: 0, warning: 1, critical: 2 };

/** Whether no data arrives any more, so that it is unknown whether the other problems still exist. */
function isBlind(problem: Problem): boolean {
  if (problem.kind === 'session') return problem.severity === 'critical';
  return problem.kind === 'stale' && problem.facts.of === 'all';
}

/**
 * A server that was busy at the first poll already and has no known viewers: it is probably always so, and affects
 * nobody.
 */
export function isStandingRemark({ kind, since, hit }: Problem): boolean {
  return kind === 'server-hot' && since.known === 'before' && !hit.viewers?.count;
}

/**
 * Worst first: problems that prevent castwatch from seeing anything, then new ones before permanent ones, then by
 * severity, then by affected viewers (in steps of a factor of about three, so that small changes do not reorder the
 * list), then the older one, then by key.
 */
export function worstFirst(a: Problem, b: Problem): number {
  return (
    Number(isBlind(b)) - Number(isBlind(a)) ||
    Number(isStandingRemark(a)) - Number(isStandingRemark(b)) ||
    severityRank[b.severity] - severityRank[a.severity] ||
    magnitude(b.hit.viewers?.count) - magnitude(a.hit.viewers?.count) ||
    a.since.at - b.since.at ||
    compareKeys(a.key, b.key)
  );
}

function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function magnitude(viewers: number | undefined): number {
  return viewers === undefined || viewers < 1 ? 0 : 1 + Math.floor(2 * Math.log10(viewers));
}
