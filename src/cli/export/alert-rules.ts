import { stringify } from 'yaml';
import { ALERT_NAME } from '../../alerts/alert-labels.ts';
import type { AlertSeverity } from '../../config/alerts.ts';
import type { AlertsFile } from '../../config/alerts-schema.ts';
import { severityRank } from '../../triage/rank.ts';

/** Alerts about castwatch's own data: while one is active, the absence of other alerts is not an all-clear. */
export const ownAlerts = [
  {
    kind: 'watchdog',
    expr: 'max by (cluster) (castwatch_up) >= 0',
    severity: 'none',
    summary: '{{ $labels.cluster }} is watched, and alerts arrive',
    description:
      'This alert always stands. A receiver that waits for it can call somebody when it stays away.',
  },
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
    // A cluster that cannot be reached is an incident, too; this one is not even asked.
    expr: 'max by (cluster) (castwatch_up{resource="dashboard"} == 0) unless on (cluster) castwatch_incident_info{kind=~"stale|session"}',
    for: '1m',
    severity: 'critical',
    summary: '{{ $labels.cluster }} does not answer castwatch',
    description:
      'What happens in {{ $labels.cluster }} is not known until it does. The reason: castwatch check, with the same profile.',
  },
  {
    kind: 'not-read',
    expr: 'max by (cluster, figure) (castwatch_figure_undecided) == 1',
    for: '5m',
    severity: 'warning',
    summary: '{{ $labels.cluster }}: castwatch cannot read {{ $labels.figure }}',
    description:
      'Problems of {{ $labels.figure }} in {{ $labels.cluster }} are not seen. castwatch check -v says what is missing.',
  },
] as const;

/** A metric of the incident, now or as it was last: an exporter that starts again takes no words away. */
const ofIncident = (metric: string) => {
  const samples = `castwatch_incident_${metric}{incident=%[1]q}`;
  return `printf "${samples} or last_over_time(${samples}[15m])" $labels.incident | query`;
};

/** What stands in a template if this metric of the incident has a sample, of which several exporters may have one each. */
const ifKnown = (metric: string, text: string) =>
  `{{ with ${ofIncident(metric)} }}{{ with first . }}${text}{{ end }}{{ end }}`;

const cause = '{{ .Labels.title }}: {{ .Labels.subject }}';
const annotations = {
  summary: `{{ $labels.cluster }}: ${ifKnown('info', cause)}`,
  description: [
    ifKnown('info', `${cause}{{ if .Labels.part }} ({{ .Labels.part }}){{ end }}`),
    ifKnown(
      'value',
      ', {{ .Labels.figure }} {{ if eq .Labels.unit "%" }}{{ .Value | printf "%.0f" }}{{ else }}{{ .Value | humanize }}{{ end }}{{ .Labels.unit }}',
    ),
    ifKnown('start_time_seconds', ', since {{ .Value | humanizeTimestamp }}'),
    ifKnown('affected_viewers', ', {{ .Value | humanize }} viewers'),
    ifKnown('affected_streams', ', {{ .Value | humanize }} streams'),
    '.',
  ].join(''),
  command: ifKnown('info', '{{ .Labels.command }}'),
  problems: `{{ range ${ofIncident('problem_info')} }}{{ .Labels.problem }} {{ end }}`,
};

/**
 * What has this severity, or had it when the exporter was started again: it must not say that all is over, which `record`
 * would contradict, until it had the time to find everything again.
 */
function standing(severity: AlertSeverity): string {
  const info = `castwatch_incident_info{severity="${severity}"}`;
  const before = `ALERTS{alertname="${ALERT_NAME}",severity="${severity}",alertstate="firing"}`;
  const unjudged =
    'unless on (incident) castwatch_incident_info unless on (cluster) (castwatch_judged_seconds > 90) and on (cluster) last_over_time(castwatch_up[5m])';
  return `max by (cluster, incident, kind, url) (${info} or ${before} ${unjudged}) == 1`;
}

/**
 * Prometheus alerts as YAML, one for each severity of incidents. Each incident is the alert that `record` sends to
 * Alertmanager, with equal labels; castwatch's own rules decide how long it must last. The least severity and the URL of
 * instructions, in which `{kind}` is replaced, are those of the configuration.
 */
export function alertRules(alerts: AlertsFile = {}): string {
  const { runbook, alertmanager, severity: least = 'warning' } = alerts;
  const instructions = (kind: string) =>
    runbook === undefined ? {} : { runbook_url: runbook.replaceAll('{kind}', kind) };
  const own = ownAlerts.map(({ kind, expr, severity, summary, description, ...rest }) => ({
    alert: `Castwatch${kind.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    expr,
    ...rest,
    labels: { severity },
    annotations: { summary, description, ...instructions(kind) },
  }));
  const rules = (['critical', 'warning', 'info'] as const)
    .filter((severity) => severityRank[severity] >= severityRank[alertmanager?.severity ?? least])
    .map((severity) => ({
      alert: ALERT_NAME,
      expr: standing(severity),
      labels: { severity },
      annotations: { ...annotations, ...instructions('{{ $labels.kind }}') },
    }));
  return stringify({ groups: [{ name: 'castwatch', rules: [...own, ...rules] }] }, { lineWidth: 0 });
}
