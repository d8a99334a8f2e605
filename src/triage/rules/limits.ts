import type { ServerRecord } from '../../cluster/state.ts';
import { type LimitedMeasure, limitedLoad, limitedMeasures } from '../../protocol/dashboard.ts';
import type { ServerApplication } from '../../protocol/topology.ts';
import { serversNamed } from '../concerned.ts';
import type { KindFacts } from '../kind-facts.ts';
import { measured, totalMeasure } from '../measure.ts';
import { cappedCounts, capSeries } from '../memory/application-shares.ts';
import { degradedViewers, type Hit, lostViewers, type Subject } from '../problem.ts';
import {
  byFigure,
  type Context,
  type Finding,
  judge,
  type Rule,
  type RuleInput,
  type Verdict,
} from '../rule.ts';
import { dashboardSample, serversSample } from '../samples.ts';
import { climbFacts, climbTo, isNearing } from './climbing.ts';
import { limitChangedKey } from './limit-changed.ts';
import { hotKey, isPresent } from './servers.ts';
import { standstill } from './standstill.ts';

/** Transcoding has a rule of its own. */
const measures = limitedMeasures.filter((measure) => measure !== 'transcode');

/** Is a limit of the cluster or of a group reached, or will it be soon? Does it keep viewers away? */
export const limits: Rule = {
  name: 'limit',
  inputs: ['viewers', 'streams', 'in', 'out', 'limits', 'groups'],
  timing: (t) => ({ after: t.limitFor, clearAfter: t.limitClearFor }),
  sample: dashboardSample,
  evaluate: (facts, context) => measures.flatMap((measure) => judgeLoads(measure, facts, context)),
};

/** Are transcoders saturated, or will be soon, for longer than the grace period of the cluster manager for bursts? */
export const transcoders: Rule = {
  name: 'transcoders',
  inputs: ['transcode', 'limits', 'groups'],
  timing: (t) => ({ after: t.transcodeFor, clearAfter: t.transcodeClearFor }),
  sample: dashboardSample,
  evaluate: (facts, context) => judgeLoads('transcode', facts, context),
};

/** Streams and viewers of each application compared with its caps. */
export const applicationLimits: Rule = {
  name: 'application-limit',
  inputs: ['servers', 'application load', 'application caps'],
  timing: (t) => ({ after: t.limitFor, clearAfter: t.limitClearFor }),
  sample: serversSample,
  together: true,
  evaluate(facts, context) {
    const verdicts = facts.state.servers
      .filter(isPresent)
      .flatMap((record) =>
        (record.server.applications ?? []).flatMap((application) =>
          cappedCounts.flatMap((measure) => judgeCap({ record, application, measure }, facts, context)),
        ),
      );
    return verdicts.sort(byFigure);
  },
};

function limitKey(measure: LimitedMeasure, group?: string): string {
  if (measure === 'transcode') return `transcoders:${group ?? 'cluster'}`;
  return group === undefined ? `limit:${measure}` : `limit:${measure}/${group}`;
}

function judgeLoads(measure: LimitedMeasure, facts: RuleInput, context: Context): readonly Finding[] {
  const dashboard = facts.state.dashboard.value;
  const stats = limitedLoad(dashboard, measure);
  const { total, transcoded } = (measure === 'transcode' && dashboard?.transcodeStats?.streams) || {};
  const streams = total != null && transcoded != null ? { total, transcoded } : undefined;
  return [
    ...judgeLoad({ measure, load: stats?.total, streams }, facts, context),
    ...(stats?.groups ?? []).flatMap((load) =>
      judgeLoad({ measure, load, group: load.name }, facts, context),
    ),
  ];
}

interface MeasuredLoad {
  readonly measure: LimitedMeasure;
  readonly load: { readonly value?: number | null; readonly limit?: number | null } | null | undefined;
  /** Undefined for the whole cluster. */
  readonly group?: string;
  readonly streams?: KindFacts['limit']['streams'];
}

