import { expect, test } from 'vitest';
import type { Server } from '../../../src/protocol/topology.ts';
import type { Outage, OutageIncident } from '../../../src/triage/memory/outages.ts';
import { viewersHit } from '../../../src/triage/problem.ts';
import { aftermathOf } from '../../../src/triage/rules/aftermath.ts';
import { serverGone } from '../../../src/triage/rules/server-gone.ts';
import { aftermathClauses } from '../../../src/views/problems/words-servers.ts';
import { sentenceOf, worded } from '../../support/sample-problem.ts';
import { context, findingsOf } from '../evaluate-rule.ts';
import { bench, byKey, edge, record, START, server, stream, trackOf } from '../support.ts';

const empty = bench().state();
const NOW = START + 60_000;

function outage(of: Server, backAt?: number): Outage {
  const gone = record(of, START, { misses: 3, goneSince: START });
  return { record: gone, first: gone, times: 1, flapsSince: START, since: START, backAt, drained: 0 };
}

function incident(outages: readonly Outage[], more: Partial<OutageIncident> = {}): OutageIncident {
  return {
    group: 'EU',
    since: START,
    outages,
    lost: byKey([]),
    missing: [],
    lookedAt: undefined,
    viewers: { before: undefined, lowest: undefined, now: undefined },
    pace: 0,
    share: 1,
    ...more,
  };
}

function verdicts(incidents: readonly OutageIncident[], state: object = {}) {
  const gone = incidents.flatMap(({ outages }) => outages.map((one) => one.record));
  const facts = { state: { servers: gone, ...state }, outages: { incidents } };
  return findingsOf(serverGone, facts, context({ now: NOW }));
}
const [news, sport] = [
  trackOf(stream({ streamKey: 'news', viewerCount: 100 }), START),
  trackOf(stream({ streamKey: 'sport', viewerCount: 40 }), START),
];
const lost = byKey([news, sport]);
const away = outage(edge('edge-1', 100, 1e7));
const back = outage(edge('edge-2', 100, 1e7), NOW);

const both = { lost, missing: [news, sport] };
const viewersNow = (lowest: number, now: number) => ({ viewers: { before: 500, lowest, now } });

test.each<[string, Partial<OutageIncident>, string]>([
  ['nothing is known to be missing', {}, ''],
  ['all are there again', { lost, lookedAt: NOW }, '; all 2 streams are back; 175 viewers lost'],
  ['none is back', { ...both, lookedAt: NOW }, '; missing: news, sport; 175 viewers lost'],
  [
    'one is back',
    { lost, missing: [sport], lookedAt: NOW },
    '; 1 of 2 streams are back, still missing: sport (40 viewers); 175 viewers lost',
  ],
  [
    'last swept before a server was back',
    { ...both, outages: [away, back], lookedAt: NOW - 1 },
    '; not checked again yet: news, sport; 175 viewers lost',
  ],
  [
    'swept at the moment of its return',
    { ...both, outages: [back], lookedAt: NOW },
    '; missing: news, sport; 175 viewers lost',
  ],
  ['as many viewers as before', viewersNow(500, 500), '; the others took over its viewers'],
  ['some viewers are back', viewersNow(420, 450), '; the cluster lost 80 viewers, 30 came back'],
  ['more viewers than before', viewersNow(420, 900), '; the cluster lost 80 viewers, 80 came back'],
  ['none of the viewers are back', viewersNow(420, 400), '; the cluster lost 80 viewers'],
])('the sentence about lost streams and viewers: %s', (_, more, words) => {
  const after = aftermathOf(incident([away], more), more.viewers ? 100 : 0);
  expect(aftermathClauses(after).join('')).toBe(words);
});

test('the lost viewers are never more than watched there', () => {
  const cutOff = (there: number) => aftermathOf(incident([away], viewersNow(100, 100)), there).viewers?.hit;
  expect([cutOff(90), cutOff(0)]).toEqual([90, undefined]);
});

test('servers that vanish together share a sentence about what they carried, with a row for each', () => {
  const origin = (name: string, count: number) =>
    outage(server(name, { clusterManager: true, applications: [{ name: 'live', streams: { count } }] }));
  const outages = [origin('a', 3), origin('b', 9), origin('c', 5), origin('d', 0), origin('e', 0)];
  const other = record(server('cm', { clusterManager: true }), NOW);
  const [whole, ...parts] = verdicts([incident(outages)], { servers: [other] });
  // All of them have the same streams: without their names, the largest number counts.
  expect(sentenceOf(whole)).toBe(
    '5 servers of EU went missing together: a, b, c, d and 1 more; they had 9 streams, the role of a cluster manager',
  );
  expect(parts.map(({ key }) => key)).toEqual([...'abcde'].map((name) => `server-gone:${name}`));
  expect(new Set(parts.map(({ within }) => within?.[0]))).toEqual(new Set(['server-gone:group/EU']));
});

test('more than five outages are one problem that names the worst', () => {
  const incidents = [10, 60, 50, 40, 30, 20].map((viewers, index) =>
    incident([outage(edge(`edge-${index}`, viewers, 1e7))], { group: `group ${index}` }),
  );
  const [whole, ...parts] = verdicts(incidents);
  expect(worded(whole)).toMatchObject({
    key: 'server-gone:many',
    severity: 'critical',
    reason: expect.stringMatching(/^6 outages at once; the worst: edge-1 is missing/),
    hit: { viewers: { lost: 60 } },
    folded: { count: 6 },
  });
  expect(parts.map(({ within }) => within?.[0])).toEqual(Array(6).fill('server-gone:many'));
  const idle = incidents.map((one, index) => ({ ...one, outages: [outage(server(`s${index}`))] }));
  expect(viewersHit(verdicts(idle)[0]?.hit)).toBeUndefined();
});

test('a manager that vanishes is reported as a server, the last manager as "no manager at all"', () => {
  const managing = (name: string) => server(name, { clusterManager: true });
  const gone = outage(managing('cm-1'));
  const said = (...others: readonly Server[]) =>
    verdicts([incident([gone])], { servers: [gone.record, ...others.map((one) => record(one, NOW))] }).map(
      (verdict) => (verdict.unmeasured ? `${verdict.key} ?` : sentenceOf(verdict)),
    );
  expect(said(managing('cm-2'))[0]).toMatch(/; it had the role of a cluster manager$/);
  expect(said(server('edge-1'))).toEqual(['server-gone:cm-1 ?']);
});

test('no server counts as gone while the topology is in doubt', () => {
  const mockup = { topology: { ...empty.topology, value: { topology: [], mockupEnabled: true } } };
  expect(verdicts([incident([away])], mockup)).toEqual([{ key: 'server-gone:edge-1', unmeasured: true }]);
});
