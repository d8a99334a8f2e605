import type { Problem } from '../../src/triage/problem.ts';
import { sampleNow } from './sample-state.ts';

/** A server that has been hot for a minute, but for what a test says otherwise. */
export function sampleProblem(changes: Partial<Problem> = {}): Problem {
  return {
    key: 'server-hot:edge-1a',
    rule: 'server-hot',
    severity: 'critical',
    subject: { kind: 'server', name: 'edge-1a' },
    title: 'Server hot',
    reason: 'edge-1a: CPU at 97 %',
    since: sampleNow - 60_000,
    firedAt: sampleNow - 40_000,
    trend: 'steady',
    ...changes,
  };
}
