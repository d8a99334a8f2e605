import { expect, test } from 'vitest';
import { createClusterStore } from '../../src/cluster/store.ts';
import type { KindAndFacts } from '../../src/triage/kind-facts.ts';
import { nameOf, type Severity } from '../../src/triage/problem.ts';
import type { CommonPlace, Finding, Rule, RuleInput, Verdict } from '../../src/triage/rule.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import { foldMany } from '../../src/triage/together.ts';
import { atRisk, sentenceOf, worded } from '../support/sample-problem.ts';
import { bare, server, stream, swept } from './support.ts';

const rule = { name: 'stream-zombie', together: true, inputs: ['stream list'] };
const empty = createClusterStore({ name: 'test', url: 'http://127.0.0.1' }).getState();
const sweptTo = (truncated: boolean) => {
  const value = { items: new Map(), truncated };
  return { state: { ...empty, streamSweep: { ...empty.streamSweep, value } } } as unknown as RuleInput;
};
const MOST = 3;
const ZOMBIE: KindAndFacts = { kind: 'stream-zombie', facts: { stillFor: 60_000 } };

function sick(
  streamKey: string,
  application?: string,
  viewers?: number,
  severity: Severity = 'warning',
): Finding {
  const subject = { kind: 'stream', id: streamKey, streamKey, application } as const;
  const key = `stream-zombie:${application}/${streamKey}`;
  return { ...ZOMBIE, key, severity, subject, hit: atRisk(viewers) };
}
const many = (count: number, application?: string) =>
  Array.from({ length: count }, (_, index) => sick(`${application}${index}`, application));
const folded = (verdicts: readonly Verdict[], of: object = rule, common?: CommonPlace, truncated = false) =>
  foldMany({ ...of, placeOf: () => common } as unknown as Rule, verdicts, sweptTo(truncated), {
    ...defaultThresholds,
    manyAt: MOST,
  }) as readonly Finding[];
/** The rows: the findings that are not within another one. */
const rows = (verdicts: readonly Verdict[]) => {
  const all = folded(verdicts);
  const keys = new Set(all.map(({ key }) => key));
  return all.filter((one) => !one.within?.some((key) => keys.has(key))).map(({ key }) => key);
};

const unmeasured = { key: 'stream-zombie:x', unmeasured: true } as const;

test.each<[string, readonly Verdict[], readonly string[]]>([
  ['as many as have rows of their own', many(3, 'live'), ['live/live0', 'live/live1', 'live/live2']],
  ['more, of one application', many(4, 'live'), ['many/live']],
  ['more, of two', [...many(4, 'live'), ...many(4, 'vod')], ['many/live', 'many/vod']],
  [
    'more of one, and some of another',
    [...many(4, 'live'), ...many(2, 'vod')],
    ['many/live', 'vod/vod0', 'vod/vod1'],
  ],
  ['more rows than allowed', [...many(4, 'live'), ...many(3, 'vod')], ['many']],
  ['more, of no application', many(4), ['many']],
  ['fewer, as some were not measured', [...many(2, 'live'), unmeasured], ['live/live0', 'live/live1', 'x']],
])('too many findings share one row: %s', (_, verdicts, expected) => {
  expect(rows(verdicts)).toEqual(expected.map((key) => `stream-zombie:${key}`));
});

test('copies of a stream are one, counted and named once; equal keys that are published on two applications are two', () => {
  const on = (type: string) => (name: string) => server(name, { applications: [{ name, type }] });
  const servers = [...['eu', 'us', 'asia'].map(on('edge')), ...['live', 'vod'].map(on('origin'))];
  const published = ['news', 'sport'].map((streamKey) => stream({ id: streamKey, streamKey }));
  const state = { ...empty, ...bare(servers)(0, 0), ...swept(published)(0, 0) };
  const rowOf = (findings: readonly Finding[]) => {
    const thresholds = { ...defaultThresholds, manyAt: MOST };
    return foldMany(rule as unknown as Rule, findings, { state } as unknown as RuleInput, thresholds)[0];
  };
  const both = (application: string) => [sick('news', application), sick('sport', application)];
  expect(rowOf(['eu', 'us', 'asia'].flatMap(both))).toMatchObject({
    folded: { count: 2, first: [{ subject: { streamKey: 'news' } }, { subject: { streamKey: 'sport' } }] },
  });
  expect(rowOf(['live', 'vod'].flatMap(both))).toMatchObject({ folded: { count: 4 } });
});

