import { expect, test } from 'vitest';
import { clockTime } from '../../../src/base/format.ts';
import { calmLines } from '../../../src/views/problems/calm.ts';
import { textOf } from '../../support/drawn-table.ts';
import { calm } from '../../support/fake-services.ts';
import { atRisk, sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

const MINUTE_MS = 60_000;

function drawn(cleared: readonly ReturnType<typeof sampleProblem>[] = [], remark?: string): string[] {
  const view = sampleView(sampleState(), { triage: { ...calm, cleared } });
  return calmLines(view, { width: 110, height: 12 }, remark).map(textOf);
}

const over = (severity: 'info' | 'critical', clearedAt: number) =>
  sampleProblem({ severity, since: clearedAt - 8 * MINUTE_MS, clearedAt, hit: atRisk(1_100) });

test('all is well since the first look, or since the end of the last problem above a note', () => {
  expect(drawn()[0]).toContain(`✔ All well since ${clockTime(calm.since)}`);
  const ended = sampleNow - MINUTE_MS;
  const [head, last] = drawn([over('info', sampleNow), over('critical', ended)]);
  expect(head).toContain(`✔ All well since ${clockTime(ended)}`);
  expect(last).toMatch(/Last: edge-1a Server load, for 8m 00s, 1[.,]?10/);
});

test('the most used limits come first, those of servers with their figure', () => {
  const rows = drawn().filter((row) => row.includes('%'));
  expect(rows).toHaveLength(8);
  const shares = rows.map((row) => Number(/(\d+)%/.exec(row)?.[1]));
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  expect(rows[0]).toMatch(/^cm-3 cpu +━+ +99%/);
  expect(rows.join('\n')).not.toContain('edge-2a');
});

test('when a resource was not read, it says only that no problem is known', () => {
  expect(drawn([], 'not read: 1 stream')[0]).toMatch(/^✔ No problem known since .* \(not read: 1 stream\)$/);
});
