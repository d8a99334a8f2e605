import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connect } from '../../src/http/connect.ts';
import { cloudRate, managementRate, rateLimit } from '../../src/http/limits.ts';
import type { HttpResponse } from '../../src/http/request.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { dashboardRequest, failure } from './support.ts';

const response: HttpResponse = { status: 200, headers: {}, body: new Uint8Array(), duration: 0 };

test.each([
  ['A', managementRate, 240],
  ['B', cloudRate, 500],
])('interface %s never gets more requests in a minute than its limit', async (_name, rate, most) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20_000), { maxLength: 12 }), async (waits) => {
      const clock = new ManualClock();
      const sent: number[] = [];
      const send = rateLimit(
        rate,
        clock,
      )(async () => {
        sent.push(clock.monotonic());
        return response;
      });
      const all: Promise<unknown>[] = [];
      for (const wait of waits) {
        for (let i = 0; i < 60; i++) all.push(send(dashboardRequest));
        await clock.advance(wait);
      }
      await clock.advance(600_000);
      await Promise.all(all);
      expect(sent).toHaveLength(waits.length * 60);
      for (let i = most; i < sent.length; i++) {
        expect((sent[i] ?? 0) - (sent[i - most] ?? 0)).toBeGreaterThanOrEqual(60_000 - 1e-6);
      }
    }),
    { numRuns: 20 },
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
  const connection = connect({
    url: 'https://cluster.test',
    cloudUrl: 'https://cloud.test',
    apiKey: async () => 'the-key',
    credentials: () => Promise.reject(new Error('the cloud needs no login')),
    clock,
    transport: {
      async send() {
        sent.push(clock.monotonic());
        return response;
      },
      close: async () => {},
    },
  });
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
