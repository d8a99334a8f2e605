import { percent } from '../../base/format.ts';
import { limitedLoads } from '../../cluster/limit-changes.ts';
import type { LimitedLoad } from '../../cluster/state.ts';
import type { Context, Finding, Rule, RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { limitChangedKey } from './limit-changed.ts';
import { standstill } from './standstill.ts';

/** Do viewers stop growing because a limit is full? It is full, they do not grow, and the journal refuses. */
export const plateau: Rule = {
  name: 'plateau',
  timing: (t) => ({ after: 0, clearAfter: t.limitClearFor }),
  sample: dashboardSample,
  history: 'viewers refused at a limit',
  evaluate(facts, context) {
    const dashboard = facts.state.dashboard.value;
    const words = dashboard && standstill(facts, context);
    if (!words) return [];
    return limitedLoads(dashboard)
      .filter((load) => isFull(load, context))
      .map((load) => describe(load, words, facts));
  },
};

export function plateauKey(measure: LimitedLoad['measure'], object = 'cluster'): string {
  return `plateau:${measure}/${object}`;
}

/** Viewers and what goes out to them, of the cluster or a group. */
function isFull(
  { measure, level, object, value, limit }: LimitedLoad,
  { thresholds: t, active }: Context,
): boolean {
  if ((measure !== 'viewers' && measure !== 'out') || (level !== 'cluster' && level !== 'group'))
    return false;
  if (value === undefined || !limit) return false;
  const margin = active(plateauKey(measure, object)) ? t.clearMargin : 0;
  return (100 * value) / limit >= t.limitCrit - margin;
}

function describe(
  { measure, level, object, value = 0, limit }: LimitedLoad,
  words: string,
  { journal: { refusals } }: RuleInput,
): Finding {
  const what = measure === 'out' ? 'outgoing traffic' : 'viewers';
  const where = level === 'cluster' ? 'the cluster' : object;
  const isGroup = level === 'group';
  return {
    key: plateauKey(measure, object),
    severity: 'critical',
    subject: isGroup ? { kind: 'group', name: object } : { kind: 'cluster' },
    title: 'Viewers refused at a limit',
    reason: `${what} of ${where} at ${percent((100 * value) / (limit ?? value))} of the limit; ${words}`,
    viewersAtRisk: refusals?.count,
    since: refusals?.first,
    explainedBy: [
      ...(isGroup ? [limitChangedKey(measure, object), plateauKey(measure)] : []),
      limitChangedKey(measure),
    ],
  };
}
