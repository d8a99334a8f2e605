import type { Clock } from '../base/clock.ts';
import type { ClusterState } from '../cluster/state.ts';
import { stillHolds } from '../triage/acknowledge.ts';
import type { Triage, TriageState } from '../triage/engine.ts';
import { withPlannedWork } from '../triage/planned-work.ts';
import type { Problem } from '../triage/problem.ts';
import { type SilencedBy, withSilences } from '../triage/silenced.ts';
import type { AcknowledgementMemory } from './acknowledgements.ts';
import type { PlannedWorks } from './planned-works.ts';

/** The latest result of triage, with listeners. */
export interface TriageStore {
  getState(): TriageState;
  subscribe(listener: () => void): () => void;
  step(state: ClusterState): void;
  acknowledge(key: string, note: string, until?: number): void;
  unacknowledge(key: string): void;
  /**
   * Announces work on an object until `until` (Unix ms): problems about only that object are then expected. Without
   * `until` the work ends. Returns when it will end; undefined if it does not count.
   */
  plan(object: string, until: number | undefined, note: string): number | undefined;
  /** Marks problems that are silenced elsewhere, from now on and whenever that changes. */
  setSilences(silenceOf: (key: string) => SilencedBy | undefined): void;
}

/** What is kept across restarts. */
export interface Memories {
  readonly acknowledgements?: AcknowledgementMemory | undefined;
  readonly works?: PlannedWorks | undefined;
}

/** With `memories`, a problem that still exists after a restart is still acknowledged. */
export function createTriageStore(engine: Triage, clock: Clock, memories: Memories = {}): TriageStore {
  const memory = memories.acknowledgements;
  const listeners = new Set<() => void>();
  let verdict = engine.state();
  const plannedBefore = new WeakMap<Problem, Problem>();
  const silencedBefore = new WeakMap<Problem, Problem>();
  let silenceOf: ((key: string) => SilencedBy | undefined) | undefined;
  let cluster: ClusterState | undefined;
  let last = { next: verdict, said: verdict };
  /** The same state, with problems of planned work and silenced ones marked as known. */
  const planned = (next: TriageState): TriageState => {
    const works = memories.works?.current() ?? [];
    if (!cluster || (works.length === 0 && !silenceOf)) return next;
    const now = clock.now();
    const expected = withPlannedWork(next.problems, works, cluster, { now, known: plannedBefore });
    const problems = silenceOf ? withSilences(expected, silenceOf, { now, known: silencedBefore }) : expected;
    const isSame = last.next === next && problems.every((problem, n) => problem === last.said.problems[n]);
    if (!isSame) last = { next, said: { ...next, problems } };
    return last.said;
  };
  /** The state after a decision of an earlier run or another user; undefined if nothing is to be changed. */
  const decided = (problem: Problem): TriageState | undefined => {
    const decision = memory?.find(problem);
    const { acknowledged } = problem;
    if (!decision || (acknowledged && acknowledged.at >= decision.at)) return undefined;
    if (decision.lifted) return acknowledged && engine.unacknowledge(problem.key);
    return stillHolds(decision, problem, clock.now()) ? engine.acknowledge(problem.key, decision) : undefined;
  };
  const publish = (next: TriageState) => {
    if (next === verdict) return;
    forgetCleared(verdict, next, memory);
    verdict = next;
    for (const listener of listeners) listener();
  };
  return {
    getState: () => verdict,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    step(state) {
      cluster = state;
      let next = engine.step(state, clock.now());
      dropEnded(verdict, next, memory);
      for (const problem of next.problems) next = decided(problem) ?? next;
      publish(planned(next));
    },
    acknowledge(key, note, until) {
      const how = { at: clock.now(), note, ...(until !== undefined && { until }) };
      const severity = verdict.problems.find((problem) => problem.key === key)?.severity;
      memory?.keep(key, { ...how, ...(severity && { severity }) });
      publish(planned(engine.acknowledge(key, { ...how, by: memory?.by })));
    },
    unacknowledge(key) {
      memory?.drop(key);
      publish(planned(engine.unacknowledge(key)));
    },
    plan(object, until, note) {
      if (until === undefined) memories.works?.end(object);
      const begun = until && memories.works?.begin({ object, from: clock.now(), until, note });
      publish(planned(engine.state()));
      return begun ? begun.until : undefined;
    },
    setSilences(next) {
      silenceOf = next;
      publish(planned(engine.state()));
    },
  };
}

/** An acknowledgement of a problem that lasts has ended: its time is over, or the problem got worse. */
function dropEnded(before: TriageState, now: TriageState, memory: AcknowledgementMemory | undefined): void {
  if (!memory || before.problems === now.problems) return;
  const open = new Set(now.problems.flatMap(({ key, acknowledged }) => (acknowledged ? [] : [key])));
  for (const { key, acknowledged } of before.problems) {
    if (acknowledged && isDecided(acknowledged) && open.has(key)) memory.expire(key);
  }
}

/** An acknowledgement ends when its problem clears: the next one of the same kind is a new problem. */
function forgetCleared(
  before: TriageState,
  now: TriageState,
  memory: AcknowledgementMemory | undefined,
): void {
  if (!memory || before.problems === now.problems) return;
  const standing = new Set(now.problems.map(({ key }) => key));
  for (const { key, acknowledged } of before.problems) {
    if (acknowledged && isDecided(acknowledged) && !standing.has(key)) memory.expire(key);
  }
}

/** Acknowledged by a user, and not because of planned work or a silence. */
function isDecided({ planned: isPlanned, silenced }: NonNullable<Problem['acknowledged']>): boolean {
  return !isPlanned && !silenced;
}
