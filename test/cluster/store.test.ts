import { expect, test } from 'vitest';
import { createClusterStore, setSession, updateStore } from '../../src/cluster/store.ts';

const store = () => createClusterStore({ name: 'prod', url: 'http://prod' });

test('a change counts a round, and what changes nothing wakes nothing', () => {
  const cluster = store();
  let woken = 0;
  cluster.subscribe(() => woken++);
  updateStore(cluster, (state) => state);
  expect([woken, cluster.getState().round]).toEqual([0, 0]);
  updateStore(cluster, (state) => ({ ...state, name: 'other' }));
  expect([woken, cluster.getState().round, cluster.getState().name]).toEqual([1, 1, 'other']);
});

test('the same session told again is no change', () => {
  const cluster = store();
  const session = { status: 'ok', username: 'operator', message: undefined } as const;
  setSession(cluster, session);
  expect(cluster.getState()).toMatchObject({ round: 1, session });
  setSession(cluster, { ...session });
  expect(cluster.getState().round).toBe(1);
  setSession(cluster, { ...session, username: 'other' });
  expect(cluster.getState()).toMatchObject({ round: 2, session: { username: 'other' } });
});

test('a cluster of which nothing was read has read nothing to its end', () => {
  const { streamSweep, applicationSweep, streams } = store().getState();
  for (const { value } of [streamSweep, applicationSweep])
    expect(value).toMatchObject({ completedAt: undefined, truncated: false });
  expect(streams.value).toMatchObject({ totalItems: undefined, orderIgnored: false });
});
