import { expect, test } from 'vitest';
import {
  clusterFigures,
  dashboardGroups,
  roleTotals,
} from '../../../src/views/overview/dashboard-figures.ts';
import { sampleState } from '../../support/sample-state.ts';

const { dashboard } = sampleState();
const saying = (value: object) => sampleState({ dashboard: { ...dashboard, value } });

test('each group has the values and limits that name it, and a measure that does not name it is unknown', () => {
  const group = (name: string, value: number, limit: number | null) => ({ name, value, limit });
  const transcodeStats = { groups: [group('us', 2, null), group('eu', 3, 4)] };
  const state = saying({ viewersStats: { groups: [group('eu', 40, 100)] }, transcodeStats });
  expect(dashboardGroups({ ...state, dashboard: { ...dashboard, value: undefined } })).toEqual([]);
  expect(dashboardGroups(state)).toEqual([
    { name: 'eu', loads: { viewers: { value: 40, limit: 100 }, transcode: { value: 3, limit: 4 } } },
    { name: 'us', loads: { transcode: { value: 2, limit: null } } },
  ]);
});

test("totals have the average and maximum of the server's history, its bytes and the transcoded share", () => {
  const state = saying({
    viewersStats: { total: { value: 12, limit: 50 }, viewerCountHistory: { average: 10, max: 31 } },
    outgoingTraffic: { totalBytes: 4e12 },
    transcodeStats: { streams: { total: 59, transcoded: 56 } },
  });
  const [viewers, , incoming, outgoing, transcode] = clusterFigures(state, 'bits');
  expect(viewers).toEqual({ label: 'Viewers', value: '12', limit: '50', average: '10', max: '31', sum: '' });
  expect(incoming).toMatchObject({ value: '—', limit: '—', average: '—', max: '—', sum: '—' });
  expect(outgoing?.sum).toBe('4.00 TB');
  expect(transcode?.sum).toBe('56 of 59 streams');
});

test('applications are counted by role where the dashboard counts them', () => {
  expect(
    roleTotals(saying({ appGroupStats: { origin: { total: 4 }, feed: { total: 0 }, sink: {} } })),
  ).toEqual([
    ['origin', 4],
    ['feed', 0],
  ]);
});
