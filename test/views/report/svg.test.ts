import { expect, test } from 'vitest';
import type { Report } from '../../../src/history/report/report.ts';
import { reportSvg } from '../../../src/views/report/svg.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { emptyReport } from '../../support/sample-report.ts';

const FROM = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
const empty = emptyReport('c', FROM);
const points = (...values: readonly (readonly [minute: number, mean: number | null])[]) =>
  values.map(([minute, mean]) => ({ at: FROM + minute * MINUTE, least: mean, mean, most: mean }));
const drawn = (viewers: Report['figures']['viewers']) =>
  [
    ...reportSvg({ ...empty, figures: { ...empty.figures, viewers } }).matchAll(
      /<polyline points="([^"]*)"/g,
    ),
  ].map(([, line = '']) => line.split(' ').length);

test('a missing value and a long pause break the line, and a late point does not', () => {
  expect(drawn(points([0, 5], [1, 6], [2, 7], [4, 8]))).toEqual([4]);
  expect(drawn(points([0, 5], [1, 6], [2, null], [3, 7], [4, 8]))).toEqual([2, 2]);
  expect(drawn(points([0, 5], [1, 6], [2, 7], [20, 8], [21, 9]))).toEqual([3, 2]);
});

test('each known figure has a panel, and without figures the picture says so', () => {
  const viewers = points([0, 5], [1, 6]);
  const two = reportSvg({ ...empty, figures: { ...empty.figures, viewers, out: viewers } });
  expect([...two.matchAll(/font-weight="bold">(\w+)</g)].map(([, title]) => title)).toEqual([
    'Viewers',
    'Outgoing',
  ]);
  expect(two).toContain('viewBox="0 0 960 280"');
  expect(reportSvg(empty)).toContain('No figures are known for this time.');
});

test('the axis shows the greatest value in the unit of its figure', () => {
  const some = points([0, 5e6], [1, 2e7]);
  const figures = { viewers: some, streams: some, in: some, out: points([0, 0], [1, 0]) };
  const labels = [...reportSvg({ ...empty, figures }).matchAll(/text-anchor="end">([^<]+)<\/text>\n<text/g)];
  expect(labels.map(([, label]) => label)).toEqual(['20.0M', '20.0M', '160 Mbit/s', '8 bit/s']);
});

test('each problem has a mark where it began, unless it began before the time', () => {
  const problem = (since: number) =>
    ({ ...sampleProblem({ since }), worst: 'warning', seenAt: since }) as const;
  const problems = [problem(FROM - 1), problem(FROM), problem(FROM + 30 * MINUTE)];
  const svg = reportSvg({
    ...empty,
    problems,
    figures: { ...empty.figures, viewers: points([0, 5], [1, 6]) },
  });
  expect([...svg.matchAll(/<line x1="([\d.]+)".*dasharray/g)].map(([, x]) => x)).toEqual(['90.0', '519.0']);
});
