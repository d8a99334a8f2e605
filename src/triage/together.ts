import { nameOf } from './problem.ts';
import type { Finding, Rule, Verdict } from './rule.ts';
import { listed } from './words.ts';

/** Single findings are named up to this many; the rest is only counted. */
const TOLD = 20;

/** Where a rule finds more than `most` of a kind, one finding for all of them explains the single ones. */
export function tellTogether(rule: Rule, verdicts: readonly Verdict[], most: number): readonly Verdict[] {
  const { together } = rule;
  if (!together || verdicts.length <= most) return verdicts;
  const all = verdicts.filter((verdict): verdict is Finding => !('unmeasured' in verdict));
  if (all.length <= most) return verdicts;
  const severity = all.some((one) => one.severity === 'critical')
    ? 'critical'
    : (all[0]?.severity ?? 'warning');
  const risks = all.map((one) => one.viewersAtRisk).filter((risk) => risk !== undefined);
  const whole: Finding = {
    key: manyKey(rule.name),
    severity,
    subject: { kind: 'cluster' },
    title: together.title,
    reason: `${all.length} ${together.what}: ${listed(all.map(({ subject }) => nameOf(subject)))}; the worst: ${all[0]?.reason ?? ''}`,
    viewersAtRisk: risks.length > 0 ? risks.reduce((sum, risk) => sum + risk, 0) : undefined,
    figure: all.length,
  };
  const single = all
    .slice(0, TOLD)
    .map((one) => ({ ...one, explainedBy: [whole.key, ...(one.explainedBy ?? [])] }));
  return [...verdicts.filter((verdict) => 'unmeasured' in verdict), whole, ...single];
}

/** Key of the one finding for many of a rule. */
const manyKey = (rule: string): string => `${rule}:many`;
