import { isDeepStrictEqual } from 'node:util';
import type { TriageState } from '../../triage/engine.ts';
import type { Problem } from '../../triage/problem.ts';
import { type ProblemJson, problemJson } from '../../views/problems/json.ts';

/** One line of `snapshot --watch --only problems`. */
export interface ProblemChange {
  readonly schema: 'castwatch/problem-change/1';
  readonly at: string;
  readonly cluster: { readonly name: string; readonly url: string };
  readonly change: 'raised' | 'changed' | 'cleared';
  /**
   * The current problem; a cleared one as it was at its worst. `clearedAt` is null if it became part of another
   * problem.
   */
  readonly problem: ProblemJson;
}

export const changeMembers = [
  'schema',
  'at',
  'cluster',
  'change',
  'problem',
] as const satisfies readonly (keyof ProblemChange)[];

/**
 * Returns the changes since the last call: current problems, the worst first, then those that ended. A problem has
 * changed if its severity, subject or kind is different, or its acknowledgement. Its figures change with every poll
 * and do not count.
 */
export function createChanges(
  cluster: ProblemChange['cluster'],
): (triage: Pick<TriageState, 'problems' | 'cleared'>, now: number) => readonly ProblemChange[] {
  let before: ReadonlyMap<string, Problem> = new Map();
  return ({ problems, cleared }, now) => {
    const line = (change: ProblemChange['change'], problem: Problem): ProblemChange => ({
      schema: 'castwatch/problem-change/1',
      at: new Date(now).toISOString(),
      cluster,
      change,
      problem: problemJson(problem),
    });
    const current = new Map(problems.map((problem) => [problem.key, problem]));
    const lines = problems.flatMap((problem) => {
      const known = before.get(problem.key);
      if (!known) return [line('raised', problem)];
      return isDeepStrictEqual(comparedMembers(known), comparedMembers(problem))
        ? []
        : [line('changed', problem)];
    });
    const ended = [...before.values()].filter(({ key }) => !current.has(key));
    before = current;
    const ends = ended.map((known) => {
      const last = cleared.find(({ key, noticedAt }) => key === known.key && noticedAt === known.noticedAt);
      return line('cleared', last ?? known);
    });
    return [...lines, ...ends];
  };
}

function comparedMembers({ severity, kind, form, subject, parts, acknowledged }: Problem): object {
  return { severity, kind, form, subject, parts, acknowledged };
}
