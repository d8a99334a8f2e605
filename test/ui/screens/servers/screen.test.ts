import { expect, test } from 'vitest';
import type { ClusterState } from '../../../../src/cluster/state.ts';

import { serversScreen } from '../../../../src/ui/screens/servers/screen.ts';

import type { Pane, View } from '../../../../src/ui/view.ts';
import { byGroup, hottestFirst } from '../../../../src/views/servers/list.ts';
import { textOf } from '../../../support/drawn-table.ts';
import { calm, fakeServices } from '../../../support/fake-services.ts';

import { panesOf } from '../../../support/panes-of.ts';
import { sampleProblem } from '../../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';
import { areas, expectTiled, rowsOf } from '../../../support/screen-rows.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;

/** One server gone, one missing, one whose outgoing bandwidth is blocked. */
function troubled(): ClusterState {
  const state = sampleState();
  const servers = state.servers.map((record) => {
    if (record.name === 'edge-2a') return { ...record, misses: 60, goneSince: sampleNow - 125_000 };
    if (record.name === 'cm-3') return { ...record, misses: 1 };
    if (record.name !== 'edge-1b') return record;
    const serverStats = { ...record.server.serverStats, outBandwidth: { usage: 0, cap: 0 } };
    return { ...record, server: { ...record.server, serverStats } };
  });
  return { ...state, servers };
}

function viewOf(state: ClusterState, more: Partial<View> = {}): View {
  return sampleView(state, { display, ...more });
}

function start(state = troubled(), columns = 120, rows = 40) {
  const services = fakeServices(state);
  const hands = new UiDriver(services, { columns, rows }, 'servers');
  const { runtime } = hands;
  runtime.start();
  const area = { x: 0, y: 3, width: columns, height: rows - 4 };
  const body = () => runtime.panes().filter((pane) => pane.id.startsWith('servers.'));
  const press = (...keys: string[]) => void hands.press(...keys);
  const text = () => rowsOf(body(), area).join('\n');
  return { services, runtime, press, text, selected: () => selectedText(body()) };
}

const selectedText = (panes: readonly Pane[]) =>
  textOf(panes.flatMap(({ lines }) => lines).find((line) => line.some(({ on }) => on === 'select')));

test.each(areas)('fills $width × $height in every view, also with an opened server', (area) => {
  const view = viewOf(troubled());
  for (const sort of [hottestFirst, byGroup]) {
    const slice = { ...serversScreen.initial, sort };
    expectTiled(panesOf(serversScreen, view, slice, area), area);
  }
  for (const opened of ['edge-1a', 'edge-2a', 'cm-1', 'nobody']) {
    const problems = [sampleProblem()];
    const troubledView = { ...view, triage: { ...calm, problems } };
    expectTiled(panesOf(serversScreen, troubledView, { ...serversScreen.initial, opened }, area), area);
  }
});

test('a selection that vanished says so, and no key acts on it', () => {
  const { press, runtime, services, text, selected } = start();
  press('j');
  const name = /\S+-\S+/.exec(selected())?.[0] ?? 'nothing';
  const state = troubled();
  services.show({ ...state, servers: state.servers.filter((record) => record.name !== name) });
  runtime.draw();
  press('y', 'enter');
  expect(text()).toContain('no longer in the list');
  expect(services.copied).toEqual([]);
  expect(selected()).toBe('');
  services.show(state);
  runtime.draw();
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
  const { press, text, runtime } = start({ ...state, journal: { ...state.journal, items } }, 160, 50);
  runtime.goTo('servers', { opened: 'edge-1a' });
  press(':shorter');
  expect(text()).toMatch(/┌─ CPU [\s\S]*┌─ Outgoing [\s\S]*┌─ Memory [\s\S]*┌─ Incoming /);
  expect(text()).toMatch(/live-edge-1a +edge +4\/∞ +\d+\/1\.00k .*1: origin-1 +0/);
  expect(text()).toContain('edge-1a is slow');
  expect(text()).not.toContain('edge-1ab');
  press('enter');
  const opened = runtime.panes().flatMap((pane) => pane.lines);
  const words = opened.map((line) => line.map((span) => span.text).join('')).join('\n');
  expect(words).toContain('Application live-edge-1a');
  expect(words).toMatch(/Uplinks +origin-1/);
  press('esc');
  expect(text()).toContain('Server edge-1a');
});

test('facts of an opened server that do not fit are counted, and Tab leads to them', () => {
  const reason = Array.from({ length: 30 }, (_, index) => `reason${index}`).join(' ');
  const services = fakeServices(sampleState());
  services.show(sampleState(), { ...calm, problems: [sampleProblem({ reason })] });
  const ui = new UiDriver(services, { columns: 80, rows: 24 }, 'servers');
  ui.runtime.run('screen.servers', 'edge-1a');
  ui.sees(/Server edge-1a ─+ 1–\d of \d+ ─┐/)
    .lacks('edge-1a.example.net')
    .press('tab', 'tab', 'G');
  ui.sees('edge-1a.example.net')
    .press('g')
    .sees(/1–\d of /);
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
