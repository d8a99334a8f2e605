import { isReadInPart } from '../cluster/copies.ts';
import { streamName } from '../cluster/figures.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { Server } from '../protocol/topology.ts';
import { concernedBy, runsApplication } from './concerned.ts';
import { type StreamKind, streamKind } from './facts.ts';
import { mergeHitStreams } from './hit-streams.ts';
import { measureOfPlace } from './measure.ts';
import { partsHit } from './part-hit.ts';
import {
  applicationNamed,
  clearingTogether,
  firstBeginning,
  harmOfAll,
  nameOf,
  type Part,
  type Problem,
  partOf,
  type Subject,
} from './problem.ts';
import { isStandingRemark, worstFirst } from './rank.ts';
import { manyKey } from './together.ts';

/** From this number on, problems with a place or a moment in common share one row. */
const FOLDED_FROM = 3;

/** What a row says of all its members, worst first; besides that it is like the worst. `before`: in the previous step. */
function rowOf(
  key: string,
  subject: Subject,
  members: readonly Problem[],
  before: Problem | undefined,
): Problem {
  const [worst = members[0] as Problem] = members;
  return {
    ...worst,
    key,
    subject,
    names: concernedBy({ subject }, members),
    hit: { viewers: harmOfAll(members.map(({ hit }) => hit)) },
    since: before?.since ?? firstBeginning(members.map(({ since }) => since)),
    noticedAt: before?.noticedAt ?? Math.min(...members.map(({ noticedAt }) => noticedAt)),
    clearing: clearingTogether(members),
    folded: { count: members.length, first: members.map((one) => partOf(one, key)) },
  };
}

/** Each became hot within this time of another one, ms. */
const WITHIN_MS = 60_000;
/** Where so many of all are hot, it is for one reason, whatever they do; until they are this few. */
const MOST = 0.6;
const STILL_MOST = 0.4;
const ALL = 'all';

/**
 * Folds servers of one role, or most of all, that became hot together into one problem: what makes them hot is common to them. A row stays
 * while two of its servers are hot. `standing`: the problem with that key in the previous step.
 */
export function foldServers(
  problems: readonly Problem[],
  { servers }: ClusterState,
  standing: (key: string) => Problem | undefined,
) {
  const hot = problems.filter(
    (one) => one.kind === 'server-hot' && one.since.known !== 'before' && !isStandingRemark(one),
  );
  const folded = new Set<string>();
  if (hot.length < 2) return { problems, folded };
  const recordOf = new Map(servers.map(({ name, server }) => [name, server]));
  const serverOf = ({ subject }: Problem) => recordOf.get(nameOf(subject));
  const share = standing(manyKey('server-hot', ALL)) ? STILL_MOST : MOST;
  const most = Math.max(2 * FOLDED_FROM, share * servers.length);
  const roles = Map.groupBy(hot, (one) => (hot.length >= most ? ALL : rolesOf(serverOf(one))));
  const rows: Problem[] = [];
  for (const [role, own] of roles) {
    const key = manyKey('server-hot', role);
    const before = standing(key);
    const [members = []] = chainsOf(own).toSorted((a, b) => b.length - a.length);
    if (role === '' || members.length < (before ? 2 : FOLDED_FROM)) continue;
    const [group, other] = new Set(members.map((one) => serverOf(one)?.groupName ?? ''));
    const subject: Subject =
      group && other === undefined ? { kind: 'group', name: group } : { kind: 'cluster' };
    const row = rowOf(key, subject, members.toSorted(worstFirst), before);
    // When a quarter of them had begun: the first one may have been on its way for a reason of its own.
    const { since = row.since } = members[Math.floor(members.length / 4)] ?? {};
    rows.push({ ...row, since });
    for (const member of members) folded.add(member.key);
  }
  return { problems: [...problems.filter(({ key }) => !folded.has(key)), ...rows], folded };
}

/** The types of the applications on a server. */
export const rolesOf = (server: Server | undefined): string =>
  (server?.applications ?? []).map(({ type }) => type?.toLowerCase()).join();

/** Problems of which each began within the time of the one before, the oldest first. */
export function chainsOf(problems: readonly Problem[]): readonly (readonly Problem[])[] {
  const chains: Problem[][] = [];
  for (const one of problems.toSorted((a, b) => a.since.at - b.since.at)) {
    const last = chains.at(-1);
    if (last && one.since.at - (last.at(-1)?.since.at ?? 0) <= WITHIN_MS) last.push(one);
    else chains.push([one]);
  }
  return chains;
}

/** Problem kinds about single streams. */
const streamKinds: ReadonlySet<string> = new Set(streamKind.options);
const isOfStream = (kind: Problem['kind']): kind is StreamKind => streamKinds.has(kind);

