import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../../src/cluster/state.ts';
import type { Problem } from '../../../../src/triage/problem.ts';
import type { OverviewSlice } from '../../../../src/ui/screens/overview/model.ts';
import { sampleProblem } from '../../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { openScreen } from '../../open-screen.ts';

const { servers: all } = sampleState();
const [first, second] = all as [ServerRecord, ServerRecord];

test('a server that is gone says since when, and that its figures are old', () => {
  const gone = { ...first, goneSince: sampleNow - 125_000 };
  const opened = { size: { columns: 200, rows: 50 } };
  const { hands } = openScreen('overview', { ...sampleState(), servers: [gone, second] }, opened);
  const group = first.server.groupName;
  hands.sees(new RegExp(`│ +${first.name} +(manager)? *${group} +GONE 2m 05s +was \\d+%`));
  hands.sees(new RegExp(`│ +${second.name} .*%.*%.*%`));
});

test('a selected server that is no longer known is not confused with the one in its place', () => {
  const { hands, services } = openScreen('overview');
  const { servers } = hands.press('j', 'j').slice() as unknown as OverviewSlice;
  services.show({ ...sampleState(), servers: all.filter(({ name }) => name !== servers.selectedId) });
  hands.runtime.draw();
  expect(hands.press('y', 'enter').ui.screen).toBe('overview');
  expect(services.copied).toEqual([]);
  expect(hands.press('j', 'enter').ui.screen).toBe('servers');
});

test('the first problem moves no pane', () => {
  const size = { columns: 120, rows: 36 };
  const places = (...problems: readonly Problem[]) => {
    const { hands } = openScreen('overview', sampleState(), { problems, size });
    return ['path', 'problems', 'traffic', 'health', 'servers', 'journal'].map(
      (name) => hands.pane(`overview.${name}`)?.rect,
    );
  };
  expect(places(sampleProblem({ subject: { kind: 'server', name: first.name } }))).toEqual(places());
  expect(places().every(Boolean)).toBe(true);
});

const labels = ['Very Good', 'Good', 'Fair', 'Bad', 'Very Bad', 'No Data'];

test.each([80, 120, 200])('all six grades have a row in %i columns', (columns) => {
  const state = sampleState();
  const summary = { labels, series: [9, 8, 7, 6, 5, 4] };
  const both = { streamHealthSummary: summary, viewerHealthSummary: summary };
  const value = state.dashboard.value && { ...state.dashboard.value, ...both };
  const shown = { ...state, dashboard: { ...state.dashboard, value } };
  const { screen } = openScreen('overview', shown, { size: { columns, rows: 40 } }).hands;
  for (const grade of labels) expect(screen).toMatch(new RegExp(`│ ${grade} +\\d`));
});
