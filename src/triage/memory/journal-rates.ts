import { MINUTE_MS } from '../../base/durations.ts';
import type { Thresholds } from '../threshold-families.ts';

/** How often one object writes to the journal. */
export interface JournalRate {
  /** Entries in the last minute. */
  readonly lastMinute: number;
  /** Median entries per minute before that; undefined if the log covers less than two minutes. */
  readonly usual: number | undefined;
  /** Since when the entries of the last minute have come at the current rate, Unix ms, to a few seconds. */
  readonly denseSince: number;
}

/** Number of minutes before the last one that are counted. */
const COUNTED_MINUTES = 9;
/** Number of parts that the last minute is divided into. */
const MAX_EDGES = 10;
const SLOT_MS = MINUTE_MS / MAX_EDGES;

/** Entries per minute below which nothing counts as a storm, and below which a storm has ended. */
export function quietBelow({ stormPerMinute }: Pick<Thresholds, 'stormPerMinute'>): number {
  return stormPerMinute / 2;
}

interface Tally {
  /** Entries in each part of the last minute, newest first, then in each minute before it, newest first. */
  readonly slots: Uint32Array;
  readonly minutes: Uint32Array;
}

/** Counts the entries of the last ten minutes. Only for some objects, because nearly all of thousands are quiet. */
export class JournalRates {
  readonly #tallies: ReadonlyMap<string, Tally>;
  readonly #now: number;
  #oldest: number;

  constructor(now: number, objects: Iterable<string>) {
    this.#now = now;
    this.#oldest = now;
    this.#tallies = new Map(
      Array.from(objects, (object) => [
        object,
        { slots: new Uint32Array(MAX_EDGES), minutes: new Uint32Array(COUNTED_MINUTES) },
      ]),
    );
  }

  /** Counts an entry at `at`, Unix ms. */
  add(object: string, at: number): void {
    this.#oldest = Math.min(this.#oldest, at);
    const tally = this.#tallies.get(object);
    if (!tally) return;
    const age = Math.max(0, this.#now - at);
    const [counts, place] =
      age < MINUTE_MS
        ? ([tally.slots, Math.floor(age / SLOT_MS)] as const)
        : ([tally.minutes, Math.floor(age / MINUTE_MS) - 1] as const);
    // An assignment beyond a typed array's end has no effect.
    counts[place] = (counts[place] ?? 0) + 1;
  }

  rates(): ReadonlyMap<string, JournalRate> {
    const whole = Math.min(COUNTED_MINUTES, Math.floor((this.#now - this.#oldest) / MINUTE_MS) - 1);
    return new Map([...this.#tallies].map(([object, tally]) => [object, this.#rateOf(tally, whole)]));
  }

  #rateOf({ slots, minutes }: Tally, whole: number): JournalRate {
    const known = minutes.slice(0, Math.max(0, whole)).sort();
    const peak = Math.max(...slots);
    const dense = slots.findLastIndex((count) => count >= peak / 2);
    return {
      lastMinute: slots.reduce((sum, count) => sum + count, 0),
      usual: known[Math.floor(known.length / 2)],
      denseSince: this.#now - (dense + 1) * SLOT_MS,
    };
  }
}
