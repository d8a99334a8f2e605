import { describe, expect, test } from 'vitest';
import type { ServerRecord } from '../../../../src/cluster/state.ts';
import type { Problem } from '../../../../src/triage/problem.ts';
import type { Size } from '../../../../src/ui/program/layout.ts';
import type { OverviewSlice } from '../../../../src/ui/screens/overview/model.ts';
import { calm, fakeServices } from '../../../support/fake-services.ts';
import { sampleProblem } from '../../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

const { servers: all } = sampleState();
const [first, second] = all as [ServerRecord, ServerRecord];

function start(records: readonly ServerRecord[]) {
  const services = fakeServices({ ...sampleState(), servers: records });
  const hands = new UiDriver(services, { columns: 200, rows: 50 }, 'overview');
  hands.runtime.start();
  const show = (next: readonly ServerRecord[]) => {
    services.show({ ...sampleState(), servers: next });
    hands.runtime.draw();
  };
  const row = (name: string) =>
    hands.screen
      .split('\n')
      .find((line) => line.includes(` ${name} `))
      ?.split('│')[1]
      ?.trim() ?? '';
  const slice = () => hands.runtime.ui.getState().slices.overview as OverviewSlice | undefined;
  return { hands, services, show, row, slice };
}

test('a server that is gone says since when, and that its figures are old', () => {
  const gone = { ...first, goneSince: sampleNow - 125_000 };
  const { row } = start([gone, second]);
  expect(row(first.name)).toMatch(
    new RegExp(`^${first.name} +(manager)? *${first.server.groupName} +GONE 2m 05s +was \\d+%`),
  );
  expect(row(second.name)).toMatch(/%.*%.*%/);
});

test('a selected server that is no longer known is not confused with the one in its place', () => {
  const { hands, services, show, slice } = start(all);
  hands.press('j', 'j');
  const chosen = slice()?.servers.selectedId;
  show(all.filter(({ name }) => name !== chosen));
  hands.press('y', 'enter');
  expect(services.copied).toEqual([]);
  expect(hands.runtime.ui.getState().screen).toBe('overview');
  hands.press('j', 'enter');
  expect(hands.runtime.ui.getState().screen).toBe('servers');
});

describe('in an incident', () => {
  const pane = (hands: UiDriver, id: string) =>
    hands.runtime.panes().find((one) => one.id === `overview.${id}`);
  const judged = (problems: readonly Problem[], size: Size) => {
    const services = fakeServices(sampleState());
    services.show(sampleState(), { ...calm, problems });
    return new UiDriver(services, size, 'overview');
  };
  const problem = sampleProblem({ subject: { kind: 'server', name: first.name } });

  test('the first problem moves no pane', () => {
    const size = { columns: 120, rows: 36 };
    const places = (problems: readonly Problem[]) =>
      ['path', 'problems', 'traffic', 'health', 'servers', 'journal'].map(
        (name) => pane(judged(problems, size), name)?.rect,
      );
    expect(places([problem])).toEqual(places([]));
    expect(places([]).every(Boolean)).toBe(true);
  });
});

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
