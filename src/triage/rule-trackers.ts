import type { GateSample } from './gate.ts';
import type { Severity } from './problem.ts';
import type { Context, Rule, RuleInput, Sample } from './rule.ts';
import type { Thresholds } from './threshold-families.ts';
import { foldMany } from './together.ts';
import { explained, found, isOver, missed, newTracker, standing, type Tracker } from './tracker.ts';

/** A sample stands for at most so many intervals of time, however long nothing came. */
const MOST_INTERVALS = 3;
const UNKNOWN_INTERVAL_MS = 10_000;
/** After so long without a look nothing is known of the time between: the next one is a first look again. */
const GAP_MS = 300_000;
/** What was there at the first look is reported within this time. */
const FIRST_LOOK_MS = 10_000;

/**
 * Keys that a rule no longer finds and that have not cleared yet. Without a limit, a cluster whose servers have new names
 * at each poll would add a thousand every two seconds, and each is looked through at every step.
 */
const MOST_CLEARING = 500;

/** One rule over time: a tracker for each key that it found, until that is over. */
export class RuleTrackers {
  readonly #rule: Rule;
  readonly #thresholds: Thresholds;
  readonly #trackers = new Map<string, Tracker>();
  /** Unix ms of the newest sample that was judged, and of the newest data that was read whole. */
  #judgedAt: number | undefined;
  #wholeAt: number | undefined;

  constructor(rule: Rule, thresholds: Thresholds) {
    this.#rule = rule;
    this.#thresholds = thresholds;
  }

  get byKey(): ReadonlyMap<string, Tracker> {
    return this.#trackers;
  }

  /** Judges the sample of this moment; data that is not new does not count again. */
  judge(facts: RuleInput, now: number): void {
    const rule = this.#rule;
    const sample = rule.sample(facts, now);
    const { at } = sample;
    if (at === undefined || at === this.#judgedAt) return;
    const common = this.#gateSample(sample, at);
    this.#judgedAt = at;
    const sampleOf = (key: string): GateSample => ({ ...common, ...rule.measuredAt?.(key, facts) });
    const context: Context = { now, thresholds: this.#thresholds, active: (key) => this.#severity(key) };
    const timing = rule.timing(this.#thresholds);
    const judged = new Set<string>();
    for (const verdict of foldMany(rule, rule.evaluate(facts, context), this.#thresholds.manyAt)) {
      const { key } = verdict;
      judged.add(key);
      if (verdict.unmeasured) continue;
      const tracker = this.#trackers.get(key) ?? newTracker(verdict);
      this.#trackers.set(key, found(tracker, verdict, sampleOf(key), timing));
    }
    const clearing = [...this.#trackers].filter(([key]) => !judged.has(key));
    for (const [index, [key, tracker]] of clearing.entries()) {
      const next = missed(tracker, sampleOf(key), timing);
      const isOneTooMany = index < clearing.length - MOST_CLEARING;
      if (isOneTooMany || isOver(next)) this.#trackers.delete(key);
      else this.#trackers.set(key, next);
    }
  }

  /** Another problem explains these keys: their own time begins again when that one ends. */
  explain(isExplained: (key: string) => boolean): void {
    for (const [key, tracker] of this.#trackers) {
      if (isExplained(key)) this.#trackers.set(key, explained(tracker));
    }
  }

  #severity(key: string): Severity | undefined {
    const tracker = this.#trackers.get(key);
    return tracker && standing(tracker);
  }

  /** What the gates are fed with, the same for each key that is not measured at a time of its own. */
  #gateSample({ interval = UNKNOWN_INTERVAL_MS, wholeAt }: Sample, at: number): GateSample {
    const longest = MOST_INTERVALS * interval;
    const isFirst = isFirstLook(wholeAt, this.#wholeAt, longest);
    const firstLook = interval > FIRST_LOOK_MS ? 'alone' : 'with next';
    this.#wholeAt = wholeAt ?? this.#wholeAt;
    return {
      at,
      previousAt: this.#judgedAt,
      longest,
      firstLook: isFirst ? firstLook : undefined,
    };
  }
}

/** Whether data that was read whole `at` (Unix ms) is seen for the first time, or after a gap since it was `before`. */
function isFirstLook(at: number | undefined, before: number | undefined, longest: number): boolean {
  return at !== undefined && at - (before ?? Number.NEGATIVE_INFINITY) > Math.max(GAP_MS, longest);
}
