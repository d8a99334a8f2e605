import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ALERT_NAME, incidentLabels } from '../../../src/alerts/alert-labels.ts';
import { alertRules } from '../../../src/cli/export/alert-rules.ts';
import { exportedMetrics } from '../../../src/cli/help/man.ts';
import { alertFor, cluster } from '../../alerts/rig.ts';

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>;
}

const rulesOf = (alerts?: Parameters<typeof alertRules>[0]) =>
  (parse(alertRules(alerts)) as { groups: { name: string; rules: AlertRule[] }[] }).groups.flatMap(
    (group) => group.rules,
  );
const rules = rulesOf();

test('there is one alert of incidents for each severity that the configuration wants', () => {
  const severities = (own: typeof rules) =>
    own.filter(({ alert }) => alert === ALERT_NAME).map(({ labels }) => labels.severity);
  expect(severities(rules)).toEqual(['critical', 'warning']);
  expect(severities(rulesOf({ severity: 'critical' }))).toEqual(['critical']);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^Castwatch[A-Za-z]+$/);
    expect(labels.severity).toBeTruthy();
    expect(annotations.description).toMatch(/\.$/);
  }
});

test('the labels are those that record sends, and none of the scrape', () => {
  const [incident] = rules.filter(({ alert }) => alert === ALERT_NAME);
  const [, by = ''] = /^max by \((.+?)\)/.exec(incident?.expr ?? '') ?? [];
  const sent = incidentLabels(alertFor(), cluster);
  const labels = [...by.split(', '), ...Object.keys(incident?.labels ?? {})];
  expect(labels.sort()).toEqual(Object.keys(sent).sort());
});

test('instructions are an address of the configuration, or there are none', () => {
  for (const { annotations } of rules) expect(annotations).not.toHaveProperty('runbook_url');
  const instructed = rulesOf({ runbook: 'https://wiki.example.com/{kind}?from=alert' });
  const urls = instructed.map(({ annotations }) => annotations.runbook_url);
  expect(urls).toContain('https://wiki.example.com/absent?from=alert');
  expect(urls).toContain('https://wiki.example.com/{{ $labels.kind }}?from=alert');
});

test('alerts use only exported metrics', () => {
  const served = exportedMetrics().map(({ name }) => name);
  const asked = alertRules().match(/castwatch_\w+/g) ?? [];
  expect(asked.length).toBeGreaterThan(10);
  for (const metric of asked) expect(served).toContain(metric);
});
