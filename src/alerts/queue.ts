import type { StoredMessage } from '../history/outbox.ts';
import { severityRank } from '../triage/rank.ts';
import { type MessageJson, messageSchema } from './message-json.ts';

/** The messages of one way that wait. */
export interface Queue {
  add(message: NewMessage): void;
  /** Those that the last program left, before all others. */
  restore(messages: readonly StoredMessage[]): void;
  /**
   * The message whose turn it is at `now` (Unix ms). Each waits for its own next try alone. Those that were never tried come
   * first, and of these the critical ones; those about one incident stay in order.
   */
  next(now: number): Waiting | undefined;
  retry(id: string, nextAt: number, outcome: string): void;
  done(id: string, result: { readonly at: number; readonly outcome: string; readonly failed: boolean }): void;
  /** Messages that are not stored as they are now, oldest first. */
  unstored(): readonly StoredMessage[];
  /** All of them are stored now. */
  stored(): void;
}

type NewMessage = Pick<StoredMessage, 'id' | 'way' | 'at' | 'event' | 'summary'> & {
  readonly data: MessageJson;
};

interface Waiting {
  readonly row: StoredMessage;
  /** Undefined if the stored one is damaged. */
  readonly message: MessageJson | undefined;
}

/** Most messages that wait; the oldest beyond that are given up. */
const MOST_WAITING = 1_000;
/** Most that are kept in memory while they cannot be stored. */
const MOST_UNSTORED = 2 * MOST_WAITING;

/** A wait beyond `longestMs` means that the clock was set back. */
export function createQueue(longestMs: number): Queue {
  let waiting = new Map<string, Waiting>();
  const changed = new Map<string, StoredMessage>();

  const change = (row: StoredMessage) => {
    changed.set(row.id, row);
    const [oldest] = changed.keys();
    if (changed.size > MOST_UNSTORED && oldest !== undefined) changed.delete(oldest);
  };
  const done: Queue['done'] = (id, { at, ...result }) => {
    const known = waiting.get(id);
    if (!known) return;
    waiting.delete(id);
    change({ ...known.row, ...result, tries: known.row.tries + 1, doneAt: at });
  };
  /** What failed is not tried again once a later message tells more of the same incident; an end comes after its beginning. */
  const giveUpOvertaken = (now: number) => {
    const later = new Set<string>();
    for (const { row, message } of [...waiting.values()].reverse()) {
      const id = message?.incident?.id;
      if (id === undefined) continue;
      if (row.tries > 0 && later.has(id)) {
        done(row.id, { at: now, outcome: `a later message took its place: ${row.outcome}`, failed: true });
      }
      if (message?.event !== 'cleared') later.add(id);
    }
  };

  return {
    add(message) {
      const row = { ...message, tries: 0, nextAt: 0, doneAt: undefined, outcome: '', failed: false };
      waiting.set(row.id, { row, message: message.data });
      change(row);
      for (const id of waiting.keys()) {
        if (waiting.size <= MOST_WAITING) return;
        done(id, { at: message.at, outcome: 'too many messages were waiting', failed: true });
      }
    },
    restore(rows) {
      const left = rows.map(
        (row) => [row.id, { row, message: messageSchema.safeParse(row.data).data }] as const,
      );
      waiting = new Map([...left, ...waiting]);
    },
    next(now) {
      giveUpOvertaken(now);
      const before = new Set<string>();
      const due = [...waiting.values()].filter(({ row, message }) => {
        const id = message?.incident?.id ?? row.id;
        const isFirst = !before.has(id);
        before.add(id);
        const wait = row.nextAt - now;
        return isFirst && (wait <= 0 || wait > longestMs);
      });
      return due.toSorted(
        (a, b) => Number(a.row.tries > 0) - Number(b.row.tries > 0) || rankOf(b) - rankOf(a),
      )[0];
    },
    retry(id, nextAt, outcome) {
      const known = waiting.get(id);
      if (!known) return;
      const row = { ...known.row, nextAt, outcome, tries: known.row.tries + 1 };
      waiting.set(id, { ...known, row });
      change(row);
    },
    done,
    unstored: () => [...changed.values()],
    stored: () => changed.clear(),
  };
}

const rankOf = ({ message }: Waiting) => severityRank[message?.incident?.severity ?? 'warning'];
