import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count } from '../../../src/base/format.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { causesOf } from '../../../src/triage/journal/cause.ts';
import { partsHit } from '../../../src/triage/part-hit.ts';
import type { Hit, Problem, Subject } from '../../../src/triage/problem.ts';
import { causeWords } from '../../../src/views/problems/before.ts';
import * as factsOf from '../../../src/views/problems/facts.ts';
import { serverRole } from '../../../src/views/servers/load.ts';
import { calm } from '../../support/fake-services.ts';
import { type Sample, samplePart, sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { bare, edge, journal, START, server, stream, swept } from '../../triage/support.ts';

const { affectedWords, carriedWords, nextFacts, partsInWords, streamsHit } = factsOf;
const empty = sampleState();
const since = sampleNow - 60_000;

/** The journal, by seconds from the beginning of the problem. */
function saying(...lines: readonly (readonly [seconds: number, object: string, message: string])[]) {
  const at = (seconds: number) => since + 1_000 * seconds;
  const entries = lines.map(([seconds, object, message]) => ({ at: at(seconds), object, message }));
  const state: ClusterState = { ...empty, clockSkew: 0, ...journal(entries)(sampleNow) };
  return causesOf(sampleProblem({ since }), state).slice(0, 2).map(causeWords);
}

test('recent changes are described, and without any there is nothing', () => {
  const said = saying(
    [-100, 'Server: edge-1a', 'Settings changed: buffer 1 -> 2'],
    [-2, 'Server: edge-1a', 'Configuration reloaded'],
    [60, 'Server: edge-1a', 'Configuration reloaded again'],
  );
  const changes = ['12:08:58 Configuration reloaded', '12:07:20 Settings changed: buffer 1 -> 2'];
  expect(said).toEqual(changes.map((change) => `${change} (Server: edge-1a)`));
  expect(saying([-5, 'Server: edge-2a', 'Configuration reloaded'])).toEqual([]);
});

const ofLive = { name: 'live', type: 'origin' };
const origin = server('o', { applications: [ofLive] });
const ofOrigin = { ...empty.servers[0], name: 'o', server: origin } as ClusterState['servers'][number];
const withOrigin: ClusterState = { ...empty, servers: [...empty.servers, ofOrigin] };

test('a group outage is as wide as its servers', () => {
  const part = (name: string) => samplePart({ severity: 'critical', subject: { kind: 'server', name } });
  const folded = { count: 2, first: [part('o'), part('edge-1a')] };
  const subject = { kind: 'group', name: 'EU' } as const;
  const parts = partsHit({ kind: 'server-gone', facts: { of: 'many' }, subject, folded }, withOrigin);
  expect(partsInWords({ parts })).toBe('ingest and delivery');
});

test('the streams that a rule names come before those of the lists, which have the current viewers', () => {
  const subject = { kind: 'stream', id: 's1', streamKey: 'news', application: 'live' } as const;
  const state: ClusterState = { ...empty, ...swept([stream({ viewerCount: 95 })])(START, 0) };
  const now = { count: 1, first: [{ streamKey: 'news', viewers: 95 }], isNow: true };
  expect(streamsHit(sampleProblem({ subject }), state)).toMatchObject(now);
  const known = { count: 7, first: [{ id: 's9', streamKey: 'gone', viewers: 400, isBack: false }] };
  const named = sampleProblem({ subject, hit: { streams: known } });
  expect(streamsHit(named, state)).toEqual({ ...known, isNow: false });
});

test('a server that is filling up is not named as one with room', () => {
  const state = sampleState();
  const [edge, neighbour] = state.servers.filter(({ server }) => serverRole(server) === 'edge');
  if (!edge || !neighbour) throw new Error('the sample has no edges');
  const problem = sampleProblem({ subject: { kind: 'server', name: edge.name } });
  expect(nextFacts(problem, state, calm).join('\n')).not.toContain('up as well');
  const climb = { since: sampleNow, perMinute: 20, used: 80, full: 97, fullAt: sampleNow + 60_000 };
  const climbs = new Map([[`server/${neighbour.name}/out`, climb]]);
  const facts = nextFacts(problem, state, { ...calm, climbs });
  expect(facts).toContain(`${neighbour.name} is also filling up`);
  expect(facts.filter((fact) => fact.includes(neighbour.name))).toHaveLength(1);
});

const live = { kind: 'stream', id: 's1', streamKey: 'news', application: 'live' } as const;
const streams: ClusterState = {
  ...empty,
  ...swept([
    stream({ id: 's1', viewerCount: 5 }),
    stream({ id: 's2', streamKey: 'sport', viewerCount: 9 }),
    stream({ id: 's3', streamKey: 'news', application: 'vod', viewerCount: 7 }),
    stream({ id: 's4', streamKey: 'bad', viewerCount: 1, healthScore: 5, healthGrade: 'Bad' }),
  ])(START, 0),
  ...bare([
    server('origin-1', { applications: [{ ...ofLive, streams: { count: 3, cap: null } }] }),
    server('edge-1', { applications: [{ name: 'play', type: 'edge' }] }),
  ])(START, 0),
};
const hit = (problem: Sample) => {
  const found = streamsHit(sampleProblem(problem), streams);
  return found && `${found.count}: ${found.first.map(({ id, viewers }) => `${id} ${viewers}`).join(', ')}`;
};

test('the streams of a problem are those of its object, most viewers first', () => {
  expect(hit({ subject: live })).toBe('1: s1 5');
  expect(hit({ subject: { kind: 'application', name: 'live' } })).toBe('3: s2 9, s1 5, s4 1');
  expect(hit({ subject: { kind: 'server', name: 'origin-1' } })).toBe('3: s2 9, s1 5, s4 1');
  expect(hit({ subject: { kind: 'server', name: 'edge-1' } })).toBeUndefined();
  expect(hit({ subject: { kind: 'group', name: 'EU' } })).toBeUndefined();
});

test('viewers say what they count', () => {
  const words = (viewers?: Hit['viewers']) => affectedWords(sampleProblem({ hit: { viewers } }));
  expect(words()).toBe('—');
  expect(words({ lost: 80.4, degraded: 0 })).toBe('80 viewers lost');
  expect(words({ lost: 0, degraded: 1 })).toBe('1 viewer degraded');
  expect(words({ lost: 9, degraded: 20 })).toBe('9 viewers lost, 20 degraded');
  const near = (severity: Problem['severity']) => affectedWords({ kind: 'limit', severity, hit: {} });
  expect([near('warning'), near('critical')]).toEqual(['nobody yet', '—']);
});

test('a server whose streams no list names tells how many it has', () => {
  const words = (subject: Subject) => carriedWords(sampleProblem({ subject }), streams);
  expect(words({ kind: 'server', name: 'origin-1' })).toBe('3 on this server; the API does not list them');
  expect(words({ kind: 'server', name: 'edge-1' })).toBeUndefined();
  expect(words({ kind: 'server', name: 'nowhere' })).toBeUndefined();
  expect(words({ kind: 'application', name: 'origin-1' })).toBeUndefined();
});

const facts = (subject: Subject, state: ClusterState = streams) =>
  nextFacts(sampleProblem({ subject }), state, calm);

test('tells whether the other streams of the application are healthy, and on which servers it runs', () => {
  expect(facts(live)).toEqual(['1 of 2 other streams of live (on origin-1) are healthy']);
  expect(facts({ ...live, application: 'vod' })).toEqual(['no other stream of vod is known']);
  const other = { ...live, streamKey: 'other', application: 'vod' };
  expect(facts(other)).toEqual(['1 of 1 other streams of vod are healthy']);
  expect(facts({ ...live, application: undefined })).toEqual([]);
  const runs = 'it runs on origin-1: CPU 30%, out 30%, 3 streams';
  expect(facts({ kind: 'application', name: 'live' })).toEqual([runs]);
  expect(facts({ kind: 'cluster' })).toEqual([]);
});

/** Edges of two groups; the problem is about `hot`. */
function among(...others: readonly Parameters<typeof bare>[0][number][]): string[] {
  const state = { ...empty, ...bare([edge('hot', 9, 1e6), ...others])(START, 0) };
  return facts({ kind: 'server', name: 'hot' }, state);
}
const far = { groupName: 'US' };

test('servers with the same task tell how many viewers they can take, in the same group and in others', () => {
  // At 100 viewers for 30 of 100 MB a second there is room for 233 more; a limit of 150 viewers leaves 50.
  expect(among(edge('a', 100, 3e7), edge('b', 100, 3e7, 150))).toEqual(['a, b have room for 283 viewers']);
  expect(among(edge('a', 100, 3e7), { ...edge('b', 100, 3e7), ...far })).toEqual([
    'a has room for 233 viewers',
    'in other groups b has room for 233 viewers',
  ]);
  expect(among({ ...edge('b', 200, 3e7, 150), ...far })).toEqual(['no other edge runs in EU', 'b is full']);
  expect(among()).toEqual(['no other edge runs in EU']);
  // Where their room is unknown, they tell how busy they are.
  const stats = { cpuUsage: 30, memUsage: 40, outBandwidth: { usage: 3e7, cap: null } };
  expect(among(edge('idle', 0, 3e7))).toEqual(['idle: CPU 30%, out 30%, 4 streams']);
  expect(among({ ...edge('open', 100, 3e7), serverStats: stats })).toEqual(['open: CPU 30%, 4 streams']);
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => edge(name, 100, 3e7));
  expect(among(...five)).toEqual(['a, b, c, d and 1 more have room for 1.17k viewers']);
});