test('a value that was not measured stays unknown in a shared row', () => {
  expect(folded([...many(4, 'live'), unmeasured])[0]).toBe(unmeasured);
  expect(folded([...many(7, 'live'), ...many(4), unmeasured])[0]).toBe(unmeasured);
});

test('a rule without shared rows keeps its findings', () => {
  expect(folded(many(9, 'live'), { name: 'stream-zombie' })).toHaveLength(9);
});

test('the worst findings come first, by severity and then viewers, and their viewers are counted together', () => {
  const all = [
    sick('few', 'live', 5),
    sick('unknown', 'live'),
    sick('most', 'live', 90),
    sick('bad', 'live', 1, 'critical'),
    sick('worst', 'live', 2, 'critical'),
  ];
  const [whole, ...singles] = folded(all);
  expect(worded(whole)).toMatchObject({
    key: 'stream-zombie:many/live',
    severity: 'critical',
    subject: { kind: 'application', name: 'live' },
    reason: expect.stringMatching(
      /^5 streams .* no data: worst, bad, most and 2 more; the worst: worst on live is/,
    ),
    hit: atRisk(98),
    figure: 5,
  });
  expect(singles.map(({ subject }) => nameOf(subject))).toEqual(['worst', 'bad', 'most', 'few', 'unknown']);
  expect(folded(many(4, 'live'))[0]?.hit?.viewers).toBeUndefined();
});

test('the twenty worst of very many are kept, and all are counted', () => {
  const [whole, ...singles] = folded(many(50, 'live'));
  expect([whole?.folded?.count, whole?.folded?.first.length, singles.length]).toEqual([50, 20, 20]);
  expect(whole?.streamNames?.size).toBe(50);
  expect(whole?.folded?.first.every(({ parent }) => parent === whole.key)).toBe(true);
});

test.each([
  [40, 0, ['parted:in/streams']],
  [39, 1, ['parted:in/streams']],
  [30, 10, []],
])('%i of them are within something, %i are not: the row of all', (inside, outside, within) => {
  const causes = (n: number) => ['parted:in/streams', `own:${n}`];
  const explained = many(inside, 'live').map((one, n) => ({ ...one, within: causes(n) }));
  const others = many(inside + outside, 'live').slice(inside);
  const [row] = folded([...others, ...explained]).filter(({ key }) => key === 'stream-zombie:many/live');
  expect(row?.within).toEqual(within);
});

test('findings of several applications that have a server in common share the row of that server', () => {
  const verdicts = [...many(2, 'live'), ...many(2, 'vod'), ...many(1, 'news')];
  const server = { kind: 'server', name: 'origin-1' } as const;
  const all = folded(verdicts, rule, { subject: server, applications: ['live', 'vod'] });
  expect(all.map(({ key, subject, within }) => [key, nameOf(subject), within])).toEqual([
    ['stream-zombie:many', 'origin-1', []],
    ...['live0', 'live1', 'vod0', 'vod1'].map((name) => [
      `stream-zombie:${name.slice(0, -1)}/${name}`,
      name,
      ['stream-zombie:many'],
    ]),
    ['stream-zombie:news/news0', 'news0', undefined],
  ]);
});

test('of a list that is read in part, a row says how many there are at least', () => {
  const said = (truncated: boolean) => sentenceOf(folded(many(5, 'live'), rule, undefined, truncated)[0]);
  expect(said(true)).toMatch(/^at least 5 streams are .*: live0, live1, live2 and at least 2 more/);
  expect(said(false)).toMatch(/^5 streams are .*: live0, live1, live2 and 2 more/);
});
