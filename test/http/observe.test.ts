import { expect, test } from 'vitest';
import { authorizeByKey } from '../../src/http/authorize.ts';
import { Aborted, NetworkError } from '../../src/http/errors.ts';
import { fromSystemError } from '../../src/http/network-error.ts';
import { type LogLine, observe } from '../../src/http/observe.ts';
import { type HttpRequest, type HttpResponse, requestLabel } from '../../src/http/request.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { dashboardRequest, failure, httpResponse } from './support.ts';

const response = httpResponse(200, {});

/** Sends `request` through the observer; the answer takes 40 ms. */
async function observed(request: HttpRequest, answer: HttpResponse | Error) {
  const clock = new ManualClock();
  const lines: LogLine[] = [];
  const taped: unknown[] = [];
  const observed = observe(clock, { tap: (one) => taped.push(one), log: (line) => lines.push(line) });
  const send = observed(async () => {
    await clock.advance(40);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const result = await send(request).catch((error: unknown) => error);
  return { clock, lines, taped, result };
}

test('a log line tells time, request, outcome and duration, and no query', async () => {
  const request = { ...dashboardRequest, path: '/api/streams?search=secret' };
  const { clock, lines, result } = await observed(request, response);
  const asked = { at: clock.now(), endpoint: 'dashboard', method: 'GET', path: '/api/streams' };
  expect(lines).toEqual([{ ...asked, status: 200, bytes: 2, duration: 40 }]);
  expect(result).toEqual(response);
});

test('a log line tells why there was no answer', async () => {
  const reset = new NetworkError('RESET', 'closed', { sent: true });
  const { lines, taped, result } = await observed(dashboardRequest, reset);
  expect(lines).toMatchObject([{ code: 'RESET', bytes: 0, duration: 40 }]);
  expect(lines[0]).not.toHaveProperty('status');
  expect(taped).toEqual([]);
  expect(result).toBe(reset);
});

const context = { request: requestLabel(dashboardRequest), sent: true };

test.each(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED', 'UND_ERR_ABORTED'])(
  'a connection that we closed ourselves (%s) is no network failure',
  (code) => {
    const error = Object.assign(new Error('closed'), { code });
    expect(fromSystemError(error, 'h', context)).toBeInstanceOf(Aborted);
  },
);

test('a parse error means that the server does not speak HTTP; other errors of that code do not', () => {
  const parser = Object.assign(new Error('bad'), { name: 'HTTPParserError', code: 'HPE_INVALID' });
  expect(fromSystemError(parser, 'h', context)).toMatchObject({ code: 'BAD_HTTP' });
  const other = Object.assign(new Error('bad'), { code: 'HPE_INVALID' });
  expect(fromSystemError(other, 'h', context)).toMatchObject({ code: 'NETWORK' });
  const { cause } = fromSystemError(new Error('plain'), 'h', context);
  expect((cause as Error).message).toBe('Error: plain');
});

test('a key that could not be read is asked for again, one that a caller did not wait for is not', async () => {
  const asked: PromiseWithResolvers<string>[] = [];
  const seen: (string | undefined)[] = [];
  const readKey = () => {
    const next = Promise.withResolvers<string>();
    asked.push(next);
    return next.promise;
  };
  const send = authorizeByKey(readKey, () => {})(async (request) => {
    seen.push(request.headers['x-api-key']);
    return response;
  });
  const first = failure(send(dashboardRequest));
  asked[0]?.reject(new Error('the command failed'));
  await first;
  const controller = new AbortController();
  const impatient = failure(send({ ...dashboardRequest, signal: controller.signal }));
  controller.abort();
  await impatient;
  const patient = send(dashboardRequest);
  expect(asked).toHaveLength(2);
  asked[1]?.resolve('the-key');
  await patient;
  await send(dashboardRequest);
  expect(asked).toHaveLength(2);
  expect(seen).toEqual(['the-key', 'the-key']);
});
