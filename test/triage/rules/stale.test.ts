import { expect, test } from 'vitest';
import { stale } from '../../../src/triage/rules/stale.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf, worded } from '../../support/sample-problem.ts';
import { findingsOf } from '../evaluate-rule.ts';
import { bench, START } from '../support.ts';

const empty = bench().state();

const reported = (state: object) => findingsOf(stale, { state });

test('when all polled resources are stale, one problem tells the age and names the others', () => {
  const polled = { updatedAt: START - 100_000, interval: 2_000 };
  const [found] = reported({
    dashboard: { ...empty.dashboard, ...polled },
    topology: { ...empty.topology, ...polled },
  });
  // A resource that is not polled does not count: both others are old, so no data comes at all.
  expect(found && worded(found)).toMatchObject({
    key: 'stale:all',
    severity: 'critical',
    reason: 'nothing new from test: dashboard is stale (also topology); the last good values are shown',
  });
});

test('the dashboard is stale after its time, critical after a longer one, and shows its age after two minutes', () => {
  const said = (age: number) => {
    const [one] = reported({ dashboard: { ...empty.dashboard, updatedAt: START - age, interval: 2_000 } });
    return one && `${one.severity}: ${sentenceOf(one)}`;
  };
  expect([said(t.staleWarn - 1), said(t.staleWarn)]).toEqual([undefined, 'warning: dashboard is stale']);
  expect([said(t.staleCrit - 1), said(t.staleCrit)]).toEqual([
    'warning: dashboard is stale',
    'critical: dashboard is stale',
  ]);
  expect([said(119_999), said(120_000)]).toEqual([
    'critical: dashboard is stale',
    'critical: dashboard is 2m 00s old',
  ]);
});

test('stale resources are reported one by one, unless all that are polled often are stale', () => {
  const old = { updatedAt: START - 3_600_000 };
  const fresh = { updatedAt: START, interval: 2_000 };
  const keys = (dashboard: object, journalResource: object, topology: object) =>
    reported({
      dashboard: { ...empty.dashboard, ...fresh, ...dashboard },
      journalResource: { ...empty.journalResource, ...fresh, ...journalResource },
      topology: { ...empty.topology, ...fresh, ...topology },
    }).map(({ key }) => key);
  expect(keys(old, {}, {})).toEqual(['stale:dashboard']);
  expect(keys(old, {}, old)).toEqual(['stale:dashboard', 'stale:topology']);
  expect(keys(old, old, {})[0]).toBe('stale:all');
  expect(keys(old, old, old)).toHaveLength(4);
  expect(keys({}, {}, {})).toEqual([]);
});
