import { expect, test } from 'vitest';
import { streamKeys } from '../../src/triage/hit-streams.ts';
import type { LimitClimb } from '../../src/triage/memory/climbs.ts';
import type { StreamMemory } from '../../src/triage/memory/streams.ts';
import { remember, worstMoments } from '../../src/triage/past.ts';
import { withFewerRenditions } from '../../src/triage/renditions.ts';
import type { Context, Finding, Rule, RuleInput } from '../../src/triage/rule.ts';
import { climbFacts, isNearing } from '../../src/triage/rules/climbing.ts';
import { edgeDelivery } from '../../src/triage/rules/edge-delivery.ts';
import { groupShort } from '../../src/triage/rules/group-short.ts';
import { journalStorm } from '../../src/triage/rules/journal-storm.ts';
import { serverHot } from '../../src/triage/rules/server-hot.ts';
import { session } from '../../src/triage/rules/session.ts';
import { stale } from '../../src/triage/rules/stale.ts';
import { streamFlap } from '../../src/triage/rules/stream-flap.ts';
import { transcoders } from '../../src/triage/rules/transcoders.ts';
import { serversSample } from '../../src/triage/samples.ts';
import { defaultThresholds as t } from '../../src/triage/thresholds.ts';
import { climbClauses } from '../../src/views/problems/clauses.ts';
import { atRisk, sampleProblem, sentenceOf, worded } from '../support/sample-problem.ts';
import { bare, bench, byKey, edge, START, server, stream, trackOf } from './support.ts';

const empty = bench().state();
const context = (more: Partial<Context> = {}): Context => ({
  now: START,
  thresholds: t,
  active: () => undefined,
  ...more,
});
const standing = context({ active: () => 'warning' });
/** What a rule says of facts that hold only what it reads. */
const evaluate = (rule: Rule, facts: object, how = context()) =>
  rule
    .evaluate(facts as RuleInput, how)
    .map((verdict) => (verdict.unmeasured ? `${verdict.key} ?` : sentenceOf(verdict)));

