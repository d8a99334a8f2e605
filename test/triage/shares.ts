import type { Problem } from '../../src/triage/problem.ts';

/** What is said to be lost of more than there was: nothing may be. */
export function sharesAbove100(problems: readonly Problem[]): string[] {
  return problems.flatMap((problem) =>
    lossesOf(problem)
      .filter(([lost, had]) => lost > had)
      .map(([lost, had]) => `${problem.key}: ${lost} of ${had}`),
  );
}

function lossesOf(problem: Problem): (readonly [lost: number, had: number])[] {
  if (problem.kind === 'loss') {
    const { lost, before, losers } = problem.facts;
    return [[lost, before], ...losers.first.map(({ lost: own, had }) => [own, had] as const)];
  }
  return [];
}
