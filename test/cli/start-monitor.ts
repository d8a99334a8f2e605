import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import { createMonitor } from '../../src/polling/create-monitor.ts';
import { noInterest } from '../../src/polling/monitor.ts';
import { open } from '../http/support.ts';

/** A monitor that polls this cluster and shows the first `rows` streams, and its store; it ends with the test. */
export function startMonitor(url: string, rows = 0, clock: Clock = systemClock) {
  const { api } = open(url);
  const store = createClusterStore({ name: 'c', url });
  const monitor = createMonitor({ api, store, clock, journalReach: 0 });
  onTestFinished(() => monitor.stop());
  monitor.start();
  if (rows > 0) monitor.setInterest({ ...noInterest, streams: { query: {}, from: 0, to: rows } });
  return { store, monitor };
}
