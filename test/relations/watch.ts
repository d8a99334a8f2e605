import type { ClusterState } from '../../src/cluster/state.ts';
import type { TriageState } from '../../src/triage/engine.ts';
import { billAt } from '../../src/triage/ledger/ledger.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { severityRank } from '../../src/triage/rank.ts';
import type { LiveWatch } from '../support/live.ts';
import { isLong } from '../support/long.ts';
import { watchTriage } from '../triage-score/observe.ts';
import { type Row, rowsOf } from '../triage-score/reading.ts';
import type { Cluster } from '../triage-score/third/cluster.ts';
import { type Change, type ThirdWorld, thirdWorld } from '../triage-score/third/world.ts';
import { openThird } from '../triage-score/third-stage.ts';

/** Worlds of the third kind, and what the program says of them every ten seconds. */

export const EVERY_S = 10;
/** `CASTWATCH_SEEDS=7-7`: only these, and what they say, whatever is allowed. */
const [from = 0, to = 0] = (process.env.CASTWATCH_SEEDS ?? '').split('-').map(Number);
export const chosen = to > 0 ? (seed: number) => seed >= from && seed <= to : undefined;
/** More than the few small worlds are watched, each for longer. */
export const isWhole = isLong || chosen !== undefined;

/** Something happens this soon: less than half of what is usual for the score, so that many worlds can be watched. */
const BEGINS_S = isWhole ? 300 : 200;
/** Seconds after the full strength of a fault at which an operator has read it, and those when it has settled. */
const READ_S = 70;
const SETTLED_S = isWhole ? 130 : 80;
const QUIET_S = isWhole ? 150 : 100;

/** What the list of problems says at a moment; remarks do not count. */
export interface Told {
  readonly t: number;
  readonly rows: readonly Row[];
  readonly problems: readonly Problem[];
  /** Viewer-minutes that the incidents have cost. */
  readonly billed: number;
}

export interface Watched {
  /** A new one each time: worlds keep every moment that was asked for. */
  readonly world: ThirdWorld;
  readonly told: readonly Told[];
}

/** A moment of the program. */
export interface Moment extends Told {
  readonly triage: TriageState;
  readonly cluster: ClusterState;
  readonly live: LiveWatch;
  readonly credentials: () => Promise<{ readonly username: string; readonly password: string }>;
}

type See = (moment: Moment) => void;
interface Watch extends Change {
  /** Until when; by default until a fault has settled. */
  readonly until?: number;
  /** Gets the state at each of the moments, and the last one again before the program ends. */
  readonly see?: See;
  readonly atEnd?: (moment: Moment) => Promise<void>;
}

export const worldOf = (seed: number, change: Change = {}): ThirdWorld =>
  thirdWorld(seed, { begins: BEGINS_S, ...change });

/** When the fault of a world has been read, and when it has settled. */
export function momentsOf({ truth, happensAt }: ThirdWorld): readonly [read: number, settled: number] {
  const full = truth?.full ?? happensAt + QUIET_S - SETTLED_S;
  return [full + READ_S, full + SETTLED_S];
}

/** Watches a world with clients, pollers and triage, in accelerated time. */
export async function watchThird(
  seed: number,
  { until, see, atEnd, ...change }: Watch = {},
): Promise<Watched> {
  const { live, drawn, credentials, close } = await openThird(seed, { begins: BEGINS_S, ...change });
  const told: Told[] = [];
  let last: Moment | undefined;
  let next = EVERY_S;
  try {
    await watchTriage(live, until ?? momentsOf(drawn)[1], (triage, t, cluster) => {
      if (t < next) return;
      const bills = triage.problems.flatMap(({ hit }) => hit.bill ?? []);
      const billed = bills.reduce((sum, bill) => sum + billAt(bill, live.clock.now()).viewerMinutes, 0);
      const now = { t: next, rows: rowsOf(triage.problems, cluster), problems: triage.problems, billed };
      told.push(now);
      last = { ...now, triage, cluster, live, credentials };
      see?.(last);
      next = (Math.floor(t / EVERY_S) + 1) * EVERY_S;
    });
    if (last) await atEnd?.(last);
  } finally {
    await close();
  }
  return {
    told,
    get world() {
      return worldOf(seed, change);
    },
  };
}

/** What was said last until second `t`. */
export const toldAt = ({ told }: Watched, t: number): readonly Row[] =>
  told.findLast((one) => one.t <= t)?.rows ?? [];

export const levelOf = (rows: readonly Row[]): number =>
  Math.max(0, ...rows.map(({ severity }) => severityRank[severity as keyof typeof severityRank]));

/** What a row is about, how bad it is, and which part is at fault. */
const headOf = ({ severity, kind, about, parts }: Row): string =>
  `${severity} ${kind} of ${about.toSorted().join(' ')} (${parts.toSorted().join(', ') || 'no part'})`;

export const linesOf = (rows: readonly Row[]): readonly string[] =>
  rows.map((row) => `${headOf(row)}, ${row.viewers ?? 'no'} viewers, ${row.streams ?? 'no'} streams`);

/** Whether two verdicts say the same; figures may differ by a tenth, as the rounds of the polls do, and so may a list that names only some. */
export function saysTheSame(one: readonly Row[], other: readonly Row[]): boolean {
  const isNear = (a = 0, b = 0) => Math.abs(a - b) <= Math.max(3, 0.1 * Math.max(a, b));
  const othersIn = ({ about, streams = 0 }: Row) => (streams > about.length ? 0.1 * about.length : 0);
  const [a, b] = [one, other].map((rows) => rows.toSorted((x, y) => (headOf(x) < headOf(y) ? -1 : 1)));
  const isSame = (row: Row, next: Row | undefined) =>
    next !== undefined &&
    headOf(row) === headOf({ ...next, about: row.about }) &&
    new Set(row.about).symmetricDifference(new Set(next.about)).size <= othersIn(row) &&
    isNear(row.viewers, next.viewers) &&
    isNear(row.streams, next.streams);
  return a?.length === b?.length && a?.every((row, n) => isSame(row, b?.[n])) === true;
}

/** All that rows say, with names as what they name, so that worlds with other names can be compared. */
export function withoutNames(
  rows: readonly Row[],
  { servers, groups, apps, streams }: Cluster,
): readonly string[] {
  const tokens = new Map([
    ...streams.map(({ key, index }) => [key, `stream ${index}`] as const),
    ...apps.map(({ name, index }) => [name, `application ${index}`] as const),
    ...groups.map((name, n) => [name, `group ${n}`] as const),
    ...servers.map(({ name, index }) => [name, `server ${index}`] as const),
  ]);
  const unnamed = (text: string) => text.replace(/[a-z_]+/gi, (word) => tokens.get(word) ?? word);
  return rows.map((row) => {
    const head = headOf({ ...row, about: row.about.map(unnamed) });
    const lines = row.changes.map(({ object, message }) => unnamed(`${object}: ${message}`));
    return [head, row.viewers, row.streams, ...row.since, ...lines].join('; ');
  });
}
