import { totalMeasure } from '../measure.ts';
import type { Finding, Rule } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { loadChange } from '../usual-load.ts';

/** Least difference that is reported. */
const LEAST_DIFFERENCE = 50;
const measures = ['viewers', 'streams'] as const;

/** Is this load normal? Finds far more or fewer viewers or streams than at this hour of other weeks. */
export const unusualLoad: Rule = {
  name: 'unusual-load',
  inputs: ['viewers', 'streams'],
  timing: (t) => ({ after: t.loadFor, clearAfter: t.loadClearFor }),
  sample: dashboardSample,
  history: 'unusual load',
  evaluate({ state, usual }, { now, thresholds: t, active }) {
    return measures.flatMap((measure): Finding[] => {
      const series = `total/${measure}`;
      const change = loadChange(state.history, series, now, usual(series, now));
      // What changes within an hour is a loss or a surge.
      if (change?.against !== 'this hour of other weeks') return [];
      const key = `unusual-load:${measure}`;
      const far = Math.abs(change.unexplained);
      const { was } = change;
      const least = t.loadDiffer - (active(key) ? t.clearMargin : 0);
      if (far < least || Math.abs(change.now - was) < LEAST_DIFFERENCE) return [];
      return [
        {
          key,
          severity: far >= t.loadWarn ? 'warning' : 'info',
          subject: { kind: 'cluster' },
          kind: 'unusual-load',
          measure: totalMeasure(measure, undefined, { value: change.now, normal: was }),
          facts: { measure, percent: Math.round(change.percent), now: change.now, usual: was },
          figure: far,
        },
      ];
    });
  },
};
