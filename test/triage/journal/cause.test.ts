import { expect, test } from 'vitest';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { causesOf } from '../../../src/triage/journal/cause.ts';
import type { Subject } from '../../../src/triage/problem.ts';
import { type Sample, sampleProblem } from '../../support/sample-problem.ts';
import { bare, edge, manyStreams, type Said, START, saying, server, swept } from '../support.ts';

const links = (...upLinks: string[]) => ({ upLinks });
const transcoder = (name: string) =>
  server(name, { applications: [{ name: `tc-${name}`, type: 'transcode' }] });
const fedBy = (name: string, ...feeders: string[]) => {
  const one = edge(name, 10, 1e6);
  return { ...one, applications: (one.applications ?? []).map((app) => ({ ...app, ...links(...feeders) })) };
};

/** Two edges with a transcoder each, one transcoder for all, an origin with two streams, a manager. */
const cluster: Partial<ClusterState> = {
  ...bare([
    server('cm', { clusterManager: true, groupName: 'core' }),
    server('origin-1', { applications: [{ name: 'live', type: 'origin' }] }),
    transcoder('x1'),
    transcoder('x2'),
    fedBy('edge-1', 'tc-x1', 'live'),
    { ...fedBy('edge-2', 'tc-x2', 'live'), groupName: 'US' },
    fedBy('edge-3', 'live'),
    fedBy('edge-4', 'live'),
  ])(START, 0),
  ...swept(manyStreams(4, (n) => ({ streamKey: 'abcd'[n] ?? '', application: n < 3 ? 'live' : 'other' })))(
    START,
    0,
  ),
};

function causes(lines: readonly Said[], problem: Sample = {}): string[] {
  const state = { ...saying(lines.toSorted(([a], [b]) => a - b)), ...cluster };
  const subject = problem.subject ?? ({ kind: 'server', name: 'edge-1' } as const);
  const sample = sampleProblem({ since: START, subject, names: [subject], ...problem });
  return causesOf(sample, state).map(({ item, relation }) => `${relation}: ${item.entry.message}`);
}

test.each<[what: string, line: Said, shown: string | undefined]>([
  ['a change of the server itself', [-5, 'Server: edge-1', 'Listener closed by admin'], 'object'],
  ['a change that names it', [-5, 'ClusterManager: cm', 'Weight of edge-1 set to 0'], 'object'],
  ['a change of its only application', [-5, 'Application: play-edge-1', 'Profile replaced'], 'object'],
  ['a change of its group', [-5, 'ClusterManager: cm', 'Uplink of EU down'], 'dimension'],
  ['a change of the application that feeds only this server', [-5, 'Server: x1', 'Driver reloaded'], 'path'],
  ['a change of the application that feeds it', [-5, 'Application: tc-x1', 'Driver reloaded'], 'path'],
  ['a change of what feeds all servers', [-5, 'Application: live', 'Profile replaced'], undefined],
  ['a change of the cluster', [-5, 'ClusterManager: cm', 'Routing rules changed'], 'whole'],
  ['a failure of its own stage', [-5, 'ClusterManager: cm', 'Traffic limit of edges changed'], 'whole'],
  ['a failure of another stage', [-5, 'ClusterManager: cm', 'Transcode task limit reached'], undefined],
  ['a change of another server', [-5, 'Server: edge-2', 'Configuration reloaded'], undefined],
  ['a change that names another server', [-5, 'ClusterManager: cm', 'Weight of edge-2 set to 0'], undefined],
  ['a name with the same beginning', [-5, 'ClusterManager: cm', 'Weight of edge-1b set to 0'], 'whole'],
  ['an ordinary entry of the server', [-5, 'Server: edge-1', 'Optical power -29 dBm'], undefined],
  ['an ordinary entry without an object', [-5, 'Archive', 'Optical power -29 dBm'], undefined],
  ['a consequence', [-1, 'ClusterManager: cm', 'No heartbeat from edge-1'], undefined],
  ['an account', [-5, 'ClusterManager: cm', 'User 7 created by user 1'], undefined],
  ['a much earlier change', [-300, 'Server: edge-1', 'Configuration reloaded'], undefined],
  ['a change some time after', [15, 'Server: edge-1', 'Configuration reloaded'], undefined],
  ['a change of the cluster shortly after', [5, 'ClusterManager: cm', 'Routing rules changed'], undefined],
])('the cause of a server problem: %s', (_what, line, shown) => {
  expect(causes([line])).toEqual(shown === undefined ? [] : [`${shown}: ${line[2]}`]);
});

