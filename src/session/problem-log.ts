import type { Clock } from '../base/clock.ts';
import type { Readable } from '../base/readable.ts';
import type { TriageState } from '../triage/engine.ts';
import type { Problem } from '../triage/problem.ts';
import { worstFirst } from '../triage/rank.ts';

/** Changes that are kept, each of one problem: 4 MB at the very most, however many problems stand. */
export const MAX_CHANGES = 6_000;
/** Figures in the words of a problem change with every poll; they are kept once in so many ms. */
const WORDS_APART = 30_000;

export interface ProblemLog {
  /** Problems that stood at that moment, worst first, in the words of then; undefined where that is no longer known. */
  at(moment: number): readonly Problem[] | undefined;
  /** Changes that are kept, at most `MAX_CHANGES`. */
  readonly size: number;
  close(): void;
}

/** One problem appeared or changed; undefined: it cleared. */
interface Change {
  readonly at: number;
  readonly key: string;
  readonly problem: Problem | undefined;
}

/**
 * Remembers which problems stood when, as differences: a list for each change would grow with the square of what is
 * wrong.
 */
export function logProblems(triage: Readable<TriageState>, clock: Clock): ProblemLog {
  /** What stood before the oldest change, and since when that is known. */
  const base = new Map<string, Problem>();
  let from = Number.NEGATIVE_INFINITY;
  let changes: Change[] = [];
  /** The newest that was kept of each standing problem. */
  const newest = new Map<string, { readonly at: number; readonly problem: Problem }>();
  let seen: readonly Problem[] | undefined;

  const follow = () => {
    const { problems } = triage.getState();
    if (problems === seen) return;
    seen = problems;
    const at = clock.now();
    const cleared = new Set(newest.keys());
    for (const problem of problems) {
      const { key } = problem;
      cleared.delete(key);
      const known = newest.get(key);
      if (known && !isNews(known.problem, problem) && at - known.at < WORDS_APART) continue;
      newest.set(key, { at, problem });
      changes.push({ at, key, problem });
    }
    for (const key of cleared) {
      newest.delete(key);
      changes.push({ at, key, problem: undefined });
    }
    if (changes.length > MAX_CHANGES) forget(changes.length - MAX_CHANGES);
  };
  /** The oldest changes become what stood before the rest. */
  const forget = (count: number) => {
    for (const change of changes.slice(0, count)) {
      apply(base, change);
      from = change.at;
    }
    changes = changes.slice(count);
  };

  follow();
  const off = triage.subscribe(follow);
  return {
    at(moment) {
      if (moment < from) return undefined;
      const stood = new Map(base);
      for (const change of changes) {
        if (change.at > moment) break;
        apply(stood, change);
      }
      return [...stood.values()].sort(worstFirst);
    },
    get size() {
      return changes.length;
    },
    close: off,
  };
}

function apply(stood: Map<string, Problem>, { key, problem }: Change): void {
  if (problem) stood.set(key, problem);
  else stood.delete(key);
}

/** Whether more than its words changed. */
function isNews(before: Problem, now: Problem): boolean {
  return (
    before.severity !== now.severity ||
    before.firedAt !== now.firedAt ||
    before.acknowledged?.at !== now.acknowledged?.at
  );
}
