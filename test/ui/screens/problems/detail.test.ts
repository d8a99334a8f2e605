import { expect, test } from 'vitest';
import { problemDetail } from '../../../../src/ui/screens/problems/detail.ts';
import { sampleProblem } from '../../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';

test('evidence is chosen by importance and shown in order of time', () => {
  const entry = (id: number, secondsAgo: number) => ({
    group: `${id}`,
    item: {
      kind: 'entry' as const,
      key: `${id}`,
      entry: {
        id,
        createDate: sampleNow - 1_000 * secondsAgo,
        objectName: 'Server: edge-1a',
        message: `message ${id}`,
      },
    },
    reason: 'warning' as const,
    times: 1,
  });
  // The best first: the middle, the newest, the oldest.
  const entries = [entry(1, 50), entry(2, 10), entry(3, 90)];
  const problem = sampleProblem({ evidence: { entries, heldBack: 0, inTime: 3 } });
  const { evidence } = problemDetail(sampleView(sampleState()), problem, {
    x: 0,
    y: 0,
    width: 120,
    height: 50,
  });
  const text = (evidence?.lines ?? []).map((line) => line.map((span) => span.text).join(''));
  expect(text.flatMap((row) => row.match(/message \d/)?.[0] ?? [])).toEqual([
    'message 3',
    'message 1',
    'message 2',
  ]);
});

test('streams that no answer names are only counted', () => {
  const problem = sampleProblem({ hit: { streams: { count: 17, first: [] } } });
  const { lines } = problemDetail(sampleView(sampleState()), problem, { x: 0, y: 0, width: 120, height: 24 });
  const text = lines.map((line) => line.map((span) => span.text).join(''));
  expect(text.find((row) => row.startsWith('Streams'))).toMatch(/ 17; the API does not list them$/);
});
