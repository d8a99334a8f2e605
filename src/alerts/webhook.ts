import { createHmac } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { safeJson } from '../base/safe-markup.ts';
import { oneLine } from '../base/safe-text.ts';
import type { WebhookFormat } from '../config/alerts-schema.ts';
import type { Caller } from '../http/caller.ts';
import { retryAfter } from '../http/retry-after.ts';
import { bodies } from './bodies.ts';
import type { Delivered, Way } from './post-office.ts';

export interface WebhookOptions {
  readonly caller: Caller;
  readonly format: WebhookFormat;
  readonly secret: string | undefined;
  readonly routingKey: string | undefined;
  readonly clock: Clock;
}

/** Sends each message by POST, signed if there is a secret. */
export function createWebhook({ caller, format, secret, routingKey, clock }: WebhookOptions): Way {
  return {
    target: caller.host,
    isSingle: format === 'pagerduty',
    async deliver(id, message) {
      const body = safeJson(bodies[format](message, routingKey), 'line').trimEnd();
      const seconds = String(Math.floor(clock.now() / 1_000));
      const answer = await caller.send({
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'castwatch',
          'idempotency-key': id,
          ...(secret === undefined ? {} : signature(secret, { id, seconds, body })),
        },
      });
      return judged(answer, clock.now());
    },
    async reach() {
      const { status } = await caller.send({ method: 'GET' });
      return { kind: 'sent', outcome: `answers (${status})` };
    },
    close: () => caller.close(),
  };
}

/** A receiver may take the same message later. Any other refusal is final. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

function judged(answer: Awaited<ReturnType<Caller['send']>>, now: number): Delivered {
  const { status, headers, body } = answer;
  const said = oneLine(body, 200);
  const outcome = `answered ${status}${said === '' ? '' : `: ${said}`}`;
  if (status >= 200 && status < 300) return { kind: 'sent', outcome };
  if (status < 500 && !LATER.has(status)) return { kind: 'refused', outcome };
  return { kind: 'later', outcome, after: retryAfter(headers, now) };
}

/** A secret may be written as base64 after this prefix. */
const BASE64_SECRET = 'whsec_';

/**
 * The headers of a signed webhook (standardwebhooks.com): HMAC-SHA256 over id, time in seconds, and body. A receiver
 * refuses old times, so that nobody can send a message again.
 */
export function signature(
  secret: string,
  { id, seconds, body }: { readonly id: string; readonly seconds: string; readonly body: string },
): Record<string, string> {
  const key = secret.startsWith(BASE64_SECRET)
    ? Buffer.from(secret.slice(BASE64_SECRET.length), 'base64')
    : Buffer.from(secret);
  const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${mac}` };
}
