import { shownCount } from '../../base/format.ts';
import type { GroupLoad, Load } from '../../protocol/dashboard.ts';
import type { ClimbFacts } from '../facts.ts';
import { totalMeasure } from '../measure.ts';
import type { KindFacts } from '../problem.ts';
import { type Context, type Finding, judge, type Rule, type RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { climbFacts, isNearing } from './climbing.ts';
import { limitChangedKey } from './limit-changed.ts';

declare module '../problem.ts' {
  interface KindFacts {
    readonly transcoders: {
      readonly group?: string | undefined;
      readonly value: number;
      readonly limit: number;
      /** Percent. */
      readonly used: number;
      readonly climb?: ClimbFacts | undefined;
      readonly streams?: { readonly total: number; readonly transcoded: number } | undefined;
    };
  }
}

const TOTAL_KEY = 'transcoders:cluster';

/** Are transcoders saturated, or will be soon, for longer than the grace that the cluster manager gives a burst? */
export const transcoders: Rule = {
  name: 'transcoders',
  timing: (t) => ({ after: t.transcodeFor, clearAfter: t.transcodeClearFor }),
  sample: dashboardSample,
  evaluate(facts, context) {
    const stats = facts.state.dashboard.value?.transcodeStats;
    if (!stats) return [];
    const { total, transcoded } = stats.streams ?? {};
    const whole = judgeTasks(
      stats.total,
      TOTAL_KEY,
      undefined,
      facts,
      context,
      total != null && transcoded != null
        ? { total: shownCount(total), transcoded: shownCount(transcoded) }
        : undefined,
    );
    const groups = (stats.groups ?? []).map((group) =>
      judgeTasks(group, `transcoders:${group.name}`, group.name, facts, context),
    );
    return [whole, ...groups].filter((finding) => finding !== undefined);
  },
};

function judgeTasks(
  load: Load | GroupLoad | null | undefined,
  key: string,
  group: string | undefined,
  facts: RuleInput,
  context: Context,
  of?: KindFacts['transcoders']['streams'],
): Finding | undefined {
  const { value, limit } = load ?? {};
  if (value == null || limit == null || limit <= 0) return undefined;
  const t = context.thresholds;
  const climb = facts.climbs.climbs.get(group === undefined ? 'total/transcode' : `group/${group}/transcode`);
  const used = (100 * value) / limit;
  const active = context.active(key);
  const judged = judge(used, t.transcodeWarn, t.transcodeCrit, t.clearMargin, active);
  if (!judged && !isNearing(climb, context, active)) return undefined;
  return {
    key,
    severity: judged ?? 'warning',
    subject: group === undefined ? { kind: 'cluster' } : { kind: 'group', name: group },
    kind: 'transcoders',
    measure: totalMeasure('transcode', group, { value, limit }),
    facts: {
      group,
      value: shownCount(value),
      limit: shownCount(limit),
      used: Math.round(used),
      climb: climbFacts(climb, context.now),
      streams: of,
    },
    figure: used,
    since: climb?.since,
    explainedBy: [
      limitChangedKey('transcode', group),
      ...(group === undefined ? [] : [TOTAL_KEY, limitChangedKey('transcode')]),
    ],
  };
}
