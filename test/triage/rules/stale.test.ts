import { expect, test } from 'vitest';
import { stale } from '../../../src/triage/rules/stale.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf, worded } from '../../support/sample-problem.ts';
import { findingsOf } from '../evaluate-rule.ts';
import { bench, START } from '../support.ts';

const empty = bench().state();

const reported = (state: object) => findingsOf(stale, { state });

test('the dashboard is stale after its time, critical after a longer one, and shows its age after two minutes', () => {
  const said = (age: number) => {
    const [one] = reported({ dashboard: { ...empty.dashboard, updatedAt: START - age, interval: 2_000 } });
    return one && `${one.severity}: ${sentenceOf(one)}`;
  };
  const [warning, critical] = ['warning: dashboard is stale', 'critical: dashboard is stale'];
  expect([said(t.staleWarn - 1), said(t.staleWarn)]).toEqual([undefined, warning]);
  expect([said(t.staleCrit - 1), said(t.staleCrit)]).toEqual([warning, critical]);
  expect([said(119_999), said(120_000)]).toEqual([critical, 'critical: dashboard is 2m 00s old']);
});

test('stale resources are reported one by one, unless all that are polled often are stale', () => {
  const old = { updatedAt: START - 100_000 };
  const fresh = { updatedAt: START, interval: 2_000 };
  const found = (dashboard: object, journalResource: object, topology: object) =>
    reported({
      dashboard: { ...empty.dashboard, ...fresh, ...dashboard },
      journalResource: { ...empty.journalResource, ...fresh, ...journalResource },
      topology: { ...empty.topology, ...fresh, ...topology },
    });
  const keys = (...of: Parameters<typeof found>) => found(...of).map(({ key }) => key);
  expect(keys(old, {}, {})).toEqual(['stale:dashboard']);
  expect(keys(old, {}, old)).toEqual(['stale:dashboard', 'stale:topology']);
  expect(keys(old, old, {})[0]).toBe('stale:all');
  expect(keys(old, old, old)).toHaveLength(4);
  expect(keys({}, {}, {})).toEqual([]);
  // A resource that is not polled does not count.
  expect(worded(found(old, { updatedAt: undefined, interval: undefined }, old)[0])).toMatchObject({
    key: 'stale:all',
    severity: 'critical',
    reason: 'nothing new from test: dashboard is stale (also topology); the last good values are shown',
  });
});
