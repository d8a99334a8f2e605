import { expect, test } from 'vitest';
import { networkError } from '../../src/http/network-error.ts';
import { type HttpRequest, type HttpResponse, requestLabel } from '../../src/http/request.ts';
import { retry } from '../../src/http/retry.ts';
import { retryAfter } from '../../src/http/retry-after.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { dashboardRequest, failure, httpResponse } from './support.ts';

const response = (status: number, headers?: Record<string, string>) => httpResponse(status, '', headers);
const get = dashboardRequest;
const sent = { request: requestLabel(get), sent: true };
const reset = networkError('RESET', 'host', sent);
const timeout = networkError('TIMEOUT_HEADERS', 'host', sent);

/** Sends with the longest random delay; each outcome is used once, the last one stays. */
async function run(request: HttpRequest, outcomes: (HttpResponse | Error)[], random = 1) {
  const clock = new ManualClock();
  const times: number[] = [];
  const send = retry(clock, { random: () => random })(async () => {
    const outcome = outcomes[Math.min(times.length, outcomes.length - 1)];
    times.push(clock.monotonic());
    if (!outcome || outcome instanceof Error) throw outcome;
    return outcome;
  });
  const result = send(request).catch((error: unknown) => error);
  await clock.advance(60_000);
  return { result: await result, times, clock };
}

const write: HttpRequest = { ...dashboardRequest, endpoint: 'createUser', method: 'POST' };
const lookup: HttpRequest = { ...dashboardRequest, endpoint: 'viewerBatch', method: 'POST' };
const login: HttpRequest = { ...dashboardRequest, endpoint: 'login', method: 'POST' };

test.each<[string, HttpRequest, (HttpResponse | Error)[], number[]]>([
  ['a success is not repeated', get, [response(200)], [0]],
  ['a reset is tried again after growing pauses', get, [reset, reset, response(200)], [0, 250, 750]],
  ['three tries are enough', get, [reset], [0, 250, 750]],
  ['a look-up by POST may be repeated', lookup, [response(503), response(200)], [0, 250]],
  ['a write is never repeated', write, [reset], [0]],
  ['a write is not repeated after 503', write, [response(503)], [0]],
  ['a login is not repeated', login, [reset], [0]],
  ['a timeout is not tried again', get, [timeout], [0]],
  ['a 500 is left to the next poll', get, [response(500)], [0]],
  ['a 404 is not tried again', get, [response(404)], [0]],
  ['Retry-After is honoured', get, [response(429, { 'retry-after': '2' }), response(200)], [0, 2_000]],
  ['a Retry-After that is too long ends the request', get, [response(429, { 'retry-after': '9' })], [0]],
  ['a 429 without Retry-After ends the request', get, [response(429)], [0]],
])('%s', async (_name, request, outcomes, times) => {
  const run1 = await run(request, outcomes);
  expect(run1.times).toEqual(times);
  const last = outcomes[Math.min(times.length, outcomes.length) - 1];
  expect(run1.result).toBe(last);
  expect(run1.clock.waiting).toBe(0);
});

test('the random part of a pause may be as small as zero', async () => {
  expect((await run(dashboardRequest, [reset, response(200)], 0)).times).toEqual([0, 0]);
});

test('cancelling ends the pause', async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const send = retry(clock, { random: () => 1 })(() => Promise.reject(reset));
  const failed = failure(send({ ...dashboardRequest, signal: controller.signal }));
  await clock.advance(10);
  controller.abort();
  expect(await failed).toMatchObject({ name: 'Aborted' });
  expect(clock.waiting).toBe(0);
});

const now = Date.parse('Thu, 15 Jan 2026 12:00:00 GMT');
test('Retry-After is a number of seconds or a time, by the clock of the server', () => {
  const after = (value: string, date?: string) => {
    return retryAfter({ 'retry-after': value, ...(date !== undefined && { date }) }, now);
  };
  expect(retryAfter({}, now)).toBeUndefined();
  expect(['', 'soon', '-5'].map((value) => after(value))).toEqual(Array(3).fill(undefined));
  expect(['0', ' 3 ', '999999999'].map((value) => after(value))).toEqual([0, 3_000, 300_000]);
  const at = (time: string) => `Thu, 15 Jan 2026 ${time} GMT`;
  expect([after(at('12:00:20')), after(at('11:00:00'))]).toEqual([20_000, 0]);
  // A server whose clock is an hour ahead still means seconds.
  expect(after(at('13:00:20'), at('13:00:00'))).toBe(20_000);
});
