import type { Unit } from '../triage/facts.ts';
import { incidentId } from '../triage/incidents/incident-id.ts';
import { gauge, labelText, type Metric } from '../views/metrics/metric.ts';
import type { IncidentAlert, WatchedCluster } from './incident-alert.ts';

/** The name of every alert about an incident, whatever its cause: that is its label `kind`. */
export const ALERT_NAME = 'CastwatchIncident';

/**
 * The labels that identify an alert. Alertmanager takes alerts with equal ones as the same, so those of all senders of a
 * cluster and of the rules for Prometheus are equal, and nothing in them changes while the incident lasts but its severity.
 */
export function incidentLabels({ id, kind, severity }: IncidentAlert, { name, url }: WatchedCluster) {
  return { cluster: labelText(name), incident: id, kind, severity, url: labelText(url) };
}

/** Most problems of an incident that are listed; ids of 12 characters. */
const MOST_PROBLEMS = 50;
const MOST_SERIES = 500;

/** The ids of its problems, the cause first: who began to watch later may know the incident by another one. */
export function problemIds({ keys }: IncidentAlert, { url }: WatchedCluster): readonly string[] {
  return keys.slice(0, MOST_PROBLEMS).map((key) => incidentId(url, key));
}

/** The standing incidents as metrics, for the rules and the dashboard; `cluster` is a label of every metric there. */
export function incidentMetrics(alerts: readonly IncidentAlert[], watched: WatchedCluster): Metric[] {
  const rows = alerts.map((alert) => {
    const { cluster: _, ...labels } = incidentLabels(alert, watched);
    const { words, problem } = alert;
    const title = labelText(problem?.title ?? alert.kind);
    return { labels: { ...labels, title, subject: labelText(words.culprit), part: words.part }, alert };
  });
  const each = (value: (alert: IncidentAlert) => number | undefined) =>
    rows.map(({ labels, alert }) => ({ labels, value: value(alert) }));
  const info = (name: string, help: string, samples: Parameters<typeof gauge>[2]): Metric => ({
    ...gauge(name, help, samples),
    type: 'info',
  });
  return [
    info(
      'incident',
      'A standing incident, of the two hundred worst, with the labels of its alert.',
      rows.map(({ labels, alert }) => ({ labels: { ...labels, command: alert.words.command }, value: 1 })),
    ),
    info(
      'incident_problem',
      'Ids of the problems of an incident.',
      alerts
        .flatMap((alert) => problemIds(alert, watched).map((problem) => ({ incident: alert.id, problem })))
        .slice(0, MOST_SERIES)
        .map((labels) => ({ labels, value: 1 })),
    ),
    gauge(
      'incident_start_time_seconds',
      'When the incident began, Unix time.',
      each(({ since }) => since / 1000),
      'seconds',
    ),
    gauge(
      'incident_affected_viewers',
      'Viewers whom the incident concerns; no sample where nobody knows.',
      each(({ size }) => size.viewers),
    ),
    gauge(
      'incident_affected_streams',
      'Streams that the incident concerns; no sample where nobody knows.',
      each(({ size }) => size.streams),
    ),
    gauge(
      'incident_value',
      'The figure that decides about the cause, in the unit of its label, as the screens have it.',
      rows.flatMap(({ labels, alert: { problem } }) => {
        const { figure, unit: own, value } = problem?.measure ?? {};
        if (figure === undefined || own === undefined || value == null) return [];
        const [unit, times] = units[own];
        return [{ labels: { ...labels, figure, unit }, value: value * times }];
      }),
    ),
  ];
}

/** The unit of a figure on the screens, before which a prefix can stand, and its factor. */
const units: Readonly<Record<Unit, readonly [string, number]>> = {
  percent: ['%', 1],
  'bytes/s': ['bit/s', 8],
  count: ['', 1],
  score: ['', 1],
  ms: ['s', 1 / 1000],
  'per minute': [' a minute', 1],
};
