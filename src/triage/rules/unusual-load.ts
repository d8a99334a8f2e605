import { count } from '../../base/format.ts';
import type { Finding, Rule } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { loadChange } from '../usual-load.ts';
import { goneKey } from './servers.ts';
import { LOSS_KEY } from './sudden-loss.ts';

/** Differences of so few are no load. */
const LEAST_DIFFERENCE = 50;
const measures = ['viewers', 'streams'] as const;

/** Is this load normal? Far more or fewer viewers or streams than in the last hour, or than at this hour of other weeks. */
export const unusualLoad: Rule = {
  name: 'unusual-load',
  timing: (t) => ({ after: t.loadFor, clearAfter: t.loadClearFor }),
  sample: dashboardSample,
  history: 'unusual load',
  evaluate({ state, usual }, { now, thresholds: t, active }) {
    return measures.flatMap((measure): Finding[] => {
      const series = `total/${measure}`;
      const change = loadChange(state.history, series, now, usual(series, now));
      if (!change) return [];
      const key = `unusual-load:${measure}`;
      // A new level soon is its own trend: what stands ends when the hour knows it.
      const stands = active(key) !== undefined && change.against === 'the last hour';
      const far = Math.abs(stands ? change.percent : change.unexplained);
      const was = change.now / (1 + change.percent / 100);
      const least = t.loadDiffer - (active(key) ? t.clearMargin : 0);
      if (far < least || Math.abs(change.now - was) < LEAST_DIFFERENCE) return [];
      return [
        {
          key,
          severity: far >= t.loadWarn ? 'warning' : 'info',
          subject: { kind: 'cluster' },
          title: 'Unusual load',
          reason: `${measure} ${signed(change.percent)} against ${change.against}: ${count(change.now)}, usual ${count(was)}`,
          figure: far,
          since: change.since,
          explainedBy: [LOSS_KEY, ...state.servers.map(({ name }) => goneKey(name))],
        },
      ];
    });
  },
};

/** `+12%`, `−32%`, `±0%`. */
export function signed(percent: number): string {
  if (Math.abs(percent) < 0.5) return '±0%';
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(0)}%`;
}
