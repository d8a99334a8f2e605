import type { ClusterState } from '../cluster/state.ts';
import {
  acknowledge,
  noAcknowledgements,
  prune,
  unacknowledge,
  withAcknowledgements,
} from './acknowledge.ts';
import { Causes } from './causes.ts';
import { keptEvidence } from './evidence.ts';
import { foldStreams } from './fold-streams.ts';
import type { GateSample } from './gate.ts';
import type { LimitClimb } from './memory/climbs.ts';
import type { JournalPattern } from './memory/journal.ts';
import { createMemories } from './memory/memories.ts';
import { remember, type TimelineEntry, worstMoments } from './past.ts';
import { nameOf, type Problem, type Severity } from './problem.ts';
import { worstFirst } from './rank.ts';
import type { Context, Finding, Rule, RuleInput } from './rule.ts';
import { allRules } from './rules/index.ts';
import type { Thresholds } from './thresholds.ts';
import { tellTogether } from './together.ts';
import {
  explained,
  found,
  isOver,
  missed,
  newTracker,
  problemOf,
  standing,
  type Tracker,
} from './tracker.ts';
import type { UsualOf } from './usual-load.ts';

/** What is wrong now, what was, and when. Arrays and problems keep their reference while nothing about them changed. */
export interface TriageState {
  /** Standing problems, worst first. */
  readonly problems: readonly Problem[];
  /** Problems that cleared, newest first, at most 500; `clearedAt` is set. */
  readonly cleared: readonly Problem[];
  /** Oldest first; what ended more than an hour ago is gone. */
  readonly timeline: readonly TimelineEntry[];
  /** Unix ms of the first look; undefined before it. */
  readonly since: number | undefined;
  /** Figures on their way to their limits, by the key of their series; looked for every ten seconds. */
  readonly climbs: ReadonlyMap<string, LimitClimb>;
  /** What the rules compare with. */
  readonly thresholds: Thresholds;
}

export interface Triage {
  /** Takes the state as it is at `now` (Unix ms). Call it with every store update; data that is not new does not count again. */
  step(state: ClusterState, now: number): TriageState;
  /** What the last call returned. */
  state(): TriageState;
  /** Acknowledges a problem: until it clears or, with `until` (Unix ms), for a time. A worse severity ends it. */
  acknowledge(
    key: string,
    how: { readonly at: number; readonly until?: number | undefined; readonly note: string },
  ): TriageState;
  unacknowledge(key: string): TriageState;
}

/** Before the first look. */
export const noTriage = (thresholds: Thresholds): TriageState => ({
  problems: [],
  cleared: [],
  timeline: [],
  since: undefined,
  climbs: new Map(),
  thresholds,
});

/** A sample stands for at most so many intervals of time, however long nothing came. */
const MOST_INTERVALS = 3;
const UNKNOWN_INTERVAL_MS = 10_000;
/** After so long without a look nothing is known of the time between: the next one is a first look again. */
const GAP_MS = 300_000;
/** What was there at the first look is reported within this time. */
const FIRST_LOOK_MS = 10_000;

