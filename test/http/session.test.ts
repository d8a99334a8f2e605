import { expect, test } from 'vitest';
import { clockTime } from '../../src/base/format.ts';
import { turn } from '../../src/base/turn.ts';
import { InvalidInput } from '../../src/http/errors.ts';
import { broken, ok, sessionOf, sessionWith, status, unattendedSession } from './session-support.ts';
import { failure } from './support.ts';

test('all callers that need a token wait for the same login', async () => {
  const { session, logins } = sessionWith(ok());
  const tokens = await Promise.all([session.token(), session.token(), session.token()]);
  expect(new Set(tokens).size).toBe(1);
  expect(logins.map(({ body }) => body)).toEqual([{ username: 'op', password: 'hunter2-secret' }]);
});

test('the lifetime is the remaining time by the monotonic clock, independent of wall clocks', async () => {
  const { session, clock, logins } = sessionWith(ok(100_000, { expireDate: 5 }));
  const first = await session.token();
  clock.jumpWall(-3_600_000);
  await clock.advance(79_999);
  expect(await session.token()).toBe(first);
  clock.jumpWall(86_400_000);
  await clock.advance(0);
  expect(logins).toHaveLength(1);
});

test('a token is renewed at 80 % of its lifetime, and nobody waits for it', async () => {
  const { session, clock, logins } = sessionWith(ok(), ok());
  const first = await session.token();
  await clock.advance(720_000);
  expect(await session.token()).toBe(first);
  await clock.advance(0);
  expect(logins).toHaveLength(2);
  expect(await session.token()).not.toBe(first);
});

test('a token of half a minute is renewed once a minute, because no server allows more logins', async () => {
  const { session, clock, logins } = sessionWith(ok(30_000));
  await session.token();
  await clock.advance(59_999);
  await session.token();
  expect(logins).toHaveLength(1);
  await clock.advance(1);
  await session.token();
  await clock.advance(0);
  expect(logins).toHaveLength(2);
});

test('without remainingTime a token is renewed like one of 900 s, and used until it is refused', async () => {
  const { session, clock, logins } = sessionWith(ok(900_000, { remainingTime: undefined }), broken(true));
  const first = await session.token();
  await clock.advance(719_000);
  await session.token();
  expect(logins).toHaveLength(1);
  await clock.advance(3_600_000);
  expect(await session.token()).toBe(first);
  await clock.advance(0);
  expect(session.state.status).toBe('ok');
  expect(await failure(session.renewed(first))).toMatchObject({ code: 'RESET' });
  expect(session.state.status).toBe('failed');
});

test.each([400, 401, 403, 404, 422])('status %i at login stops further tries until asked', async (code) => {
  const { session, clock, logins, given } = sessionWith(status(code), ok());
  expect(await failure(session.token())).toMatchObject({ name: 'BadCredentials', status: code });
  expect(session.state).toMatchObject({ status: 'refused', message: expect.stringContaining('incorrect') });
  await clock.advance(3_600_000);
  expect(await failure(session.token())).toMatchObject({ code: 'BAD_CREDENTIALS' });
  expect(logins).toHaveLength(1);
  given.password = 'the-right-one';
  session.retry();
  await session.token();
  expect(logins[1]?.body).toEqual({ username: 'op', password: 'the-right-one' });
  expect(session.state.status).toBe('ok');
});

test.each([402, 403, 404, 405, 410, 421, 451])('unattended, status %i is as any fault', async (code) => {
  const { session, clock, logins } = unattendedSession(status(code), status(code), status(code), ok());
  await failure(session.token());
  const message = expect.stringMatching(/castwatch tries again within 15s\. The server says: incorrect/);
  expect(session.state).toMatchObject({ status: 'refused', message });
  for (const pause of [2_000, 15_000]) {
    await clock.advance(pause - 1);
    await failure(session.token());
    await clock.advance(1);
    await failure(session.token());
    expect(session.state.status).toBe('refused');
  }
  await clock.advance(15_000);
  await session.token();
  expect(logins.map(({ at }) => at - (logins[0]?.at ?? 0))).toEqual([0, 2_000, 17_000, 32_000]);
  expect(session.state).toMatchObject({ status: 'ok', message: undefined });
});

test.each([400, 401, 409, 422, 423])('unattended, after %i it tries every five minutes', async (code) => {
  const { session, clock, logins } = unattendedSession(status(code), status(code), ok());
  const states: string[] = [];
  session.onChange(({ status: now }) => states.push(now));
  await failure(session.token());
  const words = `not accepted (${code}); the next try is at ${clockTime(clock.now() + 300_000)}. The server says`;
  expect(session.state).toMatchObject({ status: 'refused', message: expect.stringContaining(words) });
  for (const pause of [10_000, 100_000, 189_999]) {
    await clock.advance(pause);
    expect(await failure(session.token())).toMatchObject({ code: 'BAD_CREDENTIALS' });
  }
  expect(logins).toHaveLength(1);
  await clock.advance(1);
  await failure(session.token());
  await clock.advance(300_000);
  await session.token();
  expect(logins).toHaveLength(3);
  expect(states).not.toContain('failed');
  expect(session.state.status).toBe('ok');
});

