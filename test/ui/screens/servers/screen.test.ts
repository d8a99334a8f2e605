import { expect, test } from 'vitest';
import type { ClusterState, ServerRecord } from '../../../../src/cluster/state.ts';
import { textOf } from '../../../support/drawn-table.ts';
import { sampleProblem } from '../../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { openScreen } from '../../open-screen.ts';

function start(state?: ClusterState, size?: { columns: number; rows: number }) {
  const { hands, services } = openScreen('servers', state, { size });
  const press = (...keys: string[]) => hands.press(...keys);
  const show = (next: ClusterState) => {
    services.show(next);
    hands.runtime.draw();
  };
  /** The line on which the selection is. */
  const selected = () => {
    const lines = hands.runtime.panes().flatMap(({ id, lines }) => (id.startsWith('servers.') ? lines : []));
    return textOf(lines.find((line) => line.some(({ on }) => on === 'select')));
  };
  return { services, hands, press, show, text: () => hands.body(), selected };
}

test('a selection that vanished says so, and no key acts on it', () => {
  const { press, show, services, text, selected } = start();
  press('j');
  const name = /\S+-\S+/.exec(selected())?.[0] ?? 'nothing';
  const state = sampleState();
  show({ ...state, servers: state.servers.filter((record) => record.name !== name) });
  press('y', 'enter');
  expect(text()).toContain('no longer in the list');
  expect(services.copied).toEqual([]);
  expect(selected()).toBe('');
  show(state);
  press('y');
  expect(services.copied).toEqual([name]);
});

test('an opened server shows charts, applications with links and limits, and its journal lines', () => {
  const state = sampleState();
  const [first] = state.journal.items;
  if (first?.kind !== 'entry') throw new Error('no entry');
  const line = (id: number, message: string) =>
    ({ kind: 'entry', key: `x${id}`, entry: { ...first.entry, id, message } }) as const;
  const items = [...state.journal.items, line(1, 'edge-1a is slow'), line(2, 'edge-1ab is slow')];
  const shown = { ...state, journal: { ...state.journal, items } };
  const { hands, press, text } = start(shown, { columns: 160, rows: 50 });
  hands.runtime.goTo('servers', { opened: 'edge-1a' });
  press(':shorter');
  expect(text()).toMatch(/┌─ CPU [\s\S]*┌─ Outgoing [\s\S]*┌─ Memory [\s\S]*┌─ Incoming /);
  expect(text()).toMatch(/live-edge-1a +edge +4\/∞ +\d+\/1\.00k .*1: origin-1 +0/);
  expect(text()).toContain('edge-1a is slow');
  expect(text()).not.toContain('edge-1ab');
  press('enter').sees('Application live-edge-1a', /Uplinks +origin-1/);
  press('esc');
  expect(text()).toContain('Server edge-1a');
});

test('facts of an opened server that do not fit are counted, and Tab leads to them', () => {
  const reason = Array.from({ length: 30 }, (_, index) => `reason${index}`).join(' ');
  const opened = { problems: [sampleProblem({ reason })], size: { columns: 80, rows: 24 } };
  const { hands } = openScreen('servers', sampleState(), opened);
  hands.runtime.run('screen.servers', 'edge-1a');
  hands.sees(/Server edge-1a ─+ 1–\d of \d+ ─┐/).lacks('edge-1a.example.net');
  hands.press('tab', 'tab', 'G').sees('edge-1a.example.net');
  hands.press('g').sees(/1–\d of /);
});

test('left and right fold a group, and Enter leads into a group as into a server', () => {
  const { press, selected, text } = start();
  press(':sort group', 'g', 'left');
  expect(selected()).toContain('▸ Europe');
  expect(text()).not.toContain('edge-1a');
  press('right');
  expect(text()).toContain('edge-1a');
  press('j', 'enter');
  expect(text()).toContain('┌─ Server ');
  press('esc', 'g', 'enter');
  expect(text()).toContain('edge-1a');
  expect(text()).not.toContain('edge-2a');
  press('esc');
  expect(text()).toContain('edge-2a');
});

