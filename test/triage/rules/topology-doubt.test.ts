import { expect, test } from 'vitest';
import type { Resource } from '../../../src/cluster/state.ts';
import { isDoubtful } from '../../../src/triage/rules/servers.ts';
import { topologyDoubt } from '../../../src/triage/rules/topology-doubt.ts';
import { worded } from '../../support/sample-problem.ts';
import { factsOf, findingsOf } from '../evaluate-rule.ts';
import { bench, record, START, server } from '../support.ts';

const empty = bench().state();

test('an empty topology is in doubt, with or without a topology in the dashboard', () => {
  const list = (updatedAt: number, value: object | undefined) =>
    ({ ...empty.topology, updatedAt, value }) as Resource<never>;
  const topology = list(START - 1, { topology: [] });
  const doubt = (dashboard: object) =>
    isDoubtful(factsOf({ state: { dashboard: list(START, dashboard), topology } }));
  expect([doubt({}), doubt({ topology: [] })]).toEqual(['empty', 'empty']);
  expect(doubt({ topology: [server('a')] })).toBeUndefined();
});

test.each([
  [true, 'Topology is a mockup', /^the server reports mockupEnabled/],
  [false, 'Topology is empty', /^the server lists no servers at all; 1 server was there before; doubted/],
])('a doubted topology with mock-up mode %s says why', (mockupEnabled, title, reason) => {
  const topology = { ...empty.topology, updatedAt: START, value: { topology: [], mockupEnabled } };
  const servers = [record(server('a'), START)];
  expect(worded(findingsOf(topologyDoubt, { state: { servers, topology } }))).toMatchObject([
    { title, reason: expect.stringMatching(reason) },
  ]);
});
