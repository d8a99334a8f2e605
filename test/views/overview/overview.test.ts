import { expect, test } from 'vitest';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { gradeTone } from '../../../src/views/formats/tones.ts';
import { groupRows, healthRows } from '../../../src/views/overview/overview.ts';
import { sampleState } from '../../support/sample-state.ts';

function graded(labels: readonly string[]): ClusterState {
  const state = sampleState();
  const summary = { labels: [...labels], series: labels.map((_, index) => index + 1) };
  const { value } = state.dashboard;
  if (!value) throw new Error('The sample has a dashboard.');
  const dashboard = { ...value, streamHealthSummary: summary, viewerHealthSummary: summary };
  return { ...state, dashboard: { ...state.dashboard, value: dashboard } };
}

const six = ['Very Good', 'Good', 'Wobbly', 'Bad', 'Very Bad', 'No Data'];

test('grades are sorted worst first, whatever the order of the server; an unknown word comes in between', () => {
  const order = ['Very Bad', 'Bad', 'Wobbly', 'No Data', 'Good', 'Very Good'];
  expect(healthRows(graded(six))?.map(({ label }) => label)).toEqual(order);
  expect(healthRows(graded([...six].reverse()))?.map(({ label }) => label)).toEqual(order);
  expect(gradeTone('Very Bad')).toBe('warn');
  expect(gradeTone('Wobbly')).toBe('plain');
});

test('without a summary there are no grades, and a grade missing in a summary is unknown', () => {
  const state = sampleState();
  const rows = (value: object) => healthRows({ ...state, dashboard: { ...state.dashboard, value } });
  expect(rows({})).toBeUndefined();
  const streamHealthSummary = { labels: ['Good', 'Bad'], series: [3, 1] };
  expect(rows({ streamHealthSummary, viewerHealthSummary: { labels: ['Good'], series: [0] } })).toEqual([
    { label: 'Bad', streams: { count: 1, share: 0.25 }, viewers: { count: undefined, share: undefined } },
    { label: 'Good', streams: { count: 3, share: 0.75 }, viewers: { count: 0, share: 0 } },
  ]);
  const none = { count: undefined, share: undefined };
  const bad = { label: 'Bad', streams: none, viewers: { count: 1, share: 0.25 } };
  expect(rows({ viewerHealthSummary: streamHealthSummary })?.[0]).toEqual(bad);
});

test('a group with fewer applications of a role than it should have has a warning colour', () => {
  const state = sampleState();
  const role = (name: string, limit: number | null) => ({ groups: [{ name, limit }] });
  const words = (appGroupStats: object, servers = state.servers) =>
    groupRows({ ...state, servers, dashboard: { ...state.dashboard, value: { appGroupStats } } }).map(
      (row) => `${row.role} ${row.group} ${row.present} of ${row.limit} ${row.tone}`,
    );
  const edges = [3, 2, null].flatMap((limit) => words({ edge: role('Europe', limit) }));
  expect(edges).toEqual(['3 warn', '2 plain', 'null plain'].map((one) => `edge Europe 2 of ${one}`));
  const others = words({ feed: role('Europe', 3), sink: role('Europe', 3) });
  expect(others).toEqual(['feed', 'sink'].map((one) => `${one} Europe undefined of 3 plain`));
  const lost = state.servers.map((one) => (one.name === 'edge-1a' ? { ...one, goneSince: 1 } : one));
  expect(words({ edge: role('Europe', 2) }, lost)).toEqual(['edge Europe 1 of 2 warn']);
});
