import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NetworkError } from '../../src/http/errors.ts';
import { loginLimiterOf } from '../../src/http/login-limiter.ts';
import type { HttpResponse } from '../../src/http/request.ts';
import { Secrets } from '../../src/http/secrets.ts';
import { LoginSession } from '../../src/http/session.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { httpResponse } from './support.ts';

const outcomes = ['ok', 'short', 'refused', 'limited', 'limited-now', 'failed', 'reset'] as const;
type Event =
  | { kind: 'token' | 'renew' | 'retry' | 'reconnect' }
  | { kind: 'wait'; ms: number }
  | { kind: 'server'; outcome: (typeof outcomes)[number] };

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Event>({ kind: 'token' }) },
  { weight: 3, arbitrary: fc.constant<Event>({ kind: 'renew' }) },
  { weight: 2, arbitrary: fc.constant<Event>({ kind: 'retry' }) },
  { weight: 1, arbitrary: fc.constant<Event>({ kind: 'reconnect' }) },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 30_000 }).map((ms): Event => ({ kind: 'wait', ms })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...outcomes).map((outcome): Event => ({ kind: 'server', outcome })),
  },
);

test('no sequence of events sends a sixth login within a minute', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 30, maxLength: 80 }), async (events) => {
      const clock = new ManualClock();
      const sent: number[] = [];
      let outcome = 'short';
      let serial = 0;
      const send = async (): Promise<HttpResponse> => {
        sent.push(clock.monotonic());
        if (outcome === 'reset') throw new NetworkError('RESET', 'reset', { sent: true });
        if (outcome === 'refused') return httpResponse(401, { message: 'no' });
        if (outcome === 'limited') return httpResponse(429, { message: 'slow' });
        if (outcome === 'limited-now') return httpResponse(429, { message: 'slow' }, { 'retry-after': '0' });
        if (outcome === 'failed') return httpResponse(500, { message: 'oops' });
        const remainingTime = outcome === 'short' ? 10 : 900_000;
        return httpResponse(200, { data: { accessToken: `t${++serial}`, remainingTime } });
      };
      const open = () =>
        new LoginSession({
          clock,
          limiter: loginLimiterOf(clock, 'https://cluster.test'),
          secrets: new Secrets(),
          credentials: async () => ({ username: 'u', password: 'p' }),
          send,
        });
      let session = open();
      let token = '';
      const ask = async (promise: Promise<string | undefined>) => {
        token = (await promise.catch(() => undefined)) ?? token;
      };
      for (const next of events) {
        if (next.kind === 'wait') await clock.advance(next.ms);
        else if (next.kind === 'token') await ask(session.token());
        else if (next.kind === 'renew') await ask(session.renewed(token));
        else if (next.kind === 'retry') session.retry();
        else if (next.kind === 'server') outcome = next.outcome;
        else {
          session.close();
          session = open();
        }
      }
      for (let i = 5; i < sent.length; i++)
        expect((sent[i] ?? 0) - (sent[i - 5] ?? 0)).toBeGreaterThanOrEqual(60_000);
    }),
    { numRuns: 300 },
  );
});