test('no server with a problem of its own has room, whatever the problem is about', () => {
  const alike = Array.from({ length: 6 }, (_, n) => `edge-${n}`);
  const all = ['hot', ...alike].map((name) => edge(name, 100, 3e7));
  const state: ClusterState = { ...empty, ...bare(all)(START, 0) };
  const kinds = fc.constantFrom(...(['server', 'application', 'folded', 'cluster', 'missing'] as const));
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...alike)), kinds, (sick, kind) => {
      const own = (name: string): Subject => ({ kind: 'server', name });
      const running = (name: string) =>
        state.servers.find((one) => one.name === name)?.server.applications?.[0]?.name ?? '';
      const first = sick.map((name) => samplePart({ severity: 'warning', subject: own(name) }));
      const folded = { count: sick.length, first };
      const problems = {
        server: sick.map((name) => sampleProblem({ subject: own(name) })),
        application: sick.map((name) => sampleProblem({ subject: { kind, name: running(name) } as Subject })),
        folded: [sampleProblem({ subject: { kind: 'group', name: 'EU' }, folded })],
        cluster: [sampleProblem({ subject: { kind: 'cluster' }, names: sick.map(own) })],
        missing: [],
      }[kind];
      const servers = state.servers.map((one) =>
        kind === 'missing' && sick.includes(one.name) ? { ...one, misses: 1 } : one,
      );
      const hot = sampleProblem({ subject: own('hot') });
      const told = nextFacts(hot, { ...state, servers }, { ...calm, problems });
      const roomy = told.filter((fact) => fact.includes('room for')).join();
      expect(sick.filter((name) => roomy.includes(name))).toEqual([]);
      expect(told.some((fact) => fact.endsWith('too'))).toBe(sick.length > 0);
      const viewers = Math.round((700 / 3) * (alike.length - sick.length));
      expect(roomy === '' || roomy.includes(`room for ${count(viewers)} viewers`)).toBe(true);
      expect(roomy === '').toBe(sick.length === alike.length);
    }),
  );
});

