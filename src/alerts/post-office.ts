import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import { errorMessage } from '../base/system-error.ts';
import type { AlertRules } from '../config/alerts.ts';
import type { Outbox, StoredMessage } from '../history/outbox.ts';
import type { FollowedIncident } from './follow.ts';
import type { IncidentAlert, WatchedCluster } from './incident-alert.ts';
import { messageJson, messageLine } from './message-json.ts';
import { nextMessages, nothingSent, type Sent } from './messages.ts';
import { createQueue } from './queue.ts';
import type { Delivered, Way } from './way.ts';

/** One way with its rules. */
export interface NamedWay {
  readonly name: 'command' | 'webhook';
  readonly way: Way;
  readonly rules: AlertRules;
}

/**
 * Sends messages by one way, one at a time, each again after its own failures. What waits and what was sent is in
 * memory, so that messages leave also while nothing can be stored; the outbox is for the next program.
 */
export interface PostOffice {
  /** Takes over what the last program left. Incidents that it sent, as they were then, unless they were sent here meanwhile. */
  recall(outbox: Outbox): readonly FollowedIncident[];
  /** Makes the messages that follow from these incidents, stores them if there is an outbox, and delivers what waits. */
  update(followed: readonly FollowedIncident[], outbox: Outbox | undefined): void;
  /** Messages that are not stored as they are now. */
  unstored(): readonly StoredMessage[];
  /** Ends after the delivery that is going on, and forgets all: another program sends from now on. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

export interface PostOfficeOptions extends NamedWay {
  readonly cluster: WatchedCluster;
  readonly clock: Clock;
  /** Asked before each delivery: whether this program is still the one that sends. */
  readonly isOurs: () => boolean;
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
      alert: z.custom<IncidentAlert>(
        (value) =>
          z
            .looseObject({
              id: z.string(),
              keys: z.array(z.string()),
              harms: z.array(z.unknown()),
              severity,
            })
            .safeParse(value).success,
      ),
      named: z.record(z.string(), z.number()),
    }),
  ),
  times: z.array(z.number()),
  limitedAt: z.number().optional(),
});

export function createPostOffice(options: PostOfficeOptions): PostOffice {
  const { name, way, rules, cluster, clock, isOurs, log } = options;
  let sent: Sent = nothingSent;
  let queue = createQueue(LONGEST_RETRY_MS);
  let outbox: Outbox | undefined;
  /** What was sent is not stored as it is now. */
  let isUnsaved = false;
  let failures = 0;
  let busy: Promise<void> | undefined;
  let closed = false;

  /** A failure is reported once; a lock of another program is often gone at the next try. */
  const store = () => {
    if (!outbox || (!isUnsaved && queue.unstored().length === 0)) return;
    try {
      outbox.keep(name, sent, queue.unstored());
      queue.stored();
      isUnsaved = false;
      if (failures > 1) log('what is sent is stored again');
      failures = 0;
    } catch (error) {
      failures++;
      if (failures === 2) log(`what is sent is kept in memory, it cannot be stored: ${errorMessage(error)}`);
    }
  };
  const settle = (message: StoredMessage, result: Delivered) => {
    const now = clock.now();
    const { outcome } = result;
    log(`${message.event} ${message.summary}: ${way.target} ${outcome}`);
    if (result.kind !== 'later' || now - message.at >= GIVE_UP_MS) {
      queue.done(message.id, { at: now, outcome, failed: result.kind !== 'sent' });
    } else {
      const wait = Math.max(FIRST_RETRY_MS * 2 ** message.tries, result.after ?? 0);
      queue.retry(message.id, now + Math.min(wait, LONGEST_RETRY_MS), outcome);
    }
    store();
  };
  const deliver = async () => {
    while (!closed && isOurs()) {
      const next = queue.next(clock.now());
      if (!next) return;
      const { row, message } = next;
      const result: Delivered = message
        ? await way
            .deliver(row.id, message)
            .catch((error: unknown): Delivered => ({ kind: 'later', outcome: errorMessage(error) }))
        : { kind: 'refused', outcome: 'the stored message is damaged' };
      settle(row, result);
    }
  };

  return {
    recall(from) {
      const before = from.recall(name, sentSchema) ?? nothingSent;
      queue.restore(from.waiting(name));
      const left = Object.entries(before.told).filter(([id]) => sent.told[id] === undefined);
      sent = {
        told: { ...before.told, ...sent.told },
        times: [...before.times, ...sent.times],
        limitedAt: sent.limitedAt ?? before.limitedAt,
      };
      return left.map(([, { alert }]) => ({ alert, endedAt: clock.now(), returns: 0 }));
    },
    update(followed, to) {
      const now = clock.now();
      const step = nextMessages(sent, followed, { rules, cluster: cluster.name, now });
      sent = step.sent;
      for (const message of step.messages) {
        const data = messageJson(message, cluster);
        const { event } = message;
        queue.add({ id: randomUUID(), way: name, at: now, event, summary: messageLine(data), data });
      }
      // A new file knows nothing of what was sent so far.
      isUnsaved ||= step.messages.length > 0 || (to !== outbox && Object.keys(sent.told).length > 0);
      outbox = to;
      store();
      busy ??= deliver().finally(() => {
        busy = undefined;
      });
    },
    unstored: () => queue.unstored(),
    async rest() {
      closed = true;
      await busy;
      sent = nothingSent;
      queue = createQueue(LONGEST_RETRY_MS);
      outbox = undefined;
      isUnsaved = false;
      closed = false;
    },
    async close() {
      closed = true;
      await way.close();
      await busy;
    },
  };
}
