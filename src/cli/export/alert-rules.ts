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
  {
    alert: 'CastwatchMoreProblems',
    expr: 'castwatch_problems_without_info > 0',
    for: '1m',
    labels: { severity: 'critical' },
    annotations: {
      summary: '{{ $labels.cluster }}: {{ $value }} problems more than have alerts of their own',
    },
  },
];

/** Another metric of the problem that an alert is about, in the words of a template. */
function figureOf(metric: string, format: string): string {
  const query = `printf "castwatch_${metric}{cluster=%q,problem=%q}" $labels.cluster $labels.problem | query`;
  return `{{ with ${query} }}${format.replace('VALUE', '{{ . | first | value')}{{ end }}`;
}

const description = [
  '{{ $labels.title }}: {{ $labels.subject_kind }} {{ $labels.subject }}',
  '{{ if $labels.part }} ({{ $labels.part }}){{ end }}',
  figureOf('problem_start_time_seconds', ', since VALUE | humanizeTimestamp }}'),
  figureOf('problem_affected_viewers', ', VALUE | printf "%.0f" }} viewers'),
  '. See it: castwatch --open incident:{{ $labels.incident }}',
].join('');

/**
 * Prometheus alerts as YAML, one for each rule of triage; each problem is an alert with its object. castwatch's own
 * rules decide how long a problem must last, so the alerts have no further delay.
 */
export function alertRules(): string {
  const rules = ruleNames.map((name) => ({
    alert: `Castwatch${name.split('-').map(capitalized).join('')}`,
    expr: `castwatch_problem_info{rule="${name}",severity=~"critical|warning"} == 1`,
    labels: { severity: '{{ $labels.severity }}' },
    annotations: {
      summary: '{{ $labels.cluster }}: {{ $labels.title }}: {{ $labels.subject }}',
      description,
    },
  }));
  return stringify({ groups: [{ name: 'castwatch', rules: [...OWN_RULES, ...rules] }] }, { lineWidth: 0 });
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
