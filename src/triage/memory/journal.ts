import { MINUTE_MS } from '../../base/durations.ts';
import { isSlow } from '../../base/limited-regex.ts';
import { putLast } from '../../base/maps.ts';
import type { JournalItem, JournalState } from '../../cluster/journal/log.ts';
import { entrySeverity, matchPatterns, patternsOf } from '../../cluster/journal/words.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import type { Severity } from '../problem.ts';
import type { Thresholds } from '../threshold-families.ts';
import { type JournalRate, quietBelow } from './journal-rates.ts';
import {
  type JournalMatch,
  JournalTally,
  MATCHED_CHARACTERS,
  STREAM,
  type Windows,
} from './journal-tally.ts';

/** A user's pattern: a journal entry whose object or message matches is reported as a problem for some time. */
export interface JournalPattern {
  readonly title: string;
  /** Matched against `object: message`. */
  readonly match: RegExp;
  readonly severity: Severity;
}

/** Counts over the last minutes of the journal. Times are Unix ms by the local clock. */
export interface JournalFacts {
  /** Rates of the objects that were not quiet in the last minute. */
  readonly rates: ReadonlyMap<string, JournalRate>;
  /** Times at which a stream key changed from another state to `PUBLISHED`, oldest first; at least one each. */
  readonly publishes: ReadonlyMap<string, readonly number[]>;
  /** Address of the publisher by stream key, from the newest entry about it. */
  readonly publishers: ReadonlyMap<string, string>;
  /** Entries about refused viewers or sessions in the last minutes. */
  readonly refusals: JournalMatch | undefined;
  /** Matching entries of each pattern, by its title. */
  readonly matches: ReadonlyMap<string, JournalMatch>;
  /** Titles of the patterns that took too long on an entry and are no longer used. */
  readonly slowPatterns: readonly string[];
}

/**
 * Without new entries they are counted again only after this time, ms; otherwise a round of all resources would
 * count them several times.
 */
const HOLD_MS = 5_000;
/** What an object writes within this time after the first reading counts as its usual rate, ms. */
const FIRST_MS = 45_000;
/** Length of the journal that the rules need, ms. */
export function journalReach({ flapWindow, eventFor }: Pick<Thresholds, 'flapWindow' | 'eventFor'>): number {
  return Math.max(flapWindow, eventFor, 10 * MINUTE_MS);
}

/** Reads each entry once, and the last minutes again when anything but the end of the journal has changed. */
class JournalReader {
  readonly #patterns: readonly JournalPattern[];
  readonly #windows: Windows;
  readonly #publishers = new Map<string, string>();
  #tally = new JournalTally();
  /** The newest item that was read, and its position including dropped items. */
  #last: { readonly item: JournalItem; readonly position: number } | undefined;

  constructor(patterns: readonly JournalPattern[], windows: Windows) {
    this.#patterns = patterns;
    this.#windows = windows;
  }

  /** The facts at `now` (Unix ms by our clock). `skew`: server clock minus local clock, ms. */
  read(journal: JournalState, now: number, skew: number): JournalFacts {
    const serverNow = now + skew;
    const entries = this.#newEntries(journal, serverNow);
    this.#take(entries, serverNow);
    this.#tally.forget(serverNow, this.#windows);
    const loud = this.#tally.rates.loud(serverNow, quietBelow(this.#windows));
    return {
      ...this.#tally.facts(skew),
      rates: new Map(
        [...loud].map(([object, rate]) => [object, { ...rate, denseSince: rate.denseSince - skew }]),
      ),
      publishers: this.#publishers,
      slowPatterns: this.#patterns.filter(({ match }) => isSlow(match)).map(({ title }) => title),
    };
  }

  #newEntries({ items, dropped }: JournalState, now: number): readonly JournalEntry[] {
    let from = this.#last ? this.#last.position - dropped + 1 : 0;
    const isAppended = this.#last !== undefined && items[from - 1] === this.#last.item;
    // Entries from before the clock was set back are dated ahead, so they are judged again.
    if (!isAppended || items.slice(from).some(({ kind }) => kind === 'clock')) {
      this.#tally = new JournalTally();
      from = items.length;
      const oldest = now - journalReach(this.#windows);
      while (from > 0 && timeOf(items[from - 1]) > oldest) from--;
    }
    const item = items.at(-1);
    this.#last = item && { item, position: items.length - 1 + dropped };
    return items
      .slice(from)
      .flatMap((one) => (one.kind === 'entry' ? [one.entry] : []))
      .filter(({ createDate }) => createDate <= now + MINUTE_MS);
  }

