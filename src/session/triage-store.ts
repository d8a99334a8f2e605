import type { Clock } from '../base/clock.ts';
import type { ClusterState } from '../cluster/state.ts';
import { stillHolds } from '../triage/acknowledge.ts';
import type { Triage, TriageState } from '../triage/engine.ts';
import { withPlannedWork } from '../triage/planned-work.ts';
import type { Problem } from '../triage/problem.ts';
import { type SilencedBy, withSilences } from '../triage/silenced.ts';
import type { AcknowledgementMemory } from './acknowledgements.ts';
import type { PlannedWorks } from './planned-works.ts';

/** What is kept across restarts. */
export interface Memories {
  readonly acknowledgements?: AcknowledgementMemory | undefined;
  readonly works?: PlannedWorks | undefined;
}

export type TriageStore = ReturnType<typeof createTriageStore>;

/** The latest result of triage, with listeners. With `memories`, a problem that still exists after a restart is still acknowledged. */
export function createTriageStore(engine: Triage, clock: Clock, memories: Memories = {}) {
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
    verdict = next;
    for (const listener of listeners) listener();
  };
  return {
    getState: () => verdict,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    step(state: ClusterState) {
      cluster = state;
      let next = engine.step(state, clock.now());
      expireEnded(verdict, next, memory);
      for (const problem of next.problems) next = decided(problem) ?? next;
      publish(planned(next));
    },
    acknowledge(key: string, note: string, until?: number) {
      const how = { at: clock.now(), note, ...(until !== undefined && { until }) };
      const severity = verdict.problems.find((problem) => problem.key === key)?.severity;
      memory?.keep(key, { ...how, ...(severity && { severity }) });
      publish(planned(engine.acknowledge(key, { ...how, by: memory?.by })));
    },
    unacknowledge(key: string) {
      memory?.drop(key);
      publish(planned(engine.unacknowledge(key)));
    },
    /**
     * Announces work on an object until `until` (Unix ms): problems about only that object are then expected. Without
     * `until` the work ends. Returns when it will end; undefined if it does not count.
     */
    plan(object: string, until: number | undefined, note: string): number | undefined {
      if (until === undefined) memories.works?.end(object);
      const begun = until && memories.works?.begin({ object, from: clock.now(), until, note });
      publish(planned(engine.state()));
      return begun ? begun.until : undefined;
    },
    /** Marks problems that are silenced elsewhere, from now on and whenever that changes. */
    setSilences(next: (key: string) => SilencedBy | undefined) {
      silenceOf = next;
      publish(planned(engine.state()));
    },
  };
}

/**
 * An acknowledgement ends with its time, when the problem gets worse, and when it clears: the next one of the same kind is a
 * new problem.
 */
function expireEnded(before: TriageState, now: TriageState, memory: AcknowledgementMemory | undefined): void {
  if (!memory || before.problems === now.problems) return;
  const known = new Set(now.problems.flatMap(({ key, acknowledged }) => (acknowledged ? [key] : [])));
  for (const { key, acknowledged } of before.problems) {
    // Planned work and silences are no decision of a user.
    if (acknowledged && !acknowledged.planned && !acknowledged.silenced && !known.has(key))
      memory.expire(key);
  }
}
