import { expect, test, vi } from 'vitest';
import { ManualClock } from '../support/manual-clock.ts';
import { broken, type Outcome, ok, sessionOf, sessionWith, status } from './session-support.ts';
import { failure } from './support.ts';

const RENEWAL_MS = 720_000;

/** An outcome that waits until the test releases it. */
function held(outcome: Outcome) {
  const gate = Promise.withResolvers<void>();
  const waits: Outcome = async () => {
    await gate.promise;
    return outcome();
  };
  return { waits, letGo: gate.resolve };
}

test('a token refused during its renewal is not used any more', async () => {
  const { waits, letGo } = held(ok());
  const { session, clock, logins } = sessionWith(ok(), waits);
  const first = await session.token();
  await clock.advance(RENEWAL_MS);
  expect(await session.token()).toBe(first);
  const renewed = session.renewed(first);
  await clock.advance(0);
  const next = session.token();
  letGo();
  const second = await renewed;
  expect(second).not.toBe(first);
  expect(await next).toBe(second);
  expect(logins).toHaveLength(2);
});

test('while the old token is valid, its renewal and a failure of it are not reported', async () => {
  const { session, clock } = sessionWith(ok(), broken(true), status(429), ok());
  const seen: string[] = [];
  session.onChange(({ status: now }) => seen.push(now));
  await session.token();
  await clock.advance(RENEWAL_MS);
  for (let second = 0; second < 60; second++) {
    await session.token();
    await clock.advance(1_000);
  }
  expect(seen).toEqual(['logging-in', 'ok', 'ok']);
});

test('a password that no longer works is reported, though the old token is still valid', async () => {
  const { session, clock } = sessionWith(ok(), status(401));
  const first = await session.token();
  await clock.advance(RENEWAL_MS);
  expect(await session.token()).toBe(first);
  await clock.advance(0);
  expect(session.state.status).toBe('refused');
  expect(await session.token()).toBe(first);
});

test('"try again" shows that nothing was tried yet, and does nothing while all is well or a login is in progress', async () => {
  const { waits, letGo } = held(ok());
  const { session } = sessionWith(status(401), waits);
  await failure(session.token());
  session.retry();
  expect(session.state).toEqual({ status: 'none', username: undefined, message: undefined });
  const token = session.token();
  session.retry();
  expect(session.state.status).toBe('logging-in');
  letGo();
  await token;
  session.retry();
  expect(session.state.status).toBe('ok');
});

test('a failure is reported until the next login, and callers meanwhile get the same error', async () => {
  const { session, clock } = sessionWith(broken(true), ok());
  const error = await failure(session.token());
  expect(session.state).toMatchObject({ status: 'failed', message: 'broken' });
  await clock.advance(1_999);
  expect(await failure(session.token())).toBe(error);
  expect(session.state).toMatchObject({ status: 'failed', message: 'broken' });
  await clock.advance(1);
  await session.token();
  expect(session.state).toMatchObject({ status: 'ok', message: undefined });
});

test('the sixth login of a minute waits and says how long, without asking for a password', async () => {
  const credentials = vi.fn(async () => ({ username: 'op', password: 'hunter2-secret' }));
  const { session, clock, limiter } = sessionOf([ok()], { credentials });
  for (let login = 0; login < 5; login++) limiter.take()?.done();
  await clock.advance(5_000);
  expect(await failure(session.token())).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 60_000 });
  expect(session.state).toMatchObject({ status: 'waiting', message: expect.stringContaining('Too many') });
  expect(credentials).not.toHaveBeenCalled();
  await clock.advance(60_000);
  await session.token();
  expect(credentials).toHaveBeenCalledTimes(1);
});

test('a token of an earlier run is used, hidden like any other, and renewed in time', async () => {
  const start = new ManualClock().now();
  const kept = { value: 'kept-token', until: start + 60_000, ends: start + 75_000 };
  const tokens = { read: async () => kept, write: async () => {}, drop: async () => {} };
  const { session, clock, secrets, logins } = sessionOf([ok()], { tokens });
  expect(await session.token()).toBe('kept-token');
  expect(session.state).toMatchObject({ status: 'ok', username: 'op', tokenEnds: start + 75_000 });
  expect(secrets.clean('it was kept-token')).toBe('it was •••');
  expect(logins).toHaveLength(0);
  await clock.advance(60_000);
  expect(await session.token()).toBe('kept-token');
  await clock.advance(0);
  expect(logins).toHaveLength(1);
  expect(await session.token()).not.toBe('kept-token');
  expect(secrets.clean('it was kept-token')).toBe('it was kept-token');
});
