import { count, percent } from '../../base/format.ts';
import { resourceTable } from '../../cluster/resources.ts';
import type { Rule } from '../rule.ts';

/** Differences below this many are the time between two polls. */
const MIN_TOTAL = 10;

/** Do totals agree? The lists may cover only the server that answers; that is shown, not hidden. */
export const totals: Rule = {
  name: 'totals',
  timing: (t) => ({ after: t.totalsFor, clearAfter: t.totalsFor }),
  sample: ({ state }) => ({
    at: state.streamSweep.value?.completedAt,
    interval: state.streamSweep.interval ?? resourceTable.streamSweep.interval,
    wholeAt: state.streamSweep.value?.completedAt,
  }),
  evaluate({ state }, { thresholds, active }) {
    const listed = state.streamSweep.value?.totalItems;
    const counted = state.dashboard.value?.streamStats?.total?.value;
    if (listed === undefined || counted == null) return [];
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
        title: 'Totals disagree',
        reason: `the stream list (it may cover only the server that answers) has ${count(listed)} streams, the dashboard (whole cluster) ${count(counted)}: ${percent(share)} apart`,
        figure: share,
      },
    ];
  },
};
