import { count } from '../base/format.ts';
import type { ClusterState } from '../cluster/state.ts';
import { nameOf, type Part, type Problem, partOf, type Subject } from './problem.ts';
import { worstFirst } from './rank.ts';
import { listed } from './words.ts';

/** The rules about single streams: how many of each are counted, and what the row of only such ones is called. */
const kinds: Readonly<Record<string, { readonly what: string; readonly title: string }>> = {
  'stream-flap': { what: 'flapping', title: 'Streams flap' },
  'stream-zombie': { what: 'zombie', title: 'Zombie streams' },
  'ingest-bitrate': { what: 'low in bitrate', title: 'Ingest bitrate low' },
  'ingest-swings': { what: 'swinging in bitrate', title: 'Ingest bitrate swings' },
  'stream-unhealthy': { what: 'unhealthy', title: 'Streams unhealthy' },
};

/** So many streams of one place are one row. */
const FOLDED_FROM = 3;
/** Parts that are kept by name. */
const MOST_PARTS = 20;

export interface FoldedProblems {
  readonly problems: readonly Problem[];
  /** Keys of those that stand under the row of their server or application now. */
  readonly folded: ReadonlySet<string>;
}

/**
 * Flapping, zombie and unhealthy streams of one server, or of one application where several servers run it, are one
 * problem. One that stands (`standing` gives it by its key) stays until the last of its streams is well.
 */
export function foldStreams(
  problems: readonly Problem[],
  state: ClusterState,
  standing: (key: string) => Problem | undefined = () => undefined,
): FoldedProblems {
  const places = Map.groupBy(problems, (problem) => {
    const subject = kinds[problem.rule] && placeOf(problem.subject, state);
    return subject && `streams:${subject.kind}/${nameOf(subject)}`;
  });
  const folded = new Set<string>();
  const rows: Problem[] = [];
  for (const [key, members] of places) {
    const [first, second] = members;
    const subject = first && placeOf(first.subject, state);
    const streams = members.reduce((sum, one) => sum + (one.folded?.count ?? 1), 0);
    if (key === undefined || !subject) continue;
    const before = standing(key);
    if (!before && (!second || streams < FOLDED_FROM)) continue;
    rows.push(rowOf(key, subject, members.toSorted(worstFirst), streams, before));
    for (const member of members) folded.add(member.key);
  }
  return { problems: [...problems.filter(({ key }) => !folded.has(key)), ...rows], folded };
}

/** The only server that runs the application; else the application. */
function placeOf(subject: Subject, { servers }: ClusterState): Subject | undefined {
  const application =
    subject.kind === 'stream'
      ? subject.application
      : subject.kind === 'application'
        ? subject.name
        : undefined;
  if (application === undefined) return undefined;
  const [only, other] = servers.filter(({ server }) =>
    server.applications?.some(({ name }) => name === application),
  );
  return only && !other ? { kind: 'server', name: only.name } : { kind: 'application', name: application };
}

function rowOf(
  key: string,
  subject: Subject,
  members: readonly Problem[],
  streams: number,
  before: Problem | undefined,
): Problem {
  const [worst = members[0] as Problem] = members;
  const parts = members.flatMap((member): readonly Part[] => member.folded?.first ?? [partOf(member)]);
  const rules = [...Map.groupBy(members, ({ rule }) => rule)];
  const counts = rules.map(([rule, own]) => {
    const times = own.reduce((sum, one) => sum + (one.folded?.count ?? 1), 0);
    return `${count(times)} ${kinds[rule]?.what ?? rule}`;
  });
  const risks = members.map(({ viewersAtRisk }) => viewersAtRisk).filter((risk) => risk !== undefined);
  return {
    ...worst,
    key,
    subject,
    title:
      before?.title ??
      (rules.length === 1 ? (kinds[worst.rule]?.title ?? worst.title) : 'Streams in trouble'),
    reason: `${nameOf(subject)}: ${counts.join(', ')}: ${listed(parts.map((part) => nameOf(part.subject)))}; the worst: ${worst.reason}`,
    viewersAtRisk: risks.length > 0 ? risks.reduce((sum, risk) => sum + risk, 0) : undefined,
    ...beginningOf(before ? [before] : members),
    firedAt: before?.firedAt ?? Math.min(...members.map(({ firedAt }) => firedAt)),
    folded: { count: streams, first: parts.slice(0, MOST_PARTS) },
    escalated: members.some(({ escalated }) => escalated),
  };
}

/** That of the first. */
function beginningOf(problems: readonly Problem[]): Pick<Problem, 'since' | 'beganBefore'> {
  const since = Math.min(...problems.map((problem) => problem.since));
  const beganBefore = problems.some((problem) => problem.since === since && problem.beganBefore);
  return { since, beganBefore: beganBefore || undefined };
}
