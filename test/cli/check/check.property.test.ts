import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sleep } from '../../../src/base/clock.ts';
import { checkCluster } from '../../../src/cli/check/cluster.ts';
import type { Verdict } from '../../../src/cli/check/verdict.ts';
import { collectSnapshot } from '../../../src/cli/snapshot/collect.ts';
import type { Connection } from '../../../src/http/connect.ts';
import { journalReach } from '../../../src/triage/memory/journal.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { type LiveWatch, watchLive } from '../../support/live.ts';
import { isLong } from '../../support/long.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sentenceOf } from '../../support/sample-problem.ts';

const thresholds = mergeThresholds();
const limits = { thresholds, ranges: { warn: new Map(), crit: new Map() } };
const target = { name: 'incident', url: 'http://127.0.0.1', journalPatterns: [] };
let live: LiveWatch;

// The incident two minutes after its beginning; the simulator's clock stands there.
beforeAll(async () => {
  live = await watchLive('incident', 1, { standsAt: 130_000 });
  live.monitor.stop();
});
afterAll(() => live.close());

/** The connection with each request done by `answer`, which is told its name and parameters and may send it. */
function through(answer: (key: string, send: () => Promise<unknown>) => Promise<unknown>): Connection {
  const api = new Proxy(live.connection.api, {
    get(real, name) {
      const method: (...parameters: unknown[]) => Promise<unknown> = Reflect.get(real, name);
      return (...parameters: unknown[]) =>
        answer(`${String(name)} ${JSON.stringify(parameters)}`, () => method(...parameters));
    },
  });
  return { ...live.connection, api };
}

/** Answers that were read once; another request would reach the simulator in real time. */
async function recorded(): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  const recording = through(async (key, send) => {
    const answer = await send();
    answers.set(key, answer);
    return answer;
  });
  const { clock } = live;
  const reach = { timeoutMs: 60_000, judged: journalReach(thresholds) };
  await collectSnapshot(recording, target, clock, reach);
  await checkCluster(recording, target, clock, { ...limits, polls: 1, intervalMs: 0, timeoutMs: 60_000 });
  return answers;
}

/** Advances time until the work is done. */
async function onManualTime<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let done = false;
  const end = () => {
    done = true;
  };
  work.then(end, end);
  while (!done) await clock.advance(100);
  return work;
}

function told({ status, problems, figures, summary }: Verdict) {
  const words = problems.map((problem) => [problem.key, problem.severity, sentenceOf(problem)]);
  return { status, summary, problems: words, figures };
}

test('the same state gives the same verdict at any latency, login time, number of polls and interval', async () => {
  const answers = await recorded();
  const check = (login: number, roundTrip: () => number, polls: number, intervalMs: number) => {
    const clock = new ManualClock(live.clock.now());
    const plan = { ...limits, polls, intervalMs, timeoutMs: 10_000 };
    const loggedIn = sleep(clock, login);
    // The same answers over a slow line: each comes some time after its request, the first ones after the login.
    const slow = through(async (key, send) => {
      await loggedIn;
      await sleep(clock, roundTrip());
      return answers.get(key) ?? send();
    });
    return onManualTime(clock, checkCluster(slow, target, clock, plan));
  };
  const usual = told(await check(0, () => 0, 2, 2_000));
  expect(usual.status).toBe('CRITICAL');
  expect(usual.summary).toMatch(/^\d incidents: Server load: edge-\S+: out \d+% of cap/);
  for (const kind of [/^server-hot:edge/, /^group-short:/])
    expect(usual.problems.map(([key]) => key)).toContainEqual(expect.stringMatching(kind));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 80, 300, 700, 2_500),
      fc.array(fc.constantFrom(0, 5, 80, 300, 900), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(0, 1_000, 2_000, 64_000),
      async (login, latencies, polls, interval) => {
        let asked = 0;
        const roundTrip = () => latencies[asked++ % latencies.length] ?? 0;
        expect(told(await check(login, roundTrip, polls, interval))).toEqual(usual);
      },
    ),
    { numRuns: isLong ? 30 : 10 },
  );
});
