import { MINUTE_MS } from '../../base/durations.ts';
import { isSlow } from '../../base/limited-regex.ts';
import type { JournalItem, JournalState } from '../../cluster/journal/log.ts';
import { entrySeverity, matchPatterns, patternsOf } from '../../cluster/journal/words.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import type { Severity } from '../problem.ts';
import type { Thresholds } from '../threshold-families.ts';
import { type JournalRate, JournalRates, quietBelow } from './journal-rates.ts';

/** A user's pattern: a journal entry whose object or message matches is reported as a problem for some time. */
export interface JournalPattern {
  readonly title: string;
  /** Matched against `object: message`. */
  readonly match: RegExp;
  readonly severity: Severity;
}

/**
 * Entries that match one pattern. `object` and `text` are those of the newest entry, `first` is the time of the
 * oldest, Unix ms.
 */
interface JournalMatch {
  readonly count: number;
  readonly first: number;
  readonly object: string;
  readonly text: string;
}

/** Counts over the last minutes of the journal. Times are Unix ms by the local clock. */
export interface JournalFacts {
  /** Rates of the objects that were not quiet in the last minute. */
  readonly rates: ReadonlyMap<string, JournalRate>;
  /** Times at which a stream key changed from another state to `PUBLISHED`, oldest first. */
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
/** Longer texts are cut before they are searched for refusals and publishers. */
const MATCHED_CHARACTERS = 2_000;
/** Most streams that are tracked. */
const MOST_STREAMS = 2_000;

/**
 * Times for which the journal is read for flapping streams and for patterns, ms, and entries per minute that count
 * as a storm.
 */
type Windows = Pick<Thresholds, 'flapWindow' | 'eventFor' | 'stormPerMinute'>;

/** Length of the journal that the rules need, ms. */
export function journalReach({ flapWindow, eventFor }: Pick<Thresholds, 'flapWindow' | 'eventFor'>): number {
  return Math.max(flapWindow, eventFor, 10 * MINUTE_MS);
}

/**
 * Reads the journal from the start each time, but tests each entry only once against the patterns. `skew`: server
 * clock minus local clock, ms.
 */
export function createJournalReader(patterns: readonly JournalPattern[], windows: Windows) {
  let last:
    | { readonly items: JournalState['items']; readonly at: number; readonly facts: JournalFacts }
    | undefined;
  let opened: { readonly at: number; readonly rates: JournalFacts['rates'] } | undefined;
  /** Entries per minute of the objects that were not quiet at the first reading. */
  const chatter = new Map<string, number>();
  return (journal: JournalState, now: number, skew: number): JournalFacts => {
    // Without new entries, the last result is used until `HOLD_MS` has passed.
    if (last && last.items === journal.items && Math.abs(now - last.at) < HOLD_MS) return last.facts;
    const facts = tally(journal.items, patterns, { now, skew }, windows);
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

function tally(
  items: JournalState['items'],
  patterns: readonly JournalPattern[],
  { now, skew }: { readonly now: number; readonly skew: number },
  windows: Windows,
): JournalFacts {
  const from = now - journalReach(windows);
  const rates = new JournalRates(now, loudObjects(items, now, skew, quietBelow(windows)));
  const states = new Map<string, { word: string; times: number[] }>();
  const publishers = new Map<string, string>();
  let refusals: JournalMatch | undefined;
  const recent: { readonly entry: JournalEntry; readonly at: number }[] = [];
  let start = items.length;
  while (start > 0 && timeOf(items[start - 1], skew) > from) start--;
  for (let index = start; index < items.length; index++) {
    const item = items[index];
    if (item?.kind !== 'entry') continue;
    const at = item.entry.createDate - skew;
    // Entries dated in the future were written before the server's clock was set back; their real time is unknown.
    if (at > now + MINUTE_MS) continue;
    const object = item.entry.objectName ?? '';
    rates.add(object, at);
    if (at > now - windows.flapWindow) follow(states, object, item.entry.message ?? '', at);
    if (at > now - windows.eventFor && isRefusal(item.entry)) {
      const text = (item.entry.message ?? '').slice(0, MATCHED_CHARACTERS);
      refusals = { count: (refusals?.count ?? 0) + 1, first: refusals?.first ?? at, object, text };
    }
    rememberPublisher(publishers, object, item.entry.message ?? '');
    if (patterns.length > 0 && at > now - windows.eventFor) recent.push({ entry: item.entry, at });
  }
  const publishes = new Map([...states].map(([streamKey, { times }]) => [streamKey, times]));
  const matches = matchesOf(recent, patterns);
  const slowPatterns = patterns.filter(({ match }) => isSlow(match)).map(({ title }) => title);
  return { rates: rates.rates(), publishes, publishers, refusals, matches, slowPatterns };
}

/** The matches of each pattern by title: number of entries, oldest first, and the newest one. */
function matchesOf(
  recent: readonly { readonly entry: JournalEntry; readonly at: number }[],
  patterns: readonly JournalPattern[],
): Map<string, JournalMatch> {
  const matches = new Map<string, JournalMatch>();
  matchPatterns(
    recent.map(({ entry }) => entry),
    patterns,
  );
  for (const { entry, at } of recent) {
    for (const { title } of patternsOf(entry, patterns)) {
      const object = entry.objectName ?? '';
      const text = `${object}: ${entry.message ?? ''}`.slice(0, 200);
      const known = matches.get(title);
      matches.set(title, { count: (known?.count ?? 0) + 1, first: known?.first ?? at, object, text });
    }
  }
  return matches;
}

/** Objects with at least `least` entries in the last minute. */
function loudObjects(items: JournalState['items'], now: number, skew: number, least: number): string[] {
  const counts = new Map<string, number>();
  for (let index = items.length - 1; index >= 0 && timeOf(items[index], skew) > now - MINUTE_MS; index--) {
    const item = items[index];
    if (item?.kind !== 'entry') continue;
    const object = item.entry.objectName ?? '';
    counts.set(object, (counts.get(object) ?? 0) + 1);
  }
  const loud: string[] = [];
  counts.forEach((count, object) => {
    if (count >= least) loud.push(object);
  });
  return loud;
}

function timeOf(item: JournalItem | undefined, skew: number): number {
  if (item?.kind === 'entry') return item.entry.createDate - skew;
  return Number.POSITIVE_INFINITY;
}

/**
 * A warning about a refusal. Thousands of entries are tested each time, so one word rules out nearly all of them.
 */
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
  if (address !== undefined && (publishers.has(streamKey) || publishers.size < MOST_STREAMS))
    publishers.set(streamKey, address);
}

/** Prefix of the object name in entries about a stream. */
const STREAM = 'Stream: ';

/** Tracks stream states. The object is `Stream: name`, the message `Status Update: WORD`. */
function follow(
  states: Map<string, { word: string; times: number[] }>,
  object: string,
  message: string,
  at: number,
): void {
  if (!object.startsWith(STREAM) || !message.startsWith('Status Update: ')) return;
  const streamKey = object.slice(STREAM.length).trim();
  const word = message.slice('Status Update: '.length).trim();
  const known = states.get(streamKey);
  if (!known) {
    // The state before the first entry is not known: the entry may repeat it.
    if (states.size < MOST_STREAMS) states.set(streamKey, { word, times: [] });
    return;
  }
  if (word === 'PUBLISHED' && known.word !== 'PUBLISHED') known.times.push(at);
  known.word = word;
}
