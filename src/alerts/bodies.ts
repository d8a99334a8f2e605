import type { WebhookFormat } from '../config/alerts-schema.ts';
import { type MessageJson, messageLine } from './message-json.ts';

/**
 * The bodies of webhooks, one row a format. Text of servers stands only in fields in which the vendor interprets
 * neither markup nor mentions, or in a code span where there is no such field. `routingKey`: the key of a PagerDuty service.
 */
export const bodies: Readonly<
  Record<WebhookFormat, (message: MessageJson, routingKey: string | undefined) => unknown>
> = {
  castwatch: (message) => message,

  // `plain_text` has neither markup nor mentions; `text` is for notifications, and there both begin with `<`.
  // https://docs.slack.dev/reference/block-kit/blocks
  slack: (message) => ({
    text: slackText(messageLine(message)),
    mrkdwn: false,
    blocks: [
      { type: 'header', text: plain(cut(messageLine(message), 150)) },
      ...sectionsOf(message).map((text) => ({ type: 'section', text: plain(cut(text, 3_000)) })),
    ],
  }),

  // A text run of an adaptive card has no markup; a text block would have. https://adaptivecards.io/explorer/TextRun.html
  teams: (message) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            textRun(messageLine(message), { weight: 'Bolder', size: 'Medium' }),
            ...sectionsOf(message).map((text) => textRun(text)),
          ],
        },
      },
    ],
  }),

  // Only a code span has no markup. https://discord.com/developers/docs/resources/webhook#execute-webhook
  discord: (message) => ({
    username: 'castwatch',
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cut(codeSpan(messageLine(message)), 256),
        description: cut(sectionsOf(message).map(codeSpan).join('\n'), 4_096),
        color: colours[message.event === 'cleared' ? 'cleared' : message.incident.severity],
        timestamp: message.at,
      },
    ],
  }),

  // https://developer.pagerduty.com/docs/send-alert-event
  pagerduty: (message, routingKey) => ({
    routing_key: routingKey ?? '',
    event_action: message.event === 'cleared' ? 'resolve' : 'trigger',
    dedup_key: `castwatch ${message.instance} ${message.incident.id}`.slice(0, 255),
    payload: {
      summary: cut(messageLine(message), 1_024),
      source: message.instance,
      severity: message.incident.severity,
      timestamp: message.at,
      component: message.incident.culprit,
      group: message.cluster,
      class: message.incident.kind,
      custom_details: { ...message.incident, untold: message.untold, limitReached: message.limitReached },
    },
    client: 'castwatch',
    ...(message.incident.runbookUrl && {
      links: [{ href: message.incident.runbookUrl, text: 'Runbook' }],
    }),
  }),
};

const colours = { critical: 0xd93025, warning: 0xf29900, info: 0x1a73e8, cleared: 0x188038 } as const;

/** The lines below the first one. */
function sectionsOf({ incident, untold, also, limitReached }: MessageJson): string[] {
  const { added, description, part, viewers, streams, since, serverSince, whatChanged, command, runbookUrl } =
    incident;
  return [
    ...(added.length > 0 ? [`New: ${added.join(', ')}`] : []),
    description,
    ...(also.length > 0 ? [`Also: ${also.map(({ summary }) => summary).join('; ')}`] : []),
    `Part: ${part || 'not known'} · viewers: ${viewers} · streams: ${streams} · since ${since}${serverSince === null ? '' : ` (${serverSince} by the server's clock)`}`,
    `Before it: ${whatChanged}`,
    command,
    ...(runbookUrl === null ? [] : [`Runbook: ${runbookUrl}`]),
    ...(limitReached ? ['The limit of messages is reached: what is not critical waits.'] : []),
    ...(untold.length > 0 ? [`Could not be told: ${untold.join('; ')}`] : []),
  ];
}

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

function textRun(text: string, look: Readonly<Record<string, string>> = {}) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] };
}

function slackText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function codeSpan(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

/** At most `limit` code units; a code span stays closed. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.endsWith('`') ? '…`' : '…';
  return text.slice(0, limit - end.length).replace(/[\uD800-\uDBFF]$/, '') + end;
}
