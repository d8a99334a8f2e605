import { expect, test } from 'vitest';
import { trustLines } from '../../src/ui/trust.ts';
import { fakeServices } from '../support/fake-services.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { sampleView } from '../support/sample-view.ts';

const text = (patch: object) => {
  const services = fakeServices(sampleState(patch));
  const view = sampleView(sampleState(patch), { facts: services.facts });
  return trustLines(view, services, 112)
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
