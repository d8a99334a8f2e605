import { expect, test, vi } from 'vitest';
import { Client } from '../../src/http/client.ts';
import { hedge } from '../../src/http/hedge.ts';
import { LoginLimiter, loginLimiterOf } from '../../src/http/login-limiter.ts';
import { Secrets } from '../../src/http/secrets.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { dashboardRequest, failure, httpResponse } from './support.ts';

/** A client whose server answers everything with `body`. */
function setUp(body: string, status = 200) {
  const clock = new ManualClock();
  const secrets = new Secrets();
  const send = async () => httpResponse(status, body);
  const client = new Client({ send, clock, secrets, readOnly: false });
  return { clock, secrets, client };
}

const topology = (count: number) =>
  JSON.stringify({
    data: { topology: Array.from({ length: count }, (_, index) => ({ serverName: `server-${index}` })) },
    meta: { generatedAt: 7_000, executionTime: 12 },
    message: 'fine',
  });

test('keys are handled three times while a large response is read; a small one needs no pause', async () => {
  for (const count of [10, 12_000]) {
    const { clock, client } = setUp(topology(count));
    const after = vi.spyOn(clock, 'after');
    const called = client.call('topology');
    await clock.advance(10);
    expect((await called).value.data.topology).toHaveLength(count);
    const turns = after.mock.calls.filter(([ms]) => ms === 0).length;
    expect([count, turns]).toEqual([count, count === 10 ? 0 : 3]);
  }
});

test('a response has its size, its duration, its message and its times', async () => {
  const { client } = setUp(topology(1));
  const said = { message: 'fine', generatedAt: 7_000, executionTime: 12, unreadable: [] };
  const whole = { status: 200, bytes: topology(1).length, duration: 1, ...said };
  for (let count = 0; count < 2; count++) expect(await client.call('topology')).toMatchObject(whole);
  const bare = setUp('{"data":{"topology":[]},"meta":null,"message":null}');
  const none = { message: undefined, generatedAt: undefined, executionTime: undefined };
  expect(await bare.client.call('topology')).toMatchObject(none);
});

test('a look-up by POST is answered for its own query, even when the answer is the same', async () => {
  const { client } = setUp('{"data":{"found":[],"notFound":[]}}');
  const first = await client.call('streamBatch', { json: { data: { streamKeyIds: ['1'] } } });
  const second = await client.call('streamBatch', { json: { data: { streamKeyIds: ['2'] } } });
  expect(second.value).not.toBe(first.value);
});

test('the secrets of a write are hidden only while it is in progress', async () => {
  const { client, secrets } = setUp('{"message":"the key is LICENSE-4711"}', 400);
  const json = { data: { attributes: { licenseKey: 'LICENSE-4711' } } };
  const error = await failure(client.call('license', { json, secrets: ['LICENSE-4711'] }));
  expect(error).toMatchObject({ serverMessage: 'the key is •••' });
  expect(secrets.clean('LICENSE-4711')).toBe('LICENSE-4711');
});

test('a secret of two requests is hidden until both are done', () => {
  const secrets = new Secrets();
  const first = secrets.add('abc');
  const second = secrets.add('abc');
  first();
  expect(secrets.clean('abc')).toBe('•••');
  second();
  expect(secrets.clean('abc')).toBe('abc');
  // Two characters are part of many words.
  secrets.add('ab');
  expect(secrets.clean('about')).toBe('about');
});

test('logins of a cluster are counted together, whatever profile they came from', () => {
  const clock = new ManualClock();
  const limiter = loginLimiterOf(clock, 'https://a.test');
  expect(limiter).toBeInstanceOf(LoginLimiter);
  expect(loginLimiterOf(clock, 'https://b.test')).not.toBe(limiter);
  expect(loginLimiterOf(clock, 'https://a.test')).toBe(limiter);
  expect(loginLimiterOf(new ManualClock(), 'https://a.test')).not.toBe(limiter);
});

test('a request that was cancelled before it began is not sent later', async () => {
  const clock = new ManualClock();
  const signals: (AbortSignal | undefined)[] = [];
  const send = hedge(clock)(async ({ signal }) => {
    signals.push(signal);
    signal?.throwIfAborted();
    return httpResponse(200, '');
  });
  await send(dashboardRequest);
  await failure(send({ ...dashboardRequest, signal: AbortSignal.abort() }));
  await clock.advance(60_000);
  expect(signals).toHaveLength(2);
  expect(clock.waiting).toBe(0);
});
