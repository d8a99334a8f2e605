import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { type ClusterStore, createClusterStore } from '../../src/cluster/store.ts';
import { connect } from '../../src/http/connect.ts';
import { createMonitor } from '../../src/polling/create-monitor.ts';
import { noInterest } from '../../src/polling/monitor.ts';

/** The store of a monitor that polls this cluster and shows the first `rows` streams; it ends with the test. */
export function startMonitor(url: string, rows: number, clock: Clock = systemClock): ClusterStore {
  const connection = connect({ url, credentials: async () => ({ username: 'op', password: 'secret' }) });
  const store = createClusterStore({ name: 'c', url });
  const monitor = createMonitor({ api: connection.api, store, clock, journalReach: 0 });
  onTestFinished(() => connection.close());
  onTestFinished(() => monitor.stop());
  monitor.start();
  monitor.setInterest({ ...noInterest, streams: { query: {}, from: 0, to: rows } });
  return store;
}
