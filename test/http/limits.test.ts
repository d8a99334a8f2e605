import fc from 'fast-check';
import { expect, test } from 'vitest';
import { managementRate, rateLimit } from '../../src/http/limits.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { dashboardRequest, failure, httpResponse, open } from './support.ts';

const rates = fc.constantFrom(managementRate, ...[2, 3, 10].map((perMinute) => ({ perMinute, burst: 30 })));
const response = httpResponse(200, '');

test('no rate is exceeded in any minute, after any burst, and none waits longer than it must', async () => {
  const pauses = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rates, pauses, async (rate, waits) => {
      const clock = new ManualClock();
      const sent: number[] = [];
      const { perMinute: most } = rate;
      const burst = Math.min(60, 4 * most);
      const send = rateLimit(
        rate,
        clock,
      )(async () => {
        sent.push(clock.monotonic());
        return response;
      });
      const all: Promise<unknown>[] = [];
      for (const wait of waits) {
        for (let i = 0; i < burst; i++) all.push(send(dashboardRequest));
        await clock.advance(wait);
      }
      await clock.advance(40_000_000);
      await Promise.all(all);
      expect(sent).toHaveLength(waits.length * burst);
      for (let i = most; i < sent.length; i++)
        expect((sent[i] ?? 0) - (sent[i - most] ?? 0)).toBeGreaterThanOrEqual(60_000 - 1e-6);
      const inFirstMinute = sent.filter((at) => at < 60_000).length;
      expect(inFirstMinute).toBeGreaterThanOrEqual(Math.min(burst, most / 2));
    }),
    { numRuns: 30 },
  );
});

test('the requests of polling pass without waiting', async () => {
  const clock = new ManualClock();
  const send = rateLimit(managementRate, clock)(async () => response);
  for (let second = 0; second < 120; second++) {
    await Promise.all([send(dashboardRequest), send(dashboardRequest)]);
    await clock.advance(1_000);
  }
  expect(clock.waiting).toBe(0);
});

test('waiting ends when the caller cancels', async () => {
  const clock = new ManualClock();
  const send = rateLimit({ perMinute: 2, burst: 1 }, clock)(async () => response);
  await send(dashboardRequest);
  const controller = new AbortController();
  const failed = failure(send({ ...dashboardRequest, signal: controller.signal }));
  controller.abort();
  expect(await failed).toMatchObject({ name: 'Aborted', sent: false });
  expect(clock.waiting).toBe(0);
});

test('the cloud gets at most 500 requests in any minute, however many are asked for', async () => {
  const clock = new ManualClock();
  const sent: number[] = [];
  const send = async () => {
    sent.push(clock.monotonic());
    return response;
  };
  const transport = { send, close: async () => {} };
  const own = { cloudUrl: 'https://cloud.test', apiKey: async () => 'the-key', clock, transport };
  const connection = open('https://cluster.test', own);
  const all = Array.from({ length: 1_200 }, () => connection.cloud?.possibleValues());
  const settled = Promise.allSettled(all);
  await clock.advance(300_000);
  await settled;
  expect(sent).toHaveLength(1_200);
  for (const [index, at] of sent.entries()) {
    if (index >= 500) expect(at - (sent[index - 500] ?? 0)).toBeGreaterThan(60_000);
  }
  // Close to the limit, so that a large upload is not delayed without a reason.
  expect(sent.filter((at) => at < 60_000).length).toBeGreaterThan(400);
});
