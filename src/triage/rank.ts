import { type Problem, type Severity, viewersHit } from './problem.ts';

/** A higher rank is worse. */
export const severityRank: Readonly<Record<Severity, number>> = { info: 0, warning: 1, critical: 2 };

export const worstSeverity = (all: readonly Severity[]): Severity =>
  all.reduce((a, b) => (severityRank[b] > severityRank[a] ? b : a));

/** Whether no data arrives any more, so that it is unknown whether the other problems still exist. */
function isBlind(problem: Problem): boolean {
  if (problem.kind === 'session') return problem.severity === 'critical';
  return problem.kind === 'stale' && problem.facts.of === 'all';
}

/**
 * What was so at the first poll already and has no known viewers, such as a busy server or a single manager: it is
 * probably always so, and affects nobody.
 */
export function isStandingRemark({ kind, severity, since, hit }: Problem): boolean {
  const isMild = kind === 'server-hot' || severity === 'warning';
  return isMild && since.known === 'before' && !viewersHit(hit) && !hit.streams?.count;
}

/** Whether only affected viewers and age decide which of two problems is worse. */
export function isOrderedByViewers(a: Problem, b: Problem): boolean {
  return orderBeforeViewers(a, b) === 0;
}

function orderBeforeViewers(a: Problem, b: Problem): number {
  return (
    Number(isBlind(b)) - Number(isBlind(a)) ||
    Number(isStandingRemark(a)) - Number(isStandingRemark(b)) ||
    severityRank[b.severity] - severityRank[a.severity]
  );
}

/**
 * Worst first: problems that prevent castwatch from seeing anything, then new ones before permanent ones, then by
 * severity, then by affected viewers (in steps of a factor of about three, so that small changes do not reorder the
 * list), then the older one, then by key.
 */
export function worstFirst(a: Problem, b: Problem, stepOf: ViewerStep = exactStep): number {
  return (
    orderBeforeViewers(a, b) || stepOf(b) - stepOf(a) || a.since.at - b.since.at || compareKeys(a.key, b.key)
  );
}

/** The step of the viewers that a problem affects. */
export type ViewerStep = (problem: Problem) => number;

const exactStep: ViewerStep = ({ hit }) => Math.floor(magnitude(viewersHit(hit)));

/** A problem leaves its step only when its viewers are beyond the step's end by this factor. */
const CLEARLY = 1.2;

/**
 * Steps that hold: two problems do not change places each time the viewers of one cross the end of a step. Of a problem
 * in `before` its last step counts, by key.
 */
export function steadyStep({ key, hit }: Problem, before: ReadonlyMap<string, number>): number {
  const exact = magnitude(viewersHit(hit));
  const last = before.get(key);
  const margin = 2 * Math.log10(CLEARLY);
  const isHeld = last !== undefined && exact > last - margin && exact < last + 1 + margin;
  return isHeld ? last : Math.floor(exact);
}

function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** 0 without viewers, 1 for one, and 2 more for each factor of ten. */
function magnitude(viewers: number | undefined): number {
  return viewers === undefined || viewers < 1 ? 0 : 1 + 2 * Math.log10(viewers);
}
