import { expect, test } from 'vitest';
import { fakeServices } from '../../../support/fake-services.ts';
import { sampleState } from '../../../support/sample-state.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

const labels = ['Very Good', 'Good', 'Fair', 'Bad', 'Very Bad', 'No Data'];

test.each([
  { columns: 80, rows: 36 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
])('all six grades have a row in $columns×$rows', (size) => {
  const state = sampleState();
  const summary = { labels, series: [9, 8, 7, 6, 5, 4] };
  const value = state.dashboard.value && {
    ...state.dashboard.value,
    streamHealthSummary: summary,
    viewerHealthSummary: summary,
  };
  const shown = { ...state, dashboard: { ...state.dashboard, value } };
  const { screen } = new UiDriver(fakeServices(shown), size, 'overview');
  for (const grade of labels) expect(screen).toMatch(new RegExp(`│ ${grade} +\\d`));
});
