import { expect, test } from 'vitest';
import type { Finding, Rule, RuleInput } from '../../src/triage/rule.ts';
import { RuleTrackers } from '../../src/triage/rule-trackers.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import { standing } from '../../src/triage/tracker.ts';
import { START } from './support.ts';

const subject = { kind: 'cluster' } as const;
const finding: Finding = { key: 'k', severity: 'warning', subject, kind: 'reconnect', facts: { times: 1 } };

/** A rule that must find its fault for a minute. `steps` gives it samples this many ms apart; `!` is a bad one. */
function watch(interval: number | undefined) {
  let at = START;
  let isBad = false;
  const rule: Rule = {
    name: 'reconnect',
    inputs: [],
    timing: () => ({ after: 60_000, clearAfter: 10_000 }),
    sample: () => ({ at, interval, wholeAt: undefined }),
    evaluate: () => (isBad ? [finding] : []),
  };
  const trackers = new RuleTrackers(rule, defaultThresholds);
  const step = (sign: string, ms: number) => {
    at += ms;
    isBad = sign === '!';
    trackers.judge({} as RuleInput, at);
    const tracker = trackers.byKey.get('k');
    return tracker && standing(tracker);
  };
  const steps = (signs: string, ms: number) => [...signs].map((sign) => step(sign, ms)).at(-1);
  return { step, steps, trackers };
}

test('a finding is pending from its second sample until it is reported, and when that will be does not move', () => {
  const { step, steps, trackers } = watch(2_000);
  steps('.!', 2_000);
  expect(trackers.pending()).toEqual([]);
  step('!', 2_000);
  const [first] = trackers.pending();
  expect(first).toMatchObject({ key: 'k', severity: 'warning', kind: 'reconnect' });
  expect((first?.due ?? 0) - (first?.since ?? 0)).toBe(60_000);
  step('!', 2_000);
  expect(trackers.pending()[0]?.due).toBe(first?.due);
  step('.', 2_000);
  expect(trackers.pending()).toEqual([]);
  expect(steps('!'.repeat(40), 2_000)).toBe('warning');
  expect(trackers.pending()).toEqual([]);
  // One that is over is dropped.
  expect(steps('.'.repeat(10), 2_000)).toBeUndefined();
  expect(trackers.byKey.size).toBe(0);
});

test('a finding that is part of a problem is not pending', () => {
  const { steps, trackers } = watch(2_000);
  steps('.!!', 2_000);
  expect(trackers.pending()).toHaveLength(1);
  trackers.restart(new Set(['k']));
  expect(trackers.pending()).toEqual([]);
});

test('when keys are new in each sample, a limited number waits to be cleared', () => {
  let at = START;
  const rule: Rule = {
    name: 'reconnect',
    inputs: [],
    timing: () => ({ after: 0, clearAfter: 600_000, samples: 1 }),
    sample: () => ({ at, interval: 2_000, wholeAt: undefined }),
    evaluate: () => Array.from({ length: 1_000 }, (_, index) => ({ ...finding, key: `${at} ${index}` })),
  };
  const trackers = new RuleTrackers(rule, defaultThresholds);
  for (let step = 0; step < 20; step++) {
    at += 2_000;
    trackers.judge({} as RuleInput, at);
    expect(trackers.byKey.size).toBeLessThanOrEqual(1_500);
  }
});

test('a sample counts for at most three intervals, or of ten seconds each where the interval is not known', () => {
  // Twelve seconds at most for each: a minute has passed at the sixth.
  const known = watch(4_000);
  expect([known.steps('!!!!!', 100_000), known.step('!', 100_000)]).toEqual([undefined, 'warning']);
  const unknown = watch(undefined);
  expect([unknown.steps('!!', 100_000), unknown.step('!', 100_000)]).toEqual([undefined, 'warning']);
});
