import { expect, test } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { Dashboard } from '../../../src/protocol/dashboard.ts';
import type { Severity } from '../../../src/triage/problem.ts';
import type { Finding, RuleInput } from '../../../src/triage/rule.ts';
import { plateau } from '../../../src/triage/rules/plateau.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { worded } from '../../support/sample-problem.ts';
import { bare, bench, START, server } from '../support.ts';

const empty = bench().state();

/** The finding for these loads while viewers stay level and the journal refuses some of them. */
function found(stats: Partial<Dashboard>, standing?: Severity): readonly Finding[] {
  const history = createHistory();
  for (const at of [START - 60_000, START])
    history.dashboard({ viewersStats: { total: { value: 500 } } }, at, 10_000, 0);
  const refusals = { count: 4, text: 'Viewer refused', first: START - 50_000 };
  const full = { serverStats: { outBandwidth: { usage: 100, cap: 100 } } };
  const state = { ...empty, history, ...bare([server('edge-1', full)], stats)(START, 0) };
  const context = { now: START, thresholds: t, active: () => standing };
  const facts = { state, journal: { refusals } };
  return plateau.evaluate(facts as unknown as RuleInput, context) as readonly Finding[];
}
const keys = (stats: Partial<Dashboard>, standing?: Severity) => found(stats, standing).map(({ key }) => key);
const viewers = (value: number | undefined, limit: number | null) => ({
  viewersStats: { total: { value, limit } },
});

test('viewers are refused where a limit of viewers or of outgoing traffic is full', () => {
  const full = { total: { value: t.limitCrit, limit: 100 } };
  expect(keys({ viewersStats: full })).toEqual(['plateau:viewers/cluster']);
  expect(keys({ outgoingTraffic: full })).toEqual(['plateau:out/cluster']);
  expect(keys({ streamStats: full, incomingTraffic: full, transcodeStats: full })).toEqual([]);
});

test('a limit is full from its critical threshold on, and until it is clearly lower', () => {
  expect(
    [keys(viewers(t.limitCrit - 1, 100)), keys(viewers(t.limitCrit, 100))].map(({ length }) => length),
  ).toEqual([0, 1]);
  const least = t.limitCrit - t.clearMargin;
  const standing = [least - 1, least].map((value) => keys(viewers(value, 100), 'critical').length);
  expect(standing).toEqual([0, 1]);
});

test.each([
  ['no limit', viewers(500, null)],
  ['a limit of 0, which is a problem of its own', viewers(500, 0)],
  ['no figure', viewers(undefined, 100)],
])('nobody is refused at %s', (_, stats) => {
  expect(keys(stats)).toEqual([]);
});

test('a group that is full is named, and follows from a full cluster', () => {
  const groups = [{ name: 'EU', value: 99, limit: 100 }];
  expect(worded(found({ viewersStats: { groups } }))).toMatchObject([
    {
      subject: { kind: 'group', name: 'EU' },
      reason:
        'viewers of EU at 99% of the limit; viewers stay at 500, 4 refusals in the journal: Viewer refused',
      hit: { viewers: { lost: 4 } },
      since: START - 50_000,
      within: ['limit-changed:viewers/EU', 'plateau:viewers/cluster', 'limit-changed:viewers/cluster'],
    },
  ]);
  expect(worded(found({ outgoingTraffic: { total: { value: 99, limit: 100 } } }))).toMatchObject([
    {
      subject: { kind: 'cluster' },
      reason: expect.stringMatching(/^outgoing traffic of the cluster at 99%/),
      within: ['limit-changed:out/cluster'],
    },
  ]);
});
