import { expect, test } from 'vitest';
import { lineWidth } from '../../../src/base/width.ts';
import type { ClusterState, ServerRecord } from '../../../src/cluster/state.ts';
import { pathLines } from '../../../src/views/overview/path-lines.ts';
import { signalPath, stageSentence } from '../../../src/views/overview/signal-path.ts';
import { textOf, tonesOf } from '../../support/drawn-table.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

type Given = { name: string; roles: readonly string[]; cpu?: number | null; gone?: boolean; misses?: number };

function server({ name, roles, cpu = 20, gone = false, misses = 0 }: Given): ServerRecord {
  const bandwidth = { inBandwidth: { cap: null }, outBandwidth: { cap: null } };
  const serverStats = { cpuUsage: cpu, memUsage: 10, ...bandwidth };
  const applications = roles.map((type) => ({ name: 'live', type }));
  const one = { serverName: name, groupName: 'east', clusterManager: true, serverStats, applications };
  const goneSince = gone ? sampleNow - 60_000 : undefined;
  return { name, server: one, lastSeen: sampleNow, misses, goneSince };
}

const withServers = (given: readonly Given[]): ClusterState => sampleState({ servers: given.map(server) });

function drawn(given: readonly Given[], width = 116, height = 4) {
  const view = sampleView(withServers(given));
  const lines = pathLines(view, signalPath(view), { width, height });
  return { lines, text: lines.map(textOf) };
}

const named = (name: string): Given => ({ name, roles: [name.slice(0, -2)] });
const usual: readonly Given[] = ['origin-1', 'transcode-1', 'transcode-2', 'edge-1'].map(named);

test('a server of several roles is in one stage with all their names, and a single server shortens the path', () => {
  const both: Given = { name: 'all-1', roles: ['edge', 'origin'] };
  const titles = (...given: readonly Given[]) => {
    const stages = signalPath(sampleView(withServers(given)));
    return stages
      .map(({ title, servers }) => [title, ...(servers ? [servers.length] : [])].join(' '))
      .join(', ');
  };
  const edge = { name: 'edge-1', roles: ['EDGE'] };
  expect(titles(both, edge)).toBe('PUBLISHERS, EDGE+ORIGIN 1, EDGE 1, VIEWERS');
  expect(titles({ name: 'one', roles: ['mono'] })).toBe('PUBLISHERS, MONO 1, VIEWERS');
  expect(titles({ name: 'cm', roles: [] })).toBe('PUBLISHERS, VIEWERS');
});

