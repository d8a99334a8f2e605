import { stringify } from 'yaml';
import { ruleNames } from '../../triage/engine.ts';
import { runbookOf } from '../../views/problems/runbook.ts';

/** Alerts about castwatch's own data: while one is active, the absence of other alerts is not an all-clear. */
export const ownAlerts = [
  {
    kind: 'absent',
    expr: 'absent(castwatch_build_info)',
    for: '2m',
    severity: 'critical',
    summary: 'castwatch export is not scraped',
    description:
      'No alert about a cluster can be raised until it is: see whether castwatch export runs and Prometheus reaches it.',
  },
  {
    kind: 'cluster-down',
    expr: 'castwatch_up{resource="dashboard"} == 0',
    for: '1m',
    severity: 'critical',
    summary: '{{ $labels.cluster }} does not answer castwatch',
    description:
      'What happens in {{ $labels.cluster }} is not known until it does. The reason: castwatch check, with the same profile.',
  },
  {
    kind: 'not-read',
    expr: 'castwatch_figure_undecided == 1',
    for: '5m',
    severity: 'warning',
    summary: '{{ $labels.cluster }}: castwatch cannot read {{ $labels.figure }}',
    description:
      'Problems of {{ $labels.figure }} in {{ $labels.cluster }} are not seen. castwatch check -v says what is missing.',
  },
  {
    kind: 'more-problems',
    expr: 'castwatch_problems_without_info > 0',
    for: '1m',
    severity: 'critical',
    summary: '{{ $labels.cluster }}: {{ $value }} problems more than have alerts of their own',
    description: 'Only the hundred worst are alerts. The Problems screen of castwatch has all of them.',
  },
] as const;

/** What stands in a template if this metric of the problem has a sample. */
function ifKnown(metric: string, text: string): string {
  const query = `printf "castwatch_${metric}{cluster=%q,problem=%q}" $labels.cluster $labels.problem | query`;
  return `{{ with ${query} }}${text}{{ end }}`;
}

const description = [
  '{{ $labels.title }}: {{ $labels.subject_kind }} {{ $labels.subject }}',
  '{{ if $labels.part }} ({{ $labels.part }}){{ end }}',
  ifKnown(
    'problem_value',
    '{{ with first . }}, {{ .Labels.figure }} {{ .Value | printf "%.4g" }}{{ if ne .Labels.unit "count" }} {{ .Labels.unit }}{{ end }}{{ end }}',
  ),
  ifKnown('problem_start_time_seconds', ', since {{ . | first | value | humanizeTimestamp }}'),
  ifKnown('problem_affected_viewers', ', {{ . | first | value | printf "%.0f" }} viewers'),
  '. See it: castwatch --open incident:{{ $labels.incident }}',
].join('');

/**
 * Prometheus alerts as YAML, one for each rule of triage; each problem is an alert with its object. castwatch's own
 * rules decide how long a problem must last, so the alerts have no further delay. `runbook`: URL of the instructions, in
 * which `{kind}` is replaced; by default the reference.
 */
export function alertRules(runbook?: string): string {
  const own = ownAlerts.map(({ kind, expr, for: delay, severity, summary, description }) => ({
    alert: alertName(kind),
    expr,
    for: delay,
    labels: { severity },
    annotations: { summary, description, runbook_url: runbookOf(kind, runbook) },
  }));
  const rules = ruleNames.map((name) => ({
    alert: alertName(name),
    expr: `castwatch_problem_info{rule="${name}",severity=~"critical|warning"} == 1`,
    labels: { severity: '{{ $labels.severity }}' },
    annotations: {
      summary: '{{ $labels.cluster }}: {{ $labels.title }}: {{ $labels.subject }}',
      description,
      runbook_url: runbookOf(name, runbook),
    },
  }));
  return stringify({ groups: [{ name: 'castwatch', rules: [...own, ...rules] }] }, { lineWidth: 0 });
}

/** `CastwatchServerHot` for `server-hot`. */
function alertName(kind: string): string {
  return `Castwatch${kind.split('-').map(capitalized).join('')}`;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
