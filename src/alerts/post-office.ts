import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import { errorMessage } from '../base/system-error.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { AlertRules } from '../config/alerts.ts';
import type { Outbox, StoredMessage } from '../history/outbox.ts';
import type { FollowedIncident } from './follow.ts';
import type { WatchedCluster } from './incident-alert.ts';
import { type MessageJson, messageJson, messageLine, plainMessage } from './message-json.ts';
import { FORM, nextMessages, nothingSent, type Sent } from './messages.ts';
import { createQueue, type Waiting } from './queue.ts';

/** What became of a message. `later`: it is tried again, after `after` ms if the receiver says so. */
export type Delivered =
  | { readonly kind: 'sent' | 'refused'; readonly outcome: string }
  | { readonly kind: 'later'; readonly outcome: string; readonly after?: number | undefined };

/** A way to call people: a command or a webhook. */
export interface Way {
  /** Where messages go, without secrets. */
  readonly target: string;
  /** Its messages are about one incident each. */
  readonly isSingle?: boolean | undefined;
  /** May be called again with the same id if the program ended before the result was stored. */
  deliver(id: string, message: MessageJson): Promise<Delivered>;
  /** Whether the receiver is there, without calling anybody. Rejects if it is not. */
  reach(): Promise<Delivered>;
  close(): Promise<void>;
}

/** One way with its rules. */
export interface NamedWay {
  readonly name: 'command' | 'webhook';
  readonly way: Way;
  readonly rules: AlertRules;
}

export interface PostOfficeOptions extends NamedWay {
  readonly cluster: WatchedCluster;
  readonly state: () => ClusterState;
  readonly clock: Clock;
  /** Asked before each delivery: whether this program is still the one that sends. */
  readonly isOurs: () => boolean;
  /** What no way could tell so far: the next message names it. */
  readonly untold: () => readonly StoredMessage[];
  /** Reports each result, for the log. */
  readonly log: (line: string) => void;
}

/** Time until the second try; doubled for each further one, ms. A receiver that is back hears within the longest. */
const FIRST_RETRY_MS = 5 * SECOND_MS;
const LONGEST_RETRY_MS = MINUTE_MS;
/** A receiver may ask for a longer wait, up to this one, ms. */
const LONGEST_ASKED_MS = 10 * MINUTE_MS;
/** A message that is older is given up: whoever is called now must not read of yesterday. */
const GIVE_UP_MS = DAY_MS;

const sentSchema = z.custom<Sent>(
  (value) => z.looseObject({ form: z.literal(FORM) }).safeParse(value).success,
);

export type PostOffice = ReturnType<typeof createPostOffice>;

/**
 * Sends messages by one way, several at a time, each again after its own failures. What waits and what was sent is in
 * memory, so that messages leave also while nothing can be stored; the outbox is for the next program.
 */
