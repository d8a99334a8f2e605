import type { Server } from '../protocol/topology.ts';
import { nameOf, type Problem, type Subject } from './problem.ts';
import type { FindingMembers } from './rule.ts';

/** The members of a problem that name objects. */
type Naming = Pick<FindingMembers, 'subject' | 'names' | 'folded'>;

export const serversNamed = (names: readonly string[]): readonly Subject[] =>
  names.map((name) => ({ kind: 'server', name }));

/** Every object that a problem is about: its subject and the members that it stands for. */
export function concernedBy(problem: Naming, members: readonly Naming[] = []): readonly Subject[] {
  const all = [problem, ...(problem.folded?.first ?? []), ...members];
  const subjects = all.flatMap(({ subject, names = [] }) => [subject, ...names]);
  return [...new Map(subjects.map((subject) => [idOf(subject), subject])).values()];
}

/** The objects that a problem itself is about; for one about the whole cluster, those that it names. */
export function ownObjects({ subject, folded, names }: Problem): readonly Subject[] {
  if (folded) return [subject, ...folded.first.map((part) => part.subject)];
  return subject.kind === 'cluster' ? names : [subject];
}

export const runsApplication = ({ applications }: Server, name: string): boolean =>
  (applications ?? []).some((one) => one.name === name);

function idOf(subject: Subject): string {
  if (subject.kind === 'stream') return `stream ${subject.application ?? ''}/${subject.streamKey}`;
  return `${subject.kind} ${nameOf(subject)}`;
}
