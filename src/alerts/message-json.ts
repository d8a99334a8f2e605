import * as z from 'zod';
import { counted, DASH, duration } from '../base/format.ts';
import type { ClusterState } from '../cluster/state.ts';
import { timeJson } from '../views/formats/json-values.ts';
import { backWords, type IncidentAlert, serverTime, type WatchedCluster } from './incident-alert.ts';
import type { Message } from './messages.ts';

const severity = z.enum(['critical', 'warning', 'info']);
const nullableText = z.string().nullable();

/** A message as commands and webhooks receive it. Times are ISO 8601 in UTC; what is not known is null. */
export const messageSchema = z.object({
  schema: z.literal('castwatch/alert/1'),
  event: z.enum(['raised', 'changed', 'grew', 'reminder', 'cleared', 'test']),
  at: z.string(),
  cluster: z.string(),
  /** Base URL of the watched cluster. */
  instance: z.string(),
  /** What is not critical waits, because there were too many messages within an hour. */
  limitReached: z.boolean().default(false),
  /** Earlier messages that could not be told for minutes. */
  untold: z.array(z.string()).default([]),
  /** Other incidents, not critical, of which it tells the same. */
  also: z
    .array(z.object({ id: z.string(), kind: z.string(), severity, summary: z.string(), command: z.string() }))
    .default([]),
  incident: z.object({
    id: z.string(),
    kind: z.string(),
    severity,
    since: nullableText,
    /** The same by the server's clock; null where it agrees. */
    serverSince: nullableText.default(null),
    /** For `grew`: what was added to it since the last message. */
    added: z.array(z.string()).default([]),
    culprit: z.string(),
    part: z.string(),
    viewers: z.string(),
    streams: z.string(),
    whatChanged: z.string(),
    summary: z.string(),
    description: z.string(),
    command: z.string(),
    runbookUrl: nullableText,
  }),
  /** The cause, as in `snapshot`. */
  problem: z.unknown(),
});

export type MessageJson = z.output<typeof messageSchema>;

export function messageJson(
  { event, at, alert, isLimit = false, added = [], also = [], endedAt = at }: Message,
  { name, url }: WatchedCluster,
  state?: ClusterState,
): MessageJson {
  const over = event === 'cleared' && { description: overWords(alert, endedAt, state) };
  return {
    schema: 'castwatch/alert/1',
    event,
    at: timeJson(at) ?? '',
    cluster: name,
    instance: url,
    limitReached: isLimit,
    untold: [],
    also: also.map(({ id, kind, severity, words: { summary, command } }) => {
      return { id, kind, severity, summary, command };
    }),
    incident: { ...incidentJson(alert, state), added: [...added], ...over },
    problem: alert.problem,
  };
}

function incidentJson({ id, kind, severity, since, words }: IncidentAlert, state: ClusterState | undefined) {
  const { runbook = null, ...said } = words;
  const times = { since: timeJson(since), serverSince: timeJson(serverTime(since, state)) };
  return { ...said, id, kind, severity, ...times, runbookUrl: runbook };
}

/** An incident that is over, in words of the past, and how much of what it hit is there again. */
function overWords(alert: IncidentAlert, endedAt: number, state: ClusterState | undefined): string {
  const { since, words, size } = alert;
  const streams = size.streams === undefined ? [] : [counted(size.streams, 'stream')];
  const hit = [...(words.viewers === DASH ? [] : [words.viewers]), ...streams].join(', ');
  const lasted = `It lasted ${duration(Math.max(0, endedAt - since))}${hit === '' ? '' : `, and hit ${hit}`}.`;
  return lasted + backWords(alert, endedAt, state);
}

/** The same without any text of a server, for a receiver that refuses one of them. */
export function plainMessage(message: MessageJson, untold: number): MessageJson {
  const { incident, cluster } = message;
  const plain = ({ kind }: { readonly kind: string }) => `${cluster}: ${kind.replaceAll('-', ' ')}`;
  return {
    ...message,
    untold: untold === 0 ? [] : [`${untold} earlier`],
    problem: null,
    also: message.also.map((one) => ({ ...one, summary: plain(one) })),
    incident: {
      ...incident,
      ...{ added: [], culprit: '', viewers: DASH, streams: DASH, whatChanged: DASH },
      summary: plain(incident),
      description: 'The receiver refused the message with its details; castwatch shows them.',
    },
  };
}

/** One line for people: `CRITICAL eu: Server gone: edge-1`. */
export function messageLine({ event, incident, also }: MessageJson): string {
  const { added } = incident;
  const more = added.length > 1 ? ` and ${added.length - 1} more` : '';
  const news = added.length > 0 ? `, new: ${added[0]}${more};` : '';
  const words = {
    raised: incident.severity.toUpperCase(),
    grew: `GREW${news} STILL ${incident.severity.toUpperCase()}`,
    changed: `NOW ${incident.severity.toUpperCase()}${news}`,
    reminder: `STILL ${incident.severity.toUpperCase()}`,
    cleared: 'CLEARED',
    test: 'TEST',
  };
  const others = also.length === 0 ? '' : ` and ${also.length} more`;
  return `${words[event]} ${incident.summary}${others}`;
}

/** The ids of the incidents that a message tells of. */
export function incidentsIn(message: MessageJson | undefined): readonly string[] {
  return (message ? [message.incident, ...message.also] : []).map(({ id }) => id);
}
