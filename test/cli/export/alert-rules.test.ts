import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { alertRules } from '../../../src/cli/export/alert-rules.ts';
import { allRules } from '../../../src/triage/rules/index.ts';
import { metrics } from '../../../src/views/metrics/metrics.ts';
import { calm } from '../../support/fake-services.ts';
import { atRisk, sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>;
}

const rulesOf = (runbook?: string) =>
  (parse(alertRules(runbook)) as { groups: { name: string; rules: AlertRule[] }[] }).groups.flatMap(
    (group) => group.rules,
  );
const rules = rulesOf();

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

test('each alert names its instructions: a line of the reference, or the configured URL', () => {
  const reference = readFileSync(resolve(import.meta.dirname, '../../../src/reference.md'), 'utf8');
  for (const { annotations } of rules) {
    const [program, page, section = '', kind] = annotations.runbook_url.split(', ');
    expect([program, page]).toEqual(['castwatch', 'src/reference.md']);
    expect(reference).toContain(`## ${section.replace('section ', '')}\n`);
    expect(reference).toContain(`<a id="${kind}"></a>`);
    expect(annotations.description).toMatch(/\.$|incident \}\}$/);
  }
  const [own] = rulesOf('https://wiki.example.com/{kind}?from=alert');
  expect(own?.annotations.runbook_url).toBe('https://wiki.example.com/absent?from=alert');
});

test('alerts use only exported metrics', () => {
  const problem = {
    ...sampleProblem({ hit: atRisk(40) }),
    measure: { figure: 'cpu', unit: 'percent', value: 97, trend: 'rising' } as const,
  };
  const served = new Set(
    metrics(sampleState(), { ...calm, problems: [problem] }, sampleNow).map(({ name, type }) =>
      type === 'info' ? `${name}_info` : name,
    ),
  );
  served.add('castwatch_build_info');
  for (const { expr, annotations } of rules) {
    for (const [metric] of `${expr} ${annotations.description}`.matchAll(/castwatch_\w+/g)) {
      expect(served).toContain(metric);
    }
  }
});
