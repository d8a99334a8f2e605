import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { trustLines } from '../../src/ui/chrome/trust.ts';
import { metrics } from '../../src/views/metrics/metrics.ts';
import { textOf } from '../support/drawn-table.ts';
import { eventually } from '../support/eventually.ts';
import { calm, fakeServices } from '../support/fake-services.ts';
import { type Edits, edited, healthyAnswers, serveAnswers } from '../support/odd-server.ts';
import { sampleView } from '../support/sample-view.ts';
import { runAt } from './run-command.ts';
import { startMonitor } from './start-monitor.ts';

/*
 * Servers that give one name or id to several objects: none is lost, all outputs count the same, and it is reported
 * once.
 */

/** Without id and key, by which streams of one id differ. */
const topologies = (edits: Edits): Edits =>
  Object.fromEntries(
    Object.entries(edits).flatMap(([path, value]) =>
      ['dashboard', 'topology'].map((answer) => [`${answer}.data.topology.${path}`, value]),
    ),
  );
const live = (id: string, count: number) => {
  return { id, name: 'live', type: 'MONO', streams: { count: 6, cap: 90 }, viewers: { count, cap: 900 } };
};
const west = { name: 'west', value: 500, limit: 1_000 };

const first = 'streams.data.list.0';
const second = 'streams.data.list.1';
const grades = { labels: ['Good', 'Bad', 'Good'], series: [600, 100, 300] };
const copies = { [`${first}.id`]: undefined, [`${second}.id`]: undefined, [`${second}.streamKey`]: 'key-1' };

const hosts = { '1.serverName': 'node-1', '0.hostName': 'host-a', '1.hostName': 'host-b' };
const twice = { '0.applications': [live('a-1', 100), live('a-1', 67)] };

const idAndGroup = {
  'streams.data.list.*.id': 's',
  'dashboard.data.viewersStats.groups': [west, west],
};
const ofServers = 'server node-1, application live, application a-1';

const cases: readonly (readonly [what: string, edits: Edits, said: string])[] = [
  ['servers on two hosts and applications of one name', topologies({ ...hosts, ...twice }), ofServers],
  ['streams of one id, and a group that is listed twice', idAndGroup, 'group west, stream id s'],
  ['streams without an id', { 'streams.data.list.*.id': undefined }, ''],
  ['copies of a stream without an id', copies, 'stream id live/key-1'],
  ['a grade that is listed twice', { 'dashboard.data.viewerHealthSummary': grades }, 'grade Good'],
];

/** What the monitor knows once it has read everything. */
async function watched(url: string) {
  const { store } = startMonitor(url, 50);
  await eventually(() => {
    const { streamSweep, applicationSweep, dashboard, topology, streams } = store.getState();
    for (const one of [streamSweep, applicationSweep, dashboard, topology, streams])
      expect(one.updatedAt).toBeDefined();
  });
  return store.getState();
}

test.each(cases)('%s: nothing is lost, and the shared name is reported once', async (_what, edits, said) => {
  const { url } = await serveAnswers(edited(healthyAnswers(systemClock.now()), edits));
  const words = said === '' ? [] : [`used more than once: ${said}`];

  const snapshot = JSON.parse((await runAt(url, 'snapshot')).stdout);
  const { servers, streams, groups, health, remarks, problems, resources } = snapshot;
  const namesOf = (items: readonly Record<string, string>[], member: string) =>
    new Set(items.map((item) => item[member])).size;
  expect([namesOf(servers, 'name'), namesOf(streams, 'id'), resources.streams.items]).toEqual([6, 37, 37]);
  expect(streams.reduce((sum: number, one: { viewers: number }) => sum + one.viewers, 0)).toBe(37 * 27);
  expect(remarks).toEqual(words);
  expect(problems).toEqual([]);
  const groupCount = edits === idAndGroup ? 2 : 1;
  const hasViewers = (group: { viewers: { value: unknown } }) => group.viewers.value !== null;
  expect(groups.filter(hasViewers)).toHaveLength(groupCount);
  const bad = said === 'grade Good' ? 100 : 0;
  expect(health).toMatchObject([
    { grade: 'Bad', viewers: { count: bad } },
    { grade: 'Good', viewers: { count: 1_000 - bad } },
  ]);

  const { code, stdout } = await runAt(url, 'check', '--interval', '1');
  expect(code).toBe(said === 'grade Good' ? code : 0);
  for (const text of words) expect(stdout.split(text)).toHaveLength(2);
  expect(stdout).toMatch(/\bservers=6\b/);

  const state = await watched(url);
  expect([state.servers.length, state.streamSweep.value?.items.size]).toEqual([6, 37]);
  const items = [...(state.streams.value?.items.values() ?? [])];
  expect(new Set(items.map(({ id }) => id)).size).toBe(37);
  const exported = metrics(state, calm, systemClock.now());
  for (const { name, samples } of exported) {
    const labels = samples.map((sample) => JSON.stringify(sample.labels));
    expect(new Set(labels).size, name).toBe(samples.length);
  }
  const trust = trustLines(sampleView(state), fakeServices(state), 110).map(textOf).join('\n');
  expect(trust.includes('used more than once')).toBe(said !== '');
});
