import { expect, test } from 'vitest';
import type { HistoryReader } from '../../../src/history/reader.ts';
import { objectCharts } from '../../../src/history/report/report.ts';
import type { SeriesId } from '../../../src/history/samples/kinds.ts';
import type { Subject } from '../../../src/triage/problem.ts';
import { sampleProblem } from '../../support/sample-problem.ts';

/** The charts of problems of these subjects, where each series has these least and most values. */
function charts(subjects: readonly Subject[], valuesOf: (id: SeriesId) => readonly [number, number]) {
  const read = (id: SeriesId) => {
    const [least, most] = valuesOf(id);
    return { points: [least, most].map((mean, at) => ({ at, mean, least: mean, most: mean })) };
  };
  const reader = { series: { read } } as unknown as HistoryReader;
  const problems = subjects.map((subject) => sampleProblem({ subject }));
  return objectCharts(reader, problems, { from: 0, to: 9 }).map(
    ({ object, figure }) => `${object} ${figure}`,
  );
}

const server = (name: string): Subject => ({ kind: 'server', name });

test('figures of an object that moved by more than a twentieth have a chart, others do not', () => {
  const found = charts(
    [server('edge-1'), { kind: 'group', name: 'EU' }, { kind: 'cluster' }],
    ({ column }) => (column === 'viewers' ? [94, 100] : [96, 100]),
  );
  expect(found).toEqual(['edge-1 viewers', 'EU viewers']);
});

test('an object of several problems has its charts once, and of many objects the first six have some', () => {
  const many = Array.from({ length: 9 }, (_, n) => server(`edge-${n}`));
  const found = charts([server('edge-0'), ...many], () => [0, 100]);
  expect(found).toHaveLength(18);
  expect(found.slice(0, 3)).toEqual(['edge-0 cpu', 'edge-0 viewers', 'edge-0 out']);
  expect(found.at(-1)).toBe('edge-5 out');
});
