import type { GateSample } from './gate.ts';
import { type Pending, pendingOf } from './pending.ts';
import type { Severity } from './problem.ts';
import type { Context, Rule, RuleInput, Sample, Timing } from './rule.ts';
import type { Thresholds } from './threshold-families.ts';
import { foldMany } from './together.ts';
import {
  beatsAfter,
  found,
  isOver,
  missed,
  newTracker,
  restarted,
  standing,
  type Tracker,
} from './tracker.ts';

/** A sample stands for at most this many intervals, however long the gap before it was. */
const MOST_INTERVALS = 3;
const UNKNOWN_INTERVAL_MS = 10_000;
/** After a gap of this length nothing is known of the time between, so the next sample counts as a first one, ms. */
const GAP_MS = 300_000;
/** A problem in the first sample is reported within this time, ms. */
const FIRST_LOOK_MS = 10_000;

/**
 * Most keys that a rule no longer finds and that have not cleared yet. A cluster whose servers have new names at
 * each poll would otherwise add a thousand every two seconds, and each is examined at every step.
 */
const MOST_CLEARING = 500;

/** Applies one rule over time: a tracker for each key that it found, until the problem is over. */
export class RuleTrackers {
  readonly #rule: Rule;
  readonly #thresholds: Thresholds;
  readonly #timing: Timing;
  readonly #trackers = new Map<string, Tracker>();
  /** Problems that have ended and may come back, of a rule whose problems recur. */
  readonly #ended = new Map<string, Tracker>();
  /** Time of the newest judged sample, and of the newest data that was read completely, Unix ms. */
  #judgedAt: number | undefined;
  #wholeAt: number | undefined;

  constructor(rule: Rule, thresholds: Thresholds) {
    this.#rule = rule;
    this.#thresholds = thresholds;
    this.#timing = rule.timing?.(thresholds) ?? { after: 0, clearAfter: 0, samples: 1 };
  }

  get byKey(): ReadonlyMap<string, Tracker> {
    return this.#trackers;
  }

  /** What will be reported if it lasts. */
  pending(): readonly Pending[] {
    return [...this.#trackers.values()].flatMap((tracker) => pendingOf(tracker, this.#timing) ?? []);
  }

  /** Judges the current sample. Data that is not new is not counted again. */
  judge(facts: RuleInput, now: number): void {
    const rule = this.#rule;
    const sample = rule.sample(facts, now);
    const { at } = sample;
    if (at === undefined || at === this.#judgedAt) return;
    const common = this.#gateSample(sample, at);
    this.#judgedAt = at;
    const context: Context = { now, thresholds: this.#thresholds, active: (key) => this.#severity(key) };
    const verdicts = foldMany(rule, rule.evaluate(facts, context), facts, this.#thresholds);
    // Most rules find nothing at most steps.
    if (verdicts.length === 0 && this.#trackers.size === 0) return;
    const sampleOf = (key: string): GateSample => ({ ...common, ...rule.measuredAt?.(key, facts) });
    const timing = this.#timing;
    const judged = new Set<string>();
    for (const verdict of verdicts) {
      const { key } = verdict;
      judged.add(key);
      if (verdict.unmeasured) continue;
      const ended = this.#ended.get(key);
      const tracker = this.#trackers.get(key) ?? newTracker(verdict, ended && beatsAfter(ended, at));
      this.#trackers.set(key, found(tracker, verdict, sampleOf(key), timing));
    }
    const clearing = [...this.#trackers].filter(([key]) => !judged.has(key));
    for (const [index, [key, tracker]] of clearing.entries()) {
      const next = missed(tracker, sampleOf(key), timing);
      const isOneTooMany = index < clearing.length - MOST_CLEARING;
      if (timing.recurs && standing(tracker) && !standing(next)) this.#ended.set(key, next);
      if (isOneTooMany || isOver(next)) this.#trackers.delete(key);
      else this.#trackers.set(key, next);
    }
  }

  /** Restarts the durations of keys that are part of another problem: they count from zero after that ends. */
  restart(parts: ReadonlySet<string>): void {
    for (const [key, tracker] of this.#trackers)
      if (parts.has(key)) this.#trackers.set(key, restarted(tracker));
  }

  #severity(key: string): Severity | undefined {
    const tracker = this.#trackers.get(key);
    const isBetweenBeats = tracker?.beats !== undefined && tracker.missedAt !== undefined;
    return isBetweenBeats ? undefined : tracker && standing(tracker);
  }

  /** The sample for the gates of all keys that have no measurement time of their own. */
  #gateSample({ interval = UNKNOWN_INTERVAL_MS, wholeAt }: Sample, at: number): GateSample {
    const longest = MOST_INTERVALS * interval;
    const before = this.#wholeAt ?? Number.NEGATIVE_INFINITY;
    const isFirst = wholeAt !== undefined && wholeAt - before > Math.max(GAP_MS, longest);
    const firstLook = interval > FIRST_LOOK_MS ? 'alone' : 'with next';
    this.#wholeAt = wholeAt ?? this.#wholeAt;
    return { at, previousAt: this.#judgedAt, longest, firstLook: isFirst ? firstLook : undefined };
  }
}
