import { MINUTE_MS } from '../../base/durations.ts';
import { sum } from '../../base/theil-sen.ts';
import { isReadInPart } from '../../cluster/copies.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import { ownObjects } from '../concerned.ts';
import {
  type Bill,
  type Harm,
  type Lost,
  nameOf,
  type Problem,
  type Subject,
  viewersHit,
} from '../problem.ts';

/** An application on a server that has viewers: the smallest place whose viewers one answer counts. */
interface Leaf {
  /** The names of its application, its server and its group. */
  readonly names: readonly (string | null | undefined)[];
  readonly server: string;
  /** As they were counted last, also of a server that is gone; 1 where that is not known. */
  readonly viewers: number;
  /** The most that it can have lost, if that is known: a server that is gone was counted before. */
  readonly most?: number | undefined;
}

/** Lost viewers of an object. */
interface LostOf {
  readonly object: Subject;
  readonly lost: number;
}

/**
 * Whom several problems hit: who is hit by two of them counts once. Where a problem names the place, its viewers are spread
 * over the leaves there, and in each leaf the largest number counts. Streams have viewers of their own, so theirs are added.
 * What is only known of the whole cluster may be the same viewers. Their health, which has no place, is a witness only where the
 * list of streams is read whole; else it counts those who watch the others. `harm` is undefined if nobody knows; in `lostOf`
 * viewers who were of no object are missing.
 */
export function harmTogether(
  problems: readonly Problem[],
  state: Pick<ClusterState, 'servers' | 'streamSweep'>,
) {
  const hitting = problems.filter(({ hit }) => viewersHit(hit));
  const placing = hitting.filter(({ kind }) => kind !== 'health' || isReadInPart(state));
  const known = placing.length > 0 ? placing : hitting;
  const [first, second] = known;
  // Most problems are alone and lose nobody, and need no search for places.
  if (!second && !first?.hit.viewers?.lost) return { harm: (first ?? problems[0])?.hit.viewers, lostOf: [] };
  const leaves = leavesOf(state.servers, known);
  const placed = known.map((problem): Placed => {
    const about = new Set<string | null | undefined>(ownObjects(problem).map(nameOf));
    return [problem, leaves.filter(({ names }) => names.some((name) => about.has(name)))];
  });
  const lost = spread('lost', placed);
  const objects = lostOf(lost, placed);
  // What all servers lose alike is lost at each of them.
  const alike = known.filter(({ kind, facts }) => kind === 'loss' && facts.alike !== undefined);
  const everywhere = alike.map((problem): Placed => [problem, leaves]);
  const lostAlike = objects.length > 0 ? objects : lostOf(spread('lost', everywhere), everywhere);
  if (!second) return { harm: first?.hit.viewers, lostOf: lostAlike };
  // Viewers who left, wherever they were, were counted as watching something sick before.
  const left = placed.map(([{ subject, hit }, own]) =>
    own.length > 0 || subject.kind === 'stream' ? 0 : (hit.viewers?.lost ?? 0),
  );
  const degraded = spread('degraded', placed).count - Math.max(0, ...left);
  return { harm: { lost: lost.count, degraded: Math.max(0, degraded) }, lostOf: lostAlike };
}

/** A problem, and the leaves of what it is about. */
type Placed = readonly [problem: Problem, own: readonly Leaf[]];

function spread(word: keyof Harm, placed: readonly Placed[]) {
  const byLeaf = new Map<Leaf, number>();
  let [anywhere, ofStreams] = [0, 0];
  for (const [problem, own] of placed) {
    const count = problem.hit.viewers?.[word] ?? 0;
    const all = sum(own.map(({ viewers }) => viewers));
    for (const leaf of own) byLeaf.set(leaf, Math.max(byLeaf.get(leaf) ?? 0, (count * leaf.viewers) / all));
    if (problem.subject.kind === 'stream') ofStreams += count;
    else if (own.length === 0) anywhere = Math.max(anywhere, count);
  }
  return { count: Math.round(Math.max(sum([...byLeaf.values()]), anywhere, ofStreams)), byLeaf };
}

/** The servers that had the lost viewers; else the streams, as far as they are known. */
function lostOf({ count, byLeaf }: ReturnType<typeof spread>, placed: readonly Placed[]): readonly LostOf[] {
  // With a region, viewers elsewhere are lost, too, but nobody had more than it had.
  const leaves = [...byLeaf].flatMap(([leaf, lost]) =>
    lost > 0 ? [[leaf, Math.min(lost, leaf.most ?? lost)] as const] : [],
  );
  if (leaves.length > 0) {
    return [...Map.groupBy(leaves, ([{ server }]) => server)].map(([name, own]) => ({
      object: { kind: 'server', name },
      lost: sum(own.map(([, lost]) => lost)),
    }));
  }
  const streams = placed.flatMap(([{ subject, hit }]): readonly LostOf[] => {
    if (!hit.viewers?.lost) return [];
    if (subject.kind === 'stream') return [{ object: subject, lost: hit.viewers.lost }];
    return (hit.streams?.first ?? []).map(({ id, streamKey, application, viewers = 0 }) => ({
      object: { kind: 'stream', id, streamKey, application },
      lost: viewers,
    }));
  });
  const share = Math.min(1, count / sum(streams.map(({ lost }) => lost)));
  return streams.flatMap(({ object, lost }) => (lost > 0 ? [{ object, lost: share * lost }] : []));
}

