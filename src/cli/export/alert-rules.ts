import { stringify } from 'yaml';
import { ruleNames } from '../../triage/engine.ts';

/** Alerts about castwatch's own data: while one is active, the absence of other alerts is not an all-clear. */
const OWN_RULES = [
  {
    alert: 'CastwatchAbsent',
    expr: 'absent(castwatch_build_info)',
    for: '2m',
    labels: { severity: 'critical' },
    annotations: { summary: 'castwatch export is not scraped' },
  },
  {
    alert: 'CastwatchClusterDown',
    expr: 'castwatch_up{resource="dashboard"} == 0',
    for: '1m',
    labels: { severity: 'critical' },
    annotations: { summary: '{{ $labels.cluster }} does not answer castwatch' },
  },
  {
    alert: 'CastwatchNotRead',
    expr: 'castwatch_figure_undecided == 1',
    for: '5m',
    labels: { severity: 'warning' },
    annotations: { summary: '{{ $labels.cluster }}: castwatch cannot read {{ $labels.figure }}' },
  },
];

/**
 * Prometheus alerts as YAML, one for each rule of triage. castwatch's own rules decide how long a problem must
 * last, so the alerts have no further delay.
 */
export function alertRules(): string {
  const rules = ruleNames.map((name) => ({
    alert: `Castwatch${name.split('-').map(capitalized).join('')}`,
    expr: `castwatch_rule_problems{rule="${name}",severity=~"critical|warning"} > 0`,
    labels: { severity: '{{ $labels.severity }}' },
    annotations: {
      summary: `{{ $labels.cluster }}: {{ $value }} × ${name}; castwatch's Problems screen has the objects`,
    },
  }));
  return stringify({ groups: [{ name: 'castwatch', rules: [...OWN_RULES, ...rules] }] }, { lineWidth: 0 });
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
