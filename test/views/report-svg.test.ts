import { expect, test } from 'vitest';
import type { Report } from '../../src/history/report.ts';
import { reportSvg } from '../../src/views/report-svg.ts';

const FROM = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
const empty: Report = {
  cluster: 'c',
  from: FROM,
  to: FROM + 60 * MINUTE,
  problems: [],
  events: [],
  changes: [],
  journal: [],
  journalHeldBack: 0,
  figures: { viewers: [], streams: [], in: [], out: [] },
  gaps: [],
  missing: [],
};
const points = (...values: readonly (readonly [minute: number, mean: number | null])[]) =>
  values.map(([minute, mean]) => ({ at: FROM + minute * MINUTE, least: mean, mean, most: mean }));
const drawn = (viewers: Report['figures']['viewers']) =>
  [
    ...reportSvg({ ...empty, figures: { ...empty.figures, viewers } }).matchAll(
      /<polyline points="([^"]*)"/g,
    ),
  ].map(([, line = '']) => line.split(' ').length);

test('a value that is missing, and a long pause, break the line; a late point does not', () => {
  expect(drawn(points([0, 5], [1, 6], [2, 7], [4, 8]))).toEqual([4]);
  expect(drawn(points([0, 5], [1, 6], [2, null], [3, 7], [4, 8]))).toEqual([2, 2]);
  expect(drawn(points([0, 5], [1, 6], [2, 7], [20, 8], [21, 9]))).toEqual([3, 2]);
});

test('figures that are known have a panel each, and none says so', () => {
  const viewers = points([0, 5], [1, 6]);
  const two = reportSvg({ ...empty, figures: { ...empty.figures, viewers, out: viewers } });
  expect([...two.matchAll(/font-weight="bold">(\w+)</g)].map(([, title]) => title)).toEqual([
    'Viewers',
    'Outgoing',
  ]);
  expect(two).toContain('viewBox="0 0 960 280"');
  expect(reportSvg(empty)).toContain('No figures are known of this time.');
});
