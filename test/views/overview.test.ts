import { expect, test } from 'vitest';
import type { ClusterState } from '../../src/cluster/state.ts';
import { overviewScreen } from '../../src/ui/screens/overview/screen.ts';
import { healthRows, totals } from '../../src/views/overview.ts';
import { gradeTone } from '../../src/views/tones.ts';
import { fakeServices } from '../support/fake-services.ts';
import { sampleState } from '../support/sample-state.ts';
import { sampleView } from '../support/sample-view.ts';

function graded(labels: readonly string[]): ClusterState {
  const state = sampleState();
  const summary = { labels: [...labels], series: labels.map((_, index) => index + 1) };
  const { value } = state.dashboard;
  if (!value) throw new Error('The sample has a dashboard.');
  const dashboard = { ...value, streamHealthSummary: summary, viewerHealthSummary: summary };
  return { ...state, dashboard: { ...state.dashboard, value: dashboard } };
}

const six = ['Very Good', 'Good', 'Wobbly', 'Bad', 'Very Bad', 'No Data'];

test('grades stand worst first, whatever the order of the server; a word of unknown meaning stands between', () => {
  const order = ['Very Bad', 'Bad', 'Wobbly', 'No Data', 'Good', 'Very Good'];
  expect(healthRows(graded(six))?.map(({ label }) => label)).toEqual(order);
  expect(healthRows(graded([...six].reverse()))?.map(({ label }) => label)).toEqual(order);
  expect(gradeTone('Very Bad')).toBe('crit');
  expect(gradeTone('Wobbly')).toBe('plain');
});

test('Health names what it has no room for', () => {
  const state = graded(six);
  const view = sampleView(state, { triage: fakeServices(state).triage.getState() });
  const panes = overviewScreen.render(view, overviewScreen.initial, { x: 0, y: 3, width: 140, height: 30 });
  const rows = panes
    .find(({ id }) => id === 'overview.health')
    ?.lines.map((line) => line.map(({ text }) => text).join(''));
  expect(rows?.[2]).toMatch(/Very Bad +5/);
  expect(rows?.[3]).toMatch(/Bad +4/);
  expect(rows?.join('\n')).toContain('+3 more: No Data, Good, Very Good');
});

test('a total above its limit has no headroom left, never less than none', () => {
  const state = sampleState();
  const total = (value: number, limit: number | null) => ({ total: { value, limit } });
  const value = {
    viewersStats: total(120, 100),
    streamStats: total(40, 100),
    transcodeStats: total(3, null),
    incomingTraffic: total(9e6, 8e6),
  };
  const rows = totals({ ...state, dashboard: { ...state.dashboard, value } }, 'bits');
  const headroom = Object.fromEntries(rows.map((row) => [row.label, row.headroom]));
  expect(headroom).toEqual({
    Viewers: '0',
    Streams: '60',
    Incoming: '0 bit/s',
    Outgoing: '—',
    Transcode: '∞',
  });
});