test('entries about the object itself come before those about the cluster, nearest first', () => {
  expect(
    causes([
      [-100, 'Server: edge-1', 'Configuration reloaded'],
      [-30, 'Server: edge-1', 'Process crashed'],
      [-2, 'ClusterManager: cm', 'Routing rules changed'],
    ]),
  ).toEqual(['object: Process crashed', 'object: Configuration reloaded', 'whole: Routing rules changed']);
});

const every = (times: number, from: number, step: number): Said[] =>
  Array.from({ length: times }, (_, n) => [from + n * step, 'Server: edge-1', 'Cache reset by timer']);

test('routine is no cause until it comes far more often than usual', () => {
  expect(causes(every(12, -660, 60))).toEqual([]);
  expect(causes([...every(8, -660, 60), ...every(20, -20, 1)])).toEqual(['object: Cache reset by timer']);
  const optical = (at: number): Said => [at, 'Server: edge-1', 'Optical power -29 dBm'];
  expect(causes([optical(-400), optical(-5)])).toEqual([]);
});

test('what was written of other objects several times before is routine, and once is not', () => {
  const changed = (at: number, name: string): Said => [at, 'ClusterManager: cm', `Route of ${name} changed`];
  const own = changed(-5, 'EU');
  const others = [changed(-500, 'US'), changed(-400, 'core'), changed(-300, 'live')];
  expect(causes([...others, own])).toEqual([]);
  expect(causes([...others.slice(1), own])).toEqual(['dimension: Route of EU changed']);
});

test('what came steadily before is routine, however far the journal reaches back', () => {
  const old: Said = [-3_000, 'ClusterManager: cm', 'Rebalanced in 5 ms'];
  expect(causes([old, ...every(9, -240, 29)])).toEqual([]);
  expect(causes(every(9, -170, 20))).toEqual([]);
});

test('what feeds all servers that are fed is no path to them', () => {
  const names = ['edge-1', 'edge-2', 'edge-3', 'edge-4'].map((name) => ({ kind: 'server', name }) as const);
  const line: Said = [-5, 'Server: x1', 'Driver reloaded'];
  expect(causes([line], { subject: { kind: 'cluster' }, names })).toEqual([]);
});

const published = { kind: 'stream', id: 's0', streamKey: 'a' } as const;

const [ofLive, ofTasks] = ['Profile of live set to 2', 'Task limit set to 4'];

test.each<[Subject, readonly string[]]>([
  [{ kind: 'cluster' }, [`object: ${ofTasks}`]],
  [{ ...published, application: 'live' }, [`dimension: ${ofLive}`, `whole: ${ofTasks}`]],
  [published, [`whole: ${ofTasks}`]],
])('the cause of a problem of %o is about it, its application, or the cluster', (subject, found) => {
  const lines: Said[] = [
    [-40, 'Server: edge-2', 'Configuration reloaded'],
    [-30, 'Server: edge-3', ofLive],
    [-20, 'ClusterManager: cm', ofTasks],
  ];
  expect(causes(lines, { subject, names: [subject] })).toEqual(found);
});

test('many streams that an upgrade restarted are one cause with both versions', () => {
  const lines = ['a', 'b', 'c'].flatMap((key, n): Said[] => [
    [10 * n - 20, `Stream: ${key}`, 'Publisher disconnected: Encoder 4.8.3'],
    [10 * n - 15, `Stream: ${key}`, 'Publisher connected: Encoder 5.0.1'],
  ]);
  const state = { ...saying(lines), ...cluster };
  const of = (name: string) => {
    const subject = { kind: 'application', name } as const;
    return causesOf(sampleProblem({ since: START, subject, names: [subject] }), state);
  };
  expect(of('live')).toMatchObject([
    {
      objects: 3,
      until: START + 5_000,
      version: { of: 'Encoder', before: '4.8.3', after: '5.0.1' },
      item: { entry: { createDate: START - 15_000 } },
    },
  ]);
  expect(of('other')).toEqual([]);
});

test('failures of many streams count for their application, and that of a single stream does not', () => {
  const rejected = (key: string): Said => [-5, `Stream: ${key}`, 'Publisher rejected: token expired'];
  const problem = { subject: { kind: 'application', name: 'live' } as const, names: [] };
  const shown = ['dimension: Publisher rejected: token expired'];
  expect(causes(['a', 'b', 'c'].map(rejected), problem)).toEqual(shown);
  expect(causes(['a'].map(rejected), problem)).toEqual([]);
});

test('a beginning known as a range looks at entries within it and before it', () => {
  const since = { known: 'between', from: START - 60_000, at: START } as const;
  expect(causes([[-200, 'Server: edge-1', 'Configuration reloaded']], { since })).toHaveLength(1);
  expect(causes([[-200, 'Server: edge-1', 'Configuration reloaded']])).toEqual([]);
});
