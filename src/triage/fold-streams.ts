import type { ClusterState } from '../cluster/state.ts';
import { concernedBy } from './concerned.ts';
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
import { worstFirst } from './rank.ts';

/** Problem kinds about single streams. */
const streamKinds: ReadonlySet<string> = new Set(streamKind.options);

/** From this number on, streams of one place share one row. */
const FOLDED_FROM = 3;
/** Parts that are kept by name. */
const MOST_PARTS = 20;
/** Parts that a sentence names. */
const MOST_NAMED = 3;

export interface FoldedProblems {
  readonly problems: readonly Problem[];
  /** Keys of the stream problems that are now part of a server's or application's row. */
  readonly folded: ReadonlySet<string>;
}

/** Looks up earlier problems by key. */
interface Known {
  /** The problem of a place in the previous step. */
  standing?(key: string): Problem | undefined;
  /** Keys of all streams that a folded problem stands for. */
  streamKeys?(key: string): ReadonlySet<string> | undefined;
}

/**
 * Folds flapping, zombie and unhealthy streams of one server into one problem; of one application, if several
 * servers run it. An existing row stays until the last of its streams recovers.
 */
export function foldStreams(
  problems: readonly Problem[],
  state: ClusterState,
  known: Known = {},
): FoldedProblems {
  const places = Map.groupBy(problems, (problem) => {
    const subject = isOfStream(problem.kind) ? rowSubject(problem.subject, state) : undefined;
    return subject && `streams:${subject.kind}/${nameOf(subject)}`;
  });
  const folded = new Set<string>();
  const rows: Problem[] = [];
  const keysOfProblem = (one: Problem) => [...(known.streamKeys?.(one.key) ?? keysOf(one))];
  for (const [key, all] of places) {
    if (key === undefined) continue;
    const members = oncePerStream(all, keysOfProblem);
    for (const one of all) if (!members.includes(one)) folded.add(one.key);
    const [first, second] = members;
    const subject = first && rowSubject(first.subject, state);
    const count = members.reduce((sum, one) => sum + (one.folded?.count ?? 1), 0);
    if (!subject) continue;
    const before = known.standing?.(key);
    if (!before && (!second || count < FOLDED_FROM)) continue;
    const streamKeys = new Set(members.flatMap(keysOfProblem));
    const sorted = members.toSorted(worstFirst);
    rows.push(rowOf(key, subject, { members: sorted, count, streamKeys, before, state }));
    for (const member of members) folded.add(member.key);
  }
  return { problems: [...problems.filter(({ key }) => !folded.has(key)), ...rows], folded };
}

/** A stream that restarts is unhealthy, too, and one without bytes has no bitrate: the kinds are in this order. */
function oncePerStream(
  problems: readonly Problem[],
  keysOfProblem: (one: Problem) => readonly string[],
): readonly Problem[] {
  const kinds: readonly string[] = streamKind.options;
  const rankOf = ({ kind }: Problem) => kinds.indexOf(kind);
  const kindOf = new Map<string, Problem['kind']>();
  return problems
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .filter((one) => {
      const keys = keysOfProblem(one);
      const own = keys.filter((key) => (kindOf.get(key) ?? one.kind) === one.kind);
      for (const key of own) kindOf.set(key, one.kind);
      return keys.length === 0 || own.length > 0;
    });
}

/** The server that runs the application if there is only one; else the application. */
function rowSubject(subject: Subject, { servers }: ClusterState): Subject | undefined {
  const application = applicationNamed(subject);
  if (application === undefined) return undefined;
  const [only, other] = servers.filter(({ server }) =>
    server.applications?.some(({ name }) => name === application),
  );
  return only && !other ? { kind: 'server', name: only.name } : { kind: 'application', name: application };
}

function keysOf({ subject }: Problem): readonly string[] {
  return subject.kind === 'stream' ? [subject.streamKey] : [];
}

interface Row {
  /** Worst first. */
  readonly members: readonly Problem[];
  /** Number of problems that the members stand for. */
  readonly count: number;
  readonly streamKeys: ReadonlySet<string>;
  readonly before: Problem | undefined;
  readonly state: ClusterState;
}

function rowOf(key: string, subject: Subject, { members, count, streamKeys, before, state }: Row): Problem {
  const [worst = members[0] as Problem] = members;
  const parts = members.flatMap((member): readonly Part[] =>
    (member.folded?.first ?? [member]).map((part) => partOf(part, { parent: key })),
  );
  const counts = [...Map.groupBy(members, ({ kind }) => kind)].flatMap(([kind, own]) =>
    isOfStream(kind) ? [{ kind, count: own.reduce((sum, one) => sum + (one.folded?.count ?? 1), 0) }] : [],
  );
  const [only, other] = counts;
  const form: StreamKind | 'mixed' = only && !other ? only.kind : 'mixed';
  const { severity } = worst;
  const hits = members.map(({ hit }) => hit);
  const measure = measureOfPlace(subject);
  return {
    key,
    kind: 'streams',
    form: before?.kind === 'streams' ? before.form : form,
    facts: { counts },
    severity,
    names: concernedBy({ subject }, members),
    parts: partsHit(worst, state),
    measure: measure && { ...measure, trend: worst.measure?.trend ?? 'steady' },
    state: 'standing',
    subject,
    hit: { viewers: harmOfAll(hits), ...mergeHitStreams(hits, streamKeys) },
    since: before?.since ?? firstBeginning(members.map((one) => one.since)),
    noticedAt: before?.noticedAt ?? Math.min(...members.map(({ noticedAt }) => noticedAt)),
    clearing: clearingTogether(members),
    folded: { count, first: parts.slice(0, MOST_PARTS), worst: worstOf(worst, key) },
  };
}

function isOfStream(kind: Problem['kind']): kind is StreamKind {
  return streamKinds.has(kind);
}

/** The worst member, with everything that its own text needs. */
function worstOf(problem: Problem, parent: string): Part {
  const { folded } = problem;
  const many = folded && { count: folded.count, first: folded.first.slice(0, MOST_NAMED) };
  return { ...partOf(problem, { parent }), folded: many };
}
