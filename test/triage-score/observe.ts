import type { ClusterState } from '../../src/cluster/state.ts';
import type { ClusterSession } from '../../src/session/cluster-session.ts';
import { openFleet } from '../../src/session/fleet.ts';
import { createTriage, noTriage, type TriageState } from '../../src/triage/engine.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import type { LiveWatch } from '../support/live.ts';
import { namesCulprit, type Row, rowsOf } from './reading.ts';
import { firstTenthLost, type ScoredFault, type ScoredWorld } from './scored-world.ts';

/** Seconds after a loss of a tenth, or after the full strength of a fault, within which it must be found. */
const FOUND_AFTER_LOSS = 60;
const FOUND_AFTER_FULL = 120;
/** Seconds after a row came at which an operator has read it: streams are swept once a minute. */
const READ_AFTER = 65;
/** Seconds between two checks of the figures that a fault changes. */
const REACH_EVERY = 4;

/** A world, and the program that watches it. */
export interface Stage {
  readonly world: ScoredWorld;
  readonly live: LiveWatch;
  readonly close: () => Promise<void>;
}

/** The rows of one fault. Seconds count from the world's start. */
export interface Sight {
  readonly fault: ScoredFault;
  readonly deadline: number;
  /** When the first row about it stood; undefined: not in time. */
  readonly foundAt: number | undefined;
  /** The moment that is judged, and the rows at that moment, worst first. */
  readonly readAt: number;
  readonly rows: readonly Row[];
  /** Which of them are about this fault. */
  readonly own: readonly Row[];
}

export interface Observation {
  readonly world: ScoredWorld;
  readonly sights: readonly Sight[];
  /** Rows that came and belong to no fault. */
  readonly unrelated: readonly FalseRow[];
  readonly watchedS: number;
}

export type FalseRow = Pick<Row, 'key' | 'severity'>;

interface Watched {
  readonly fault: ScoredFault;
  /** The other faults. */
  readonly others: readonly ScoredFault[];
  readonly deadline: number;
  reach: ReadonlySet<string>;
  foundAt: number | undefined;
  readAt: number;
  rows: readonly Row[];
}

/**
 * Watches a world through clients, pollers and triage, in accelerated time; `asOneOfMany` as a cluster of a fleet that
 * nobody looks at.
 */
export async function observe(
  { world, live, close }: Stage,
  asOneOfMany: boolean | undefined = false,
): Promise<Observation> {
  let state = noTriage(mergeThresholds());
  const found = new Set<() => void>();
  if (asOneOfMany) paceOfFleet(live, { getState: () => state, subscribe: (tell) => found.add(tell) });
  try {
    const faults = world.faults.map((fault): Watched => {
      const loss = firstTenthLost(fault);
      const deadline = loss === undefined ? fault.full + FOUND_AFTER_FULL : loss + FOUND_AFTER_LOSS;
      const others = world.faults.filter((other) => other !== fault);
      const nothing = { reach: new Set<string>(), foundAt: undefined, readAt: deadline, rows: [] };
      return { fault, others, deadline, ...nothing };
    });
    const unrelated = new Map<string, FalseRow>();
    const watchedS = Math.max(...faults.map(({ deadline }) => deadline + READ_AFTER), 0) || world.quietS;
    const known = new Map<string, number>();
    let reachedAt = 0;
    await watchTriage(live, watchedS, (judged, t, cluster) => {
      state = judged;
      for (const tell of found) tell();
      const { problems } = state;
      if (t - reachedAt >= REACH_EVERY) {
        reachedAt = t;
        for (const one of faults) one.reach = new Set([...one.reach, ...one.fault.affected(t)]);
      }
      if (problems.length === 0) return;
      const rows = rowsOf(problems, cluster);
      for (const row of rows) if (!known.has(row.key)) known.set(row.key, t);
      for (const one of faults) follow(one, rows, t, known);
      for (const row of rows) {
        const isOwn = faults.some((one) => isAbout(row, one, known));
        if (isOwn || world.isTrueRemark(row.about, known.get(row.key) ?? 0)) unrelated.delete(row.key);
        else unrelated.set(row.key, { key: row.key, severity: row.severity });
      }
    });
    return {
      world,
      sights: faults.map((one) => ({ ...one, own: one.rows.filter((row) => isAbout(row, one, known)) })),
      unrelated: [...unrelated.values()],
      watchedS,
    };
  } finally {
    await close();
  }
}

/** Judges each new state of a cluster for some seconds; `t` is the second. */
export async function watchTriage(
  live: LiveWatch,
  seconds: number,
  see: (state: TriageState, t: number, cluster: ClusterState) => void,
): Promise<void> {
  const triage = createTriage({ thresholds: mergeThresholds() });
  await live.run(1000 * seconds, (cluster, now, elapsed) =>
    see(triage.step(cluster, now), elapsed / 1000, cluster),
  );
}

/** Polls the cluster as often as the fleet does when nobody looks at it. */
function paceOfFleet(
  { clock, monitor, store }: LiveWatch,
  triage: { readonly getState: () => TriageState; readonly subscribe: (tell: () => void) => void },
): void {
  const session = { monitor, store, triage } as unknown as ClusterSession;
  openFleet([{ name: 'one of many', facts: undefined, open: () => session }], clock);
}

/** Keeps the rows that an operator would have read some time after the first row of this fault came. */
function follow(one: Watched, rows: readonly Row[], t: number, known: ReadonlyMap<string, number>): void {
  const own = rows.some((row) => isAbout(row, one, known));
  if (own && one.foundAt === undefined && t <= one.deadline) one.foundAt = t;
  if (!own || one.foundAt === undefined || t > one.foundAt + READ_AFTER) return;
  one.readAt = t;
  one.rows = rows;
}

/**
 * A row belongs to a fault when it came after the fault began and concerns what the fault changes, or the whole cluster.
 * A row that names the cause of another fault belongs to that one.
 */
function isAbout(row: Row, one: Watched, known: ReadonlyMap<string, number>): boolean {
  const { fault, others, reach } = one;
  if ((known.get(row.key) ?? 0) < fault.begins) return false;
  if (!namesCulprit(row, fault) && others.some((other) => namesCulprit(row, other))) return false;
  return [...row.about, ...row.concerns].some((name) => name === 'cluster' || reach.has(name));
}
