import * as z from 'zod';
import { DASH, duration } from '../base/format.ts';
import { timeJson } from '../views/formats/json-values.ts';
import type { IncidentAlert, WatchedCluster } from './incident-alert.ts';
import type { Message } from './messages.ts';

const nullableText = z.string().nullable();

/** A message as commands and webhooks receive it. Times are ISO 8601 in UTC; what is not known is null. */
export const messageSchema = z.object({
  schema: z.literal('castwatch/alert/1'),
  event: z.enum(['raised', 'changed', 'grew', 'reminder', 'cleared', 'limited', 'test']),
  at: z.string(),
  cluster: z.string(),
  /** Base URL of the watched cluster. */
  instance: z.string(),
  /** For `limited`: number of incidents that are not sent for now. */
  unsent: z.number().nullable(),
  /** Earlier messages that could not be told for minutes. */
  untold: z.array(z.string()).default([]),
  /** Null for `limited`. */
  incident: z
    .object({
      id: z.string(),
      kind: z.string(),
      severity: z.enum(['critical', 'warning', 'info']),
      since: nullableText,
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
    })
    .nullable(),
  /** The cause, as in `snapshot`; null for `limited`. */
  problem: z.unknown(),
});

export type MessageJson = z.output<typeof messageSchema>;

export function messageJson(
  { event, at, alert, unsent, added }: Message,
  { name, url }: WatchedCluster,
): MessageJson {
  const time = (ms: number) => timeJson(ms) ?? '';
  return {
    schema: 'castwatch/alert/1',
    event,
    at: time(at),
    cluster: name,
    instance: url,
    unsent: unsent ?? null,
    untold: [],
    incident: alert
      ? {
          id: alert.id,
          kind: alert.kind,
          severity: alert.severity,
          since: time(alert.since),
          added: [...(added ?? [])],
          culprit: alert.words.culprit,
          part: alert.words.part,
          viewers: alert.words.viewers,
          streams: alert.words.streams,
          whatChanged: alert.words.whatChanged,
          summary: alert.words.summary,
          description: event === 'cleared' ? overWords(alert, at) : alert.words.description,
          command: alert.words.command,
          runbookUrl: alert.words.runbook ?? null,
        }
      : null,
    problem: alert?.problem ?? null,
  };
}

/** An incident that is over, in words of the past. */
function overWords({ since, words }: IncidentAlert, at: number): string {
  return `It is over, and lasted ${duration(Math.max(0, at - since))}. What was seen last: ${words.description}`;
}

/** The same without any text of a server, for a receiver that refuses one of them. */
export function plainMessage(message: MessageJson, untold: number): MessageJson {
  const { incident, cluster } = message;
  const title = incident?.kind.replaceAll('-', ' ');
  return {
    ...message,
    untold: untold === 0 ? [] : [`${untold} earlier`],
    problem: null,
    incident: incident && {
      ...incident,
      ...{ added: [], culprit: '', viewers: DASH, streams: DASH, whatChanged: DASH },
      summary: `${cluster}: ${title}`,
      description: 'The receiver refused the message with its details; castwatch shows them.',
    },
  };
}

/** One line for people: `CRITICAL eu: Server gone: edge-1`. */
export function messageLine({ event, cluster, incident, unsent }: MessageJson): string {
  if (!incident)
    return `${cluster}: the limit of messages is reached; ${unsent ?? 0} incidents are not sent now`;
  const { added } = incident;
  const more = added.length > 1 ? ` and ${added.length - 1} more` : '';
  const news = added.length > 0 ? `, new: ${added[0]}${more};` : '';
  const words = {
    raised: incident.severity.toUpperCase(),
    grew: `GREW${news} STILL ${incident.severity.toUpperCase()}`,
    changed: `NOW ${incident.severity.toUpperCase()}${news}`,
    reminder: `STILL ${incident.severity.toUpperCase()}`,
    cleared: 'CLEARED',
    limited: '',
    test: 'TEST',
  };
  return `${words[event]} ${incident.summary}`;
}
