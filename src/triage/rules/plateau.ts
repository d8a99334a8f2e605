import { limitedLoads } from '../../cluster/limit-changes.ts';
import type { LimitedLoad } from '../../cluster/state.ts';
import type { Standstill } from '../facts.ts';
import { totalMeasure } from '../measure.ts';
import { lostViewers } from '../problem.ts';
import type { Context, Finding, Rule, RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { limitChangedKey } from './limit-changed.ts';
import { standstill } from './standstill.ts';

/** Does a full limit keep viewers away? It is full, the viewers do not grow, and the journal reports refusals. */
export const plateau: Rule = {
  name: 'plateau',
  inputs: ['viewers', 'out', 'limits', 'groups'],
  timing: (t) => ({ after: 0, clearAfter: t.limitClearFor }),
  sample: dashboardSample,
  history: 'viewers refused at a limit',
  evaluate(facts, context) {
    const dashboard = facts.state.dashboard.value;
    const still = dashboard && standstill(facts, context);
    if (!still) return [];
    return limitedLoads(dashboard)
      .filter((load) => isFull(load, context))
      .map((load) => plateauFinding(load, still, facts));
  },
};

export function plateauKey(measure: LimitedLoad['measure'], object = 'cluster'): string {
  return `plateau:${measure}/${object}`;
}

/** Viewers and outgoing traffic, of the cluster or of a group. */
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

function plateauFinding(
  { measure, level, object, value = 0, limit }: LimitedLoad,
  still: Standstill,
  { journal: { refusals } }: RuleInput,
): Finding {
  const isGroup = level === 'group';
  return {
    key: plateauKey(measure, object),
    severity: 'critical',
    subject: isGroup ? { kind: 'group', name: object } : { kind: 'cluster' },
    kind: 'plateau',
    measure: totalMeasure(measure, isGroup ? object : undefined, { value, limit }),
    facts: {
      measure,
      group: isGroup ? object : undefined,
      used: (100 * value) / (limit ?? value),
      standstill: still,
    },
    hit: { viewers: lostViewers(refusals?.count) },
    since: refusals?.first,
    within: [
      ...(isGroup ? [limitChangedKey(measure, object), plateauKey(measure)] : []),
      limitChangedKey(measure),
    ],
  };
}
