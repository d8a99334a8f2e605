import { expect, test } from 'vitest';
import { createClusterStore } from '../../src/cluster/store.ts';
import type { ClusterSession } from '../../src/session/cluster-session.ts';
import { holdSession } from '../../src/session/session-holder.ts';
import { calm } from '../support/fake-services.ts';

/** A session of which only what the holder follows is there. */
function fakeSession(name: string) {
  const store = createClusterStore({ name, url: `https://${name}.example` });
  const log: string[] = [];
  const session = {
    store,
    triage: { getState: () => calm, subscribe: () => () => {} },
    monitor: { start: () => log.push('start') },
    close: async () => void log.push('close'),
  } as unknown as ClusterSession;
  return { session, store, log };
}

test('who listens to one cluster hears the next one after a swap, and no longer the first', async () => {
  const [a, b] = [fakeSession('a'), fakeSession('b')];
  const holder = holdSession(a.session);
  const heard: string[] = [];
  const end = holder.cluster.subscribe(() => heard.push(holder.cluster.getState().name));
  a.store.setState({ clockSkew: 1 });
  await holder.swap(b.session);
  expect(a.log).toEqual(['close']);
  expect(b.log).toEqual(['start']);
  expect(heard).toEqual(['a', 'b']);
  a.store.setState({ clockSkew: 2 });
  expect(heard).toEqual(['a', 'b']);
  b.store.setState({ clockSkew: 3 });
  expect(heard).toEqual(['a', 'b', 'b']);
  end();
  b.store.setState({ clockSkew: 4 });
  expect(heard).toHaveLength(3);
});
