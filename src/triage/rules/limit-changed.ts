import { limitedLoads } from '../../cluster/limit-changes.ts';
import type { ClusterEvent, LimitChange, LimitedLoad } from '../../cluster/state.ts';
import { type Measure, namedOrNone } from '../facts.ts';
import { hitStreams, streamKeys } from '../hit-streams.ts';
import { measureOfPlace, totalMeasure } from '../measure.ts';
import { degradedViewers, lostViewers, type Severity, type Subject } from '../problem.ts';
import { watching, withFewerRenditions } from '../renditions.ts';
import { type Context, judge, type Rule, type RuleInput, type Verdict } from '../rule.ts';
import { everyStep } from '../samples.ts';
import { climbFacts } from './climbing.ts';
import { levelBefore } from './level-before.ts';
import { standstill } from './standstill.ts';

/** The key of a change of that limit; problems that follow from it name it as their cause. */
export function limitChangedKey(measure: LimitedLoad['measure'], object = 'cluster'): string {
  return `limit-changed:${measure}/${object}`;
}

/** Which limit changed? Reported at once, for some time, and as long as a lowered limit is nearly reached. */
export const limitChanged: Rule = {
  name: 'limit-changed',
  inputs: ['viewers', 'streams', 'in', 'out', 'transcode', 'limits', 'groups'],
  sample: everyStep,
  history: 'limits that changed',
  evaluate(facts, context) {
    const { dashboard, events } = facts.state;
    const changes = events.flatMap((event) => (event.limit ? [{ event, change: event.limit }] : []));
    // Runs at every step: thousands of limits are collected only if one of them changed.
    if (!dashboard.value || changes.length === 0) return [];
    const loads = limitedLoads(dashboard.value);
    const findings = new Map<string, Verdict>();
    for (const { event, change } of changes) {
      const key = limitChangedKey(change.measure, change.object);
      const load = loads.find(({ measure, level, object }) => {
        return measure === change.measure && level === change.level && object === change.object;
      });
      const pressing = severityOf(change, load, key, context);
      if (!pressing && event.at <= context.now - context.thresholds.eventFor) continue;
      // Only the newest change of a limit is valid.
      findings.set(key, findingOf({ event, change, load, severity: pressing ?? 'info' }, facts, context));
    }
    return [...findings.values()];
  },
};

/** Severity by how close a lowered limit is; undefined if there is room, or it was not lowered. */
function severityOf(
  { measure, limit, before }: LimitChange,
  load: LimitedLoad | undefined,
  key: string,
  { thresholds: t, active }: Context,
): Severity | undefined {
  const fell = limit !== null && (before === null || limit < before);
  if (!fell || load?.limit !== limit || load.value === undefined) return undefined;
  const used = limit > 0 ? (100 * load.value) / limit : Number.POSITIVE_INFINITY;
  const [warn, crit] =
    measure === 'transcode' ? [t.transcodeWarn, t.transcodeCrit] : [t.limitWarn, t.limitCrit];
  const standing = active(key);
  return judge(used, { warn, crit, margin: t.clearMargin }, standing === 'info' ? undefined : standing);
}

interface JudgedChange {
  readonly event: ClusterEvent;
  readonly change: LimitChange;
  /** The current use of the limit. */
  readonly load: LimitedLoad | undefined;
  readonly severity: Severity;
}

function findingOf(
  { event: { at }, change, load, severity }: JudgedChange,
  facts: RuleInput,
  context: Context,
): Verdict {
  const lost = change.measure === 'transcode' ? withFewerRenditions(facts, at) : [];
  const keepsOut = change.measure === 'viewers' || change.measure === 'out';
  const refused = severity === 'critical' && keepsOut ? standstill(facts, context) : undefined;
  const turnedAway = facts.journal.refusals?.count ?? 0;
  return {
    key: limitChangedKey(change.measure, change.object),
    severity,
    subject: limitSubject(change),
    kind: 'limit-changed',
    measure: measureOf(change, load),
    facts: {
      ...change,
      used:
        severity === 'info' || !load?.limit || load.value === undefined
          ? undefined
          : (100 * load.value) / load.limit,
      climb: severity === 'info' ? undefined : climbFacts(facts.climbs.get(seriesOf(change)), context.now),
      poorer: namedOrNone(streamKeys(lost)),
      standstill: refused,
      sharing:
        refused === undefined && keepsOut && severity !== 'info' ? sharingOf(change, facts) : undefined,
    },
    hit: {
      viewers:
        keepsOut && severity === 'critical'
          ? lostViewers(Math.max(turnedAway, leftSince(change, at, facts, context)) || undefined)
          : degradedViewers(watching(lost)),
      ...hitStreams(lost),
    },
    since: at,
  };
}

/** An audience loses less than this share by itself in the minutes after a change. */
const LEAST_LEFT = 0.05;

/** Viewers who have left since a limit was lowered below the load. */
function leftSince(change: LimitChange, at: number, { state }: RuleInput, { now }: Context): number {
  const { history } = state;
  const series = seriesOf({ ...change, measure: 'viewers' });
  const before = levelBefore(history, series, at) ?? 0;
  const left = before - (history.last(series, now) ?? before);
  return left >= LEAST_LEFT * before ? Math.max(0, left) : 0;
}

/** Key of the history's series that the limit applies to. */
function seriesOf({ measure, level, object }: Pick<LimitChange, 'measure' | 'level' | 'object'>): string {
  return level === 'cluster' ? `total/${measure}` : `${level}/${object}/${measure}`;
}

/** The servers that share the limit, and whether the journal reports refused viewers. */
function sharingOf({ level, object }: LimitChange, { state, journal: { refusals } }: RuleInput) {
  const load = state.dashboard.value?.viewersStats;
  const viewers =
    level === 'cluster' ? load?.total?.value : load?.groups?.find(({ name }) => name === object)?.value;
  if (viewers == null) return undefined;
  return { viewers, refusals: refusals && { count: refusals.count, text: refusals.text } };
}

/** The figure that the limit applies to, if the history has it; else the most important figure of the object. */
function measureOf(change: LimitChange, load: LimitedLoad | undefined): Measure | undefined {
  const { measure, level, object, limit } = change;
  if (level !== 'cluster' && level !== 'group') return measureOfPlace(limitSubject(change));
  return totalMeasure(measure, level === 'group' ? object : undefined, { value: load?.value, limit });
}

function limitSubject({ level, object }: LimitChange): Subject {
  return level === 'cluster' ? { kind: 'cluster' } : { kind: level, name: object };
}