test('a server that is gone or has another task is not among them', () => {
  const all = [edge('hot', 9, 1e6), origin, edge('lost', 9, 1e6)];
  const state: ClusterState = { ...empty, ...bare(all)(START, 0) };
  const servers = state.servers.map((one) => (one.name === 'lost' ? { ...one, goneSince: START } : one));
  expect(facts({ kind: 'server', name: 'hot' }, { ...state, servers })).toEqual(['no other edge runs in EU']);
  const bareServers: ClusterState = { ...empty, ...bare([server('plain'), server('other')])(START, 0) };
  expect(facts({ kind: 'server', name: 'plain' }, bareServers)).toEqual([]);
});

test('limits and the control plane are beside the signal path and not among its stages', () => {
  const subject = { kind: 'cluster' } as const;
  const limit = { measure: 'viewers', value: 9, limit: 10, used: 90 } as const;
  const near = partsHit({ kind: 'limit', form: 'near', facts: limit, subject }, withOrigin);
  expect(near).toEqual(['delivery', 'limits']);
  expect(partsInWords({ parts: near })).toBe('delivery');
  const link = partsHit({ kind: 'reconnect', facts: { times: 1 }, subject }, withOrigin);
  expect(link).toEqual(['control plane']);
  expect(partsInWords({ parts: link })).toBeUndefined();
});

test('the same change of several objects is one line with their number and duration', () => {
  const entry = { id: 1, createDate: since, message: 'Fan failed' };
  const item = { kind: 'entry', key: '1', entry } as const;
  const cause = { item, relation: 'dimension', times: 20, objects: 12, until: since + 80_000 } as const;
  expect(causeWords(cause)).toBe('12:09:00 Fan failed (12 objects within 1m 20s)');
  const version = { of: 'Encoder', before: '4.8.3', after: '5.0.1' };
  const words = '12:09:00 Encoder 5.0.1 on 12 objects within 1m 20s; before 4.8.3';
  expect(causeWords({ ...cause, version })).toBe(words);
});
