import type { Clock } from '../base/clock.ts';
import { type StoredMessage, UNTOLD_AFTER_MS } from '../history/outbox.ts';
import { severityRank } from '../triage/rank.ts';
import { incidentsIn, type MessageJson, messageSchema } from './message-json.ts';

/** A message in memory. Its times are of the monotonic clock, because the other one may be set. */
export interface Waiting {
  readonly row: StoredMessage;
  /** Undefined if the stored one is damaged. */
  readonly message: MessageJson | undefined;
  readonly since: number;
  readonly dueAt: number;
  readonly isRefused: boolean;
}

/** Most messages that wait; the least severe and oldest beyond that are given up. */
const MOST_WAITING = 1_000;
/** Most that are kept in memory while they cannot be stored. */
const MOST_UNSTORED = 2 * MOST_WAITING;
/** Deliveries at a time; a critical message finds room beside the others. */
const MOST_AT_ONCE = 4;
const MOST_CRITICAL_AT_ONCE = 12;

/** The messages of one way that wait. */
export function createQueue(clock: Clock) {
  let waiting = new Map<string, Waiting>();
  const changed = new Map<string, StoredMessage>();
  const busy = new Set<string>();

  const change = (row: StoredMessage) => {
    changed.set(row.id, row);
    const [oldest] = changed.keys();
    if (changed.size > MOST_UNSTORED && oldest !== undefined) changed.delete(oldest);
  };
  const done = (id: string, result: Pick<StoredMessage, 'outcome' | 'failed'>) => {
    const known = waiting.get(id);
    if (!known) return;
    waiting.delete(id);
    busy.delete(id);
    change({ ...known.row, ...result, tries: known.row.tries + 1, doneAt: clock.now() });
  };
  const overtaken = ({ row }: Waiting) => {
    done(row.id, { outcome: `a later message took its place: ${row.outcome}`, failed: true });
  };
  /** What failed is not tried again once a later message tells more of the same incident; an end comes after its beginning. */
  const giveUpOvertaken = () => {
    const later = new Set<string>();
    for (const one of [...waiting.values()].reverse()) {
      const ids = incidentsIn(one.message);
      if (ids.length === 0 || busy.has(one.row.id)) continue;
      if (one.row.tries > 0 && ids.every((id) => later.has(id))) overtaken(one);
      if (one.message?.event !== 'cleared') for (const id of ids) later.add(id);
    }
  };

  return {
    add(message: Pick<StoredMessage, 'id' | 'way' | 'at' | 'event' | 'summary'> & { data: MessageJson }) {
      const row = { ...message, tries: 0, nextAt: 0, doneAt: undefined, outcome: '', failed: false };
      const since = clock.monotonic();
      waiting.set(row.id, { row, message: message.data, since, dueAt: since, isRefused: false });
      change(row);
      if (waiting.size <= MOST_WAITING) return;
      const [least] = [...waiting.values()].toSorted((a, b) => rankOf(a) - rankOf(b));
      if (least) done(least.row.id, { outcome: 'too many messages were waiting', failed: true });
    },
    /** Those that the last program left, before all others. What `isTold` says of an incident, it was told meanwhile. */
    restore(rows: readonly StoredMessage[], isTold: (incident: string) => boolean) {
      const now = clock.monotonic();
      const left = rows.map((row): Waiting => {
        const since = now - Math.max(0, clock.now() - row.at);
        const message = messageSchema.safeParse(row.data).data;
        return { row, message, since, dueAt: now, isRefused: false };
      });
      waiting = new Map([...left.map((one) => [one.row.id, one] as const), ...waiting]);
      for (const one of left) {
        const ids = incidentsIn(one.message);
        if (ids.length > 0 && one.message?.event !== 'cleared' && ids.every(isTold)) overtaken(one);
      }
    },
    /**
     * Takes the message whose turn it is, until `retry` or `done`. Each waits for its own next try alone. Critical ones come
     * first, of these those that were never tried; those about one incident stay in order.
     */
    take(): Waiting | undefined {
      giveUpOvertaken();
      const now = clock.monotonic();
      const before = new Map<string, number>();
      const due = [...waiting.values()].filter((one) => {
        const { row, message, dueAt } = one;
        const ids = incidentsIn(message);
        // What became critical does not wait for a milder message, which others may share.
        const least = message?.event === 'cleared' ? 0 : rankOf(one);
        const isFirst = !ids.some((id) => (before.get(id) ?? -1) >= least);
        for (const id of ids) before.set(id, Math.max(before.get(id) ?? 0, rankOf(one)));
        return isFirst && dueAt <= now && !busy.has(row.id);
      });
      const [next] = due.toSorted(
        (a, b) => rankOf(b) - rankOf(a) || Number(a.row.tries > 0) - Number(b.row.tries > 0),
      );
      const room = next && rankOf(next) === severityRank.critical ? MOST_CRITICAL_AT_ONCE : MOST_AT_ONCE;
      if (!next || busy.size >= room) return undefined;
      busy.add(next.row.id);
      return next;
    },
    /** Tries it again after this time, ms; as a plain one, if it was refused. */
    retry(id: string, after: number, outcome: string, isRefused: boolean) {
      const known = waiting.get(id);
      if (!known) return;
      busy.delete(id);
      const row = { ...known.row, nextAt: clock.now() + after, outcome, tries: known.row.tries + 1 };
      waiting.set(id, { ...known, row, dueAt: clock.monotonic() + after, isRefused });
      change(row);
    },
    done,
    /** Messages that have waited so long that they count as not told. */
    untold: (): readonly StoredMessage[] =>
      [...waiting.values()]
        .filter(({ since }) => clock.monotonic() - since >= UNTOLD_AFTER_MS)
        .map(({ row }) => row),
    /** Messages that are not stored as they are now, oldest first. */
    unstored: (): readonly StoredMessage[] => [...changed.values()],
    /** All of them are stored now. */
    stored: () => changed.clear(),
  };
}

const rankOf = ({ message }: Waiting) => severityRank[message?.incident?.severity ?? 'warning'];
