import { expect, test } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { hedge } from '../../src/http/hedge.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/request.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { dashboardRequest } from './support.ts';

/** A server that takes `durations` one after the other, the last one from then on; infinite never answers. */
function setUp(...durations: number[]) {
  const clock = new ManualClock();
  const asked: { at: number; aborted: () => boolean }[] = [];
  let most = 0;
  const underWay = new Set<AbortSignal | undefined>();
  const send = hedge(clock)(async (request) => {
    const index = Math.min(asked.length, durations.length - 1);
    asked.push({ at: clock.monotonic(), aborted: () => request.signal?.aborted ?? false });
    underWay.add(request.signal);
    most = Math.max(most, [...underWay].filter((signal) => !signal?.aborted).length);
    try {
      await sleep(clock, Math.min(durations[index] ?? 0, 10_000), request.signal);
      if (durations[index] === Number.POSITIVE_INFINITY) throw new Error('time limit');
    } finally {
      underWay.delete(request.signal);
    }
    return { status: 200, headers: {}, body: new Uint8Array([index]), duration: 0 } satisfies HttpResponse;
  });
  const ask = async (request: HttpRequest = dashboardRequest) => {
    const from = asked.length;
    const start = clock.monotonic();
    const answered = send(request)
      .then(({ body }) => body[0], String)
      .then((result) => ({ result, took: clock.monotonic() - start }));
    await clock.advance(20_000);
    return { ...(await answered), at: asked.slice(from).map((one) => one.at - start) };
  };
  return { clock, asked, ask, send, most: () => most };
}

test('a lost request is sent again in parallel until one is answered', async () => {
  const all = setUp(50, Infinity, Infinity, Infinity, 50);
  await all.ask();
  expect(await all.ask()).toEqual({ result: 4, took: 6_050, at: [0, 2_000, 4_000, 6_000] });
  expect(all.most()).toBe(2);
  // the slower request is cancelled
  expect(all.asked.slice(1, 4).map((one) => one.aborted())).toEqual([true, true, true]);
});

test('of a server that is slow, a request counts as lost after three times as long', async () => {
  const all = setUp(1_500, Infinity, 50);
  await all.ask();
  expect((await all.ask()).at).toEqual([0, 4_500]);
});

test('when no request is answered, the first one tells why', async () => {
  const all = setUp(50, Infinity);
  await all.ask();
  const at = [0, 2_000, 4_000, 6_000, 8_000];
  expect(await all.ask()).toEqual({ result: 'Error: time limit', took: 10_000, at });
});

test('a slow server is not asked twice, and one that became slow only for a moment', async () => {
  const slow = setUp(5_000);
  expect((await slow.ask()).at).toEqual([0]);
  expect((await slow.ask()).at).toEqual([0]);
  const became = setUp(50, 5_000);
  await became.ask();
  expect(await became.ask()).toEqual({ result: 1, took: 5_000, at: [0, 2_000, 4_000] });
  expect(became.asked.slice(1).map((one) => one.aborted())).toEqual([false, true, true]);
  expect((await became.ask()).at).toEqual([0]);
});

test('writes and logins are never sent twice', async () => {
  for (const endpoint of ['createUser', 'login', 'cloudCreate'] as const) {
    const all = setUp(50, Infinity);
    const write: HttpRequest = { ...dashboardRequest, endpoint, method: 'POST' };
    await all.ask(write);
    expect((await all.ask(write)).at).toEqual([0]);
  }
});

test('cancelling ends all parallel requests', async () => {
  const all = setUp(50, Infinity);
  await all.ask();
  const controller = new AbortController();
  const result = all.send({ ...dashboardRequest, signal: controller.signal }).catch(String);
  await all.clock.advance(3_000);
  expect(all.asked).toHaveLength(3);
  controller.abort();
  await all.clock.advance(0);
  await result;
  expect(all.asked.slice(1).map((one) => one.aborted())).toEqual([true, true]);
  await all.clock.advance(20_000);
  expect(all.asked).toHaveLength(3);
});
