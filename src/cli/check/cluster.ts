import type { Moment } from '../../actions/time-travel.ts';
import type { Clock } from '../../base/clock.ts';
import { counted, DASH, dateTime, listed } from '../../base/format.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import type { Connection } from '../../http/connect.ts';
import { inIncidentOrder } from '../../triage/incidents/incident.ts';
import { journalReach } from '../../triage/memory/journal.ts';
import { judgeLooks, type OneShot } from '../../triage/one-shot.ts';
import { type PlannedWork, plannedWorkOf } from '../../triage/planned-work.ts';
import type { Problem } from '../../triage/problem.ts';
import { severityRank } from '../../triage/rank.ts';
import { type Watched, withWatched } from '../../triage/watched.ts';
import { climbsOf } from '../../views/formats/climbs.ts';
import { sharedNameWords } from '../../views/formats/errors.ts';
import type { Figure } from '../../views/metrics/performance.ts';
import { incidentCount, incidentCounts } from '../../views/problems/counts.ts';
import { byWords, problemInFull } from '../../views/problems/words.ts';
import { type UserDecisions, withAcknowledgement } from '../cluster/user-decisions.ts';
import { type Uncovered, uncovered } from './coverage.ts';
import { type PollPlan, pollLooks, unreadIn } from './looks.ts';
import { type CheckedObject, concernsObject, foundOf, missingObject, objectFigures } from './object.ts';
import { type FigureRanges, rangeSeverity } from './range.ts';
import type { CheckLimits } from './thresholds.ts';
import { unknownVerdict, type Verdict, verdictStatus } from './verdict.ts';

/** Most unread resources in the first line. */
const MOST_UNREAD = 5;

/** What is judged, with which limits, and what users have said about it: effects of planned work do not count. */
export interface CheckPlan extends PollPlan, CheckLimits, Partial<UserDecisions> {
  /** Undefined: the whole cluster. */
  readonly object?: CheckedObject | undefined;
  /** Findings of a program that watches the cluster all the time. */
  readonly watched?: Watched | undefined;
}

/**
 * Polls the cluster as often as planned and judges what all polls have in common. Never rejects because of the
 * cluster.
 */
export async function checkCluster(
  connection: Connection,
  target: Pick<ClusterTarget, 'name' | 'url' | 'journalPatterns'>,
  clock: Clock,
  plan: CheckPlan,
): Promise<Verdict> {
  const reach = { journalBackMs: journalReach(plan.thresholds) };
  const { looks, failure } = await pollLooks(connection, target, clock, { ...plan, ...reach });
  const cluster = { name: target.name, url: target.url };
  const state = looks.at(-1)?.state;
  const at = clock.now();
  if (failure || !state) {
    return { ...unknownVerdict(failure ?? 'nothing was read', at), polls: looks.length, cluster };
  }
  const { object, thresholds } = plan;
  const concerns = concernsOf(object);
  const look = judgeLooks(looks, thresholds, target.journalPatterns, concerns);
  const watched = plan.watched && {
    ...plan.watched,
    isPart: concerns !== undefined,
    problems: plan.watched.problems.filter((problem) => concerns?.(problem) ?? true),
  };
  const states = looks.map((each) => each.state);
  return verdictOn(watched ? withWatched(look, watched) : look, plan, {
    cluster,
    states,
    state,
    at,
    uncovered: (measured) =>
      uncovered(object, states, unreadIn(looks), { names: plan.asked ?? new Set(), measured }),
  });
}

/** What the history has of an earlier moment, as a verdict of then: what nobody could read then is not known. */
export function pastVerdict(
  { state, triage, at }: Moment,
  plan: Pick<CheckPlan, 'object' | keyof CheckLimits>,
  now: number,
): Verdict {
  const concerns = concernsOf(plan.object);
  const problems = triage.problems.filter((problem) => concerns?.(problem) ?? true);
  const unread = unreadIn([{ state, at }]).map(({ words }) => words);
  const verdict = verdictOn({ problems, climbs: triage.climbs, notJudged: [] }, plan, {
    cluster: { name: state.name, url: state.url },
    states: [state],
    state,
    at,
    uncovered: () => ({ unread, remarks: [] }),
  });
  return { ...verdict, summary: `at ${dateTime(at)}: ${verdict.summary}`, polls: 0, generatedAt: now };
}

function concernsOf(object: CheckedObject | undefined) {
  return object && ((finding: Parameters<typeof concernsObject>[1]) => concernsObject(object, finding));
}

/** What was read, on which a verdict rests. */
interface Ground {
  readonly cluster: Verdict['cluster'];
  readonly states: readonly ClusterState[];
  /** The newest one. */
  readonly state: ClusterState;
  readonly at: number;
  uncovered(measured: readonly Figure[]): Uncovered;
}