/** Parts that are kept by name. */
const MOST_PARTS = 20;

/**
 * Folds flapping, zombie and unhealthy streams of one server into one problem; of one application, if several
 * servers run it. An existing row stays until the last of its streams recovers. `streamNamesOf`: of all streams that a folded
 * problem stands for, by its key; `standing`: the problem with that key in the previous step.
 */
export function foldStreams(
  problems: readonly Problem[],
  state: ClusterState,
  streamNamesOf: (key: string) => ReadonlySet<string> | undefined = () => undefined,
  standing: (key: string) => Problem | undefined = () => undefined,
) {
  const places = Map.groupBy(problems, (problem) => {
    const subject = isOfStream(problem.kind) ? rowSubject(problem.subject, state) : undefined;
    return subject && `streams:${subject.kind}/${nameOf(subject)}`;
  });
  const folded = new Set<string>();
  const rows: Problem[] = [];
  const namesOfProblem = ({ key, subject }: Problem): readonly string[] => [
    ...(streamNamesOf(key) ?? (subject.kind === 'stream' ? [streamName(subject)] : [])),
  ];
  for (const [key, all] of places) {
    if (key === undefined) continue;
    const members = oncePerStream(all, namesOfProblem);
    for (const one of all) if (!members.includes(one)) folded.add(one.key);
    const [first, second] = members;
    const subject = first && rowSubject(first.subject, state);
    if (!subject) continue;
    const before = standing(key);
    if (!before && (!second || countOf(members) < FOLDED_FROM)) continue;
    const streamNames = new Set(members.flatMap(namesOfProblem));
    rows.push(streamRow(key, subject, members.toSorted(worstFirst), { before, streamNames, state }));
    for (const member of members) folded.add(member.key);
  }
  return { problems: [...problems.filter(({ key }) => !folded.has(key)), ...rows], folded };
}

/** A stream that restarts is unhealthy, too, and one without bytes has no bitrate: the kinds are in this order. */
function oncePerStream(
  problems: readonly Problem[],
  namesOfProblem: (one: Problem) => readonly string[],
): readonly Problem[] {
  const kinds: readonly string[] = streamKind.options;
  const rankOf = ({ kind }: Problem) => kinds.indexOf(kind);
  const kindOf = new Map<string, Problem['kind']>();
  return problems
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .filter((one) => {
      const names = namesOfProblem(one);
      const own = names.filter((name) => (kindOf.get(name) ?? one.kind) === one.kind);
      for (const name of own) kindOf.set(name, one.kind);
      return names.length === 0 || own.length > 0;
    });
}

/** The server that runs the application if there is only one; else the application. */
function rowSubject(subject: Subject, { servers }: ClusterState): Subject | undefined {
  const application = applicationNamed(subject);
  if (application === undefined) return undefined;
  const [only, other] = servers.filter(({ server }) => runsApplication(server, application));
  return only && !other ? { kind: 'server', name: only.name } : { kind: 'application', name: application };
}

interface StreamRow {
  readonly before: Problem | undefined;
  readonly streamNames: ReadonlySet<string>;
  readonly state: ClusterState;
}

/** `members`: worst first. */
function streamRow(
  key: string,
  subject: Subject,
  members: readonly Problem[],
  { before, streamNames, state }: StreamRow,
): Problem {
  const [worst = members[0] as Problem] = members;
  const row = rowOf(key, subject, members, before);
  const parts = members.flatMap((member): readonly Part[] =>
    (member.folded?.first ?? [member]).map((part) => partOf(part, key)),
  );
  const counts = [...Map.groupBy(members, ({ kind }) => kind)].flatMap(([kind, own]) =>
    isOfStream(kind) ? [{ kind, count: countOf(own) }] : [],
  );
  const [only, other] = counts;
  const form: StreamKind | 'mixed' = only && !other ? only.kind : 'mixed';
  const measure = measureOfPlace(subject);
  return {
    ...row,
    kind: 'streams',
    form: before?.kind === 'streams' ? before.form : form,
    facts: { counts },
    parts: partsHit(worst, state),
    measure: measure && { ...measure, trend: worst.measure?.trend ?? 'steady' },
    hit: { ...row.hit, ...mergeHitStreams(members, streamNames) },
    folded: {
      count: countOf(members),
      ...(isReadInPart(state) && { atLeast: true }),
      first: parts.slice(0, MOST_PARTS),
      // A member that stands for several has its worst one first.
      worst: partOf(worst.folded?.first[0] ?? worst, key),
    },
  };
}

/** Number of problems that these stand for. */
const countOf = (members: readonly Problem[]): number =>
  members.reduce((sum, { folded }) => sum + (folded?.count ?? 1), 0);
