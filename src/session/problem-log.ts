import type { Clock } from '../base/clock.ts';
import type { Readable } from '../base/readable.ts';
import type { TriageState } from '../triage/engine.ts';
import type { Problem } from '../triage/problem.ts';
import { worstFirst } from '../triage/rank.ts';

/**
 * Changes that are kept, each of one problem: some 7 MB at the very most, however many problems stand. Ten problems
 * whose figures move with every poll are known for an hour.
 */
export const MAX_CHANGES = 20_000;

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
  const changes: Change[] = [];
  let standing = new Map<string, Problem>();
  let seen: readonly Problem[] | undefined;

  const follow = () => {
    const { problems } = triage.getState();
    if (problems === seen) return;
    seen = problems;
    const at = clock.now();
    const next = new Map(problems.map((problem) => [problem.key, problem]));
    for (const [key, problem] of next) {
      if (standing.get(key) !== problem) changes.push({ at, key, problem });
    }
    for (const key of standing.keys()) {
      if (!next.has(key)) changes.push({ at, key, problem: undefined });
    }
    standing = next;
    if (changes.length > MAX_CHANGES) forget(changes.length - MAX_CHANGES);
  };
  /** The oldest changes become what stood before the rest. */
  const forget = (count: number) => {
    for (const change of changes.splice(0, count)) {
      apply(base, change);
      from = change.at;
    }
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
