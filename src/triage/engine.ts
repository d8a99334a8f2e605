import { tableKeys } from '../base/table.ts';
import type { ClusterState } from '../cluster/state.ts';
import {
  type AcknowledgedHow,
  type Acknowledgements,
  type Marked,
  prune,
  withAcknowledgements,
} from './acknowledge.ts';
import { journalEvidence } from './evidence.ts';
import { isSameList, ProblemPlaces } from './incidents/place-problems.ts';
import type { LimitClimb } from './memory/climbs.ts';
import type { JournalPattern } from './memory/journal.ts';
import { createMemories } from './memory/memories.ts';
import { nextCleared, worstMoments } from './past.ts';
import { nextPending, type Pending } from './pending.ts';
import type { Problem } from './problem.ts';
import { RuleTrackers } from './rule-trackers.ts';
import { allRules } from './rules/index.ts';
import { StandingProblems } from './standing-problems.ts';
import type { Thresholds } from './threshold-families.ts';
import type { UsualOf } from './usual-load.ts';
import type { Watched } from './watched.ts';

/**
 * Current problems, cleared ones, and their times. Arrays and problems keep their reference as long as nothing
 * about them changes.
 */
export interface TriageState {
  /** Current problems by incident, the worst first; within an incident the cause comes first. */
  readonly problems: readonly Problem[];
  /** What will be a problem if it lasts, the soonest first. Empty in the past. */
  readonly pending: readonly Pending[];
  /** Problems that cleared, newest first, at most 500; `clearedAt` is set. */
  readonly cleared: readonly Problem[];
  /** Unix ms of the first step; undefined before it. */
  readonly since: number | undefined;
  /** Figures that rise towards their limits, by the key of their series. Looked for every ten seconds. */
  readonly climbs: ReadonlyMap<string, LimitClimb>;
  readonly thresholds: Thresholds;
}

export type Triage = ReturnType<typeof createTriage>;

/** Journal lines that are kept with a cleared problem: as many as fit on a screen. */
const KEPT_LINES = 12;

/** The state before the first step. */
export const noTriage = (thresholds: Thresholds): TriageState => ({
  problems: [],
  pending: [],
  cleared: [],
  since: undefined,
  climbs: new Map(),
  thresholds,
});

/** Derives problems from state and time. Deterministic: the same steps give the same problems. */
export function createTriage(options: {
  readonly thresholds: Thresholds;
  readonly journalPatterns?: readonly JournalPattern[] | undefined;
  /** The usual values by hour, if a history is kept. */
  readonly usual?: UsualOf | undefined;
  /** What a program knows that watches the cluster for longer; the same object until it says something else. */
  readonly watched?: (() => Watched | undefined) | undefined;
}) {
  const { thresholds, journalPatterns = [], usual, watched } = options;
  const observe = createMemories(thresholds, journalPatterns, usual);
  const rules = allRules(journalPatterns).map((rule) => new RuleTrackers(rule, thresholds));
  const standing = new StandingProblems();
  const places = new ProblemPlaces();
  const acknowledgements: Acknowledgements = new Map();
  const marked: Marked = new WeakMap();
  let worst: ReadonlyMap<string, Problem> = new Map();
  let state = noTriage(thresholds);
  let newest: Round | undefined;
  let believed: Watched | undefined;

  /** The state with the current and cleared problems of this round; the same object if nothing changed. */
  function publish({ cluster, now, climbs, pending }: Round): TriageState {
    const sorted = places.place([...standing.byKey.values()], cluster, now);
    prune(acknowledgements, standing.byKey, now);
    const acknowledged = withAcknowledgements(sorted, acknowledgements, marked);
    const problems = isSameList(acknowledged, state.problems) ? state.problems : acknowledged;
    const toCleared = (problem: Problem, withEvidence: boolean): Problem => {
      const { acknowledged, incident } = problem;
      const most = worst.get(problem.key) ?? problem;
      const hit = { ...most.hit, bill: problem.hit.bill };
      const moment: Problem = { ...most, acknowledged, incident, hit, state: 'cleared', clearedAt: now };
      if (!withEvidence) return moment;
      return { ...moment, evidence: journalEvidence(cluster, moment, KEPT_LINES, journalPatterns) };
    };
    const cleared = nextCleared(state, problems, standing.under, toCleared);
    worst = worstMoments(worst, problems);
    const next = { problems, pending, cleared, since: state.since ?? now, climbs, thresholds };
    if (tableKeys(next).some((member) => next[member] !== state[member])) state = next;
    return state;
  }

  const publishAgain = () => (newest ? publish(newest) : state);
  return {
    /** Judges the state at `now` (Unix ms). Call it with every store update; data that is not new is not counted again. */
    step(cluster: ClusterState, now: number): TriageState {
      const facts = observe(cluster, now);
      for (const rule of rules) rule.judge(facts, now);
      const told = watched?.();
      standing.update(rules, facts.state, now, told);
      if (told && told !== believed) places.believe(told.problems);
      believed = told;
      const pending = nextPending(
        state.pending,
        rules.flatMap((rule) => rule.pending()),
      );
      newest = { cluster: facts.state, now, climbs: facts.climbs, pending };
      return publish(newest);
    },
    state: (): TriageState => state,
    /** Acknowledges a problem until it clears, or until `until` (Unix ms). A worse severity ends the acknowledgement. */
    acknowledge(key: string, how: AcknowledgedHow): TriageState {
      const problem = standing.byKey.get(key);
      if (problem) acknowledgements.set(key, { ...how, severity: how.severity ?? problem.severity });
      return publishAgain();
    },
    unacknowledge(key: string): TriageState {
      acknowledgements.delete(key);
      return publishAgain();
    },
  };
}

interface Round {
  readonly cluster: ClusterState;
  /** Unix ms. */
  readonly now: number;
  readonly climbs: TriageState['climbs'];
  readonly pending: TriageState['pending'];
}
