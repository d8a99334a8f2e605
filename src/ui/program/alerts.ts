import type { Readable } from '../../base/readable.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { Problem } from '../../triage/problem.ts';

/** Calls `alert` once for each new critical problem that is not acknowledged, until the returned function is called. */
export function watchAlerts(triage: Readable<TriageState>, alert: (problem: Problem) => void): () => void {
  let alerted = new Set<string>();
  const look = () => {
    const standing = triage
      .getState()
      .problems.filter(
        ({ key, severity, acknowledged }) => alerted.has(key) || (severity === 'critical' && !acknowledged),
      );
    for (const problem of standing) if (!alerted.has(problem.key)) alert(problem);
    alerted = new Set(standing.map(({ key }) => key));
  };
  look();
  return triage.subscribe(look);
}
