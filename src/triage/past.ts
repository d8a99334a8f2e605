import { type Problem, viewersHit } from './problem.ts';
import { severityRank } from './rank.ts';

const MOST_CLEARED = 500;
/** Two numbers of viewers that differ by less than this share are alike. */
const SAME_VIEWERS = 0.1;
/** Of problems that clear at the same time, this many get journal lines: each needs a search through the journal. */
const MOST_WITH_EVIDENCE = 20;
/** Names that are kept of a cleared problem, and of each of its up to twenty parts. */
const MOST_NAMES = 50;
const MOST_NAMES_OF_PART = 5;

/** The worst moment of each current problem: by severity, viewers, then by its figure; the first of equal ones. */
export function worstMoments(
  known: ReadonlyMap<string, Problem>,
  problems: readonly Problem[],
): ReadonlyMap<string, Problem> {
  return new Map(
    problems.map((problem) => {
      const worst = known.get(problem.key);
      return [problem.key, worst && !isWorse(problem, worst) ? worst : problem];
    }),
  );
}

/** Whether a problem was worse at the moment `a` than at `b`, or as bad and better known: it names more than the cluster. */
export function isWorse(a: Problem, b: Problem): boolean {
  const more =
    severityRank[a.severity] - severityRank[b.severity] ||
    moreViewers(a, b) ||
    Number(a.subject.kind !== 'cluster') - Number(b.subject.kind !== 'cluster') ||
    badness(a) - badness(b);
  return more > 0;
}

/** The difference in viewers; 0 if it is that of any two moments, which says nothing of the problem. */
function moreViewers(a: Problem, b: Problem): number {
  const [now, then] = [viewersHit(a.hit) ?? 0, viewersHit(b.hit) ?? 0];
  return Math.abs(now - then) > SAME_VIEWERS * Math.max(now, then) ? now - then : 0;
}

/** How far the figure of a problem is from good: from its normal, else from zero; a health score below 100. */
function badness({ measure }: Problem): number {
  const { figure, value, normal } = measure ?? {};
  if (value === undefined) return 0;
  if (figure === 'health') return 100 - value;
  return normal === undefined ? value : Math.abs(value - normal);
}

/**
 * The cleared problems after a step, newest first: `problems` are the new current ones, `before` the last ones. Those with a key
 * in `under` are now part of another one and have not cleared.
 */
export function nextCleared(
  before: { readonly problems: readonly Problem[]; readonly cleared: readonly Problem[] },
  problems: readonly Problem[],
  under: ReadonlySet<string>,
  toCleared: (problem: Problem, withEvidence: boolean) => Problem,
): readonly Problem[] {
  const current = new Set(problems.map(({ key }) => key));
  const ended = before.problems
    .filter(({ key }) => !current.has(key) && !under.has(key))
    .map((problem, index) => inShort(toCleared(problem, index < MOST_WITH_EVIDENCE)));
  return ended.length === 0 ? before.cleared : [...ended, ...before.cleared].slice(0, MOST_CLEARED);
}

/** Of hundreds of problems that named a thousand objects each, only the first names are kept. */
function inShort(problem: Problem): Problem {
  const { names, folded } = problem;
  const first = folded?.first.map((part) => ({ ...part, names: part.names?.slice(0, MOST_NAMES_OF_PART) }));
  return { ...problem, names: names.slice(0, MOST_NAMES), folded: folded && first && { ...folded, first } };
}
