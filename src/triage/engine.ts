import type { ClusterState } from '../cluster/state.ts';
import {
  acknowledge,
  noAcknowledgements,
  prune,
  unacknowledge,
  withAcknowledgements,
} from './acknowledge.ts';
import { keptEvidence } from './evidence.ts';
import type { LimitClimb } from './memory/climbs.ts';
import type { JournalPattern } from './memory/journal.ts';
import { createMemories } from './memory/memories.ts';
import { nextPast, type TimelineEntry, worstMoments } from './past.ts';
import type { Problem } from './problem.ts';
import { worstFirst } from './rank.ts';
import { RuleTrackers } from './rule-trackers.ts';
import { allRules } from './rules/index.ts';
import { StandingProblems } from './standing-problems.ts';
import type { Thresholds } from './threshold-families.ts';
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

/** Names of all rules. */
export const ruleNames = allRules([]).map(({ name }) => name);

/** Before the first look. */
export const noTriage = (thresholds: Thresholds): TriageState => ({
  problems: [],
  cleared: [],
  timeline: [],
  since: undefined,
  climbs: new Map(),
  thresholds,
});

/** Problems out of state and time. Deterministic: the same steps give the same problems. */
export function createTriage(options: {
  readonly thresholds: Thresholds;
  readonly journalPatterns?: readonly JournalPattern[] | undefined;
  /** What is usual at an hour, where a history is kept. */
  readonly usual?: UsualOf | undefined;
}): Triage {
  const { thresholds, journalPatterns = [], usual } = options;
  const observe = createMemories(thresholds, journalPatterns, usual);
  const rules = allRules(journalPatterns).map((rule) => new RuleTrackers(rule, thresholds));
  const standing = new StandingProblems();
  let acknowledgements = noAcknowledgements;
  let worst: ReadonlyMap<string, Problem> = new Map();
  let state = noTriage(thresholds);
  let newest: Round | undefined;

  /** The state with what stands and what cleared in this round; the same one where nothing changed. */
  function publish({ cluster, now, climbs }: Round): TriageState {
    const sorted = [...standing.byKey.values()].sort(worstFirst);
    acknowledgements = prune(acknowledgements, sorted, now);
    const acknowledged = withAcknowledgements(sorted, acknowledgements, state.problems);
    const problems = isSameList(acknowledged, state.problems) ? state.problems : acknowledged;
    const toCleared = (problem: Problem, withEvidence: boolean): Problem => {
      const moment = { ...(worst.get(problem.key) ?? problem), acknowledged: problem.acknowledged };
      return withEvidence ? { ...moment, evidence: keptEvidence(cluster, moment, journalPatterns) } : moment;
    };
    const { cleared, timeline } = nextPast(state, problems, { under: standing.under, now, toCleared });
    worst = worstMoments(worst, problems);
    if (
      state.since === undefined ||
      problems !== state.problems ||
      cleared !== state.cleared ||
      timeline !== state.timeline ||
      climbs !== state.climbs
    ) {
      state = { problems, cleared, timeline, since: state.since ?? now, climbs, thresholds };
    }
    return state;
  }

  const publishAgain = () => (newest ? publish(newest) : state);
  return {
    step(cluster, now) {
      const facts = observe(cluster, now);
      for (const rule of rules) rule.judge(facts, now);
      standing.update(rules, cluster, now);
      newest = { cluster, now, climbs: facts.climbs.climbs };
      return publish(newest);
    },
    state: () => state,
    acknowledge(key, how) {
      const problem = standing.byKey.get(key);
      if (problem) acknowledgements = acknowledge(acknowledgements, problem, how);
      return publishAgain();
    },
    unacknowledge(key) {
      acknowledgements = unacknowledge(acknowledgements, key);
      return publishAgain();
    },
  };
}

/** What one step was about. */
interface Round {
  readonly cluster: ClusterState;
  /** Unix ms. */
  readonly now: number;
  readonly climbs: TriageState['climbs'];
}

function isSameList(a: readonly Problem[], b: readonly Problem[]): boolean {
  return a.length === b.length && a.every((problem, index) => problem === b[index]);
}
