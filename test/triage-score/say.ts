import { incidentsOf } from '../../src/triage/incidents/incident.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { problemInFull } from '../../src/views/problems/words.ts';
import { type Stage, watchTriage } from './observe.ts';

/** Rows are read this long after the full strength of a fault, seconds. */
const READ_S = 75;

/** What an operator reads of a world, a sentence a problem, below what is true: the quickest way to see what is false. */
export async function sayOf({ live, world, close }: Stage): Promise<string> {
  const { seed, kind, faults, startAt } = world;
  try {
    const until = faults.length > 0 ? Math.max(...faults.map(({ full }) => full)) + READ_S : world.quietS;
    let said: readonly Problem[] = [];
    await watchTriage(live, until, ({ problems }) => {
      said = problems;
    });
    const rows = incidentsOf(said).flatMap(({ root, parts }) =>
      [root, ...parts].map((one) => sentence(one, startAt)),
    );
    const truth = faults.map(({ culprits, begins, figuresAt }) => {
      const names = culprits.map(({ name }) => name).join(', ');
      return `  true: ${names} since ${Math.round(begins)}, ${JSON.stringify(figuresAt(Math.round(until)))}`;
    });
    return [`${seed} ${kind}, at ${Math.round(until)} s`, ...truth, ...rows].join('\n');
  } finally {
    await close();
  }
}

function sentence(problem: Problem, startAt: number): string {
  const { key, severity, since, hit, incident } = problem;
  const branch = incident && incident.root !== key ? '└ ' : '';
  const { lost = 0, degraded = 0 } = hit.viewers ?? {};
  const began = Math.round((since.at - startAt) / 1_000);
  return `  ${severity} ${branch}${problemInFull(problem)} [since ${began}, ${lost} lost, ${degraded} degraded]`;
}
