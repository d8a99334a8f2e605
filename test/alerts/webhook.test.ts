import { expect, test } from 'vitest';
import { createWebhook, signature, type WebhookOptions } from '../../src/alerts/webhook.ts';
import type { Answer } from '../../src/http/caller.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { fakeReceiver, messageOf } from './rig.ts';

function open(answer: Partial<Answer>, options: Partial<WebhookOptions> = {}) {
  const { calls, caller } = fakeReceiver(() => answer);
  const none = { secret: undefined, routingKey: undefined };
  const own = { caller, format: 'castwatch', ...none, clock: new ManualClock() } as const;
  return { calls, webhook: createWebhook({ ...own, ...options }) };
}

test('the signature is that of the example of Standard Webhooks', () => {
  const [id, seconds] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330'];
  const signed = signature('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id,
    seconds,
    body: '{"test": 2432232314}',
  });
  expect(signed).toEqual({
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a message carries its id, its type and the signature of its body', async () => {
  const { calls, webhook } = open({}, { secret: 's' });
  await webhook.deliver('id-1', messageOf());
  const [call] = calls;
  const headers = call?.headers ?? {};
  expect(headers).toMatchObject({ 'idempotency-key': 'id-1', 'content-type': 'application/json' });
  const seconds = headers['webhook-timestamp'] ?? '';
  expect(headers).toMatchObject(signature('s', { id: 'id-1', seconds, body: call?.body ?? '' }));
});

test.each([
  ...[200, 204].map((status) => [status, 'sent'] as const),
  ...[400, 404, 410, 302].map((status) => [status, 'refused'] as const),
  ...[408, 429, 500, 503].map((status) => [status, 'later'] as const),
])('an answer of %i means: %s', async (status, kind) => {
  const { webhook } = open({ status, body: 'because\x1b[2J' });
  const result = await webhook.deliver('id', messageOf());
  expect(result).toMatchObject({ kind, outcome: `answered ${status}: because␛[2J` });
});

test('a receiver that says when to try again is heard', async () => {
  const { webhook } = open({ status: 429, headers: { 'retry-after': '90' } });
  expect(await webhook.deliver('id', messageOf())).toMatchObject({ kind: 'later', after: 90_000 });
});
