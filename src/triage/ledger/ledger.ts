import { MINUTE_MS } from '../../base/durations.ts';
import { sum } from '../../base/theil-sen.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { ownObjects } from '../concerned.ts';
import { type Bill, type Harm, nameOf, type Problem, viewersHit } from '../problem.ts';

/** An application on a server that has viewers: the smallest place whose viewers one answer counts. */
interface Leaf {
  /** The names of its application, its server and its group. */
  readonly names: readonly (string | null | undefined)[];
  /** As they were counted last, also of a server that is gone. */
  readonly viewers: number;
}

/**
 * Whom several problems hit: who is hit by two of them counts once. Where a problem names the place, its viewers are spread
 * over the leaves there, and in each leaf the largest number counts. Streams have viewers of their own, so theirs are added.
 * What is only known of the whole cluster may be the same viewers, and their health, which has no place, is a witness only.
 * Undefined if nobody knows.
 */
export function harmTogether(
  problems: readonly Problem[],
  servers: readonly ServerRecord[],
): Harm | undefined {
  const hitting = problems.filter(({ hit }) => viewersHit(hit));
  const placing = hitting.filter(({ kind }) => kind !== 'health');
  const known = placing.length > 0 ? placing : hitting;
  const [first, second] = known;
  if (!first || !second) return (first ?? problems[0])?.hit.viewers;
  const leaves = leavesOf(servers, known);
  const placed = known.map((problem): Placed => {
    const about = new Set<string | null | undefined>(ownObjects(problem).map(nameOf));
    return [problem, leaves.filter(({ names }) => names.some((name) => about.has(name)))];
  });
  // Viewers who left, wherever they were, were counted as watching something sick before.
  const left = placed.map(([{ subject, hit }, own]) =>
    own.length > 0 || subject.kind === 'stream' ? 0 : (hit.viewers?.lost ?? 0),
  );
  const degraded = together('degraded', placed) - Math.max(0, ...left);
  return { lost: together('lost', placed), degraded: Math.max(0, degraded) };
}

/** A problem, and the leaves of what it is about. */
type Placed = readonly [problem: Problem, own: readonly Leaf[]];

function together(word: keyof Harm, placed: readonly Placed[]): number {
  const most = new Map<Leaf, number>();
  let [anywhere, ofStreams] = [0, 0];
  for (const [problem, own] of placed) {
    const count = problem.hit.viewers?.[word] ?? 0;
    const all = sum(own.map(({ viewers }) => viewers));
    for (const leaf of own) most.set(leaf, Math.max(most.get(leaf) ?? 0, (count * leaf.viewers) / all));
    if (problem.subject.kind === 'stream') ofStreams += count;
    else if (own.length === 0) anywhere = Math.max(anywhere, count);
  }
  return Math.round(Math.max(sum([...most.values()]), anywhere, ofStreams));
}

function leavesOf(servers: readonly ServerRecord[], problems: readonly Problem[]): readonly Leaf[] {
  const leaves = servers.flatMap(({ name, server }) =>
    (server.applications ?? [])
      .filter(({ viewers }) => viewers?.count)
      .map((one): Leaf => ({ names: [one.name, name, server.groupName], viewers: one.viewers?.count ?? 0 })),
  );
  // Servers that are no longer known had viewers of their own.
  const listed = new Set(servers.map(({ name }) => name));
  const named = new Set(
    problems.flatMap(ownObjects).flatMap((one) => (one.kind === 'server' ? one.name : [])),
  );
  for (const name of named) if (!listed.has(name)) leaves.push({ names: [name], viewers: 1 });
  return leaves;
}

/** Viewer-minutes that were lost until `now` (Unix ms). */
export const viewerMinutes = (bill: Bill, now: number): number =>
  bill.viewerMinutes + (bill.lost * Math.max(0, now - bill.at)) / MINUTE_MS;

/**
 * The bill of an incident that continues others, and loses so many viewers from now on. One that is new has lost them since
 * it began. The same object as long as nothing changes; undefined as long as nobody is lost.
 */
export function billOf(
  earlier: readonly (Bill | undefined)[],
  lost: number,
  { began, now }: { readonly began: number; readonly now: number },
): Bill | undefined {
  const bills = earlier.filter((bill) => bill !== undefined);
  const [only, other] = bills;
  if (!only) return lost > 0 ? { viewerMinutes: 0, lost, at: began } : undefined;
  if (!other && only.lost === lost) return only;
  return { viewerMinutes: sum(bills.map((bill) => viewerMinutes(bill, now))), lost, at: now };
}