function leavesOf(servers: readonly ServerRecord[], problems: readonly Problem[]): readonly Leaf[] {
  const leaves = servers.flatMap(({ name, server, goneSince }) =>
    (server.applications ?? []).flatMap((one): readonly Leaf[] => {
      const viewers = one.viewers?.count ?? 0;
      const names = [one.name, name, server.groupName];
      const most = goneSince === undefined ? undefined : viewers;
      return viewers ? [{ names, server: name, viewers, most }] : [];
    }),
  );
  // Servers that are no longer known had viewers of their own.
  const listed = new Set(servers.map(({ name }) => name));
  const named = new Set(
    problems.flatMap(ownObjects).flatMap((one) => (one.kind === 'server' ? one.name : [])),
  );
  for (const name of named) if (!listed.has(name)) leaves.push({ names: [name], server: name, viewers: 1 });
  return leaves;
}

/** Most objects of a bill; those with the least are not listed. */
const MOST_OBJECTS = 20;

/** The bill as it is at `now` (Unix ms), the largest object first, in viewer-minutes. */
export function billAt(bill: Bill, now: number): Bill {
  const minutes = Math.max(0, now - bill.at) / MINUTE_MS;
  const grown = <T extends Lost>(one: T): T => ({
    ...one,
    viewerMinutes: one.viewerMinutes + one.lost * minutes,
  });
  return {
    ...grown(bill),
    at: Math.max(now, bill.at),
    objects: bill.objects.map(grown).toSorted((a, b) => b.viewerMinutes - a.viewerMinutes),
  };
}

/** What a bill has grown by since an earlier one of the same incident. */
export function billSince(bill: Bill, earlier: Bill): Bill {
  const before = new Map(
    earlier.objects.map(({ object, viewerMinutes }) => [JSON.stringify(object), viewerMinutes]),
  );
  return {
    ...bill,
    viewerMinutes: bill.viewerMinutes - earlier.viewerMinutes,
    objects: bill.objects.map((one) => ({
      ...one,
      viewerMinutes: Math.max(0, one.viewerMinutes - (before.get(JSON.stringify(one.object)) ?? 0)),
    })),
  };
}

interface Losing {
  /** Viewers who are lost from now on. */
  readonly lost: number;
  readonly lostOf: readonly LostOf[];
  /** How long as many had been lost before, on average, in minutes; asked of a new bill alone. */
  readonly minutes: () => number;
  /** Unix ms. */
  readonly now: number;
}

/**
 * For how many minutes on average the viewers had been lost who are at `now` and were not at `since` (Unix ms): a drain loses
 * the last ones late. By the total of the cluster; as if all at once where that has not fallen.
 */
export function minutesLost({ history }: ClusterState, since: number, now: number): number {
  const points = history.points('total/viewers', since, now).flatMap(({ value }) => value ?? []);
  const [before = 0, last = 0] = [points[0], points.at(-1)];
  const shares = points.map((value) => Math.min(1, Math.max(0, (before - value) / (before - last))));
  const share = last < before ? sum(shares) / shares.length : 1;
  return (share * Math.max(0, now - since)) / MINUTE_MS;
}

/**
 * The bill of an incident that continues others, or of a new one. The same object as long as as many are lost; undefined as
 * long as nobody is.
 */
export function billOf(
  earlier: readonly (Bill | undefined)[],
  { lost, lostOf, minutes, now }: Losing,
): Bill | undefined {
  const bills = earlier.filter((bill) => bill !== undefined);
  const [only, other] = bills;
  if (!only && lost === 0) return undefined;
  if (only && !other && only.lost === lost) return only;
  const until = bills.map((bill) => billAt(bill, now));
  const missed = only ? 0 : minutes();
  const objects = [
    ...until.flatMap((bill) => bill.objects.map((one) => ({ ...one, lost: 0 }))),
    ...lostOf.map((one) => ({ ...one, viewerMinutes: one.lost * missed })),
  ];
  const added = [...Map.groupBy(objects, ({ object }) => JSON.stringify(object)).values()].flatMap((own) => {
    const [first] = own;
    const total = (word: keyof Lost) => sum(own.map((one) => one[word]));
    return first
      ? [{ object: first.object, viewerMinutes: total('viewerMinutes'), lost: total('lost') }]
      : [];
  });
  return {
    viewerMinutes: lost * missed + sum(until.map(({ viewerMinutes }) => viewerMinutes)),
    lost,
    at: now,
    objects: added
      .toSorted((a, b) => b.viewerMinutes - a.viewerMinutes || b.lost - a.lost)
      .slice(0, MOST_OBJECTS),
  };
}
