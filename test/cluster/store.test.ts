import { expect, test } from 'vitest';
import { createClusterStore, setSession, updateStore } from '../../src/cluster/store.ts';

const store = () => createClusterStore({ name: 'prod', url: 'http://prod' });

test('a change counts as a round, and without a change no listener is called', () => {
  const cluster = store();
  let woken = 0;
  cluster.subscribe(() => woken++);
  updateStore(cluster, (state) => state);
  expect([woken, cluster.getState().round]).toEqual([0, 0]);
  updateStore(cluster, (state) => ({ ...state, name: 'other' }));
  expect([woken, cluster.getState().round, cluster.getState().name]).toEqual([1, 1, 'other']);
});

test('an unchanged session is no change', () => {
  const cluster = store();
  const session = { status: 'ok', username: 'operator', message: undefined } as const;
  setSession(cluster, session);
  expect(cluster.getState()).toMatchObject({ round: 1, session });
  setSession(cluster, { ...session });
  expect(cluster.getState().round).toBe(1);
  setSession(cluster, { ...session, username: 'other' });
  expect(cluster.getState()).toMatchObject({ round: 2, session: { username: 'other' } });
});

test('a cluster of which nothing was read has no complete list', () => {
  const { streamSweep, applicationSweep, streams } = store().getState();
  for (const { value } of [streamSweep, applicationSweep])
    expect(value).toMatchObject({ completedAt: undefined, truncated: false });
  expect(streams.value).toMatchObject({ totalItems: undefined, orderIgnored: false });
});
