import { expect, test } from 'vitest';
import { fakeServices } from '../../../support/fake-services.ts';
import { sampleState } from '../../../support/sample-state.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

const labels = ['Very Good', 'Good', 'Fair', 'Bad', 'Very Bad', 'No Data'];

test.each([80, 120, 200])('all six grades have a row in %i columns', (columns) => {
  const state = sampleState();
  const summary = { labels, series: [9, 8, 7, 6, 5, 4] };
  const both = { streamHealthSummary: summary, viewerHealthSummary: summary };
  const value = state.dashboard.value && { ...state.dashboard.value, ...both };
  const shown = { ...state, dashboard: { ...state.dashboard, value } };
  const { screen } = new UiDriver(fakeServices(shown), { columns, rows: 40 }, 'overview');
  for (const grade of labels) expect(screen).toMatch(new RegExp(`│ ${grade} +\\d`));
});
