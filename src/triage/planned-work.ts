import { mentions } from '../base/mentions.ts';
import type { ClusterState } from '../cluster/state.ts';
import { type Marked, markedAs } from './acknowledge.ts';
import { runsApplication } from './concerned.ts';
import { nameOf, type Problem, type Subject } from './problem.ts';

/** Announced work on an object. While it lasts, problems about only that object are expected. Times are Unix ms. */
export interface PlannedWork {
  /** Name of a server, group, application or stream, or `cluster` for everything. */
  readonly object: string;
  readonly from: number;
  readonly until: number;
  readonly note: string;
  /** Who announced it, if that is known. */
  readonly by?: string | undefined;
}

/** The current planned work that explains a problem: its object includes everything that the problem is about. */
export function plannedWorkOf(
  problem: Pick<Problem, 'subject' | 'names' | 'folded'>,
  works: readonly PlannedWork[],
  state: ClusterState,
  now: number,
): PlannedWork | undefined {
  const lasting = works.filter(({ from, until }) => from <= now && now < until);
  // If not all folded objects are known by name, some may not belong to the work.
  const { folded } = problem;
  const areAllKnown = folded === undefined || folded.count <= folded.first.length;
  const subjects = [problem.subject, ...problem.names].filter(({ kind }) => kind !== 'cluster');
  return lasting.find(({ object }) => {
    if (object === 'cluster') return problem.subject.kind !== 'resource';
    if (!areAllKnown || subjects.length === 0) return false;
    const names = namesOf(object, state);
    return subjects.every((subject) => belongs(subject, names));
  });
}

/** The names of an object and of everything that runs only on it. */
function namesOf(object: string, { servers }: ClusterState): ReadonlySet<string> {
  const own = servers.filter(({ name, server }) => name === object || server.groupName === object);
  const names = new Set([object]);
  for (const { name, server } of own) {
    names.add(name);
    for (const { name: application } of server.applications ?? []) {
      const places = servers.filter((one) => runsApplication(one.server, application));
      if (application && places.every((place) => own.includes(place))) names.add(application);
    }
  }
  return names;
}

function belongs(subject: Subject, names: ReadonlySet<string>): boolean {
  if (subject.kind === 'resource') return false;
  if (names.has(nameOf(subject))) return true;
  if (subject.kind === 'stream') return names.has(subject.application ?? '');
  return subject.kind === 'journal' && [...names].some((name) => mentions(subject.object, name));
}

/** The problems; those of planned work are acknowledged until its end. */
export function withPlannedWork(
  problems: readonly Problem[],
  works: readonly PlannedWork[],
  state: ClusterState,
  { now, known }: { readonly now: number; readonly known: Marked },
): readonly Problem[] {
  if (works.length === 0) return problems;
  const workOf = (problem: Problem) => plannedWorkOf(problem, works, state, now);
  const ofRoots = new Map(problems.map((problem) => [problem.key, workOf(problem)]));
  return problems.map((problem) => {
    // Effects, such as a group that lacks this server, are expected together with it.
    const work = ofRoots.get(problem.key) ?? ofRoots.get(problem.incident?.root ?? '');
    if (!work) return problem;
    const { from, until, note, by } = work;
    const planned = { at: from, until, note, planned: true, ...(by !== undefined && { by }) } as const;
    return markedAs(problem, planned, known);
  });
}
