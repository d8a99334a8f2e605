import { expect, test } from 'vitest';
import type { Problem } from '../../../src/triage/problem.ts';
import { watchAlerts } from '../../../src/ui/program/alerts.ts';
import { calm, fakeServices } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';

function watched(...problems: readonly Problem[]) {
  const announced: string[] = [];
  const services = fakeServices(sampleState());
  const show = (...next: readonly Problem[]) => services.show(sampleState(), { ...calm, problems: next });
  show(...problems);
  watchAlerts(services.triage, ({ key }) => announced.push(key));
  return { announced, show };
}

const hot = sampleProblem({ key: 'hot' });

test('problems that are not critical or are acknowledged are not announced', () => {
  const { announced, show } = watched(sampleProblem({ key: 'warm', severity: 'warning' }));
  show({ ...hot, acknowledged: { at: 1, note: '' } }, sampleProblem({ key: 'note', severity: 'info' }));
  expect(announced).toEqual([]);
  show(hot);
  expect(announced).toEqual(['hot']);
});

test('a problem that begins as critical is announced at once, and only once, whatever changes about it', () => {
  const { announced, show } = watched(hot);
  expect(announced).toEqual(['hot']);
  show(hot);
  show({ ...hot, acknowledged: { at: 1, note: '' } });
  show({ ...hot, severity: 'warning' });
  show(hot);
  expect(announced).toEqual(['hot']);
});
