import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createClusterStore } from '../../src/cluster/store.ts';
import type { ClusterSession } from '../../src/session/cluster-session.ts';
import { holdSession } from '../../src/session/session-holder.ts';
import { calm } from '../support/fake-services.ts';

/** A session with only the parts that the holder uses. */
function fakeSession(name: string) {
  const store = createClusterStore({ name, url: `https://${name}.example` });
  const log: string[] = [];
  const session = {
    store,
    triage: { ...createStore(() => ({ ...calm, since: name.length })) },
    monitor: { start: () => log.push('start') },
    close: async () => void log.push('close'),
  } as unknown as ClusterSession;
  return { session, store, log };
}

test('after a change of cluster a listener hears the new one and no longer the old one', async () => {
  const [a, b] = [fakeSession('a'), fakeSession('b')];
  const holder = holdSession(a.session);
  const heard: string[] = [];
  const end = holder.cluster.subscribe(() => heard.push(holder.cluster.getState().name));
  a.store.setState({ clockSkew: 1 });
  await holder.swap(b.session);
  expect([a.log, b.log, heard]).toEqual([['close'], ['start'], ['a', 'b']]);
  a.store.setState({ clockSkew: 2 });
  b.store.setState({ clockSkew: 3 });
  expect(heard).toEqual(['a', 'b', 'b']);
  end();
  b.store.setState({ clockSkew: 4 });
  await holder.swap(a.session);
  a.store.setState({ clockSkew: 5 });
  expect([heard.length, holder.current]).toEqual([3, a.session]);
});

test('the next session begins only when the one before has ended', async () => {
  const [a, b] = [fakeSession('a'), fakeSession('b')];
  const ended = Promise.withResolvers<void>();
  const holder = holdSession({ ...a.session, close: () => ended.promise });
  const swapping = holder.swap(b.session);
  expect([holder.cluster.getState().name, b.log]).toEqual(['a', []]);
  ended.resolve();
  await swapping;
  expect([holder.cluster.getState().name, b.log]).toEqual(['b', ['start']]);
});