test('where nobody can be asked, a renewal that is refused in passing is not told while the token is valid', async () => {
  const { session, clock, logins } = unattendedSession(ok(100_000), status(404), ok());
  const token = await session.token();
  await clock.advance(81_000);
  expect(await session.token()).toBe(token);
  await clock.advance(0);
  expect([logins.length, session.state.status]).toEqual([2, 'ok']);
  await clock.advance(2_000);
  await session.token();
  await clock.advance(0);
  expect([logins.length, session.state.status]).toEqual([3, 'ok']);
});

test('what the server says at login is kept, without the password', async () => {
  const said = { message: 'Welcome op, with hunter2-secret' };
  const { session } = sessionWith(ok(900_000, said));
  await session.token();
  expect(session.state.said).toMatch(/^Welcome op, with /);
  expect(session.state.said).not.toContain('hunter2-secret');
});

test('after a 429 it waits as long as the server says, and shows how long', async () => {
  const { session, clock, logins } = sessionWith(status(429, { 'retry-after': '40' }), ok());
  expect(await failure(session.token())).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 40_000 });
  await clock.advance(30_000);
  expect(await failure(session.token())).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 10_000 });
  expect(session.state).toMatchObject({ status: 'waiting', message: expect.stringContaining('waits') });
  expect(logins).toHaveLength(1);
  await clock.advance(10_000);
  await session.token();
  expect(session.state).toMatchObject({ status: 'ok', message: undefined });
});

test('a server that is down uses up no logins, and the session is back within two seconds', async () => {
  const down = Array.from({ length: 30 }, () => broken(false));
  const { session, clock, logins } = sessionWith(...down, ok());
  const states: string[] = [];
  session.onChange((state) => states.push(state.status));
  for (let tries = 0; tries < 30; tries++) {
    expect(await failure(session.token())).toMatchObject({ code: 'REFUSED' });
    await clock.advance(1_000);
  }
  await session.token();
  expect(logins).toHaveLength(31);
  // A further try is no other trouble: an incident that swung with it was not told for ninety seconds.
  expect([...new Set(states.slice(1, -1)), states.at(-1)]).toEqual(['failed', 'ok']);
});

test('a token that is refused again and again is replaced at most every 15 s', async () => {
  const { session, clock, logins } = sessionWith(ok());
  const first = await session.token();
  const second = await session.renewed(first);
  expect(second).toBeDefined();
  expect(await session.renewed(first)).toBe(second);
  expect(await session.renewed(second ?? '')).toBeUndefined();
  await clock.advance(15_000);
  expect(await session.renewed(second ?? '')).toBeDefined();
  expect(logins).toHaveLength(3);
});

test.each([
  [new Error('cancelled'), 'CREDENTIALS'],
  [new InvalidInput('PASSWORD_FILE', 'the file is gone', {}), 'PASSWORD_FILE'],
])('credentials that cannot be read stop like a refusal: %s', async (cause, code) => {
  const { session, logins } = sessionOf([], { credentials: () => Promise.reject(cause) });
  expect(await failure(session.token())).toMatchObject({ code });
  expect([session.state.status, logins]).toEqual(['refused', []]);
});

test.each(['bad\r\nx-evil: 1', ''])('a token that no header can hold is refused: %j', async (accessToken) => {
  const { session } = sessionWith(ok(900_000, { accessToken }));
  expect(await failure(session.token())).toMatchObject({ code: 'SCHEMA', path: 'data.accessToken' });
});

test('after close there is no login, and one in progress changes nothing', async () => {
  const gate = Promise.withResolvers<void>();
  const { session, logins } = sessionWith(async () => {
    await gate.promise;
    return ok()();
  });
  const changes: string[] = [];
  session.onChange((state) => changes.push(state.status));
  const failed = failure(session.token());
  await turn();
  session.close();
  gate.resolve();
  expect(await failed).toMatchObject({ name: 'Aborted' });
  expect(await failure(session.token())).toMatchObject({ name: 'Aborted' });
  expect(changes).toEqual(['logging-in']);
  expect(logins).toHaveLength(1);
});

test('a login that took the server too long (408) is no refusal and is tried again', async () => {
  const { session, clock } = sessionWith(status(408), ok());
  expect(await failure(session.token())).toMatchObject({ name: 'HttpError', status: 408 });
  expect(session.state.status).toBe('failed');
  await clock.advance(2_000);
  await session.token();
  expect(session.state.status).toBe('ok');
});