export function createPostOffice(options: PostOfficeOptions) {
  const { name, way, rules, cluster, clock, isOurs, log } = options;
  let sent: Sent = nothingSent;
  const queue = createQueue(clock);
  let outbox: Outbox | undefined;
  /** What was sent is not stored as it is now. */
  let isUnsaved = false;
  let failures = 0;
  /** What the last program left is taken over once, also if that of another way cannot be read yet. */
  let recalled: readonly FollowedIncident[] | undefined;
  const busy = new Set<Promise<void>>();
  let closed = false;

  /**
   * A failure is reported once; a lock of another program is often gone at the next try. Who no longer sends stores only what
   * became of its messages: what was sent is known to another program by now.
   */
  const store = () => {
    if (!outbox || (!isUnsaved && queue.unstored().length === 0)) return;
    try {
      outbox.keep(name, isUnsaved && isOurs() ? sent : undefined, queue.unstored());
      queue.stored();
      isUnsaved = false;
      if (failures > 1) log('what is sent is stored again');
      failures = 0;
    } catch (error) {
      failures++;
      if (failures === 2) log(`what is sent is kept in memory, it cannot be stored: ${errorMessage(error)}`);
    }
  };
  const settle = ({ row, since, isRefused: wasRefused }: Waiting, result: Delivered) => {
    const { outcome } = result;
    log(`${row.event} ${row.summary}: ${way.target} ${outcome}`);
    if (result.kind === 'sent' || clock.monotonic() - since >= GIVE_UP_MS) {
      queue.done(row.id, { outcome, failed: result.kind !== 'sent' });
    } else {
      const isRefused = wasRefused || result.kind === 'refused';
      const wait = Math.min(FIRST_RETRY_MS * 2 ** row.tries, LONGEST_RETRY_MS);
      const asked = Math.min(result.kind === 'later' ? (result.after ?? 0) : 0, LONGEST_ASKED_MS);
      queue.retry(row.id, isRefused && !wasRefused ? 0 : Math.max(wait, asked), outcome, isRefused);
    }
    store();
  };
  const deliver = async (waiting: Waiting) => {
    const { row, message, isRefused } = waiting;
    if (!message) {
      queue.done(row.id, { outcome: 'the stored message is damaged', failed: true });
      store();
      return;
    }
    // What fails again and again may fail because of a text in it; a plain form in between has none.
    const isPlain = isRefused || (row.tries >= 3 && row.tries % 2 === 1);
    const untold = options.untold().filter(({ id }) => id !== row.id);
    const told = { ...message, untold: untoldWords(untold) };
    const result = await way
      .deliver(row.id, isPlain ? plainMessage(told, untold.length) : told)
      .catch((error: unknown): Delivered => ({ kind: 'later', outcome: errorMessage(error) }));
    settle(waiting, result);
  };
  const pump = () => {
    while (!closed && isOurs()) {
      const next = queue.take();
      if (!next) return;
      const work = deliver(next).finally(() => {
        busy.delete(work);
        pump();
      });
      busy.add(work);
    }
  };

  const takeOver = (from: Outbox): readonly FollowedIncident[] => {
    const before = from.recall(name, sentSchema) ?? nothingSent;
    queue.restore(from.waiting(name), (id) => sent.told[id] !== undefined);
    const left = Object.entries(before.told).filter(([id]) => sent.told[id] === undefined);
    const told = { ...before.told, ...sent.told };
    sent = { form: FORM, told, times: [...before.times, ...sent.times] };
    return left.map(([, { alert }]) => ({ alert, endedAt: clock.now(), returns: 0 }));
  };

  return {
    /** Takes over what the last program left. Incidents that it sent, as they were then, unless they were sent here meanwhile. */
    recall: (from: Outbox) => (recalled ??= takeOver(from)),
    /** Makes the messages that follow from these incidents, stores them if there is an outbox, and delivers what waits. */
    update(followed: readonly FollowedIncident[], to: Outbox | undefined) {
      const now = clock.now();
      const { isSingle } = way;
      const step = nextMessages(sent, followed, { rules, cluster: cluster.name, now, isSingle });
      sent = step.sent;
      for (const message of step.messages) {
        const data = messageJson(message, cluster, options.state());
        const { event } = message;
        queue.add({ id: randomUUID(), way: name, at: now, event, summary: messageLine(data), data });
      }
      // A new file knows nothing of what was sent so far.
      isUnsaved ||= step.messages.length > 0 || (to !== outbox && Object.keys(sent.told).length > 0);
      outbox = to;
      store();
      pump();
    },
    untold: queue.untold,
    unstored: queue.unstored,
    /** Ends after the deliveries that are going on. */
    async close() {
      closed = true;
      await Promise.all(busy);
    },
  };
}

/** Most messages that another one names. */
const MOST_UNTOLD = 3;

function untoldWords(messages: readonly StoredMessage[]): string[] {
  const words = messages.slice(0, MOST_UNTOLD).map(({ way, summary }) => `${way}: ${summary}`);
  return messages.length > MOST_UNTOLD ? [...words, `and ${messages.length - MOST_UNTOLD} more`] : words;
}
