import { bareTarget } from '../../src/cli/cluster/bare-target.ts';
import { type Report, reportOf } from '../../src/history/report/report.ts';
import { culprits } from '../../src/history/report/summary.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { type ClusterSession, openClusterSession } from '../../src/session/cluster-session.ts';
import { type KeptHistory, keepHistory } from '../../src/session/kept-history.ts';
import { nameOf } from '../../src/triage/problem.ts';
import { newFolder } from '../support/new-folder.ts';
import { type Row, rowsOf } from '../triage-score/reading.ts';
import { between, type Violation } from './relation.ts';
import { EVERY_S, isWhole, linesOf, type Moment, saysTheSame } from './watch.ts';

/** For how long the late one watches. */
const LATE_S = isWhole ? 120 : 60;
/** What is stored of a figure stands for this long. */
const STORED_STEP_MS = 60_000;
/** Viewer-minutes that two counts may differ by: what is told is up to ten seconds old. */
const STEP_MINUTES = 5;
const ROUNDED = 0.06;

/** What one that watched all the time says of a fault, and one that was opened in its middle. */
export interface Joined {
  readonly t: number;
  readonly all: readonly Row[];
  readonly late: readonly Row[];
  /** What the recorder's history tells of the whole time. */
  readonly report: Report | undefined;
  readonly billed: number;
}

/** The recorder keeps a history from the start; the late one is opened when the fault has been read. */
export function recordAndJoin(happensAt: number, read: number) {
  const history = { stateDir: newFolder(), retention: defaultRetention, onStatus: () => {} };
  let moment: Moment | undefined;
  let recorder: KeptHistory | undefined;
  let late: ClusterSession | undefined;
  let joined: Joined | undefined;
  let before: ReadonlySet<string> = new Set();
  const isNew = ({ key, kind }: Row) => !before.has(key) && kind !== 'manager';

  const compare = ({ t, live, rows, billed }: Moment, { triage, store }: ClusterSession): Joined => {
    const to = live.clock.now();
    recorder?.flush?.(to);
    const report = recorder?.reader && reportOf(recorder.reader, 'late', { from: to - 1_000 * t, to });
    const said = rowsOf(triage.getState().problems, store.getState());
    return { t, all: rows.filter(isNew), late: said.filter(isNew), report, billed };
  };

  return {
    see(now: Moment): void {
      moment = now;
      const { clock, store } = now.live;
      const { url } = now.cluster;
      if (now.t <= happensAt) before = new Set(now.rows.map(({ key }) => key));
      const triage = { getState: () => moment?.triage ?? now.triage, subscribe: () => () => {} };
      recorder ??= keepHistory({ ...history, url, clock, cluster: store, triage });
      if (late && now.t > read + LATE_S - EVERY_S) joined ??= compare(now, late);
      if (late || now.t < read) return;
      const target = { ...bareTarget('late', url), readOnly: true };
      late = openClusterSession({ target, clock, credentials: now.credentials, random: () => 0.5, history });
      late.monitor.start();
    },
    async atEnd(): Promise<Joined | undefined> {
      await late?.close();
      await recorder?.close();
      return joined;
    },
  };
}

/** The report leads with the worst, and counts the same loss. */
export function againstReport({ t, all, report, billed }: Joined): Violation | undefined {
  const [first] = all;
  const { problem, also = [], bill } = report?.summary ?? {};
  if (!first || first.severity === 'info') return undefined;
  const said = [{ bill }, ...also].reduce((sum, one) => sum + (one.bill?.viewerMinutes ?? 0), 0);
  const headline = problem ? culprits(problem).map(nameOf) : [];
  const isSame = headline.some((name) => first.about.includes(name));
  if (isSame && Math.abs(said - billed) <= Math.max(STEP_MINUTES, ROUNDED * billed)) return undefined;
  return {
    why: 'what is seen first on the screen, and the headline of the report',
    t,
    one: [`${Math.round(billed)} viewer-minutes`, ...linesOf(all)],
    other: [`${Math.round(said)} viewer-minutes`, `${problem?.kind} of ${headline.join(', ')}`],
  };
}

export const againstRoot = (joined: Joined): Violation | undefined =>
  violationOf(joined, 'the whole time, or joined late', (one, other) =>
    saysTheSame([one], other ? [other] : []),
  );

export const againstBeginning = (joined: Joined): Violation | undefined =>
  violationOf(joined, 'beginning, the whole time and joined late', (one, other) => {
    const isSame = other?.about.some((name) => one.about.includes(name));
    const isNear = (n: 0 | 1) => Math.abs((other?.since[n] ?? 0) - one.since[n]) <= STORED_STEP_MS;
    return !isSame || isNear(1);
  });

/** Whether the first row about the fault is not the same for both. */
function violationOf(
  { t, all, late }: Joined,
  why: string,
  isSame: (one: Row, other: Row | undefined) => boolean,
): Violation | undefined {
  const [one] = all;
  if (!one || isSame(one, late[0])) return undefined;
  const dated = [one, late[0]].map((row) =>
    row?.since.map((at) => new Date(at).toISOString().slice(11, 19)).join(' to '),
  );
  return between(`${why}, since ${dated.join(' and ')}`, t, all, late);
}
