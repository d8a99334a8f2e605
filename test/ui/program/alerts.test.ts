import { expect, test } from 'vitest';
import type { Problem } from '../../../src/triage/problem.ts';
import { watchAlerts } from '../../../src/ui/program/alerts.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';

function watched(problems: readonly Problem[]) {
  const announced: string[] = [];
  const listeners = new Set<() => void>();
  let now = problems;
  watchAlerts(
    {
      getState: () => ({ ...calm, problems: now }),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    ({ key }) => announced.push(key),
  );
  return {
    announced,
    show(...next: readonly Problem[]) {
      now = next;
      for (const listener of listeners) listener();
    },
  };
}

const hot = sampleProblem({ key: 'hot' });

test('problems that are not critical or are acknowledged are not announced', () => {
  const { announced, show } = watched([sampleProblem({ key: 'warm', severity: 'warning' })]);
  show({ ...hot, acknowledged: { at: 1, note: '' } }, sampleProblem({ key: 'note', severity: 'info' }));
  expect(announced).toEqual([]);
  show(hot);
  expect(announced).toEqual(['hot']);
});

test('a problem that begins as critical is announced at once, and only once, whatever changes about it', () => {
  const { announced, show } = watched([hot]);
  expect(announced).toEqual(['hot']);
  show(hot);
  show({ ...hot, acknowledged: { at: 1, note: '' } });
  show({ ...hot, severity: 'warning' });
  show(hot);
  expect(announced).toEqual(['hot']);
});
