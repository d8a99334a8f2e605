import { putLast } from '../../base/maps.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import type { Thresholds } from '../threshold-families.ts';
import { JournalRates } from './journal-rates.ts';

/**
 * Entries that match one pattern. `object` and `text` are those of the newest entry, `first` is the time of the oldest, Unix ms.
 */
export interface JournalMatch {
  readonly count: number;
  readonly first: number;
  readonly object: string;
  readonly text: string;
}

/** Longer texts are cut before they are searched for refusals and publishers. */
export const MATCHED_CHARACTERS = 2_000;
/** Most entries of one kind that are counted. */
const MOST_TIMES = 10_000;

/** Prefix of the object name in entries about a stream. */
export const STREAM = 'Stream: ';

/**
 * Times for which the journal is read for flapping streams and for patterns, ms, and entries per minute that count as a storm.
 */
export type Windows = Pick<Thresholds, 'flapWindow' | 'eventFor' | 'stormPerMinute'>;

/** Times of entries of one kind by the server's clock, Unix ms, and the newest of these entries. */
interface Recent {
  times: number[];
  object: string;
  text: string;
}

/** What was read of the journal. Times are those of the server's clock, Unix ms. */
export class JournalTally {
  readonly rates = new JournalRates();
  /** The last state of each stream, and when it was written. The order is that of the newest entries. */
  readonly #words = new Map<string, { readonly word: string; readonly at: number }>();
  readonly #publishes = new Map<string, number[]>();
  #refusals: Recent | undefined;
  readonly #matches = new Map<string, Recent>();

  /** Notes the state of a stream. The object is `Stream: name`, the message `Status Update: WORD`. */
  follow(object: string, message: string, at: number): void {
    if (!object.startsWith(STREAM) || !message.startsWith('Status Update: ')) return;
    const streamKey = object.slice(STREAM.length).trim();
    const word = message.slice('Status Update: '.length).trim();
    // The state before the first entry is not known: the entry may repeat it.
    const before = this.#words.get(streamKey)?.word ?? word;
    putLast(this.#words, streamKey, { word, at });
    if (word === 'PUBLISHED' && before !== 'PUBLISHED')
      putLast(this.#publishes, streamKey, withTime(this.#publishes.get(streamKey) ?? [], at));
  }

  refused(entry: JournalEntry): void {
    this.#refusals = withEntry(this.#refusals, entry, (entry.message ?? '').slice(0, MATCHED_CHARACTERS));
  }

  matched(title: string, entry: JournalEntry): void {
    const text = `${entry.objectName ?? ''}: ${entry.message ?? ''}`.slice(0, 200);
    this.#matches.set(title, withEntry(this.#matches.get(title), entry, text));
  }

  /** Forgets what is older than the windows at `now`. */
  forget(now: number, { flapWindow, eventFor }: Windows): void {
    for (const [streamKey, { at }] of this.#words) {
      if (at > now - flapWindow) break;
      this.#words.delete(streamKey);
    }
    for (const [streamKey, times] of this.#publishes) {
      const kept = since(times, now - flapWindow);
      if (kept.length === 0) this.#publishes.delete(streamKey);
      else this.#publishes.set(streamKey, kept);
    }
    for (const recent of [this.#refusals, ...this.#matches.values()])
      if (recent) recent.times = since(recent.times, now - eventFor);
  }

  /** `skew`: server clock minus local clock, ms. */
  facts(skew: number) {
    const matchOf = (recent: Recent | undefined): JournalMatch | undefined => {
      const [first] = recent?.times ?? [];
      if (!recent || first === undefined) return undefined;
      return { count: recent.times.length, first: first - skew, object: recent.object, text: recent.text };
    };
    const matches = [...this.#matches].flatMap(([title, recent]) => {
      const match = matchOf(recent);
      return match ? [[title, match] as const] : [];
    });
    return {
      publishes: new Map([...this.#publishes].map(([key, times]) => [key, times.map((at) => at - skew)])),
      refusals: matchOf(this.#refusals),
      matches: new Map(matches),
    };
  }
}

function withEntry(
  recent: Recent | undefined,
  { objectName, createDate }: JournalEntry,
  text: string,
): Recent {
  return { times: withTime(recent?.times ?? [], createDate), object: objectName ?? '', text };
}

/** Adds a time to this array, because thousands may be added at once. */
function withTime(times: number[], at: number): number[] {
  times.push(at);
  return times.length > 2 * MOST_TIMES ? times.slice(-MOST_TIMES) : times;
}

const since = (times: number[], from: number): number[] =>
  (times[0] ?? from + 1) > from ? times : times.filter((at) => at > from);