test('each server is a block with a sign for gone, missing, hot, warm or well, and a click opens it', () => {
  const states = [{ gone: true }, { misses: 1 }, { cpu: 97 }, { cpu: 92 }, { cpu: 5 }, { cpu: null }];
  const { lines, text } = drawn(states.map((state, n) => ({ name: `e${n + 1}`, roles: ['edge'], ...state })));
  expect(text[1]).toContain('✖ ? ▓ ▒ ■ · cpu 97%');
  expect(text[3]).toContain('✖ 1 of 6 gone');
  const links = lines[1]?.flatMap(({ link }) => link ?? []);
  expect(links?.map((link) => 'name' in link && link.name)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
});

test('a stage without servers cuts the arrows to it and from it', () => {
  const { text } = drawn(usual.map((each) => ({ ...each, gone: each.name.startsWith('transcode') })));
  expect(text[1]?.match(/✖▶/g)).toHaveLength(2);
  expect(text[3]).toContain('✖ 2 of 2 gone');
  expect(drawn(usual).text[1]).not.toContain('✖');
});

test('with a thousand servers a block stands for several and shows the worst of them', () => {
  const nth = (n: number) => ({ name: `edge-${n}`, roles: ['edge'], gone: n === 1_500 });
  const many = Array.from({ length: 1_000 }, (_, n) => nth(1_000 + n));
  const { lines, text } = drawn(many);
  expect(text[0]).toContain('EDGE 1.00k');
  expect(text[1]?.match(/✖(?!▶)/g)).toHaveLength(1);
  expect(lines[1]?.find(({ tone }) => tone === 'crit')?.link).toEqual({ kind: 'server', name: 'edge-1500' });
});

test('every row has the width of its place, at every width', () => {
  for (let width = 36; width <= 200; width++)
    for (const line of drawn(usual, width).lines) expect(lineWidth(line), `${width}`).toBe(width);
});

test('a stage with a server near its limit names it and is not called fine, also before that is a problem', () => {
  const hot = usual.map((each) => ({ ...each, cpu: each.name === 'edge-1' ? 97 : 20 }));
  const stages = signalPath(sampleView(withServers(hot)));
  const notes = stages.map(({ title, notes: [note = []] }) => `${title}: ${tonesOf(note)[0]}`);
  const fine = ['ORIGIN: all fine dim', 'TRANSCODE: all fine dim'];
  expect(notes.slice(1, 4)).toEqual([...fine, 'EDGE: edge-1 near its limit crit']);
});

test('publishers are not fine while an outage keeps their streams away', () => {
  const outage = { subject: { kind: 'group', name: 'us-west' }, parts: ['ingest', 'delivery'] } as const;
  const gone = sampleProblem({ ...outage, severity: 'critical', hit: { streams: { count: 23, first: [] } } });
  const view = sampleView(withServers([...usual].reverse()), { triage: { ...calm, problems: [gone] } });
  const stages = signalPath(view);
  expect(stages[0]?.notes[0]?.[0]?.text).toContain('✖ us-west');
  expect(stages.map(({ title }) => title)).toEqual(['PUBLISHERS', 'ORIGIN', 'TRANSCODE', 'EDGE', 'VIEWERS']);
});

test('edges are not fine where delivery is not, though no server can be named', () => {
  const sick = sampleProblem({ subject: { kind: 'cluster' }, names: [], parts: ['delivery'] });
  const view = sampleView(withServers(usual), { triage: { ...calm, problems: [sick] } });
  const notes = signalPath(view).map(({ title, notes: [first] }) => [title, first && textOf(first)]);
  expect(notes).toContainEqual(['TRANSCODE', 'all fine']);
  expect(notes).toContainEqual(['EDGE', undefined]);
});

test('a stage is called fine only when everything was read', () => {
  const note = (state: ClusterState) => signalPath(sampleView(state)).map(({ notes }) => textOf(notes[0]));
  expect(note(withServers(usual))).toContain('all fine');
  const { streamSweep } = sampleState();
  const unread = { ...streamSweep, value: undefined, updatedAt: undefined };
  expect(note({ ...withServers(usual), streamSweep: unread })).not.toContain('all fine');
  const { dashboard } = sampleState();
  const old = { ...dashboard, updatedAt: sampleNow - 60_000 };
  expect(note({ ...withServers(usual), dashboard: old })).not.toContain('all fine');
});

test('a server problem is shown in its stage and links to the problem; an acknowledged one has a mark', () => {
  const hot = sampleProblem({ key: 'hot', names: [{ kind: 'server', name: 'edge-1' }] });
  const stageOf = (problem: typeof hot) => {
    const view = sampleView(withServers(usual), { triage: { ...calm, problems: [problem] } });
    return signalPath(view).find(({ title }) => title === 'EDGE');
  };
  expect(stageOf(hot)?.notes[0]?.[0]).toMatchObject({ tone: 'crit', link: { kind: 'problem', key: 'hot' } });
  const known = { ...hot, acknowledged: { at: 1, note: '' } };
  expect(stageOf(known)?.notes[0]?.[0]?.text).toBe('✖ ✓ edge-1a: Server load');
});

test('a screen reader gets a sentence for each stage', () => {
  const [, origin] = signalPath(sampleView(withServers(usual)));
  expect(origin && stageSentence(origin)).toMatch(/^ORIGIN: 1 server, load 20%\..* all fine\.$/);
});

test('with rows for them, each group has its own servers and its own hottest one', () => {
  const state = withServers([...usual, { name: 'edge-2', roles: ['edge'], cpu: 98 }]);
  const servers = state.servers.map((record) => {
    const groupName = record.name === 'edge-2' ? 'west' : 'east';
    return { ...record, server: { ...record.server, groupName } };
  });
  const view = sampleView({ ...state, servers });
  const text = pathLines(view, signalPath(view), { width: 196, height: 5 }).map(textOf);
  expect(text[1]).toMatch(/east +■ cpu 20% .*east +■ ■ cpu 20% .*east +■ cpu 20% /);
  expect(text[2]).toMatch(/west +— .*west +— .*west +▓ cpu 98% /);
});

test('transcoders whose tasks are all in use are full, however idle their processors are', () => {
  const state = withServers(usual);
  const { value } = state.dashboard;
  const busy = { ...value, transcodeStats: { total: { value: 112, limit: 112 } } };
  const view = sampleView({ ...state, dashboard: { ...state.dashboard, value: busy } });
  const transcode = signalPath(view).find(({ title }) => title === 'TRANSCODE');
  expect(transcode).toMatchObject({ heat: 1, heatTone: 'crit' });
});

test('a limit of the cluster that is near is noted at the end of the path, though nobody is hit yet', () => {
  const facts = { measure: 'viewers', used: 91, value: 91, limit: 100 } as const;
  const cluster = { subject: { kind: 'cluster' }, names: [], parts: ['delivery'], hit: {} } as const;
  const one = { key: 'near', severity: 'warning', ...cluster } as const;
  const near = sampleProblem(one, { kind: 'limit', form: 'near', facts });
  const view = sampleView(withServers(usual), { triage: { ...calm, problems: [near] } });
  expect(signalPath(view).at(-1)?.notes[0]?.[0]).toMatchObject({ tone: 'warn', link: { key: 'near' } });
});
