import type { Clock } from '../base/clock.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { Triage, TriageState } from '../triage/engine.ts';
import type { AcknowledgementMemory } from './acknowledgements.ts';

/** The latest result of triage, with listeners. */
export interface TriageStore {
  getState(): TriageState;
  subscribe(listener: () => void): () => void;
  step(state: ClusterState): void;
  acknowledge(key: string, note: string, until?: number): void;
  unacknowledge(key: string): void;
}

/** `memory` keeps acknowledgements over restarts: a problem that still stands then is still acknowledged. */
export function createTriageStore(engine: Triage, clock: Clock, memory?: AcknowledgementMemory): TriageStore {
  const listeners = new Set<() => void>();
  let verdict = engine.state();
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
      let next = engine.step(state, clock.now());
      for (const { key, acknowledged } of next.problems) {
        const earlier = acknowledged ? undefined : memory?.earlier.get(key);
        if (earlier && (earlier.until ?? Number.POSITIVE_INFINITY) > clock.now()) {
          next = engine.acknowledge(key, earlier);
        }
      }
      publish(next);
    },
    acknowledge(key, note, until) {
      const how = { at: clock.now(), note, ...(until !== undefined && { until }) };
      memory?.keep(key, how);
      publish(engine.acknowledge(key, how));
    },
    unacknowledge(key) {
      memory?.drop(key);
      publish(engine.unacknowledge(key));
    },
  };
}

/** An acknowledgement holds until its problem clears: the next of the same kind is a new one. */
function forgetCleared(
  before: TriageState,
  now: TriageState,
  memory: AcknowledgementMemory | undefined,
): void {
  if (!memory || before.problems === now.problems) return;
  const standing = new Set(now.problems.map(({ key }) => key));
  for (const { key, acknowledged } of before.problems) {
    if (acknowledged && !standing.has(key)) memory.drop(key);
  }
}