test('a climb is a problem before its end where it is fast and near; while it stands, until it is twice as slow or far', () => {
  const climb = (perMinute: number, away: number, since = START - 3_600_000): LimitClimb => ({
    since,
    perMinute,
    used: 50,
    full: 100,
    fullAt: START + away,
  });
  const near = (of: LimitClimb | undefined, active?: 'warning') => isNearing(of, context(), active);
  expect([near(climb(t.climbSlope, 1)), near(climb(t.climbSlope * 0.99, 1)), near(undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([
    near(climb(t.climbSlope / 2, 1), 'warning'),
    near(climb(t.climbSlope * 0.49, 1), 'warning'),
  ]).toEqual([true, false]);
  expect([near(climb(99, t.climbHorizon)), near(climb(99, t.climbHorizon + 1))]).toEqual([true, false]);
  expect([
    near(climb(99, 2 * t.climbHorizon), 'warning'),
    near(climb(99, 2 * t.climbHorizon + 1), 'warning'),
  ]).toEqual([true, false]);
  const young = START - 10_000;
  expect([
    near(climb(99, 10_000 * t.climbReach, young)),
    near(climb(99, 10_000 * t.climbReach + 1, young)),
  ]).toEqual([true, false]);
});

test.each([
  [{ perMinute: 9.94, full: 100, fullAt: START + 59_999 }, ', +9.9%/min, full in under a minute'],
  [{ perMinute: 9.95, full: 97, fullAt: START + 60_000 }, ', +10%/min, 97% in about 1 min'],
  [{ perMinute: 1, full: 100, fullAt: START + 3_600_000 }, ', +1.0%/min, full in about 1h 00m'],
  [{ perMinute: 1, full: 100, fullAt: START }, ''],
])('%j reads %j', (climb, words) => {
  expect(climbClauses(climbFacts({ since: 0, used: 1, ...climb }, START)).join('')).toBe(words);
});

test('an edge that sends almost nothing, or far less than usual, to viewers who stay', () => {
  const [record] = bare([edge('edge-1', 1, 1)])(START, 0).servers ?? [];
  if (!record) throw new Error('no server');
  const said = (track: object, how = context(), misses = 0) =>
    evaluate(
      edgeDelivery,
      {
        state: { ...empty, servers: [{ ...record, misses }] },
        edges: {
          tracks: new Map([['edge-1', { viewers: 100, out: 1e8, usual: 1e6, usualViewers: 100, ...track }]]),
        },
      },
      how,
    );
  expect(said({})).toEqual([]);
  expect(said({ out: 100 * t.edgeSilent - 1 })[0]).toMatch(/^edge-1 has 100 viewers but sends/);
  expect(said({ out: 100 * t.edgeSilent, usual: t.edgeSilent })).toEqual([]);
  expect(said({ out: 1e6 * t.edgeFallen - 1 })[0]).toMatch(/^edge-1 delivers/);
  expect(said({ out: 1e6 * t.edgeFallen })).toEqual([]);
  expect(said({ out: 1e6 * t.edgeFallen }, standing)).toHaveLength(1);
  expect(said({ viewers: t.edgeViewers - 1, out: 0 })).toEqual([]);
  const few = { viewers: 79, out: 79 * 1e4 * (t.edgeFallen - 1) };
  expect([said(few), said({ ...few, viewers: 80 })].map(({ length }) => length)).toEqual([0, 1]);
  expect([said({ ...few, viewers: 80, usual: undefined }), said({ ...few, viewers: 80, usual: 0 })]).toEqual([
    [],
    [],
  ]);
  expect(said({ out: 0 }, context(), 1)).toEqual(['edge-delivery:edge-1 ?']);
});

test('a hot server that misses a poll is neither hot nor fine; one that is gone is no server', () => {
  const [record] = bare([server('edge-1', { serverStats: { cpuUsage: 99 } })])(START, 0).servers ?? [];
  const said = (more: object) =>
    evaluate(serverHot, {
      state: { ...empty, servers: [{ ...record, ...more }] },
      climbs: { climbs: new Map() },
      surge: {},
    });
  expect(said({})).toEqual(['edge-1: CPU 99%']);
  expect(said({ misses: 1 })).toEqual(['server-hot:edge-1 ?']);
  expect(said({ misses: 3, goneSince: START })).toEqual([]);
});

test('a group is short where it has fewer of a role than it wants; a role that no server shows cannot be counted', () => {
  const said = (role: string, limit: number | null, gone: readonly string[] = []) => {
    const appGroupStats = { [role]: { groups: [{ name: 'EU', limit }] } };
    const state = { ...empty, ...bare([edge('a', 1, 1), edge('b', 1, 1)], { appGroupStats })(START, 0) };
    const servers = state.servers.map((one) =>
      gone.includes(one.name) ? { ...one, misses: 3, goneSince: START } : one,
    );
    return evaluate(groupShort, { state: { ...state, servers } });
  };
  expect(said('edge', 3)).toEqual(['EU has 2 of 3 edge applications']);
  expect([said('edge', 2), said('edge', 0), said('edge', null), said('feed', 3)]).toEqual([[], [], [], []]);
  expect(said('edge', 2, ['b'])).toEqual(['EU has 1 of 2 edge applications; b gone']);
});

test('a storm is many times the usual, and stands until half of its figure', () => {
  const said = (lastMinute: number, usual: number | undefined, how = context()) =>
    evaluate(
      journalStorm,
      { journal: { rates: new Map([['x', { lastMinute, usual, denseSince: START }]]) } },
      how,
    );
  const many = t.stormPerMinute;
  const usual = many / t.stormTimes;
  expect(said(many, usual)[0]).toMatch(/; usually/);
  expect([said(many - 1, 0), said(many, usual + 1)]).toEqual([[], []]);
  expect(said(many, undefined)[0]).not.toMatch(/usual/);
  expect(said(many, undefined, context({ isOneLook: true }))).toEqual([]);
  expect(
    [said(many / 2, many, standing), said(many / 2 - 1, many, standing)].map(({ length }) => length),
  ).toEqual([1, 0]);
  expect(said(many, many, standing)[0]).not.toMatch(/usual/);
});

test('the worst moment of a problem is its severity, then its viewers, the first of equal ones', () => {
  const at = (severity: 'critical' | 'warning', viewers?: number) =>
    sampleProblem({ severity, hit: atRisk(viewers) });
  const worst = (before: ReturnType<typeof at>, now: ReturnType<typeof at>) =>
    [...worstMoments(new Map([[before.key, before]]), [now]).values()][0] === now;
  expect([worst(at('warning'), at('critical')), worst(at('critical', 1), at('warning', 9))]).toEqual([
    true,
    false,
  ]);
  expect([
    worst(at('warning', 5), at('warning', 6)),
    worst(at('warning', 5), at('warning', 5)),
    worst(at('warning'), at('warning')),
  ]).toEqual([true, false, false]);
});

test('of what clears at once the first twenty keep the journal, and five hundred are kept', () => {
  const all = Array.from({ length: 30 }, (_, index) => sampleProblem({ key: `k${index}` }));
  const asItWas = (problem: ReturnType<typeof sampleProblem>, withEvidence: boolean) => ({
    ...problem,
    escalated: withEvidence,
  });
  const old = Array.from({ length: 490 }, (_, index) => sampleProblem({ key: `old${index}` }));
  const before = { problems: all, cleared: old, timeline: [] };
  const { cleared } = remember(before, [], new Set(['k0']), 7, asItWas);
  expect(cleared).toHaveLength(500);
  expect(cleared.filter(({ escalated }) => escalated)).toHaveLength(20);
  expect(cleared[0]).toMatchObject({ key: 'k1', clearedAt: 7 });
  expect(remember(before, all, new Set(), 7, asItWas).cleared).toBe(old);
});

test('the timeline names a thousand problems, the newest ones', () => {
  const many = Array.from({ length: 1_100 }, (_, index) => sampleProblem({ key: `k${index}` }));
  const before = { cleared: [], timeline: [], problems: [] };
  const { timeline } = remember(before, many, new Set(), 7, (problem) => problem);
  expect([timeline.length, timeline[0]?.key]).toEqual([1_000, 'k100']);
});

test('of streams that lost renditions since then the most watched is named first', () => {
  const lost = (name: string, viewerCount: number | null, fewerSince: number | undefined) =>
    trackOf(stream({ streamKey: name, viewerCount }), START, { fewerSince });
  const tracks = byKey([
    lost('few', 5, START),
    lost('unknown', null, START),
    lost('many', 90, START + 1),
    lost('before', 900, START - 1),
    lost('never', 900, undefined),
  ]);
  const poorer = withFewerRenditions({ tracks } as StreamMemory, START);
  expect(streamKeys(poorer)).toEqual(['many', 'few', 'unknown']);
});

test('servers are read with the dashboard where it carries them, else with the topology; the newer one counts', () => {
  const at = (dashboard: object | undefined, polled: number, read: number) => {
    const state = {
      ...empty,
      dashboard: { ...empty.dashboard, value: dashboard, updatedAt: polled },
      topology: { ...empty.topology, updatedAt: read },
    };
    return serversSample({ state } as unknown as RuleInput).at;
  };
  const carrying = { topology: [] };
  expect([at(carrying, 2, 1), at(carrying, 1, 2), at(carrying, 2, 2)]).toEqual([2, 2, 2]);
  expect([at({}, 2, 1), at(undefined, 2, 1)]).toEqual([1, 1]);
});

test('transcoding tasks near their limit; none is unlimited, and a limit of 0 is no share', () => {
  const said = (value: number | null, limit: number | null) =>
    evaluate(transcoders, {
      state: { ...empty, ...bare([], { transcodeStats: { total: { value, limit } } })(START, 0) },
      climbs: { climbs: new Map() },
    });
  expect(said(t.transcodeWarn, 100)).toEqual([
    `${t.transcodeWarn} of 100 transcode tasks are in use (${t.transcodeWarn}%)`,
  ]);
  expect([said(t.transcodeWarn - 1, 100), said(5, null), said(5, 0), said(null, 5)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

test('how many streams are transcoded is told where both figures are known', () => {
  const said = (streams: object) =>
    evaluate(transcoders, {
      state: {
        ...empty,
        ...bare([], { transcodeStats: { total: { value: 9, limit: 9 }, streams } })(START, 0),
      },
      climbs: { climbs: new Map() },
    })[0]?.split('; ')[1];
  expect([said({ total: 60, transcoded: 41 }), said({ total: 60 }), said({ transcoded: 41 })]).toEqual([
    '41 of 60 streams are transcoded',
    undefined,
    undefined,
  ]);
});

test('where all that is polled quickly is old, nothing comes at all; one that is old is told alone', () => {
  const old = { updatedAt: START - 3_600_000 };
  const fresh = { updatedAt: START, interval: 2_000 };
  const keys = (dashboard: object, journalResource: object, topology: object) => {
    const state = {
      ...empty,
      dashboard: { ...empty.dashboard, ...fresh, ...dashboard },
      journalResource: { ...empty.journalResource, ...fresh, ...journalResource },
      topology: { ...empty.topology, ...fresh, ...topology },
    };
    return stale.evaluate({ state } as RuleInput, context()).map(({ key }) => key);
  };
  expect(keys(old, {}, {})).toEqual(['stale:dashboard']);
  expect(keys(old, {}, old)).toEqual(['stale:dashboard', 'stale:topology']);
  expect(keys(old, old, {})[0]).toBe('stale:all');
  expect(keys(old, old, old)).toHaveLength(4);
  expect(keys({}, {}, {})).toEqual([]);
});

test.each([
  ['refused', 'critical', 'Login refused'],
  ['failed', 'critical', 'Login does not succeed'],
  ['waiting', 'warning', 'Login does not succeed'],
  ['ok', undefined, undefined],
] as const)('a login that is %s is %s', (status, severity, title) => {
  const facts = { state: { ...empty, session: { ...empty.session, status } } };
  const [found] = session.evaluate(facts as RuleInput, context());
  expect(found && worded(found as Finding)).toEqual(severity && expect.objectContaining({ severity, title }));
});

test('of a hot server what is beyond its threshold comes before what only climbs there', () => {
  const stats = { cpuUsage: t.cpuWarn, memUsage: t.memWarn - 1 };
  const climb = { since: START - 3_600_000, perMinute: 9, used: 1, full: 2, fullAt: START + 60_000 };
  const state = { ...empty, ...bare([server('edge-1', { serverStats: stats })])(START, 0) };
  const [said] = evaluate(serverHot, {
    state,
    climbs: { climbs: new Map([['server/edge-1/mem', climb]]) },
    surge: {},
  });
  expect(said).toMatch(/^edge-1: CPU .* · memory /);
});

test('of a hot server what is critical comes first, whatever the other figures are; a cap of 0 is no share', () => {
  const said = (serverStats: object, thresholds = t) => {
    const state = { ...empty, ...bare([server('edge-1', { serverStats })])(START, 0) };
    return evaluate(serverHot, { state, climbs: { climbs: new Map() }, surge: {} }, context({ thresholds }));
  };
  const thresholds = { ...t, cpuWarn: 50, cpuCrit: 60 };
  expect(said({ cpuUsage: 65, memUsage: t.memWarn }, thresholds)).toEqual([
    `edge-1: CPU 65% · memory ${t.memWarn}%`,
  ]);
  expect(said({ cpuUsage: 55, memUsage: t.memCrit }, thresholds)).toEqual([
    `edge-1: memory ${t.memCrit}% · CPU 55%`,
  ]);
  expect(said({ outBandwidth: { usage: 5, cap: 0 } })).toEqual([]);
});

test('a stream flaps from so many restarts on, and until it has been calm for a while', () => {
  const said = (count: number, ago: number, how = context()) => {
    const restarts = Array.from({ length: count }, (_, index) => START - ago - 1_000 * (count - 1 - index));
    const tracks = byKey([trackOf(stream(), START, { restarts })]);
    const journal = { publishes: new Map(), publishers: new Map() };
    return evaluate(streamFlap, { state: empty, streams: { tracks }, journal }, how);
  };
  expect(said(t.flapCount, 1_000)[0]).toContain(`restarted ${t.flapCount} times within ${t.flapCount - 1}s`);
  expect([said(t.flapCount - 1, 1_000), said(0, 0, standing)]).toEqual([[], []]);
  expect(said(t.flapCount - 1, 1_000, standing)).toHaveLength(1);
  expect(
    [said(t.flapCount, t.flapClearFor - 1), said(t.flapCount, t.flapClearFor)].map((one) => one.length),
  ).toEqual([1, 0]);
});
