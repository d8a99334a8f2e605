import { type Load, limitedLoad, limitedMeasures } from '../../protocol/dashboard.ts';
import { totalMeasure } from '../measure.ts';
import type { Subject } from '../problem.ts';
import { type Context, type Finding, judge, type Rule, type RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { climbFacts, climbTo, hitAtLimit, isNearing } from './climbing.ts';
import { limitChangedKey } from './limit-changed.ts';
import { plateauKey } from './plateau.ts';

/** Transcoding has its own rule. */
const measures = limitedMeasures.filter((measure) => measure !== 'transcode');

/**
 * Is a limit reached, or will it be soon? Covers totals and groups of the dashboard.
 */
export const limits: Rule = {
  name: 'limit',
  inputs: ['viewers', 'streams', 'in', 'out', 'limits', 'groups'],
  timing: (t) => ({ after: t.limitFor, clearAfter: t.limitClearFor }),
  sample: dashboardSample,
  evaluate(facts, context) {
    const dashboard = facts.state.dashboard.value;
    const findings: Finding[] = [];
    for (const measure of measures) {
      const stats = limitedLoad(dashboard, measure);
      const totalKey = limitKey(measure);
      const total = judgeLoad({ measure, load: stats?.total, key: totalKey }, facts, context);
      if (total) findings.push({ ...total, within: fullest(measure) });
      for (const group of stats?.groups ?? []) {
        const key = limitKey(measure, group.name);
        const finding = judgeLoad({ measure, load: group, key, group: group.name }, facts, context);
        const within = [totalKey, ...fullest(measure, group.name), ...fullest(measure)];
        if (finding) findings.push({ ...finding, within });
      }
    }
    return findings;
  },
};

/** Findings that say more of a full limit: that it was changed, or that it refuses viewers. */
const fullest = (measure: (typeof measures)[number], group?: string): readonly string[] => [
  limitChangedKey(measure, group),
  plateauKey(measure, group),
];

export function limitKey(measure: string, group?: string): string {
  return group === undefined ? `limit:${measure}` : `limit:${measure}/${group}`;
}

interface MeasuredLoad {
  readonly measure: (typeof measures)[number];
  readonly load: Load | null | undefined;
  readonly key: string;
  /** Undefined for the whole cluster. */
  readonly group?: string | undefined;
}

function judgeLoad(
  { measure, load, key, group }: MeasuredLoad,
  facts: RuleInput,
  context: Context,
): Finding | undefined {
  const { value, limit } = load ?? {};
  // null means unlimited, undefined means that the value is missing.
  if (limit == null || value == null) return undefined;
  const base = (isFull: boolean) =>
    ({
      key,
      kind: 'limit',
      measure: totalMeasure(measure, group, { value, limit }),
      subject: totalSubject(group),
      hit: hitAtLimit(measure, value, isFull),
    }) as const;
  if (limit <= 0) {
    // A limit of 0 may be intended for a group, but hardly for the whole cluster.
    if (group !== undefined && value <= 0) return undefined;
    return {
      ...base(true),
      severity: 'warning',
      form: 'blocked',
      facts: { measure, group, value, limit: 0 },
    };
  }
  const t = context.thresholds;
  const used = (100 * value) / limit;
  const active = context.active(key);
  const judged = judge(used, { warn: t.limitWarn, crit: t.limitCrit, margin: t.clearMargin }, active);
  const series = group === undefined ? `total/${measure}` : `group/${group}/${measure}`;
  const climb = climbTo(facts, series, used);
  if (!judged && !isNearing(climb, context, active)) return undefined;
  return {
    ...base(judged === 'critical'),
    severity: judged ?? 'warning',
    form: 'near',
    facts: {
      measure,
      group,
      value,
      limit,
      used,
      climb: climbFacts(climb, context.now),
    },
    figure: used,
    since: climb?.since,
  };
}

function totalSubject(group: string | undefined): Subject {
  return group === undefined ? { kind: 'cluster' } : { kind: 'group', name: group };
}