  #take(entries: readonly JournalEntry[], now: number): void {
    const { flapWindow, eventFor } = this.#windows;
    const isEvent = ({ createDate }: JournalEntry) => createDate > now - eventFor;
    if (this.#patterns.length > 0) matchPatterns(entries.filter(isEvent), this.#patterns);
    for (const entry of entries) {
      const [object, message] = [entry.objectName ?? '', entry.message ?? ''];
      this.#tally.rates.add(object, entry.createDate);
      if (entry.createDate > now - flapWindow) this.#tally.follow(object, message, entry.createDate);
      rememberPublisher(this.#publishers, object, message);
      if (!isEvent(entry)) continue;
      if (isRefusal(entry)) this.#tally.refused(entry);
      for (const { title } of patternsOf(entry, this.#patterns)) this.#tally.matched(title, entry);
    }
  }
}

/** Reads the journal at every step. */
export function createJournalReader(patterns: readonly JournalPattern[], windows: Windows) {
  const reader = new JournalReader(patterns, windows);
  let last:
    | { readonly items: JournalState['items']; readonly at: number; readonly facts: JournalFacts }
    | undefined;
  let opened: { readonly at: number; readonly rates: JournalFacts['rates'] } | undefined;
  /** Entries per minute of the objects that were not quiet at the first reading. */
  const chatter = new Map<string, number>();
  return (journal: JournalState, now: number, skew: number): JournalFacts => {
    // Without new entries, the last result is used until `HOLD_MS` has passed.
    if (last && last.items === journal.items && Math.abs(now - last.at) < HOLD_MS) return last.facts;
    const facts = reader.read(journal, now, skew);
    if (journal.items.length > 0) opened ??= { at: now, rates: facts.rates };
    if (opened && now - opened.at <= FIRST_MS) {
      for (const [object, { lastMinute }] of facts.rates) {
        // If the journal itself tells the usual rate, that one is used.
        if (opened.rates.get(object)?.usual === undefined) chatter.set(object, lastMinute);
      }
    }
    last = { items: journal.items, at: now, facts: { ...facts, rates: withChatter(facts.rates, chatter) } };
    return last.facts;
  };
}

/** The rate of an object at the first reading counts as usual, because it may have been like this for days. */
function withChatter(
  rates: JournalFacts['rates'],
  chatter: ReadonlyMap<string, number>,
): JournalFacts['rates'] {
  if (chatter.size === 0) return rates;
  return new Map(
    [...rates].map(([object, rate]) => {
      const first = chatter.get(object);
      return [object, first === undefined ? rate : { ...rate, usual: Math.max(rate.usual ?? 0, first) }];
    }),
  );
}

/** By the server's clock. */
function timeOf(item: JournalItem | undefined): number {
  return item?.kind === 'entry' ? item.entry.createDate : Number.POSITIVE_INFINITY;
}

/** A warning about a refusal. One word rules out nearly all entries. */
function isRefusal(entry: JournalEntry): boolean {
  const message = (entry.message ?? '').slice(0, MATCHED_CHARACTERS);
  return REFUSED.test(message) && REFUSAL.test(message) && entrySeverity(entry) !== 'info';
}

const REFUSED = /refused|rejected|denied/i;
const REFUSAL = /\b(?:viewers?|sessions?|players?|connections?)\b.{0,80}\b(?:refused|rejected|denied)\b/i;

/** An IPv4 or IPv6 address with or without a port, after the word `publisher`. */
const PUBLISHER = /\bpublisher\s+((?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|\[?[\da-f]*:[\da-f:]+\]?(?::\d+)?)/i;

function rememberPublisher(publishers: Map<string, string>, object: string, message: string): void {
  // Most entries are ruled out without the regular expression.
  if (!object.startsWith(STREAM) || !message.includes('ublisher')) return;
  const [, address] = PUBLISHER.exec(message.slice(0, MATCHED_CHARACTERS)) ?? [];
  const streamKey = object.slice(STREAM.length).trim();
  if (address !== undefined) putLast(publishers, streamKey, address);
}
