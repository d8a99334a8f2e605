import type { Clock } from '../base/clock.ts';
import type { Readable } from '../base/readable.ts';
import type { TriageState } from '../triage/engine.ts';
import type { Problem } from '../triage/problem.ts';

/** Changes that are remembered: problems that stay the same are the same objects, so that is 5 MB at the very most. */
const MAX_CHANGES = 2_000;
/** What changes more often than this is remembered once, ms. */
const APART = 1_000;

export interface ProblemLog {
  /** Problems that stood at that moment, in the words of then; undefined where that is no longer known. */
  at(moment: number): readonly Problem[] | undefined;
  close(): void;
}

/** Remembers which problems stood when. */
export function logProblems(triage: Readable<TriageState>, clock: Clock): ProblemLog {
  const changes: { readonly at: number; readonly problems: readonly Problem[] }[] = [
    { at: Number.NEGATIVE_INFINITY, problems: triage.getState().problems },
  ];
  const off = triage.subscribe(() => {
    const { problems } = triage.getState();
    const last = changes.at(-1);
    if (last?.problems === problems) return;
    const at = clock.now();
    if (last && at - last.at < APART) changes.pop();
    changes.push({ at: last && at - last.at < APART ? last.at : at, problems });
    if (changes.length > MAX_CHANGES) changes.splice(0, changes.length - MAX_CHANGES);
  });
  return {
    at: (moment) => changes.findLast(({ at }) => at <= moment)?.problems,
    close: off,
  };
}
