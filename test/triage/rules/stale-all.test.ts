import { expect, test } from 'vitest';
import type { RuleInput } from '../../../src/triage/rule.ts';
import { stale } from '../../../src/triage/rules/stale.ts';
import { context } from '../evaluate-rule.ts';
import { bench, START } from '../support.ts';

const empty = bench().state();

test('where all that is polled quickly is old, nothing comes at all; one that is old is reported alone', () => {
  const old = { updatedAt: START - 3_600_000 };
  const fresh = { updatedAt: START, interval: 2_000 };
  const keys = (dashboard: object, journalResource: object, topology: object) => {
    const state = {
      ...empty,
      dashboard: { ...empty.dashboard, ...fresh, ...dashboard },
      journalResource: { ...empty.journalResource, ...fresh, ...journalResource },
      topology: { ...empty.topology, ...fresh, ...topology },
    };
    return stale.evaluate({ state } as RuleInput, context()).map(({ key }) => key);
  };
  expect(keys(old, {}, {})).toEqual(['stale:dashboard']);
  expect(keys(old, {}, old)).toEqual(['stale:dashboard', 'stale:topology']);
  expect(keys(old, old, {})[0]).toBe('stale:all');
  expect(keys(old, old, old)).toHaveLength(4);
  expect(keys({}, {}, {})).toEqual([]);
});
