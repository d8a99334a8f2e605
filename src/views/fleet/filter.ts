import { problemSentence, problemTitle } from '../problems/words.ts';
import type { FleetEntry } from './journal.ts';
import type { FleetRow } from './member.ts';
import type { FleetProblemRow } from './rows.ts';
import type { FleetStream } from './streams.ts';

/** Whether a text contains each of the words, in any order. */
function hasAll(text: string, filter: string): boolean {
  const own = text.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => own.includes(word));
}

export function matchesCluster({ member, verdict, problem, doubt = '' }: FleetRow, filter: string): boolean {
  const worst = problem ? `${problemTitle(problem)} ${problemSentence(problem)}` : doubt;
  return hasAll(`${member.name} ${verdict} ${worst}`, filter);
}

export function matchesProblem(row: FleetProblemRow, filter: string): boolean {
  const parts = row.kind === 'incident' ? row.incident.parts : [row];
  return parts.some(({ cluster, problem }) =>
    hasAll(`${cluster} ${problem.severity} ${problemTitle(problem)} ${problemSentence(problem)}`, filter),
  );
}

export function matchesEntry({ cluster, item: { entry } }: FleetEntry, filter: string): boolean {
  return hasAll(`${cluster} ${entry.objectName ?? ''} ${entry.message ?? ''}`, filter);
}

export function matchesStream({ streamKey, cluster, application }: FleetStream, filter: string): boolean {
  return hasAll(`${streamKey} ${cluster} ${application ?? ''}`, filter);
}
