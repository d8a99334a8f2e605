import { expect, test } from 'vitest';
import { foldServers, foldStreams } from '../../src/triage/fold.ts';
import { hitStreams } from '../../src/triage/hit-streams.ts';
import type { KindAndFacts } from '../../src/triage/kind-facts.ts';
import { beginningAt, type Problem, type ProblemMembers } from '../../src/triage/problem.ts';
import { atRisk, sampleProblem, sentenceOf, worded } from '../support/sample-problem.ts';
import { bare, bench, edge, START, server, stream } from './support.ts';

const HOT: KindAndFacts = { kind: 'server-hot', facts: { measures: [{ figure: 'cpu', used: 98 }] } };

/** An edge that became hot so many seconds after the start, with its viewers. */
const hot = (name: string, seconds: number, viewers = 10): Problem =>
  sampleProblem(
    {
      key: `server-hot:${name}`,
      subject: { kind: 'server', name },
      since: beginningAt(START + 1_000 * seconds, undefined),
      hit: { viewers: { lost: 0, degraded: viewers } },
    },
    HOT,
  );

const edges = [...'abcd'].map((name, n) => ({ ...edge(name, 1, 1), groupName: n < 3 ? 'EU' : 'US' }));
const origin = server('o', { applications: [{ name: 'live', type: 'origin' }] });
const state = { ...bench().state(), ...bare([...edges, origin])(START, 0) };
const fold = (problems: readonly Problem[], before?: Problem) =>
  foldServers(problems, state, () => before).problems;
const hotKeys = (problems: readonly Problem[], before?: Problem) =>
  fold(problems, before).map(({ key }) => key);

test('three edges that became hot together are one problem, with all of their viewers', () => {
  const [row, other] = fold([hot('a', 0), hot('b', 20), hot('d', 50)]);
  expect(other).toBeUndefined();
  expect(row).toMatchObject({
    key: 'server-hot:many/edge',
    subject: { kind: 'cluster' },
    hit: { viewers: { degraded: 30 } },
    folded: { count: 3 },
  });
  expect(sentenceOf(row)).toMatch(/3 servers became hot together: a, b, d; the worst: a: CPU 98%/);
  expect(fold([hot('a', 0), hot('b', 20), hot('c', 50)])[0]?.subject).toEqual({ kind: 'group', name: 'EU' });
});

test.each<[string, readonly Problem[]]>([
  ['two', [hot('a', 0), hot('b', 20)]],
  ['at different times', [hot('a', 0), hot('b', 20), hot('c', 100)]],
  ['of different roles', [hot('a', 0), hot('b', 20), hot('o', 30)]],
  [
    'one at the first look',
    [hot('a', 0), hot('b', 20), { ...hot('c', 30), since: { at: START, known: 'before' } }],
  ],
])('they have rows of their own: %s', (_, problems) => {
  expect(hotKeys(problems)).toEqual(problems.map(({ key }) => key));
});

test('most of all servers, whatever they do, are one problem', () => {
  const origins = ['o', 'p', 'q'].map((name) => ({ ...origin, serverName: name }));
  const all = { ...bench().state(), ...bare([...edges, ...origins])(START, 0) };
  const hotOnes = ['a', 'b', 'c', 'd', 'o', 'p'].map((name, n) => hot(name, 10 * n));
  const keysOf = (problems: readonly Problem[]) =>
    foldServers(problems, all, () => undefined).problems.map(({ key }) => key);
  expect(keysOf(hotOnes)).toEqual(['server-hot:many/all']);
  expect(keysOf(hotOnes.slice(0, 5))).toEqual(['server-hot:o', 'server-hot:many/edge']);
});

test('the row stays while two of its servers are hot', () => {
  const [before] = fold([hot('a', 0), hot('b', 20), hot('c', 50)]);
  expect(hotKeys([hot('a', 0), hot('b', 20)], before)).toEqual(['server-hot:many/edge']);
  expect(hotKeys([hot('a', 0)], before)).toEqual(['server-hot:a']);
});

const UNHEALTHY: KindAndFacts = { kind: 'stream-unhealthy', facts: { score: 5, viewers: 5 } };
const ZOMBIE: KindAndFacts = { kind: 'stream-zombie', facts: { stillFor: 60_000 } };
const FLAP: KindAndFacts = { kind: 'stream-flap', facts: { times: 3, within: 60_000, lastAgo: 0 } };

const sick = (
  streamKey: string,
  more: Partial<ProblemMembers> = {},
  kindAndFacts: KindAndFacts = UNHEALTHY,
  application: string | undefined = 'live',
): Problem =>
  sampleProblem(
    {
      key: `stream-unhealthy:${application}/${streamKey}`,
      severity: 'warning',
      subject: { kind: 'stream', id: streamKey, streamKey, application },
      hit: { ...atRisk(5), ...hitStreams([{ stream: stream({ streamKey, application }) }]) },
      ...more,
    },
    kindAndFacts,
  );
const live = { kind: 'application', name: 'live' } as const;
const many = { key: 'stream-zombie:many/live', subject: live, folded: { count: 40, first: [] } };
const MANY = sick('x', many, ZOMBIE);
const empty = bench().state();
const running = (...names: string[]) => ({
  ...empty,
  ...bare(names.map((name) => ({ ...edge(name, 1, 1), applications: [{ name: 'live' }] })))(START, 0),
});
const keys = (problems: readonly Problem[], state = empty, standing?: (key: string) => Problem | undefined) =>
  foldStreams(problems, state, undefined, standing).problems.map(({ key }) => key);

