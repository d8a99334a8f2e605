import type { Problem, Severity } from './problem.ts';

/** Greater is worse. */
export const severityRank: Readonly<Record<Severity, number>> = { info: 0, warning: 1, critical: 2 };

/** Nothing comes any more: whether what stood before still stands is not known. */
function isBlind(problem: Problem): boolean {
  if (problem.kind === 'session') return problem.severity === 'critical';
  return problem.kind === 'stale' && problem.facts.of === 'all';
}

/** A server that was busy at the first look already, and whom nobody is known to watch: it stays so, and hits nobody. */
function isOld({ kind, since, hit }: Problem): boolean {
  return kind === 'server-hot' && since.known === 'before' && !hit.viewers?.count;
}

/**
 * Worst first: what keeps castwatch from seeing anything else, what is no standing remark, then severity, then how many people are hit (in steps of
 * about three times as many, so that a few viewers more or less do not reorder the list), then the older one, then the
 * key.
 */
export function worstFirst(a: Problem, b: Problem): number {
  return (
    Number(isBlind(b)) - Number(isBlind(a)) ||
    Number(isOld(a)) - Number(isOld(b)) ||
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