/** Problems out of state and time. Deterministic: the same steps give the same problems. */
export function createTriage(options: {
  readonly thresholds: Thresholds;
  readonly journalPatterns?: readonly JournalPattern[] | undefined;
  /** What is usual at an hour, where a history is kept. */
  readonly usual?: UsualOf | undefined;
}): Triage {
  const { thresholds, journalPatterns = [] } = options;
  const rules = allRules(journalPatterns);
  const trackers = new Map<Rule, Map<string, Tracker>>(rules.map((rule) => [rule, new Map()]));
  const judgedAt = new Map<Rule, number>();
  const wholeAt = new Map<Rule, number>();
  const observe = createMemories(thresholds, journalPatterns, options.usual);
  let shown = new Map<string, Problem>();
  /** The same before streams of one place were folded. */
  let singles: ReadonlyMap<string, Problem> = new Map();
  /** Keys of what stands under its cause, or in the row of its place. */
  let under: ReadonlySet<string> = new Set();
  let worst: ReadonlyMap<string, Problem> = new Map();
  let acknowledgements = noAcknowledgements;
  let state = noTriage(thresholds);
  let climbs = state.climbs;

  function judge(rule: Rule, facts: RuleInput, now: number): void {
    const sample = rule.sample(facts, now);
    const { at, interval = UNKNOWN_INTERVAL_MS } = sample;
    if (at === undefined || judgedAt.get(rule) === at) return;
    judgedAt.set(rule, at);
    const longest = MOST_INTERVALS * interval;
    const isFirst = isFirstLook(sample.wholeAt, wholeAt.get(rule), longest);
    const firstLook = isFirst ? (interval > FIRST_LOOK_MS ? 'alone' : 'with next') : undefined;
    if (sample.wholeAt !== undefined) wholeAt.set(rule, sample.wholeAt);
    const own = trackers.get(rule) ?? new Map<string, Tracker>();
    const timing = rule.timing(thresholds);
    const active = (key: string): Severity | undefined => {
      const tracker = own.get(key);
      return tracker && standing(tracker);
    };
    const context: Context = { now, thresholds, active };
    const sampleOf = (key: string): GateSample => ({
      at: rule.measuredAt?.(key, facts) ?? at,
      longest,
      firstLook,
    });
    const judged = new Set<string>();
    for (const verdict of tellTogether(rule, rule.evaluate(facts, context), thresholds.manyAt)) {
      const { key } = verdict;
      judged.add(key);
      if ('unmeasured' in verdict) continue;
      const tracker = own.get(key) ?? newTracker(rule.name, verdict);
      own.set(key, found(tracker, verdict, sampleOf(key), timing));
    }
    for (const [key, tracker] of own) {
      if (judged.has(key)) continue;
      const next = missed(tracker, sampleOf(key), timing);
      if (isOver(next)) own.delete(key);
      else own.set(key, next);
    }
  }

  function show(cluster: ClusterState, now: number): Map<string, Problem> {
    const all = new Map<string, Tracker>();
    for (const own of trackers.values()) for (const [key, tracker] of own) all.set(key, tracker);
    const causes = new Causes({
      finding: (key) => all.get(key)?.finding,
      severity(key) {
        const tracker = all.get(key);
        return tracker && standing(tracker);
      },
    });
    const followers = new Map<string, Finding[]>();
    for (const [rule, own] of trackers) {
      for (const [key, tracker] of own) {
        const cause = causes.of(key);
        if (cause === undefined) continue;
        // Its own time begins again when that one ends.
        trackers.get(rule)?.set(key, explained(tracker));
        // One bad sample is not worth a word.
        if (tracker.seen < 2) continue;
        const list = followers.get(cause);
        if (list) list.push(tracker.finding);
        else followers.set(cause, [tracker.finding]);
      }
    }
    const withCause = new Set([...all.keys()].filter((key) => causes.of(key) !== undefined));
    const single: Problem[] = [];
    for (const [key, tracker] of all) {
      const severity = standing(tracker);
      if (!severity || withCause.has(key)) continue;
      single.push(problemOf(tracker, severity, singles.get(key), now, followers.get(key) ?? []));
    }
    singles = new Map(single.map((problem) => [problem.key, problem]));
    const { problems, folded } = foldStreams(single, cluster, (key) => shown.get(key));
    under = new Set([...withCause, ...folded]);
    return new Map(
      problems.map((problem) => {
        const before = shown.get(problem.key);
        return [problem.key, before && isSame(before, problem) ? before : problem];
      }),
    );
  }

  /** Everything that people see, with the references of before wherever nothing changed. */
  function publish(next: ReadonlyMap<string, Problem>, cluster: ClusterState, now: number): TriageState {
    const sorted = [...next.values()].sort(worstFirst);
    acknowledgements = prune(acknowledgements, sorted, now);
    const acknowledged = withAcknowledgements(sorted, acknowledgements, state.problems);
    const problems = isSameList(acknowledged, state.problems) ? state.problems : acknowledged;
    const moments = worst;
    const past = remember(
      state.cleared,
      state.timeline,
      state.problems,
      problems,
      under,
      now,
      (problem, withEvidence) => {
        const { acknowledged } = problem;
        const moment = { ...(moments.get(problem.key) ?? problem), acknowledged };
        return withEvidence
          ? { ...moment, evidence: keptEvidence(cluster, moment, journalPatterns) }
          : moment;
      },
    );
    worst = worstMoments(worst, problems);
    if (
      state.since === undefined ||
      problems !== state.problems ||
      past.cleared !== state.cleared ||
      past.timeline !== state.timeline ||
      climbs !== state.climbs
    ) {
      state = { ...state, problems, ...past, climbs, since: state.since ?? now };
    }
    return state;
  }

  let stepped: { readonly cluster: ClusterState; readonly now: number } | undefined;
  const again = () => (stepped ? publish(shown, stepped.cluster, stepped.now) : state);
  return {
    step(cluster, now) {
      const facts = observe(cluster, now);
      climbs = facts.climbs.climbs;
      for (const rule of rules) judge(rule, facts, now);
      shown = show(cluster, now);
      stepped = { cluster, now };
      return publish(shown, cluster, now);
    },
    state: () => state,
    acknowledge(key, how) {
      const problem = shown.get(key);
      if (problem) acknowledgements = acknowledge(acknowledgements, problem, how);
      return again();
    },
    unacknowledge(key) {
      acknowledgements = unacknowledge(acknowledgements, key);
      return again();
    },
  };
}

function isSame(a: Problem, b: Problem): boolean {
  return (
    a.severity === b.severity &&
    a.reason === b.reason &&
    a.title === b.title &&
    a.trend === b.trend &&
    a.viewersAtRisk === b.viewersAtRisk &&
    a.since === b.since &&
    a.escalated === b.escalated &&
    marksOf(a) === marksOf(b) &&
    'id' in a.subject === 'id' in b.subject &&
    (a.subject.kind !== 'stream' || b.subject.kind !== 'stream' || a.subject.id === b.subject.id)
  );
}

/** What is marked in the lists for it, in short. */
function marksOf({ folded, followers = [] }: Problem): string {
  return [...(folded?.first ?? []), ...followers]
    .map(({ severity, subject }) => `${severity} ${nameOf(subject)}`)
    .join('\n');
}

function isSameList(a: readonly Problem[], b: readonly Problem[]): boolean {
  return a.length === b.length && a.every((problem, index) => problem === b[index]);
}

/** Whether data that was read whole `at` (Unix ms) is seen for the first time, or after a gap since it was `before`. */
function isFirstLook(at: number | undefined, before: number | undefined, longest: number): boolean {
  return at !== undefined && at - (before ?? Number.NEGATIVE_INFINITY) > Math.max(GAP_MS, longest);
}
