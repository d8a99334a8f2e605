import type { Finding } from '../rule.ts';
import { listed } from '../words.ts';

/** Single findings are told by name up to this many; the rest is only counted. */
const TOLD = 20;

/**
 * Where more than `most` of a kind are found, one finding for all of them explains the single ones. `all` are the
 * single findings, worst first; `name` says one of them in the list.
 */
export function gathered(
  all: readonly Finding[],
  most: number,
  together: { readonly key: string; readonly title: string; readonly what: string },
  name: (finding: Finding) => string,
): readonly Finding[] {
  if (all.length <= most) return all;
  const severity = all.some((one) => one.severity === 'critical')
    ? 'critical'
    : (all[0]?.severity ?? 'warning');
  const risks = all.map((one) => one.viewersAtRisk).filter((risk) => risk !== undefined);
  const whole: Finding = {
    key: together.key,
    severity,
    subject: { kind: 'cluster' },
    title: together.title,
    reason: `${all.length} ${together.what}: ${listed(all.map(name))}; the worst: ${all[0]?.reason ?? ''}`,
    viewersAtRisk: risks.length > 0 ? risks.reduce((sum, risk) => sum + risk, 0) : undefined,
    figure: all.length,
  };
  const single = all
    .slice(0, TOLD)
    .map((one) => ({ ...one, explainedBy: [together.key, ...(one.explainedBy ?? [])] }));
  return [whole, ...single];
}
