import { expect, test } from 'vitest';
import type { Resource } from '../../../src/cluster/state.ts';
import type { Severity } from '../../../src/triage/problem.ts';
import type { Finding, Rule, RuleInput } from '../../../src/triage/rule.ts';
import { isDoubtful } from '../../../src/triage/rules/servers.ts';
import { topologyDoubt } from '../../../src/triage/rules/topology-doubt.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { worded } from '../../support/sample-problem.ts';
import { bench, record, START, server } from '../support.ts';

const empty = bench().state();

function evaluate(rule: Rule, state: object, standing?: Severity) {
  const facts = { state: { ...empty, ...state }, streams: { tracks: new Map() } };
  const context = { now: START, thresholds: t, active: () => standing };
  return rule.evaluate(facts as unknown as RuleInput, context);
}

test('an empty topology is in doubt, with or without a topology in the dashboard', () => {
  const list = (updatedAt: number, value: object | undefined) =>
    ({ ...empty.topology, updatedAt, value }) as Resource<never>;
  const doubt = (dashboard: object | undefined) =>
    isDoubtful({
      state: { ...empty, dashboard: list(START, dashboard), topology: list(START - 1, { topology: [] }) },
    } as unknown as RuleInput);
  expect([doubt({}), doubt({ topology: [] }), doubt({ topology: [server('a')] })]).toEqual([
    'empty',
    'empty',
    undefined,
  ]);
});

test.each([
  [true, 'Topology is a mockup', /^the server reports mockupEnabled/],
  [false, 'Topology is empty', /^the server lists no servers at all; 1 server was there before; doubted/],
])('a doubted topology with mock-up mode %s says why', (mockupEnabled, title, reason) => {
  const topology = { ...empty.topology, updatedAt: START, value: { topology: [], mockupEnabled } };
  const servers = [record(server('a'), START)];
  expect(worded(evaluate(topologyDoubt, { servers, topology }) as readonly Finding[])).toMatchObject([
    { title, reason: expect.stringMatching(reason) },
  ]);
});
