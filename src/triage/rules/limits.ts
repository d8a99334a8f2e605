import { count, percent, rate } from '../../base/format.ts';
import { type LimitedMeasure, type Load, limitedLoad } from '../../protocol/dashboard.ts';
import { type Context, type Finding, judge, type Rule, type RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { climbWords, isNearing } from './climbing.ts';
import { limitChangedKey } from './limit-changed.ts';
import { plateauKey } from './plateau.ts';
import { hotKey } from './servers.ts';

interface Measure {
  readonly name: Exclude<LimitedMeasure, 'transcode'>;
  /** For people. */
  readonly what: string;
  readonly show: (value: number) => string;
}

const measures: readonly Measure[] = [
  { name: 'viewers', what: 'viewers', show: count },
  { name: 'streams', what: 'streams', show: count },
  { name: 'in', what: 'incoming traffic', show: rate },
  { name: 'out', what: 'outgoing traffic', show: rate },
];

/** Are we near a limit, or soon? Totals and groups of the dashboard; transcoding has a rule of its own. */
export const limits: Rule = {
  name: 'limit',
  timing: (t) => ({ after: t.limitFor, clearAfter: t.limitClearFor }),
  sample: dashboardSample,
  evaluate(facts, context) {
    const dashboard = facts.state.dashboard.value;
    const findings: Finding[] = [];
    for (const measure of measures) {
      const stats = limitedLoad(dashboard, measure.name);
      const totalKey = limitKey(measure.name);
      const total = judgeLoad(measure, stats?.total, totalKey, undefined, facts, context);
      if (total) findings.push({ ...total, explainedBy: [...causesOf(measure.name), ...total.explainedBy] });
      for (const group of stats?.groups ?? []) {
        const key = limitKey(measure.name, group.name);
        const finding = judgeLoad(measure, group, key, group.name, facts, context);
        const causes = [totalKey, ...causesOf(measure.name, group.name), ...causesOf(measure.name)];
        if (finding) findings.push({ ...finding, explainedBy: [...causes, ...finding.explainedBy] });
      }
    }
    return findings;
  },
};

/** A change of the limit, or viewers whom it keeps out. */
function causesOf(measure: Measure['name'], group?: string): readonly string[] {
  return [limitChangedKey(measure, group), plateauKey(measure, group)];
}

export function limitKey(measure: string, group?: string): string {
  return group === undefined ? `limit:${measure}` : `limit:${measure}/${group}`;
}

function judgeLoad(
  measure: Measure,
  load: Load | null | undefined,
  key: string,
  group: string | undefined,
  facts: RuleInput,
  context: Context,
): (Finding & { readonly explainedBy: readonly string[] }) | undefined {
  const { value, limit } = load ?? {};
  // null is unlimited, undefined is missing.
  if (limit == null || value == null) return undefined;
  const where = group === undefined ? 'the cluster' : group;
  const base = {
    key,
    subject: group === undefined ? ({ kind: 'cluster' } as const) : ({ kind: 'group', name: group } as const),
    viewersAtRisk: measure.name === 'viewers' && value > 0 ? value : undefined,
  };
  if (limit <= 0) {
    // A group may be closed for viewers or streams on purpose; the whole cluster hardly is.
    if (group !== undefined && value <= 0) return undefined;
    const reason = `${measure.what} of ${where}: the limit is 0, nothing is let in (now ${measure.show(value)})`;
    return { ...base, severity: 'warning', title: 'Blocked by a limit of 0', reason, explainedBy: [] };
  }
  const t = context.thresholds;
  const used = (100 * value) / limit;
  const active = context.active(key);
  const judged = judge(used, t.limitWarn, t.limitCrit, t.clearMargin, active);
  const series = group === undefined ? `total/${measure.name}` : `group/${group}/${measure.name}`;
  const climb = facts.climbs.climbs.get(series);
  if (!judged && !isNearing(climb, context, active)) return undefined;
  return {
    ...base,
    severity: judged ?? 'warning',
    title: 'Limit near',
    reason: `${measure.what} of ${where} at ${percent(used)} of the limit (${measure.show(value)} of ${measure.show(limit)})${climbWords(climb, context.now)}`,
    figure: used,
    since: climb?.since,
    explainedBy: judged ? [] : hotServers(facts, group),
  };
}

/** What only comes near follows from a server that is hot already. */
function hotServers({ state }: RuleInput, group: string | undefined): readonly string[] {
  return state.servers
    .filter(({ server }) => group === undefined || server.groupName === group)
    .map(({ name }) => hotKey(name));
}
