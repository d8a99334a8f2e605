import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { alertRules } from '../../../src/cli/export/alert-rules.ts';
import { allRules } from '../../../src/triage/rules/index.ts';
import { metrics } from '../../../src/views/metrics/metrics.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const rules = (parse(alertRules()) as { groups: { name: string; rules: AlertRule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

test('each triage rule has an alert with a name that Prometheus accepts', () => {
  for (const { name } of allRules([])) {
    expect(rules.filter(({ expr }) => expr.includes(`rule="${name}"`))).toHaveLength(1);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^[A-Z][A-Za-z]+$/);
    expect(labels.severity).toBeTruthy();
    expect(annotations.summary).toBeTruthy();
  }
});

test('alerts use only exported metrics', () => {
  const problem = sampleProblem();
  const served = new Set(
    metrics(sampleState(), { ...calm, problems: [problem] }, sampleNow).map(({ name, type }) =>
      type === 'info' ? `${name}_info` : name,
    ),
  );
  served.add('castwatch_build_info');
  for (const { expr } of rules) expect(served).toContain(/castwatch_\w+/.exec(expr)?.[0]);
});
