import { count, percent } from '../../base/format.ts';
import type { GroupLoad, Load } from '../../protocol/dashboard.ts';
import { type Context, type Finding, judge, type Rule, type RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { climbWords, isNearing } from './climbing.ts';
import { limitChangedKey } from './limit-changed.ts';

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
    const streams =
      total != null && transcoded != null
        ? `; ${count(transcoded)} of ${count(total)} streams are transcoded`
        : '';
    const whole = judgeTasks(stats.total, TOTAL_KEY, undefined, facts, context, streams);
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
  more = '',
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
    title: 'Transcode limit near',
    reason: `${count(value)} of ${count(limit)} transcode tasks${group === undefined ? '' : ` of ${group}`} are in use (${percent(used)})${climbWords(climb, context.now)}${more}`,
    figure: used,
    since: climb?.since,
    explainedBy: [
      limitChangedKey('transcode', group),
      ...(group === undefined ? [] : [TOTAL_KEY, limitChangedKey('transcode')]),
    ],
  };
}
