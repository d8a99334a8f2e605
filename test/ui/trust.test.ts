import { expect, test } from 'vitest';
import { trustLines } from '../../src/ui/trust.ts';
import { fakeServices } from '../support/fake-services.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { sampleView } from '../support/sample-view.ts';

const text = (patch: object, width = 112) => {
  const services = fakeServices(sampleState(patch));
  const view = sampleView(sampleState(patch), { facts: services.facts });
  return trustLines(view, services, width)
    .map((line) => line.map((span) => span.text).join(''))
    .join('\n');
};

test('how long the server took for a resource stands beside its age, where it says so', () => {
  const { dashboard } = sampleState();
  expect(text({})).toMatch(/Dashboard .* served in — /);
  expect(text({ dashboard: { ...dashboard, executionTime: 12.4 } })).toMatch(/Dashboard .* served in 12 ms /);
});

test('how long the token in use counts stands with the session', () => {
  const session = { status: 'ok' as const, username: 'operator', message: undefined };
  expect(text({ session })).toContain('Session: ok · token: —');
  expect(text({ session: { ...session, tokenEnds: sampleNow + 680_000 } })).toContain('token: 11m 20s left');
});

test('in a narrow window no row is longer than it, and ages of minutes keep their distance', () => {
  const { dashboard } = sampleState();
  const old = { ...dashboard, updatedAt: sampleNow - 754_000, interval: 60_000, executionTime: 12.4 };
  const rows = text({ dashboard: old }, 74).split('\n');
  expect(rows[0]).toBe('Dashboard            stale   12m 34s old every 1m 00s   served in 12 ms');
  expect(rows.slice(0, 10).filter((row) => row.length > 74)).toEqual([]);
});

test('a clock that is a few milliseconds behind is not said to be minus nothing', () => {
  expect(text({ clockSkew: -4 })).toContain('Server clock: 0.0 s against ours');
  expect(text({ clockSkew: -1_600 })).toContain('Server clock: -1.6 s against ours');
});
