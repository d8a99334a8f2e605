import type { Clock } from '../base/clock.ts';
import type { ClusterState } from '../cluster/state.ts';
import { createClusterStore, setSession } from '../cluster/store.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { type Connection, type ConnectOptions, connect } from '../http/connect.ts';
import { createMonitor } from '../polling/create-monitor.ts';
import type { Monitor } from '../polling/monitor.ts';
import { createTriage, type Triage } from '../triage/engine.ts';
import { mergeThresholds } from '../triage/thresholds.ts';
import { createTriageStore, type TriageStore } from './triage-store.ts';

type ClusterStore = ReturnType<typeof createClusterStore>;

/** One cluster being watched: clients, store, pollers and triage, wired. */
export interface ClusterSession {
  readonly target: ClusterTarget;
  readonly connection: Connection;
  readonly store: ClusterStore;
  readonly monitor: Monitor;
  readonly triage: TriageStore;
  close(): Promise<void>;
}

export interface ClusterSessionOptions {
  readonly target: ClusterTarget;
  readonly clock: Clock;
  readonly credentials: ConnectOptions['credentials'];
  readonly apiKey?: ConnectOptions['apiKey'];
  readonly tap?: ConnectOptions['tap'];
  readonly log?: ConnectOptions['log'];
  readonly transport?: ConnectOptions['transport'];
}

/** Wires a cluster; nothing is sent before `monitor.start()`. Throws where the target is unsafe or its CA unreadable. */
export function openClusterSession(options: ClusterSessionOptions): ClusterSession {
  const { target, clock } = options;
  const connection = connect({
    url: target.url,
    cloudUrl: target.cloudUrl,
    credentials: options.credentials,
    apiKey: options.apiKey,
    clock,
    readOnly: target.readOnly,
    caFile: target.caFile,
    allowHttp: target.allowHttp,
    tap: options.tap,
    log: options.log,
    transport: options.transport,
  });
  const store = createClusterStore({ name: target.name, url: target.url });
  const offSession = connection.session.onChange((state) => setSession(store, state));
  setSession(store, connection.session.state);
  const monitor = createMonitor({ api: connection.api, store, clock });
  // The design's intervals are for two seconds; any other wish scales them all.
  monitor.setPace(target.interval / 2);
  const engine: Triage = createTriage({
    thresholds: mergeThresholds(target.thresholds),
    journalPatterns: target.journalPatterns,
  });
  const triage = createTriageStore(engine, clock);
  const offStore = store.subscribe((state: ClusterState) => triage.step(state));
  return {
    target,
    connection,
    store,
    monitor,
    triage,
    async close() {
      monitor.stop();
      offStore();
      offSession();
      await connection.close();
    },
  };
}
