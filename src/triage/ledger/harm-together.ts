import type { ServerRecord } from '../../cluster/state.ts';
import { ownObjects } from '../concerned.ts';
import { type Harm, nameOf, type Problem, viewersHit } from '../problem.ts';

/** An application on a server that has viewers: the smallest place whose viewers one answer counts. */
interface Leaf {
  /** The names of its application, its server and its group. */
  readonly names: readonly (string | null | undefined)[];
  /** As they were counted last, also of a server that is gone. */
  readonly viewers: number;
}

/** Without a topology all viewers are in one place. */
const anywhere: readonly Leaf[] = [{ names: [], viewers: 1 }];

/**
 * Whom several problems hit: who is hit by two of them counts once. Viewers are spread over the leaves of what a problem is
 * about, by their size; in each leaf the problem that hits most counts. Streams have viewers of their own, so theirs are
 * added. Undefined if nobody knows.
 */
export function harmTogether(
  problems: readonly Problem[],
  servers: readonly ServerRecord[],
): Harm | undefined {
  const known = problems.filter(({ hit }) => viewersHit(hit));
  const [first] = known;
  if (known.length < 2) return (first ?? problems[0])?.hit.viewers;
  const leaves = leavesOf(servers, known);
  const together = { lost: 0, degraded: 0 };
  const spread = known.map((problem) => spreadOver(leaves, problem));
  for (const leaf of leaves) {
    for (const word of ['lost', 'degraded'] as const) {
      const here = known.map(
        ({ hit }, index) => (hit.viewers?.[word] ?? 0) * (spread[index]?.get(leaf) ?? 0),
      );
      const ofStreams = here.filter((_, index) => known[index]?.subject.kind === 'stream');
      together[word] += Math.max(sum(ofStreams), ...here);
    }
  }
  return { lost: Math.round(together.lost), degraded: Math.round(together.degraded) };
}

/** The share of a problem's viewers in each leaf. Of what has no viewers itself all leaves are fed. */
function spreadOver(leaves: readonly Leaf[], problem: Problem): ReadonlyMap<Leaf, number> {
  const about = new Set<string | null | undefined>(ownObjects(problem).map(nameOf));
  const own = leaves.filter(({ names }) => names.some((name) => about.has(name)));
  const under = own.length > 0 ? own : leaves;
  const all = sum(under.map(({ viewers }) => viewers));
  return new Map(under.map((leaf) => [leaf, all > 0 ? leaf.viewers / all : 1 / under.length]));
}

function leavesOf(servers: readonly ServerRecord[], problems: readonly Problem[]): readonly Leaf[] {
  const listed = new Set(servers.map(({ name }) => name));
  const named = new Set(
    problems.flatMap(ownObjects).flatMap((one) => (one.kind === 'server' ? one.name : [])),
  );
  const leaves = servers.flatMap(({ name, server }) =>
    (server.applications ?? [])
      .filter(({ viewers }) => viewers?.count)
      .map((one): Leaf => ({ names: [one.name, name, server.groupName], viewers: one.viewers?.count ?? 0 })),
  );
  // Servers that are no longer known had viewers of their own.
  for (const name of named) if (!listed.has(name)) leaves.push({ names: [name], viewers: 1 });
  return leaves.length > 0 ? leaves : anywhere;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
