import { expect, test } from 'vitest';
import { clockTime } from '../../../src/base/format.ts';
import type { Pending } from '../../../src/triage/pending.ts';
import { pendingIn, pendingSpans } from '../../../src/views/problems/pending.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

function pendingAt(due: number, key = 'one'): Pending {
  const { kind, facts, subject } = sampleProblem({});
  return { kind, facts, subject, key, severity: 'warning', since: due - 30_000, due } as Pending;
}

const viewOf = (pending: readonly Pending[], state = sampleState()) =>
  sampleView(state, { triage: { ...calm, pending } });

test('a coming problem is named with the time that is left', () => {
  const view = viewOf([pendingAt(sampleNow + 12_000)]);
  expect(pendingIn(view, 100)?.text).toBe('pending: edge-1a: Server load, problem in 12s');
  const short = [30, 10, 5].map((width) => pendingIn(view, width)?.text);
  expect(short).toEqual(['1 pending, problem in 12s', '1 pending', undefined]);
  const absolute = { ...view, display: { ...view.display, times: 'absolute' as const } };
  expect(pendingIn(absolute, 100)?.text).toContain(`problem at ${clockTime(sampleNow + 12_000)}`);
});

test('a coming problem is listed with the soonest first, and the rest is counted', () => {
  const view = viewOf([20_000, 12_000, 30_000].map((ms, n) => pendingAt(sampleNow + ms, String(n))));
  const left = pendingSpans(view, 3).map(({ text }) => /in \d+s/.exec(text)?.[0]);
  expect(left).toEqual(['in 12s', 'in 20s', 'in 30s']);
  expect(pendingSpans(view, 2)[0]?.link).toEqual({ kind: 'server', name: 'edge-1a' });
  expect(pendingSpans(view, 2).at(-1)?.text).toBe('2 more pending');
});

test('a coming problem is a server that was missing once, until it is gone', () => {
  const state = sampleState();
  const [first, ...others] = state.servers;
  if (!first) throw new Error('no server');
  const missing = { ...first, misses: 1, missingSince: sampleNow };
  const dashboard = { ...state.dashboard, interval: 6_000, updatedAt: sampleNow };
  const seen = viewOf([], { ...state, dashboard, servers: [missing, ...others] });
  expect(pendingIn(seen, 100)?.text).toBe(`pending: ${first.name}: missing, 1 of 3 polls, problem in 12s`);
  const gone = { ...missing, misses: 3, goneSince: sampleNow };
  const known = pendingSpans(viewOf([], { ...state, dashboard, servers: [gone, ...others] }), 9);
  expect(known.map(({ text }) => text).join()).not.toContain(first.name);
});

test('a coming problem is not told while the cluster does not answer', () => {
  const state = sampleState();
  const dashboard = { ...state.dashboard, interval: 2_000, updatedAt: sampleNow - 600_000 };
  expect(pendingIn(viewOf([pendingAt(sampleNow)], { ...state, dashboard }), 100)).toBeUndefined();
});
