import { expect, test } from 'vitest';
import { createDescriptionStore } from '../../src/history/description-store.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { count, openTestHistory } from './rig.ts';

const state = sampleState();
const record = state.servers.find(({ server }) => server.applications?.length);
const [application] = state.applicationSweep.value?.items.values() ?? [];
if (!record || !application) throw new Error('The sample has no servers or no applications.');
const withHost = (hostName: string) => ({ ...record, server: { ...record.server, hostName } });

async function store() {
  const db = await openTestHistory();
  return { db, rows: () => count(db, 'description'), descriptions: createDescriptionStore(db) };
}

test('descriptions of servers and applications are kept beside their figures', async () => {
  const { descriptions } = await store();
  const link = { class: 'live', clusterConnection: true, clusterType: false };
  const clusterConnectionData = { cmIdentity: 'cm-1', connectionState: 'UP', startDate: 1_000 };
  const linked = { ...application, ...link, clusterConnectionData };
  descriptions.keep([withHost('10.0.0.1')], [linked as typeof application], sampleNow);
  const { groupName = null, clusterManager = null, applications } = record.server;
  const own = { name: record.name, hostName: '10.0.0.1', groupName, clusterManager, unlimited: ['out'] };
  const parts = applications?.map(({ id, name, type = null }) => {
    return { id: String(id ?? name), name, type, unlimited: ['streams'] };
  });
  expect(descriptions.servers(sampleNow)).toEqual([{ ...own, applications: parts }]);
  expect(descriptions.applications(sampleNow)).toMatchObject([
    { name: application.name, ...link, ...clusterConnectionData },
  ]);
});

test('each moment has the description of its time, and only a change takes space', async () => {
  const { db, rows, descriptions } = await store();
  const old = withHost('old');
  descriptions.keep([old], [], sampleNow);
  descriptions.keep([old], [], sampleNow + 1_000);
  // An equal description in another object, as each poll and each new run bring one.
  for (const run of [descriptions, createDescriptionStore(db)])
    run.keep([withHost('old')], [], sampleNow + 2_000);
  expect(rows()).toBe(1);
  descriptions.keep([withHost('new')], [], sampleNow + 3_000);
  expect(rows()).toBe(2);
  // A change back to the earlier value is a change like any other.
  descriptions.keep([withHost('old')], [], sampleNow + 4_000);
  const hosts = [-1, 0, 2_999, 3_000, 9_000].map(
    (after) => descriptions.servers(sampleNow + after)[0]?.hostName,
  );
  expect(hosts).toEqual([undefined, 'old', 'old', 'new', 'old']);
  expect(rows()).toBe(3);
});

test('a sweep in which no stream is published says so, with those that wait', async () => {
  const { descriptions } = await store();
  const [one] = state.streamSweep.value?.items.values() ?? [];
  if (!one) throw new Error('The sample has no streams.');
  const waiting = { ...one, state: 'NOT_PUBLISHED' };
  descriptions.keepStates(new Map([['a', waiting]]), sampleNow);
  const others = { NOT_PUBLISHED: [`${one.application}/${one.streamKey}`] };
  expect(descriptions.states(sampleNow)).toMatchObject({ isNone: true, others });
  descriptions.keepStates(new Map([['a', { ...one, state: 'PUBLISHED' }]]), sampleNow + 1_000);
  const published = { usual: 'PUBLISHED', others: {}, since: sampleNow + 1_000 };
  expect(descriptions.states(sampleNow + 1_000)).toEqual(published);
});

test('holds a limited number of descriptions when all names are new, and writes none twice', async () => {
  const { db, rows, descriptions } = await store();
  const named = (round: number, index: number) => ({ ...record, name: `new-${round}-${index}` });
  for (let round = 0; round < 8; round++) {
    const servers = Array.from({ length: 500 }, (_, index) => named(round, index));
    const applications = servers.map(({ name }) => ({ ...application, id: name, name }));
    db.transaction(() => descriptions.keep(servers, applications, sampleNow + round));
    expect(descriptions.held).toBeLessThanOrEqual(5_000);
  }
  const before = rows();
  expect(before).toBe(8 * 1_000);
  descriptions.keep([named(0, 0)], [], sampleNow + 100);
  expect(rows()).toBe(before);
});
