import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareTarget } from '../../src/cli/target/bare-target.ts';
import { type Report, reportOf } from '../../src/history/report/report.ts';
import { culprits } from '../../src/history/report/summary.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { type ClusterSession, openClusterSession } from '../../src/session/cluster-session.ts';
import { type KeptHistory, keepHistory } from '../../src/session/kept-history.ts';
import { nameOf } from '../../src/triage/problem.ts';
import { type Row, rowsOf } from '../triage-score/reading.ts';
import { between, relation, type Violation } from './relation.ts';
import { isWhole, linesOf, type Moment, momentsOf, saysTheSame, watchThird, worldOf } from './watch.ts';

/** For how long the late one watches. */
const LATE_S = isWhole ? 120 : 60;
/** What is stored of a figure stands for this long. */
const STORED_STEP_MS = 60_000;

/** What one that watched all the time says of a fault, and one that was opened in its middle. */
interface Both {
  readonly t: number;
  readonly all: readonly Row[];
  readonly late: readonly Row[];
  /** What the recorder's history tells of the whole time. */
  readonly report: Report | undefined;
  readonly billed: number;
}

/** Viewer-minutes that two counts may differ by: what is told is up to ten seconds old. */
const STEP_MINUTES = 5;
const ROUNDED = 0.06;

relation('2 the report leads with the worst, and counts the same loss', async (seed) => {
  const { t, all, report, billed } = await watchBoth(seed);
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
});

relation('7 joined late: the same root and harm', async (seed) => {
  const told = await watchBoth(seed);
  return violationOf(told, 'the whole time, or joined late', (one, other) =>
    saysTheSame([one], other ? [other] : []),
  );
});

relation('7 joined late: the same beginning', async (seed) => {
  const told = await watchBoth(seed);
  return violationOf(told, 'beginning, the whole time and joined late', (one, other) => {
    const isSame = other?.about.some((name) => one.about.includes(name));
    const isNear = (n: 0 | 1) => Math.abs((other?.since[n] ?? 0) - one.since[n]) <= STORED_STEP_MS;
    return !isSame || isNear(1);
  });
});

/** Whether the first row about the fault is not the same for both. */
function violationOf(
  { t, all, late }: Both,
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

const both = new Map<number, Promise<Both>>();

function watchBoth(seed: number): Promise<Both> {
  const known = both.get(seed) ?? watchWithRecorder(seed);
  both.set(seed, known);
  return known;
}

/** The recorder keeps a history from the start; the late one is opened when the fault has been read. */
async function watchWithRecorder(seed: number): Promise<Both> {
  const stateDir = await mkdtemp(join(tmpdir(), 'castwatch-late-'));
  const world = worldOf(seed);
  const [read] = momentsOf(world);
  let moment: Moment | undefined;
  let recorder: KeptHistory | undefined;
  let late: ClusterSession | undefined;
  let said: readonly Row[] = [];
  let report: Report | undefined;
  const history = { stateDir, retention: defaultRetention, onStatus: () => {} };
  const { told } = await watchThird(seed, {
    until: read + LATE_S,
    see(now) {
      moment = now;
      const { clock, store } = now.live;
      const { url } = now.cluster;
      const triage = { getState: () => moment?.triage ?? now.triage, subscribe: () => () => {} };
      recorder ??= keepHistory({ ...history, url, clock, cluster: store, triage });
      if (now.t < read || late) return;
      const target = { ...bareTarget('late', url), readOnly: true };
      late = openClusterSession({ target, clock, credentials: now.credentials, random: () => 0.5, history });
      late.monitor.start();
    },
    async atEnd({ live }) {
      const to = live.clock.now();
      recorder?.flush?.(to);
      if (recorder?.reader)
        report = reportOf(recorder.reader, 'late', { from: to - 1_000 * (read + LATE_S), to });
      if (late) said = rowsOf(late.triage.getState().problems, late.store.getState());
      await late?.close();
      await recorder?.close();
    },
  });
  await rm(stateDir, { recursive: true, force: true });
  const before = new Set(told.findLast(({ t }) => t <= world.happensAt)?.rows.map(({ key }) => key));
  const isNew = ({ key, kind }: Row) => !before.has(key) && kind !== 'manager';
  const { rows = [], billed = 0 } = told.at(-1) ?? {};
  return { t: read + LATE_S, all: rows.filter(isNew), late: said.filter(isNew), report, billed };
}
