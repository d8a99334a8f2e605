import { expect, test } from 'vitest';
import type { ClusterState } from '../../src/cluster/state.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { justBefore } from '../../src/views/problem-before.ts';
import { nextFacts, streamsHit } from '../../src/views/problem-facts.ts';
import { sideOf } from '../../src/views/problem-side.ts';
import { serverRole } from '../../src/views/server-load.ts';
import { calm } from '../support/fake-services.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { journal, START, server, stream, swept } from '../triage/support.ts';

const empty = sampleState();
const since = sampleNow - 60_000;

/** What the journal says, by seconds from the beginning of the problem. */
function saying(...lines: readonly (readonly [seconds: number, object: string, message: string])[]) {
  const entries = lines.map(([seconds, object, message]) => ({
    at: since + 1_000 * seconds,
    object,
    message,
  }));
  const state: ClusterState = { ...empty, clockSkew: 0, ...journal(entries)(sampleNow) };
  const { isChange, entries: found } = justBefore(sampleProblem({ since }), state, 2);
  return { isChange, said: found.map(({ item }) => item.entry.message) };
}

test('what was changed just before stands first, the nearest of it, and what broke counts as well', () => {
  expect(
    saying(
      [-100, 'Server: edge-1a', 'Settings changed: buffer 1 -> 2'],
      [-20, 'Stream: news', 'Packet loss 1.2 % on ingest'],
      [-2, 'Server: edge-1a', 'Configuration reloaded'],
      [0, 'Server: edge-1a', 'Process crashed: segmentation fault'],
      [60, 'Server: edge-1a', 'Configuration reloaded again'],
    ),
  ).toEqual({
    isChange: true,
    said: ['Process crashed: segmentation fault', 'Configuration reloaded'],
  });
});

test('where nothing was changed, one line that is worth it stands there, and no routine', () => {
  const refused = [-5, 'Server: edge-1a', 'Uplink degraded'] as const;
  expect(saying(refused)).toEqual({ isChange: false, said: ['Uplink degraded'] });
  expect(saying([-500, 'Server: edge-1a', 'Configuration reloaded'])).toEqual({ isChange: false, said: [] });
});

test.each<[string, Partial<Problem>, string | undefined]>([
  ['an edge', {}, 'delivery'],
  ['an origin', { subject: { kind: 'server', name: 'o' } }, 'ingest'],
  [
    'a limit of what goes out',
    { rule: 'limit', key: 'limit:out/EU', subject: { kind: 'cluster' } },
    'delivery',
  ],
  ['a limit of tasks', { rule: 'limit-changed', key: 'limit-changed:transcode/cluster' }, 'transcoding'],
  ['a publisher', { rule: 'ingest-bitrate' }, 'ingest'],
  ['stale data', { rule: 'stale' }, 'neither: only what castwatch can see'],
  [
    'a loss anywhere',
    { rule: 'sudden-loss', key: 'sudden-loss:cluster', subject: { kind: 'cluster' } },
    undefined,
  ],
])('ingest or delivery: %s', (_, problem, side) => {
  const origin = server('o', { applications: [{ name: 'live', type: 'origin' }] });
  const record = { ...empty.servers[0], name: 'o', server: origin } as ClusterState['servers'][number];
  expect(sideOf(sampleProblem(problem), { ...empty, servers: [...empty.servers, record] })).toBe(side);
});

test('a group outage is as wide as its servers', () => {
  const origin = server('o', { applications: [{ name: 'live', type: 'origin' }] });
  const record = { ...empty.servers[0], name: 'o', server: origin } as ClusterState['servers'][number];
  const part = (name: string) =>
    ({ severity: 'critical', subject: { kind: 'server', name }, reason: '' }) as const;
  const folded = { count: 2, first: [part('o'), part('edge-1a')] };
  const problem = sampleProblem({ rule: 'server-gone', subject: { kind: 'group', name: 'EU' }, folded });
  expect(sideOf(problem, { ...empty, servers: [...empty.servers, record] })).toBe('ingest and delivery');
});

test('the streams that a rule knew come before those of the lists, which have the viewers of now', () => {
  const subject = { kind: 'stream', id: 's1', streamKey: 'news', application: 'live' } as const;
  const state: ClusterState = { ...empty, ...swept([stream({ viewerCount: 95 })])(START, 0) };
  expect(streamsHit(sampleProblem({ subject }), state)).toMatchObject({
    count: 1,
    first: [{ streamKey: 'news', viewers: 95 }],
    isNow: true,
  });
  const known = { count: 7, first: [{ id: 's9', streamKey: 'gone', viewers: 400, isBack: false }] };
  expect(streamsHit(sampleProblem({ subject, streams: known }), state)).toEqual({ ...known, isNow: false });
});

test('a server that fills up itself is not named as one with room', () => {
  const state = sampleState();
  const [edge, neighbour] = state.servers.filter(({ server }) => serverRole(server) === 'edge');
  if (!edge || !neighbour) throw new Error('the sample has no edges');
  const problem = sampleProblem({ subject: { kind: 'server', name: edge.name } });
  expect(nextFacts(problem, state, calm).join('\n')).not.toContain('up as well');
  const climb = { since: sampleNow, perMinute: 20, used: 80, full: 97, fullAt: sampleNow + 60_000 };
  const facts = nextFacts(problem, state, {
    ...calm,
    climbs: new Map([[`server/${neighbour.name}/out`, climb]]),
  });
  expect(facts).toContain(`${neighbour.name} fills up as well`);
  expect(facts.filter((fact) => fact.includes(neighbour.name))).toHaveLength(1);
});
