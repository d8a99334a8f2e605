import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import { errorMessage } from '../base/system-error.ts';
import type { Outbox, StoredMessage } from '../history/outbox.ts';
import type { FollowedIncident } from './follow.ts';
import type { IncidentAlert, WatchedCluster } from './incident-alert.ts';
import { messageJson, messageLine, messageSchema } from './message-json.ts';
import { nextMessages, nothingSent, type Rules, type Sent } from './messages.ts';
import type { Delivered, Way } from './way.ts';

/** One way with its rules. */
export interface NamedWay {
  readonly name: 'command' | 'webhook';
  readonly way: Way;
  readonly rules: Rules;
}

/** Sends messages by one way: in order, one at a time, again after a failure, also after a restart. */
export interface PostOffice {
  /** Incidents that were sent before this program started, as they were then. */
  remembered(outbox: Outbox): readonly FollowedIncident[];
  /** Stores the messages that follow from these incidents, and delivers what waits. */
  update(followed: readonly FollowedIncident[], outbox: Outbox): void;
  close(): Promise<void>;
}

export interface PostOfficeOptions extends NamedWay {
  readonly cluster: WatchedCluster;
  readonly clock: Clock;
  /** Reports each result, for the log. */
  readonly log: (line: string) => void;
}

/** Time until the second try; doubled for each further one, ms. */
const FIRST_RETRY_MS = 5 * SECOND_MS;
const LONGEST_RETRY_MS = 10 * MINUTE_MS;
/** A message that is older is given up: whoever is called now must not read of yesterday. */
const GIVE_UP_MS = DAY_MS;

const severity = z.enum(['critical', 'warning', 'info']);
const sentSchema: z.ZodType<Sent> = z.object({
  told: z.record(
    z.string(),
    z.object({
      severity,
      at: z.number(),
      milderSince: z.number().optional(),
      alert: z
        .custom<Omit<IncidentAlert, 'harms'> & Partial<IncidentAlert>>(
          (value) =>
            z.looseObject({ id: z.string(), keys: z.array(z.string()), severity }).safeParse(value).success,
        )
        // An older version stored none.
        .transform((alert) => ({ ...alert, harms: alert.harms ?? [] })),
      named: z.record(z.string(), z.number()).optional(),
    }),
  ),
  times: z.array(z.number()),
  limitedAt: z.number().optional(),
});

export function createPostOffice(options: PostOfficeOptions): PostOffice {
  const { name, way, rules, cluster, clock, log } = options;
  let sent: Sent | undefined;
  let busy: Promise<void> | undefined;
  let closed = false;
  const recall = (outbox: Outbox): Sent => {
    sent ??= outbox.recall(name, sentSchema) ?? nothingSent;
    return sent;
  };

  const settle = (message: StoredMessage, result: Delivered, outbox: Outbox) => {
    const now = clock.now();
    log(`${message.event} ${message.summary}: ${way.target} ${result.outcome}`);
    if (result.kind !== 'later' || now - message.at >= GIVE_UP_MS) {
      outbox.done(message.id, now, { outcome: result.outcome, failed: result.kind !== 'sent' });
      return;
    }
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** message.tries);
    outbox.retry(message.id, now + Math.max(wait, result.after ?? 0), result.outcome);
  };
  const deliver = async (outbox: Outbox) => {
    for (;;) {
      const message = closed ? undefined : outbox.first(name);
      if (!message) return;
      // A longer wait than the longest one means that the clock was set back.
      const wait = message.nextAt - clock.now();
      if (wait > 0 && wait <= LONGEST_RETRY_MS) return;
      const read = messageSchema.safeParse(message.data);
      const result: Delivered = read.success
        ? await way
            .deliver(message.id, read.data)
            .catch((error: unknown): Delivered => ({ kind: 'later', outcome: errorMessage(error) }))
        : { kind: 'refused', outcome: 'the stored message is damaged' };
      settle(message, result, outbox);
      if (result.kind === 'later') return;
    }
  };

  return {
    remembered: (outbox) =>
      Object.values(recall(outbox).told).map(({ alert }) => ({ alert, endedAt: clock.now(), returns: 0 })),
    update(followed, outbox) {
      const now = clock.now();
      const before = recall(outbox);
      const step = nextMessages(before, followed, { rules, cluster: cluster.name, now });
      if (step.messages.length > 0) {
        const stored = step.messages.map((message) => {
          const data = messageJson(message, cluster);
          return {
            id: randomUUID(),
            way: name,
            at: now,
            event: message.event,
            summary: messageLine(data),
            data,
          };
        });
        outbox.put(name, step.sent, stored);
      }
      sent = step.sent;
      busy ??= deliver(outbox)
        .catch((error: unknown) => log(`the outbox cannot be used: ${errorMessage(error)}`))
        .finally(() => {
          busy = undefined;
        });
    },
    async close() {
      closed = true;
      await way.close();
      await busy;
    },
  };
}
