import { expect, test } from 'vitest';
import { createAlertMaker } from '../../src/alerts/incident-alert.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { alertFor, cluster } from './rig.ts';

const root = sampleProblem({ key: 'server-gone:edge-1', noticedAt: sampleNow });
const part = sampleProblem({
  key: 'server-hot:edge-1',
  noticedAt: sampleNow - 5_000,
  incident: { root: root.key, since: root.since, severity: 'critical', times: 1 },
});

test('an incident was noticed with its first problem, and names the others', () => {
  const [alert] = createAlertMaker(cluster)([root, part], sampleState());
  expect(alert?.noticedAt).toBe(sampleNow - 5_000);
  expect(alert?.words.description).toMatch(/ In this incident: \S.*\.$/);
});

test('an incident of one problem names no others', () => {
  expect(alertFor().words.description).not.toContain('In this incident');
});

test('an incident that cannot be put into words is told without them, and keeps no other from being told', () => {
  const odd = { ...sampleProblem({ key: 'odd' }), facts: {} } as typeof root;
  const made = createAlertMaker(cluster)([odd, root], sampleState());
  expect(made.map(({ kind, severity }) => [kind, severity])).toEqual([
    ['server-hot', 'critical'],
    ['server-hot', 'critical'],
  ]);
  expect(made.map(({ words }) => words.description).join()).toContain('Its details cannot be shown');
});