function verdictOn(
  { problems: judged, climbs, notJudged }: OneShot,
  plan: Omit<CheckPlan, keyof PollPlan>,
  { cluster, states, state, at, ...ground }: Ground,
): Verdict {
  const { object, thresholds, ranges } = plan;
  const missing = object ? missingObject(object, states, at) : [];
  const all = [...missing, ...judged].filter(({ severity }) => severityRank[severity] > severityRank.info);
  const planned = Map.groupBy(all, (problem) => plannedWorkOf(problem, plan.works ?? [], state, at));
  const worth = (planned.get(undefined) ?? []).map((problem) =>
    withAcknowledgement(problem, plan.acknowledged, at),
  );
  const measured = objectFigures(object, states, worth, thresholds);
  const { unread, remarks: unsure } = ground.uncovered(measured);
  // That lists cover only one server is mentioned, but no reason for doubt: such a server cannot return more.
  const apart = judged.filter(({ kind }) => kind === 'totals').map(problemInFull);
  const shared = sharedNameWords(state);
  const hidden = [...planned].flatMap(([work, own]) => (work ? [coveredBy(work, own)] : []));
  const isBlind = hidden.some(({ critical }) => critical > 0);
  const remarks = [
    ...hidden.map(({ words }) => words),
    ...(plan.doubts ?? []),
    ...apart,
    ...(shared === undefined ? [] : [shared]),
  ];
  const problems = openFirst(inIncidentOrder([...outOfRange(measured, ranges, at), ...worth]));
  return {
    status: verdictStatus(isBlind ? [...problems, { severity: 'warning' }] : problems, unread),
    summary: summaryOf(problems, { unread, unsure, remarks }, isBlind ? [] : [allClear(state, object)]),
    problems,
    climbs: object ? climbsOf(climbs, object) : climbs,
    notJudged,
    unread,
    remarks: [...notReadWords(unsure), ...remarks],
    figures: objectFigures(object, states, problems, thresholds).map((figure) => ({
      ...figure,
      warn: ranges.warn.get(figure.label)?.text ?? figure.warn,
      crit: ranges.crit.get(figure.label)?.text ?? figure.crit,
    })),
    polls: states.length,
    cluster,
    at,
  };
}

/** Problems that planned work explains, which do not count, with who says so and until when; never fewer than one. */
function coveredBy(work: PlannedWork, problems: readonly Problem[]) {
  const critical = problems.filter(({ severity }) => severity === 'critical').length;
  const [worst] = inIncidentOrder(problems);
  const worse = critical === 0 ? '' : `, ${critical} critical`;
  const until = dateTime(work.until).slice(0, 16);
  const words = `planned work${byWords(work)} on ${work.object} until ${until}: ${counted(problems.length, 'problem')} not counted${worse}, such as ${worst ? problemInFull(worst) : DASH}`;
  return { critical, words };
}

function outOfRange(figures: readonly Figure[], ranges: FigureRanges, at: number): Problem[] {
  return figures.flatMap((figure): Problem[] => {
    const found = rangeSeverity(figure, ranges);
    if (!found) return [];
    const { label, value, unit } = figure;
    return [
      {
        key: `range:${label}`,
        kind: 'range',
        facts: { label, value, unit, range: found.range.text },
        severity: found.severity,
        ...foundOf({ kind: 'cluster' }, at),
      },
    ];
  });
}

/** The same problems with the first unacknowledged one at the top, unless it is less severe than the others. */
function openFirst(problems: readonly Problem[]): readonly Problem[] {
  const [first] = problems.toSorted((a, b) => severityRank[b.severity] - severityRank[a.severity]);
  const open = problems.find(({ acknowledged, severity }) => !acknowledged && severity === first?.severity);
  return open ? [open, ...problems.filter((problem) => problem !== open)] : problems;
}

/** What is reported besides the problems, in words. */
interface Remarks {
  /** Figures that were not read and could change the verdict. */
  readonly unread: readonly string[];
  /** Figures that were not read and would hardly change the verdict. */
  readonly unsure: readonly string[];
  readonly remarks: readonly string[];
}

/**
 * The most important first: a critical problem, data that was not read, another problem; then what the verdict does
 * not include.
 */
function summaryOf(
  problems: readonly Problem[],
  { unread, unsure, remarks }: Remarks,
  calm: readonly string[],
): string {
  const [worst] = problems;
  const found = worst ? [`${problemCount(problems)}: ${problemInFull(worst)}`] : [];
  const notRead = notReadWords([...unread, ...unsure]);
  if (unread.length > 0 && problems.every(({ severity }) => severity !== 'critical'))
    return [...notRead, ...found, ...remarks].join('; ');
  return [...(worst ? found : calm), ...notRead, ...remarks].join('; ');
}

/** Such as `3 incidents (1 acknowledged)`: as many as the screens count, and those that are not open. */
function problemCount(problems: readonly Problem[]): string {
  const { acknowledged: known } = incidentCounts(problems);
  return `${counted(incidentCount(problems), 'incident')}${known === 0 ? '' : ` (${known} acknowledged)`}`;
}

function notReadWords(what: readonly string[]): readonly string[] {
  return what.length === 0 ? [] : [`not read: ${listed(what, MOST_UNREAD)}`];
}

function allClear(state: ClusterState, object: CheckedObject | undefined): string {
  if (object?.kind === 'problem') return `${state.name}: no problem ${object.name}`;
  if (object) return `${state.name}: no problem of ${object.kind} ${object.name}`;
  const { viewersStats, streamStats } = state.dashboard.value ?? {};
  const parts: string[] = [];
  if (viewersStats?.total?.value != null) parts.push(counted(viewersStats.total.value, 'viewer'));
  if (streamStats?.total?.value != null) parts.push(counted(streamStats.total.value, 'stream'));
  if (state.servers.length > 0) parts.push(counted(state.servers.length, 'server'));
  return `${state.name}: ${['no problems', ...parts].join(', ')}`;
}
