import type { Problem, Severity, Subject } from '../../triage/problem.ts';
import { subjectName } from './problems.ts';

/** A problem as scripts get it. What is not known is null. */
export interface ProblemJson {
  readonly key: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly subject: { readonly kind: Subject['kind']; readonly name: string };
  readonly title: string;
  readonly reason: string;
  readonly viewersAtRisk: number | null;
}

/** A problem for scripts: `check` and `snapshot` tell it alike. */
export function problemJson(
  problem: Pick<Problem, 'key' | 'rule' | 'severity' | 'subject' | 'title' | 'reason' | 'viewersAtRisk'>,
): ProblemJson {
  const { key, rule, severity, subject, title, reason, viewersAtRisk } = problem;
  return {
    key,
    rule,
    severity,
    subject: { kind: subject.kind, name: subjectName(subject) },
    title,
    reason,
    viewersAtRisk: viewersAtRisk ?? null,
  };
}
