import type { ClusterSession } from '../../src/session/cluster-session.ts';
import { openFleet } from '../../src/session/fleet.ts';
import type { Model } from '../../src/simulator/model.ts';
import { createTriage, noTriage, type TriageState } from '../../src/triage/engine.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { watchLive } from '../support/live.ts';
import { type IncidentSource, truthOf } from '../world/incidents/source.ts';
import type { IncidentTruth, TrueFault } from '../world/incidents/truth.ts';
import { affectedNames, firstTenthLost } from './reach.ts';
import { namesCulprit, type Row, rowsOf } from './reading.ts';

/** Seconds after a loss of a tenth, or after the full strength of a fault, within which it must be found. */
const FOUND_AFTER_LOSS = 60;
const FOUND_AFTER_FULL = 120;
/** Seconds after a row came at which an operator has read it: streams are swept once a minute. */
const READ_AFTER = 65;
/** Seconds between two checks of the figures that a fault changes. */
const REACH_EVERY = 4;
/** Seconds for which a world without a fault is watched. */
const CALM_S = 1_190;

/** The rows of one fault. Seconds count from the world's start. */
export interface Sight {
  readonly fault: TrueFault;
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
  readonly truth: IncidentTruth;
  readonly model: Model;
  readonly sights: readonly Sight[];
  /** Rows that came and belong to no fault. */
  readonly unrelated: readonly string[];
  readonly watchedS: number;
}

interface Watched {
  readonly fault: TrueFault;
  /** The other faults. */
  readonly others: readonly TrueFault[];
  readonly deadline: number;
  reach: ReadonlySet<string>;
  foundAt: number | undefined;
  readAt: number;
  rows: readonly Row[];
}

/**
 * Watches a drawn incident through clients, pollers and triage, in accelerated time; `asOneOfMany` as a cluster of a fleet
 * that nobody looks at.
 */
export async function observe(
  incident: number,
  incidents?: IncidentSource,
  asOneOfMany = false,
): Promise<Observation> {
  const live = await watchLive('steady', incident, { incident, incidents });
  let state = noTriage(mergeThresholds());
  const found = new Set<() => void>();
  if (asOneOfMany) paceOfFleet(live, { getState: () => state, subscribe: (tell) => found.add(tell) });
  try {
    const { model } = live.world;
    const truth = truthOf(model);
    if (!truth) throw new Error(`there is no incident ${incident}`);
    const triage = createTriage({ thresholds: mergeThresholds() });
    const faults = truth.faults.map((fault): Watched => {
      const loss = firstTenthLost(model, fault);
      const deadline = loss === undefined ? fault.full + FOUND_AFTER_FULL : loss + FOUND_AFTER_LOSS;
      const others = truth.faults.filter((other) => other !== fault);
      const nothing = { reach: new Set<string>(), foundAt: undefined, readAt: deadline, rows: [] };
      return { fault, others, deadline, ...nothing };
    });
    const unrelated = new Map<string, string>();
    const watchedS = Math.max(...faults.map(({ deadline }) => deadline + READ_AFTER), 0) || CALM_S;
    const known = new Map<string, number>();
    let reachedAt = 0;
    await live.run(1000 * watchedS, (cluster, now, elapsed) => {
      const t = elapsed / 1000;
      state = triage.step(cluster, now);
      for (const tell of found) tell();
      const { problems } = state;
      if (t - reachedAt >= REACH_EVERY) {
        reachedAt = t;
        for (const one of faults) one.reach = new Set([...one.reach, ...affectedNames(model, one.fault, t)]);
      }
      if (problems.length === 0) return;
      const rows = rowsOf(problems, cluster);
      for (const row of rows) if (!known.has(row.key)) known.set(row.key, t);
      for (const one of faults) follow(one, rows, t, known);
      for (const row of rows) {
        const isOwn = faults.some((one) => isAbout(row, one, known));
        if (isOwn || isTrueRemark(row, model)) unrelated.delete(row.key);
        else unrelated.set(row.key, row.key);
      }
    });
    return {
      truth,
      model,
      sights: faults.map((one) => ({ ...one, own: one.rows.filter((row) => isAbout(row, one, known)) })),
      unrelated: [...unrelated.values()],
      watchedS,
    };
  } finally {
    await live.close();
  }
}

/** Polls the cluster as often as the fleet does when nobody looks at it. */
function paceOfFleet(
  { clock, monitor, store }: Awaited<ReturnType<typeof watchLive>>,
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

/** It is true for a server that is always hot, and no incident. */
function isTrueRemark(row: Row, { cast, layout }: Model): boolean {
  return cast.servers['always hot'].some((server) => {
    const { name = '', apps = [] } = layout.servers[server] ?? {};
    return row.about.some((one) => one === name || apps.some((app) => layout.apps[app]?.name === one));
  });
}
