import { expect, test } from 'vitest';
import { trustLines } from '../../../src/ui/chrome/trust.ts';
import { textOf } from '../../support/drawn-table.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

const text = (patch: object, width = 112, facts = {}) => {
  const services = fakeServices(sampleState(patch));
  const view = sampleView(sampleState(patch), { facts: { ...services.facts, ...facts } });
  return trustLines(view, services, width).map(textOf).join('\n');
};

test.each([
  [{}, 'Session: ok · token: —'],
  [{ tokenEnds: sampleNow + 680_000 }, 'token: 11m 20s left'],
  [{ said: 'Tonight at ten.' }, 'Session: ok · the server says: Tonight at ten. · token: —'],
  [{ answeredUser: 'One', tokenType: 'Bearer' }, 'Session: ok as One · Bearer token: —'],
])(
  'the session shows whom the server took for logged in, and how long its token is valid: %j',
  (more, said) => {
    const session = { status: 'ok' as const, username: 'operator', message: undefined, ...more };
    expect(text({ session })).toContain(said);
  },
);

test('no row is wider than a narrow window, and ages in minutes keep a gap', () => {
  const { dashboard } = sampleState();
  const old = { ...dashboard, updatedAt: sampleNow - 754_000, interval: 60_000, executionTime: 12.4 };
  const rows = text({ dashboard: old }, 74).split('\n');
  expect(rows[0]).toBe('Dashboard            stale   12m 34s old every 1m 00s   served in 12 ms');
  expect(rows.slice(0, 10).filter((row) => row.length > 74)).toEqual([]);
});

test('a clock that is a few milliseconds behind is not shown as minus zero', () => {
  expect(text({ clockSkew: -4 })).toContain('Server clock: 0.0 s from ours');
  expect(text({ clockSkew: -1_600 })).toContain('Server clock: -1.6 s from ours');
});

test('the error of a resource and what could not be read of it are told below it', () => {
  const { dashboard } = sampleState();
  const error = { code: 'REFUSED', message: 'The server refuses connections.', since: sampleNow - 60_000 };
  const rows = text({ dashboard: { ...dashboard, error } }).split('\n');
  const at = rows.findIndex((row) => row.startsWith('Dashboard'));
  expect(rows[at + 1]).toMatch(/^ {2}✖ since \d\d:\d\d:\d\d: The server refuses connections\./);
});

test('a resource that was never read has no data; one that no screen needs is not polled', () => {
  const { dashboard } = sampleState();
  const none = { ...dashboard, value: undefined, updatedAt: undefined, interval: undefined };
  expect(text({ dashboard: none })).toMatch(/^Dashboard +no data +— +not polled now/m);
  expect(text({})).toMatch(/^Dashboard +fresh +\S+ old +every /m);
});

test('the session says why it is in trouble', () => {
  const session = { status: 'failed' as const, username: undefined, message: 'wrong password' };
  expect(text({ session })).toContain('Session: failed, wrong password · token: —');
  expect(text({ clockSkew: undefined })).toContain('Server clock: —');
  expect(text({})).toContain('History: not kept.');
});

test('the time zone is named, or why times are in UTC although another is configured', () => {
  expect(text({})).toMatch(/^Times are in \S+ \(UTC\S*\)\.$/m);
  const zoneFault = 'TZ is "Foo", which names no time zone: times are in UTC.';
  const said = text({}, 112, { zoneFault });
  expect(said).toContain(`▲ ${zoneFault}`);
  expect(said).not.toContain('Times are in');
});
