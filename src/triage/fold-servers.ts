import type { ClusterState } from '../cluster/state.ts';
import { concernedBy } from './concerned.ts';
import {
  type Beginning,
  clearingTogether,
  harmOfAll,
  type Problem,
  partOf,
  type Subject,
} from './problem.ts';
import { isStandingRemark, worstFirst } from './rank.ts';
import { manyKey } from './together.ts';

/** From this number on, servers of one role that become hot at the same time share one row. */
const FOLDED_FROM = 3;
/** Each became hot within this time of another one, ms. */
const WITHIN_MS = 60_000;

export interface FoldedServers {
  readonly problems: readonly Problem[];
  /** Keys of the problems that are now part of a row. */
  readonly folded: ReadonlySet<string>;
}

/**
 * Folds servers of one role that became hot together into one problem: what makes them hot is common to them. A row stays
 * while two of its servers are hot. `standing`: the problem with that key in the previous step.
 */
export function foldServers(
  problems: readonly Problem[],
  { servers }: ClusterState,
  standing: (key: string) => Problem | undefined,
): FoldedServers {
  const hot = problems.filter(
    (one) => one.kind === 'server-hot' && one.since.known !== 'before' && !isStandingRemark(one),
  );
  if (hot.length < 2) return { problems, folded: new Set() };
  const recordOf = new Map(servers.map(({ name, server }) => [name, server]));
  const serverOf = ({ subject }: Problem) =>
    subject.kind === 'server' ? recordOf.get(subject.name) : undefined;
  const roles = Map.groupBy(hot, (one) =>
    (serverOf(one)?.applications ?? []).map(({ type }) => type?.toLowerCase() ?? '').join(),
  );
  const folded = new Set<string>();
  const rows: Problem[] = [];
  for (const [role, own] of roles) {
    const key = manyKey('server-hot', role);
    const before = standing(key);
    const members = largest(chainsOf(own));
    if (role === '' || members.length < (before ? 2 : FOLDED_FROM)) continue;
    const [group, other] = new Set(members.map((one) => serverOf(one)?.groupName ?? ''));
    const subject: Subject =
      group && other === undefined ? { kind: 'group', name: group } : { kind: 'cluster' };
    rows.push(rowOf(key, subject, members.toSorted(worstFirst), before));
    for (const member of members) folded.add(member.key);
  }
  return { problems: [...problems.filter(({ key }) => !folded.has(key)), ...rows], folded };
}

/** Problems of which each began within the time of the one before. */
export function chainsOf(problems: readonly Problem[]): readonly (readonly Problem[])[] {
  const chains: Problem[][] = [];
  for (const one of problems.toSorted((a, b) => a.since.at - b.since.at)) {
    const last = chains.at(-1);
    if (last && one.since.at - (last.at(-1)?.since.at ?? 0) <= WITHIN_MS) last.push(one);
    else chains.push([one]);
  }
  return chains;
}

const largest = (chains: readonly (readonly Problem[])[]): readonly Problem[] =>
  chains.reduce((most, one) => (one.length > most.length ? one : most), []);

/** When a quarter of them had begun: the first one may have been on its way for a reason of its own. */
function beginningOf(members: readonly Problem[]): Beginning | undefined {
  const sorted = members.map(({ since }) => since).toSorted((a, b) => a.at - b.at);
  return sorted[Math.floor(members.length / 4)];
}

/** `members`: worst first. */
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
    since: beginningOf(members) ?? worst.since,
    noticedAt: before?.noticedAt ?? Math.min(...members.map(({ noticedAt }) => noticedAt)),
    clearing: clearingTogether(members),
    folded: { count: members.length, first: members.map((one) => partOf(one, { parent: key })) },
  };
}