function judgeLoad(
  { measure, load, group, streams }: MeasuredLoad,
  facts: RuleInput,
  context: Context,
): readonly Finding[] {
  const { value, limit } = load ?? {};
  // null means unlimited, undefined means that the value is missing.
  if (limit == null || value == null) return [];
  const key = limitKey(measure, group);
  const subject: Subject = group === undefined ? { kind: 'cluster' } : { kind: 'group', name: group };
  const base = {
    key,
    kind: 'limit',
    measure: totalMeasure(measure, group, { value, limit }),
    subject,
    within: [
      ...(group === undefined ? [] : [limitKey(measure), limitChangedKey(measure)]),
      limitChangedKey(measure, group),
    ],
  } as const;
  if (limit <= 0) {
    // A limit of 0 may be intended for transcoding or a group, but hardly for the whole cluster.
    if (measure === 'transcode' || (group !== undefined && value <= 0)) return [];
    const blocked = { measure, group, value, limit: 0 };
    return [{ ...base, severity: 'warning', form: 'blocked', facts: blocked, hit: hitAt(measure, value) }];
  }
  const series = group === undefined ? `total/${measure}` : `group/${group}/${measure}`;
  const near = judgeUse({ key, measure, series, value, limit }, facts, context);
  if (!near) return [];
  const refused =
    near.severity === 'critical' && (measure === 'viewers' || measure === 'out')
      ? standstill(facts, context)
      : undefined;
  return [
    {
      ...base,
      ...near,
      form: 'near',
      facts: { measure, group, value, limit, ...near.facts, standstill: refused, streams },
      hit: refused ? { viewers: lostViewers(refused.refusals.count) } : near.hit,
      since: refused ? facts.journal.refusals?.first : near.since,
    },
  ];
}

interface CappedCount {
  readonly record: ServerRecord;
  readonly application: ServerApplication;
  readonly measure: (typeof cappedCounts)[number];
}

function judgeCap(
  { record, application, measure }: CappedCount,
  facts: RuleInput,
  context: Context,
): readonly Verdict[] {
  const key = `application-limit:${record.name}/${application.id ?? application.name}/${measure}`;
  if (record.misses > 0) return [{ key, unmeasured: true }];
  const { count: value, cap: limit } = application[measure] ?? {};
  // null means unlimited; 0 means that the application takes none, such as viewers of an origin.
  if (value == null || limit == null || limit <= 0) return [];
  const series = capSeries(record.name, application.name, measure);
  const near = judgeUse({ key, measure, series, value, limit }, facts, context);
  if (!near) return [];
  return [
    {
      ...near,
      key,
      subject: { kind: 'application', name: application.name, id: application.id ?? undefined },
      kind: 'limit',
      form: 'near',
      names: serversNamed([record.name]),
      measure: measured(measure, undefined, { value, limit }),
      facts: { measure, server: record.name, value, limit, ...near.facts },
      within: [hotKey(record.name), limitKey(measure), limitKey(measure, record.server.groupName ?? '')],
    },
  ];
}

interface Use {
  readonly key: string;
  readonly measure: LimitedMeasure;
  readonly series: string;
  readonly value: number;
  readonly limit: number;
}

/** How close a figure is to its limit, and how fast it comes closer; undefined while there is room. */
function judgeUse({ key, measure, series, value, limit }: Use, facts: RuleInput, context: Context) {
  const t = context.thresholds;
  const used = (100 * value) / limit;
  const [warn, crit] =
    measure === 'transcode' ? [t.transcodeWarn, t.transcodeCrit] : [t.limitWarn, t.limitCrit];
  const active = context.active(key);
  const judged = judge(used, { warn, crit, margin: t.clearMargin }, active);
  const climb = climbTo(facts, series, used);
  if (!judged && !isNearing(climb, context, active)) return undefined;
  return {
    severity: judged ?? 'warning',
    facts: { used, climb: climbFacts(climb, context.now) },
    figure: used,
    since: climb?.since,
    hit: judged === 'critical' ? hitAt(measure, value) : undefined,
  } as const;
}

/** The viewers at a limit of viewers. Who watches before it is reached is at risk and not hit. */
const hitAt = (measure: LimitedMeasure, value: number): Hit => ({
  viewers: measure === 'viewers' ? degradedViewers(value || undefined) : undefined,
});
