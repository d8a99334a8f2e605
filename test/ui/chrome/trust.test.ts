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

const session = (status: string, more: object) => ({
  session: { status, username: 'operator', message: undefined, ...more },
});
const { dashboard } = sampleState();
const read = (changes: object) => ({ dashboard: { ...dashboard, ...changes } });
const error = { code: 'REFUSED', message: 'The server refuses connections.', since: sampleNow - 60_000 };

test.each<[what: string, object, words: RegExp | string]>([
  ['a session', {}, 'Session: ok · token: —'],
  ['its end', session('ok', { tokenEnds: sampleNow + 680_000 }), 'token: 11m 20s left'],
  ['a message', session('ok', { said: 'At ten.' }), 'Session: ok · the server says: At ten. · token: —'],
  [
    'the user that the server named',
    session('ok', { answeredUser: 'One', tokenType: 'Bearer' }),
    'Session: ok as One · Bearer token: —',
  ],
  ['trouble', session('failed', { message: 'wrong password' }), 'Session: failed, wrong password · token: —'],
  ['a clock that is hardly behind', { clockSkew: -4 }, 'Server clock: 0.0 s from ours'],
  ['a clock that is behind', { clockSkew: -1_600 }, 'Server clock: -1.6 s from ours'],
  ['an unknown clock', { clockSkew: undefined }, 'Server clock: —'],
  ['fresh data', {}, /^Dashboard +fresh +\S+ old +every /m],
  [
    'what no screen needs',
    read({ value: undefined, updatedAt: undefined, interval: undefined }),
    /^Dashboard +no data +— +not polled now/m,
  ],
  [
    'an error',
    read({ error }),
    /^Dashboard .*\n {2}✖ since \d\d:\d\d:\d\d: The server refuses connections\./m,
  ],
  ['the time zone', {}, /^Times are in \S+ \(UTC\S*\)\.$/m],
])('it says %s', (_what, patch, words) => {
  expect(text(patch)).toMatch(words);
});

test('no row is wider than a narrow window, and ages in minutes keep a gap', () => {
  const old = read({ updatedAt: sampleNow - 754_000, interval: 60_000, executionTime: 12.4 });
  const rows = text(old, 74).split('\n');
  expect(rows[0]).toBe('Dashboard            stale   12m 34s old every 1m 00s   served in 12 ms');
  expect(rows.slice(0, 10).filter((row) => row.length > 74)).toEqual([]);
});

test('it says why times are in UTC although another zone is configured', () => {
  const zoneFault = 'TZ is "Foo", which names no time zone: times are in UTC.';
  const said = text({}, 112, { zoneFault });
  expect(said).toContain(`▲ ${zoneFault}`);
  expect(said).not.toContain('Times are in');
});
