import { MINUTE_MS } from '../../base/durations.ts';
import { putLast } from '../../base/maps.ts';
import { median } from '../../base/theil-sen.ts';
import type { Thresholds } from '../threshold-families.ts';

/** How often one object writes to the journal. */
export interface JournalRate {
  readonly lastMinute: number;
  /** Median entries per minute before that; undefined if the log covers less than two minutes. */
  readonly usual: number | undefined;
  /** Since when the entries of the last minute have come at the current rate, Unix ms, to a few seconds. */
  readonly denseSince: number;
}

/** Number of minutes before the last one that are counted. */
const COUNTED_MINUTES = 9;
/** Counts are kept for these last seconds: the counted minutes, the last one, and one minute ahead of our clock. */
const KEPT_SECONDS = 60 * (COUNTED_MINUTES + 3);
/** The last minute is divided into slots of this many seconds. */
const SLOT_SECONDS = 6;
/** Most objects that are counted; the ones that have been quiet for longest are dropped. */
const MOST_OBJECTS = 10_000;

/** Entries per minute below which nothing counts as a storm, and below which a storm has ended. */
export function quietBelow({ stormPerMinute }: Pick<Thresholds, 'stormPerMinute'>): number {
  return stormPerMinute / 2;
}

/** Counts by whole seconds of Unix time. Most objects write a few lines in minutes, so only seconds with entries take memory. */
class Counts {
  /** Each second is followed by its count; in the order of time. */
  readonly #pairs: number[] = [];

  add(second: number): void {
    const pairs = this.#pairs;
    const oldest = (pairs.at(-2) ?? second) - KEPT_SECONDS;
    if (second <= oldest) return;
    let at = pairs.length;
    while (at > 0 && (pairs[at - 2] ?? 0) > second) at -= 2;
    if (pairs[at - 2] === second) pairs[at - 1] = (pairs[at - 1] ?? 0) + 1;
    else pairs.splice(at, 0, second, 1);
    let old = 0;
    while ((pairs[old] ?? second) <= second - KEPT_SECONDS) old += 2;
    if (old > 0) pairs.splice(0, old);
  }

  /** Sum of the counts from one second to another, both included. */
  between(from: number, to: number): number {
    const pairs = this.#pairs;
    let sum = 0;
    for (let at = pairs.length - 2; at >= 0 && (pairs[at] ?? 0) >= from; at -= 2)
      if ((pairs[at] ?? 0) <= to) sum += pairs[at + 1] ?? 0;
    return sum;
  }
}

interface Tally {
  readonly counts: Counts;
  /** Unix ms of the newest entry. */
  newest: number;
}

/** Counts the entries of each object. Each entry is added once; all times are Unix ms by one clock. */
export class JournalRates {
  readonly #tallies = new Map<string, Tally>();
  /** Objects with new entries since the last call of `loud`, and those that were loud then. */
  #candidates = new Set<string>();
  #oldest = Number.POSITIVE_INFINITY;

  add(object: string, at: number): void {
    this.#oldest = Math.min(this.#oldest, at);
    const tally = this.#tallies.get(object) ?? { counts: new Counts(), newest: at };
    tally.newest = Math.max(tally.newest, at);
    tally.counts.add(Math.floor(at / 1_000));
    this.#candidates.add(object);
    putLast(this.#tallies, object, tally, MOST_OBJECTS);
  }

  /**
   * The rates at `now` of the objects with at least `least` entries in the last minute. Usual are the whole minutes
   * of the clock before the last 60 seconds.
   */
  loud(now: number, least: number): Map<string, JournalRate> {
    this.#forget(now - (COUNTED_MINUTES + 1) * MINUTE_MS);
    const last = Math.floor((now - MINUTE_MS) / MINUTE_MS) - 1;
    const covered = Math.min(COUNTED_MINUTES, last + 1 - Math.ceil(this.#oldest / MINUTE_MS));
    const minutes = Array.from({ length: Math.max(0, covered) }, (_, ago) => last - ago);
    const second = Math.floor(now / 1_000);
    const rates = new Map<string, JournalRate>();
    for (const object of this.#candidates) {
      const tally = this.#tallies.get(object);
      const lastMinute = tally?.counts.between(second - 59, second + 60) ?? 0;
      if (!tally || lastMinute < least) continue;
      rates.set(object, {
        lastMinute,
        usual: median(minutes.map((minute) => tally.counts.between(60 * minute, 60 * minute + 59))),
        denseSince: denseSince(tally, now),
      });
    }
    this.#candidates = new Set(rates.keys());
    return rates;
  }

  #forget(before: number): void {
    for (const [object, { newest }] of this.#tallies) {
      if (newest >= before) return;
      this.#tallies.delete(object);
    }
  }
}

/** The first slot of the last minute with at least half as many entries as the fullest one. */
function denseSince({ counts }: Tally, now: number): number {
  const second = Math.floor(now / 1_000);
  const slots = Array.from({ length: 60 / SLOT_SECONDS }, (_, ago) => {
    const to = second - ago * SLOT_SECONDS;
    // Entries that are dated ahead of our clock belong to the newest slot.
    return counts.between(to - SLOT_SECONDS + 1, ago === 0 ? to + 60 : to);
  });
  const peak = Math.max(...slots);
  const dense = slots.findLastIndex((count) => count >= peak / 2);
  return now - (dense + 1) * SLOT_SECONDS * 1_000;
}
