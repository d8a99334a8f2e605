import { expect, test } from 'vitest';
import type { ClusterState } from '../../../../src/cluster/state.ts';
import { fakeServices } from '../../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

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
  const services = fakeServices(busy());
  const hands = new UiDriver(services, { columns: 120, rows: 40 }, 'servers');
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