/** The sample, with a journal in which every line names edge-1a, and nine applications on it. */
function busy(): ClusterState {
  const state = sampleState();
  const items = Array.from({ length: 60 }, (_, id) => {
    const entry = { id, objectName: 'Server: edge-1a', message: `line ${id}.`, threadName: 'worker' };
    const createDate = sampleNow - 60_000 + id * 1_000;
    return { kind: 'entry' as const, key: `${id}`, entry: { ...entry, createDate } };
  });
  const servers = state.servers.map((record) => {
    const [application] = record.server.applications ?? [];
    if (record.name !== 'edge-1a' || !application) return record;
    const named = (index: number) => ({ ...application, id: `id-${index}`, name: `app-${index}` });
    const applications = Array.from({ length: 9 }, (_, index) => named(index));
    return { ...record, server: { ...record.server, applications } };
  });
  return { ...state, servers, journal: { ...state.journal, items } };
}

function open() {
  const { hands, services } = openScreen('servers', busy());
  hands.runtime.run('screen.servers', 'edge-1a');
  /** First and last visible line of the journal. */
  const lines = () => {
    const all = [...hands.screen.matchAll(/line (\d+)\./g)].map(([, number]) => Number(number));
    return [all[0], all.at(-1)];
  };
  const selected = () => /app-\d/.exec(hands.on('select').join(''))?.[0];
  return { services, hands, lines, selected };
}

test('Tab focuses the journal and goes back; there the moving keys go through its lines and stop at the ends', () => {
  const { hands, lines } = open();
  const [first = 0, last = 0] = lines();
  expect(last).toBe(59);
  const visible = last - first + 1;
  hands.press('tab', 'j');
  expect(lines()).toEqual([first, 59]);
  hands.press('k', 'k', 'k');
  expect(lines()).toEqual([first - 3, 56]);
  hands.press('j');
  expect(lines()).toEqual([first - 2, 57]);
  hands.press('pgup');
  expect(lines()).toEqual([first - 2 - (visible - 1), 57 - (visible - 1)]);
  hands.press('g', 'k');
  expect(lines()).toEqual([0, visible - 1]);
  hands.press('G');
  expect(lines()).toEqual([first, 59]);
  hands.press('k', 'tab', 'j', 'k');
  expect(lines()).toEqual([first - 1, 58]);
});

test('moves through the applications of a server, and Enter opens the selected one', () => {
  const { hands, selected } = open();
  hands.press('j', 'j');
  expect(selected()).toBe('app-2');
  hands.press('G');
  expect(selected()).toBe('app-8');
  hands.press('k', 'enter').sees('Application app-7');
});

test('does not open an application that is gone, and says that a server is no longer known', () => {
  const { hands, services } = open();
  hands.press('j', 'j');
  const state = busy();
  const servers = state.servers.map(({ server, ...record }) => {
    const applications = (server.applications ?? []).filter(({ name }) => name !== 'app-2');
    return { ...record, server: { ...server, applications } };
  });
  services.show({ ...state, servers });
  hands.lacks('app-2').press('enter').sees('Server edge-1a');
  services.show({ ...state, servers: state.servers.filter(({ name }) => name !== 'edge-1a') });
  hands.sees('No server ‘edge-1a’ is known').press('j', 'enter', 'tab', 'j');
  hands.sees('No server ‘edge-1a’ is known');
});

function cluster(count: number) {
  const state = sampleState();
  const [model] = state.servers;
  if (!model) throw new Error('The sample has servers.');
  const rest = { memUsage: 1, inBandwidth: null, outBandwidth: null };
  const servers = Array.from({ length: count }, (_, index): ServerRecord => {
    const name = `node-${String(index).padStart(4, '0')}`;
    const serverStats = { cpuUsage: (100 * index) / count, ...rest };
    const server = { ...model.server, serverName: name, serverStats };
    return { ...model, name, misses: 0, goneSince: undefined, server };
  });
  return { ...state, servers };
}

test('the heat map shows a thousand servers at 120×40 as one sign each, worst first, and the selected one beside it', () => {
  const { hands } = start(cluster(1_000));
  const { screen } = hands.press('v').sees('Servers, heat map', 'Server node-0995', /CPU +99%/);
  expect(screen.match(/[■▒▓]/gu)).toHaveLength(1_000);
  hands.press('right').sees('Server node-0996').press('left', 'down');
  hands.sees(/Server node-09[0-8]\d/);
});