test('three streams of one place share a row; two do not, and streams without a place do not', () => {
  const three = [sick('a'), sick('b'), sick('c')];
  expect(keys(three)).toEqual(['streams:application/live']);
  expect(keys(three.slice(1))).toEqual(three.slice(1).map(({ key }) => key));
  const subject = { kind: 'stream', id: 's', streamKey: 's', application: undefined } as const;
  expect(keys(three.map((one) => ({ ...one, subject })))).toHaveLength(3);
  expect(keys([...three, sampleProblem({ key: 'hot' })])).toEqual(['hot', 'streams:application/live']);
  const many = Array.from({ length: 25 }, (_, n) => sick(`s${n}`));
  const { folded } = foldStreams(many, empty).problems[0] ?? {};
  expect([folded?.count, folded?.first.length]).toEqual([25, 20]);
});

test('the place is the only server that runs the application, otherwise the application', () => {
  const three = [sick('a'), sick('b'), sick('c')];
  expect(keys(three, running('edge-1'))).toEqual(['streams:server/edge-1']);
  expect(keys(three, running('edge-1', 'edge-2'))).toEqual(['streams:application/live']);
  expect(keys([sick('a'), MANY])).toEqual(['streams:application/live']);
  const server = { ...MANY, subject: { kind: 'server', name: 'edge-1' } } as const;
  expect(keys([sick('a'), server])).toHaveLength(2);
});

test('a row tells the number of each kind, who is affected, and when the first of them began', () => {
  const [row] = foldStreams(
    [
      sick('a', { since: beginningAt(500), noticedAt: 900, severity: 'critical' }),
      sick('b', { since: beginningAt(300), noticedAt: 700, hit: {} }),
      sick('c', { since: beginningAt(400), noticedAt: 800, key: 'stream-flap:live/c' }, FLAP),
    ],
    empty,
  ).problems;
  expect(worded(row)).toMatchObject({
    title: 'Streams in trouble',
    severity: 'critical',
    hit: { viewers: { lost: 0, degraded: 10 } },
    since: beginningAt(300),
    noticedAt: 700,
    folded: { count: 3 },
  });
  expect(sentenceOf(row)).toBe(
    'live: 2 unhealthy, 1 flapping: a, c, b; the worst: a on live has a health of 5',
  );
});

test('a row began before the first look when the first of its streams did', () => {
  const row = (...known: readonly ('before' | 'exact')[]) => {
    const all = known.map((how, index) => sick(`${index}`, { since: { at: index, known: how } }));
    return foldStreams(all, empty).problems[0]?.since.known;
  };
  expect(row('before', 'exact', 'exact')).toBe('before');
  expect(row('exact', 'before', 'exact')).toBe('exact');
});

test('a row keeps its title and time until the last of its streams is well', () => {
  const row: KindAndFacts = { kind: 'streams', form: 'stream-flap', facts: { counts: [] } };
  const before = sampleProblem({ key: 'streams:application/live', since: 1, noticedAt: 2 }, row);
  const standing = (key: string) => (key === before.key ? before : undefined);
  const { problems } = foldStreams([sick('a', { since: beginningAt(9) })], empty, undefined, standing);
  expect(worded(problems)).toMatchObject([
    { key: before.key, title: 'Streams flap', since: beginningAt(1), noticedAt: 2 },
  ]);
});

test('of the affected streams the missing ones come first, then those with the most viewers', () => {
  const track = (id: string, viewerCount: number) => ({ stream: stream({ id, streamKey: id, viewerCount }) });
  const [a, b, c] = [track('a', 5), track('b', 9), track('c', 1)];
  expect(hitStreams([])).toEqual({});
  const order = ({ streams }: ReturnType<typeof hitStreams>) =>
    streams?.first.map(({ id, isBack }) => `${id} ${isBack}`);
  expect(order(hitStreams([a, b, c]))).toEqual(['b undefined', 'a undefined', 'c undefined']);
  expect(order(hitStreams([a, b, c], [c]))).toEqual(['c false', 'b true', 'a true']);
  const many = hitStreams(Array.from({ length: 600 }, (_, index) => track(`${index}`, 1)));
  expect([many.streams?.count, many.streams?.first.length]).toEqual([600, 500]);
});

test('equal keys on two applications of a server are two streams', () => {
  const on = (application: string, streamKey: string) => sick(streamKey, {}, UNHEALTHY, application);
  const both = server('edge-1', { applications: [{ name: 'live' }, { name: 'low' }] });
  const state = { ...empty, ...bare([both])(START, 0) };
  const [row] = foldStreams([on('live', 'a'), on('low', 'a'), on('live', 'b')], state).problems;
  expect(row?.key).toBe('streams:server/edge-1');
  expect(row?.hit.streams).toMatchObject({
    count: 3,
    first: ['a', 'b', 'a'].map((streamKey) => ({ streamKey, viewers: 100 })),
  });
});

test('all streams count, also when only some of many are named', () => {
  const names = new Set(Array.from({ length: 40 }, (_, index) => `live/${index}`));
  const streamNames = (key: string) => (key === MANY.key ? names : undefined);
  const [row] = foldStreams([MANY, sick('7'), sick('a')], empty, streamNames).problems;
  expect(row?.hit.streams?.count).toBe(41);
});
