import { Answers } from './answers.ts';
import { type Cluster, type Drawn, drawCluster } from './cluster.ts';
import { controlFaults } from './control-faults.ts';
import { Course, STEP_S } from './course.ts';
import { deliveryFaults } from './delivery-faults.ts';
import { Draws } from './draws.ts';
import type { Effects } from './effects.ts';
import { changeElsewhere, type TimedLine, writeJournal } from './journal.ts';
import { type Line, type Plan, type PlannedFault, Scene } from './plan.ts';
import { sourceFaults } from './source-faults.ts';

/** A world by another hand: drawn by its seed, a function of the time, written from the API document alone. */

const builders: Readonly<Record<string, (scene: Scene) => Plan>> = {
  ...deliveryFaults,
  ...sourceFaults,
  ...controlFaults,
};
export const thirdKinds = Object.keys(builders);

const CAUSE_IS_TOLD = 0.45;
const CHANGE_ELSEWHERE = 0.25;

/** What is true about the fault; seconds from the first look. */
export interface ThirdFault extends Omit<PlannedFault, 'full' | 'reasons'> {
  readonly begins: number;
  readonly full: number;
  readonly ends: number;
  readonly cause: Line | undefined;
}

/** How the world of a seed differs from the one that is scored. */
export interface Change extends Drawn {
  readonly kind?: string;
  /** When something happens, seconds from the first look. */
  readonly begins?: number;
  /** What becomes of the plan. */
  readonly plan?: (plan: Plan, begins: number) => Plan;
}

export type ThirdWorld = ReturnType<typeof thirdWorld>;

export function thirdWorld(seed: number, change: Change = {}) {
  const kind = change.kind ?? thirdKinds[seed % thirdKinds.length] ?? 'calm';
  const cluster = drawCluster(seed, change);
  const d = new Draws(seed, 2);
  const drawn = Math.round(d.between(720, 960) / STEP_S) * STEP_S;
  const begins = change.begins ?? drawn;
  const planned = (builders[kind] ?? controlFaults.calm)(new Scene(cluster, d, begins));
  const plan = change.plan?.(planned, begins) ?? planned;
  const course = new Course(cluster, plan.effects);
  const without = new Course(cluster, plan.without ?? {});
  const { told, cause } = tell(cluster, d, { plan, begins });
  const lines = [...told, ...statesOf(cluster, plan.effects)];
  const journal = writeJournal(cluster, lines, plan.effects.journalEnds);
  const answers = new Answers(cluster, plan.effects, course, journal);
  const ended = lines.filter(({ at, message }) => at >= begins && message === ENDED);
  const fault = plan.fault && {
    ...plan.fault,
    begins,
    full: begins + plan.fault.full,
    ends: Number.POSITIVE_INFINITY,
    cause,
    follows: [...plan.fault.follows, ...ended],
  };
  return {
    seed,
    kind,
    startAt: cluster.startAt,
    cluster,
    course,
    without,
    /** Undefined: nothing critical and no warning may be raised. */
    truth: fault satisfies ThirdFault | undefined,
    /** When something happens, a fault or what only looks like one. */
    happensAt: begins,
    answer: answers.answer.bind(answers),
  };
}

/** The lines about the fault: its cause or a change elsewhere shortly before, and what follows. */
function tell(
  { groups, servers }: Cluster,
  d: Draws,
  { plan: { fault }, begins }: { plan: Plan; begins: number },
): { told: readonly TimedLine[]; cause: Line | undefined } {
  const chance = d.next();
  const at = begins - d.between(3, 40);
  const reasons = fault?.reasons ?? [];
  const cause = reasons.length > 0 && chance < CAUSE_IS_TOLD ? d.pick(reasons) : undefined;
  const culprits = fault?.culprits.flatMap(({ name, also }) => [name, ...also]) ?? [];
  const near = servers.filter(({ name, group }) => culprits.includes(name) || culprits.includes(group));
  const far = groups.filter((group) => near.every((server) => server.group !== group));
  const elsewhere = servers.filter(({ group }) => far.includes(group)).map(({ name }) => name);
  const change = changeElsewhere(d, elsewhere);
  const isElsewhere = !cause && chance > 1 - CHANGE_ELSEWHERE;
  const follows = (fault?.follows ?? []).map((line) => ({
    ...line,
    at: begins + (fault?.full ?? 0) + d.between(1, 30),
  }));
  return {
    told: [...(cause ? [{ ...cause, at }] : []), ...(isElsewhere ? [{ ...change, at }] : []), ...follows],
    cause,
  };
}

const ENDED = 'Status Update: UNPUBLISHED';

/** A line for each stream that begins or ends. */
function statesOf(cluster: Cluster, { isUp, publishes }: Effects): readonly TimedLine[] {
  return cluster.streams.flatMap(({ index, key, app, from, until }) => {
    const server = cluster.apps[app]?.server ?? -1;
    const isOn = (t: number) =>
      t >= from && t < until && isUp?.(server, t) !== false && publishes?.(index, t) !== 'no';
    const lines: TimedLine[] = [];
    for (let t = STEP_S; t < 1_900; t += STEP_S) {
      const now = isOn(t);
      if (now === isOn(t - STEP_S)) continue;
      lines.push({ at: t, object: `Stream: ${key}`, message: now ? 'Status Update: PUBLISHED' : ENDED });
    }
    return lines;
  });
}
