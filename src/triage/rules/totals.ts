import { shownCount } from '../../base/format.ts';
import { listedCounts } from '../../cluster/copies.ts';
import { resourceTable } from '../../cluster/resources.ts';
import { measured } from '../measure.ts';
import type { Rule } from '../rule.ts';
import { threshold } from '../threshold-families.ts';

declare module '../problem.ts' {
  interface KindFacts {
    /** Number of streams in the list and in the dashboard, and the difference in percent. */
    readonly totals: { readonly listed: number; readonly counted: number; readonly apart: number };
  }
}

export const totalsThresholds = {
  totals: {
    differ: threshold.percent(15, 'difference between the total of the list and that of the dashboard'),
    for: threshold.time(120_000, 'how long both totals must differ'),
  },
} as const;

type TotalsThresholds = typeof totalsThresholds;

declare module '../threshold-families.ts' {
  interface ThresholdFamilies extends TotalsThresholds {}
}

/** Smaller differences come from the time between two polls. */
const MIN_TOTAL = 10;

/**
 * Do the totals agree? The lists may cover only the server that answers; castwatch reports that instead of hiding
 * it.
 */
export const totals: Rule = {
  name: 'totals',
  inputs: ['streams', 'stream list'],
  timing: (t) => ({ after: t.totalsFor, clearAfter: t.totalsFor }),
  sample: ({ state }) => ({
    at: state.streamSweep.value?.completedAt,
    interval: state.streamSweep.interval ?? resourceTable.streamSweep.interval,
    wholeAt: state.streamSweep.value?.completedAt,
  }),
  evaluate({ state }, { thresholds, active }) {
    const listed = listedCounts(state)?.streams;
    const counted = state.dashboard.value?.streamStats?.total?.value;
    if (listed === undefined || counted == null) return [];
    // What was not read may be copies.
    if (state.streamSweep.value?.truncated && listed > counted) return [];
    const gap = Math.abs(listed - counted);
    const share = (100 * gap) / Math.max(1, listed, counted);
    const key = 'totals:streams';
    const limit = thresholds.totalsDiffer - (active(key) ? thresholds.clearMargin : 0);
    if (gap < MIN_TOTAL || share < limit) return [];
    return [
      {
        key,
        severity: 'info',
        subject: { kind: 'resource', name: 'streams' },
        kind: 'totals',
        facts: {
          listed: shownCount(listed),
          counted: shownCount(counted),
          apart: Math.round(share),
        },
        measure: measured('difference', undefined, { value: share, limit: thresholds.totalsDiffer }),
        figure: share,
      },
    ];
  },
};
