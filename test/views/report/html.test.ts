import { expect, test } from 'vitest';
import { reportHtml } from '../../../src/views/report/html.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { emptyReport } from '../../support/sample-report.ts';

const FROM = new Date(2026, 0, 15, 12).getTime();
const open = { withhold: false, users: [] };

test('is one file without scripts and links, which hostile names cannot change', () => {
  const point = (minute: number, value: number) => ({
    at: FROM + minute * 60_000,
    mean: value,
    least: value,
    most: value,
  });
  const hostile = '</text><script>alert(1)</script>';
  const problem = sampleProblem({ subject: { kind: 'server', name: hostile }, since: FROM + 60_000 });
  const html = reportHtml(
    {
      ...emptyReport(hostile, FROM),
      problems: [{ ...problem, worst: 'critical', seenAt: FROM + 120_000 }],
      objects: [{ object: hostile, figure: 'cpu', points: [point(0, 50), point(1, 99)] }],
    },
    open,
  );
  expect(html).not.toMatch(/<script|href=|src=|url\(/);
  expect(html).toContain('&lt;script');
  expect(html).toMatch(/^<!doctype html>[\s\S]*<svg [\s\S]*<\/svg>[\s\S]*<\/html>\n$/);
  expect(html).toContain('peak 99% at 12:01:00');
  expect(html).toContain('@media print');
});

test('has the lists of the report in their order, and no empty headings', () => {
  const problem = sampleProblem({ since: FROM + 60_000 });
  const html = reportHtml(
    { ...emptyReport('lab', FROM), problems: [{ ...problem, worst: 'critical', seenAt: FROM + 120_000 }] },
    open,
  );
  expect([...html.matchAll(/<h2>(.*)<\/h2>/g)].map(([, title]) => title)).toEqual([
    'Timeline',
    'Problems',
    'Figures',
  ]);
});
