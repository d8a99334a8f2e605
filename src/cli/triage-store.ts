import type { Clock } from '../base/clock.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { Triage, TriageState } from '../triage/engine.ts';

/** The engine's latest verdict, for those who draw it. */
export interface TriageStore {
  getState(): TriageState;
  subscribe(listener: () => void): () => void;
  step(state: ClusterState): void;
  acknowledge(key: string, note: string, until?: number): void;
  unacknowledge(key: string): void;
}

export function createTriageStore(engine: Triage, clock: Clock): TriageStore {
  const listeners = new Set<() => void>();
  let verdict = engine.state();
  const publish = (next: TriageState) => {
    if (next === verdict) return;
    verdict = next;
    for (const listener of listeners) listener();
  };
  return {
    getState: () => verdict,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    step: (state) => publish(engine.step(state, clock.now())),
    acknowledge: (key, note, until) => publish(engine.acknowledge(key, { at: clock.now(), note, until })),
    unacknowledge: (key) => publish(engine.unacknowledge(key)),
  };
}
