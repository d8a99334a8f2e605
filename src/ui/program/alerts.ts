import type { Readable } from '../../base/readable.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { Problem } from '../../triage/problem.ts';

/** Calls `alert` once for each new critical problem that is not acknowledged, until the returned function is called. */
export function watchAlerts(triage: Readable<TriageState>, alert: (problem: Problem) => void): () => void {
  let alerted = new Set<string>();
  const look = () => {
    const standing = new Set<string>();
    for (const problem of triage.getState().problems) {
      const known = alerted.has(problem.key);
      if (known) standing.add(problem.key);
      if (known || problem.severity !== 'critical' || problem.acknowledged) continue;
      standing.add(problem.key);
      alert(problem);
    }
    alerted = standing;
  };
  look();
  return triage.subscribe(look);
}
