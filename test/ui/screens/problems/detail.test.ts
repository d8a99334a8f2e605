import { expect, test } from 'vitest';
import { problemDetail } from '../../../../src/ui/screens/problems/detail.ts';
import { textOf } from '../../../support/drawn-table.ts';
import { sampleProblem } from '../../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';

test('evidence is chosen by importance and shown in order of time', () => {
  const entry = (id: number, secondsAgo: number) => {
    const createDate = sampleNow - 1_000 * secondsAgo;
    const said = { id, createDate, objectName: 'Server: edge-1a', message: `message ${id}` };
    const item = { kind: 'entry' as const, key: `${id}`, entry: said };
    return { group: `${id}`, item, reason: 'warning' as const, times: 1 };
  };
  // The best first: the middle, the newest, the oldest.
  const entries = [entry(1, 50), entry(2, 10), entry(3, 90)];
  const problem = sampleProblem({ evidence: { entries, heldBack: 0, inTime: 3 } });
  const area = { x: 0, y: 0, width: 120, height: 50 };
  const { evidence } = problemDetail(sampleView(sampleState()), problem, area, {
    cause: undefined,
    effects: [],
  });
  const said = (evidence?.lines ?? []).flatMap((line) => /message (\d)/.exec(textOf(line))?.[1] ?? []);
  expect(said.join(' ')).toBe('3 1 2');
});
