import { NetworkError } from '../../src/http/errors.ts';
import { LoginLimiter } from '../../src/http/login-limiter.ts';
import type { HttpResponse } from '../../src/http/request.ts';
import { Secrets } from '../../src/http/secrets.ts';
import { LoginSession } from '../../src/http/session.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { httpResponse, loginResponse } from './support.ts';

export type Outcome = () => HttpResponse | Promise<HttpResponse>;

type Options = ConstructorParameters<typeof LoginSession>[0];

/** A session whose login server is a list of outcomes; the last one stays. */
export const sessionWith = (...outcomes: Outcome[]) => sessionOf(outcomes);
/** The same where nobody can give another password. */
export const unattendedSession = (...outcomes: Outcome[]) => sessionOf(outcomes, { unattended: true });

export function sessionOf(outcomes: Outcome[], changes: Partial<Options> = {}) {
  const clock = new ManualClock();
  const logins: { at: number; body: unknown }[] = [];
  const limiter = new LoginLimiter(clock);
  const secrets = new Secrets();
  const given = { username: 'op', password: 'hunter2-secret' };
  const session = new LoginSession({
    clock,
    limiter,
    secrets,
    credentials: async () => ({ ...given }),
    send: async (request) => {
      logins.push({ at: clock.monotonic(), body: JSON.parse(String(request.body)) });
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
      if (!outcome) throw new Error('no outcome');
      return outcome();
    },
    ...changes,
  });
  return { clock, session, logins, limiter, secrets, given };
}

let serial = 0;
export const ok =
  (remainingTime: number | undefined = 900_000, extra: object = {}): Outcome =>
  () => {
    const response = loginResponse(`token-${++serial}`, remainingTime);
    return httpResponse(200, { ...response, data: { ...response.data, ...extra } });
  };
export const status =
  (code: number, headers: Record<string, string> = {}): Outcome =>
  () =>
    httpResponse(code, { message: 'incorrect' }, headers);
export const broken =
  (sent: boolean): Outcome =>
  () => {
    throw new NetworkError(sent ? 'RESET' : 'REFUSED', 'broken', { sent });
  };
