import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bodies } from '../../src/alerts/bodies.ts';
import { messageJson, messageSchema } from '../../src/alerts/message-json.ts';
import type { MessageEvent } from '../../src/alerts/messages.ts';
import type { WebhookFormat } from '../../src/config/alerts-schema.ts';
import { sampleNow } from '../support/sample-state.ts';
import { alertFor, cluster, messageOf } from './rig.ts';

const routingKey = 'R'.repeat(32);
const events: readonly MessageEvent[] = ['raised', 'changed', 'reminder', 'cleared'];

const { strictObject: of, literal: is } = z;
const plainText = of({ type: is('plain_text'), text: z.string().min(1).max(3_000), emoji: is(false) });
const header = plainText.extend({ text: z.string().min(1).max(150) });
const block = z.union([
  of({ type: is('header'), text: header }),
  of({ type: is('section'), text: plainText }),
]);
const run = z.looseObject({ type: is('TextRun'), text: z.string() });
const card = of({
  $schema: z.url(),
  type: is('AdaptiveCard'),
  version: is('1.4'),
  body: z.array(of({ type: is('RichTextBlock'), inlines: z.array(run) })),
});
const adaptive = of({ contentType: is('application/vnd.microsoft.card.adaptive'), content: card });
const embed = of({
  title: z.string().max(256),
  description: z.string().max(4_096),
  color: z.number().int().min(0).max(0xffffff),
  timestamp: z.iso.datetime(),
});

/** What each vendor documents, as far as castwatch uses it. */
const documented = {
  castwatch: messageSchema,
  slack: of({ text: z.string(), mrkdwn: is(false), blocks: z.array(block).max(50) }),
  teams: of({ type: is('message'), attachments: z.array(adaptive).length(1) }),
  discord: of({
    username: z.string().max(80),
    allowed_mentions: of({ parse: z.array(z.string()).length(0) }),
    embeds: z.array(embed).max(10),
  }),
  pagerduty: of({
    routing_key: z.string().length(32),
    event_action: z.enum(['trigger', 'acknowledge', 'resolve']),
    dedup_key: z.string().max(255),
    payload: of({
      summary: z.string().min(1).max(1_024),
      source: z.string().min(1),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: z.iso.datetime(),
      component: z.string(),
      group: z.string(),
      class: z.string(),
      custom_details: z.record(z.string(), z.unknown()),
    }),
    client: z.string(),
    links: z.array(of({ href: z.url(), text: z.string() })).optional(),
  }),
} satisfies Readonly<Record<WebhookFormat, z.ZodType>>;

test('each body says that the limit is reached', () => {
  const limited = messageJson({ event: 'raised', at: sampleNow, alert: alertFor(), isLimit: true }, cluster);
  for (const [format, schema] of Object.entries(documented)) {
    const body = schema.parse(bodies[format as keyof typeof documented](limited, routingKey));
    expect(JSON.stringify(body)).toMatch(/limit of messages is reached|"limitReached":true/);
  }
});

test('a message for people has a line for what is new, what else, the instructions and what was not told', () => {
  const grew = { event: 'grew', at: sampleNow, alert: alertFor(), added: ['Server outage: edge-2'] } as const;
  const message = messageJson({ ...grew, also: [alertFor('edge-3')] }, cluster);
  const lines = [
    'New: Server outage: edge-2',
    'Also: ',
    'Part: not known',
    'Runbook: https://wiki',
    'earlier',
  ];
  for (const format of ['slack', 'teams', 'discord'] as const) {
    const text = textsOf(bodies[format]({ ...message, untold: ['earlier'] }, routingKey)).join('\n');
    for (const line of lines) expect(text).toContain(line);
    const usual = textsOf(bodies[format](messageOf(), routingKey)).join('\n');
    expect(usual).not.toMatch(/New: |Also: |Could not be told/);
  }
});

test('PagerDuty resolves the incident that it triggered', () => {
  const [raised, cleared] = (['raised', 'cleared'] as const).map((event) =>
    documented.pagerduty.parse(bodies.pagerduty(messageOf(event), routingKey)),
  );
  expect([raised?.event_action, cleared?.event_action]).toEqual(['trigger', 'resolve']);
  expect(raised?.dedup_key).toBe(cleared?.dedup_key);
});

/** What people and attackers write into names: markup, mentions, second lines, controls. */
const parts =
  '<!channel>|@everyone|<@U1>|[a](http://evil.example)|`|```|**|<b>|&lt;|\r\n|\u2028|\u0000|\u001b[2J|\u202e|😀';
const chosen = fc.array(fc.constantFrom(...parts.split('|'), 'x'.repeat(1_200)), { maxLength: 8 });
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  chosen.map((all) => all.join('')),
);
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Every text of a body. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

test.each(Object.entries(documented))(
  'whatever a server is called, %s has its form, and shows no text of a server as markup or mention',
  (format, schema) => {
    fc.assert(
      fc.property(name, fc.constantFrom(...events), (called, event) => {
        const message = messageOf(event, alertFor(called));
        const body = bodies[format as keyof typeof documented](message, routingKey);
        expect(schema.safeParse(body).error).toBeUndefined();
        const { problem: _, ...rest } = body as { problem?: unknown };
        // Discord has its lines in one text; each is checked as code.
        const texts =
          format === 'discord' ? textsOf(body).flatMap((text) => text.split('\n')) : textsOf(rest);
        for (const text of texts) expect(text).not.toMatch(CONTROL);
        if (format === 'slack') expect((body as { text: string }).text).not.toMatch(/[<>]/);
        if (format === 'discord') {
          const [embed] = documented.discord.parse(body).embeds;
          expect(embed?.color === 0x188038, 'green').toBe(event === 'cleared');
          for (const line of [embed?.title ?? '', ...(embed?.description.split('\n') ?? [])])
            expect(line).toMatch(/^`[^`]+`$|^[^`]{0,1}…$/);
        }
      }),
      { numRuns: 60 },
    );
  },
);
