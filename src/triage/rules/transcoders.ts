import type { GroupLoad, Load } from '../../protocol/dashboard.ts';
import type { KindFacts } from '../kind-facts.ts';
import { totalMeasure } from '../measure.ts';
import { type Context, type Finding, judge, type Rule, type RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { climbFacts, climbTo, isNearing } from './climbing.ts';
import { limitChangedKey } from './limit-changed.ts';

const TOTAL_KEY = 'transcoders:cluster';

/**
 * Are transcoders saturated, or will be soon, for longer than the grace period of the cluster manager for bursts?
 */
export const transcoders: Rule = {
  name: 'transcoders',
  inputs: ['transcode', 'limits', 'groups'],
  timing: (t) => ({ after: t.transcodeFor, clearAfter: t.transcodeClearFor }),
  sample: dashboardSample,
  evaluate(facts, context) {
    const stats = facts.state.dashboard.value?.transcodeStats;
    if (!stats) return [];
    const { total, transcoded } = stats.streams ?? {};
    const streams = total != null && transcoded != null ? { total, transcoded } : undefined;
    const whole = judgeTasks({ load: stats.total, key: TOTAL_KEY, streams }, facts, context);
    const groups = (stats.groups ?? []).map((group) =>
      judgeTasks({ load: group, key: `transcoders:${group.name}`, group: group.name }, facts, context),
    );
    return [whole, ...groups].filter((finding) => finding !== undefined);
  },
};

interface Tasks {
  readonly load: Load | GroupLoad | null | undefined;
  readonly key: string;
  /** Undefined for the whole cluster. */
  readonly group?: string | undefined;
  readonly streams?: KindFacts['transcoders']['streams'];
}

function judgeTasks(
  { load, key, group, streams }: Tasks,
  facts: RuleInput,
  context: Context,
): Finding | undefined {
  const { value, limit } = load ?? {};
  if (value == null || limit == null || limit <= 0) return undefined;
  const t = context.thresholds;
  const used = (100 * value) / limit;
  const climb = climbTo(facts, group === undefined ? 'total/transcode' : `group/${group}/transcode`, used);
  const active = context.active(key);
  const judged = judge(used, { warn: t.transcodeWarn, crit: t.transcodeCrit, margin: t.clearMargin }, active);
  if (!judged && !isNearing(climb, context, active)) return undefined;
  return {
    key,
    severity: judged ?? 'warning',
    subject: group === undefined ? { kind: 'cluster' } : { kind: 'group', name: group },
    kind: 'transcoders',
    measure: totalMeasure('transcode', group, { value, limit }),
    facts: {
      group,
      value,
      limit,
      used,
      climb: climbFacts(climb, context.now),
      streams,
    },
    figure: used,
    since: climb?.since,
    within: [
      limitChangedKey('transcode', group),
      ...(group === undefined ? [] : [TOTAL_KEY, limitChangedKey('transcode')]),
    ],
  };
}
