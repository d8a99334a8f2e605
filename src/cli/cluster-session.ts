import type { Clock } from '../base/clock.ts';
import type { ClusterState } from '../cluster/state.ts';
import { createClusterStore, setSession } from '../cluster/store.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { type Connection, type ConnectOptions, connect } from '../http/connect.ts';
import { createMonitor } from '../polling/create-monitor.ts';
import type { Monitor } from '../polling/monitor.ts';
import { recordInto } from '../recording/entry.ts';
import { createRingTape } from '../recording/ring-tape.ts';
import { createTriage, type Triage } from '../triage/engine.ts';
import { mergeThresholds } from '../triage/thresholds.ts';
import type { Readable } from '../ui/services.ts';
import type { Past, Replay } from '../ui/time-travel.ts';
import { createPast } from './past.ts';
import { createTriageStore, type TriageStore } from './triage-store.ts';

/** One cluster being watched: clients, store, pollers and triage, wired. */
export interface ClusterSession {
  readonly target: ClusterTarget;
  readonly connection: Connection;
  readonly store: Readable<ClusterState>;
  readonly monitor: Monitor;
  readonly triage: Omit<TriageStore, 'step'>;
  /** Of a live cluster: what was seen since the start. */
  readonly past?: Past | undefined;
  /** Of a recording: the hands on its time. */
  readonly replay?: Replay | undefined;
  close(): Promise<void>;
}

export interface ClusterSessionOptions {
  readonly target: ClusterTarget;
  readonly clock: Clock;
  readonly credentials: ConnectOptions['credentials'];
  readonly apiKey?: ConnectOptions['apiKey'];
  readonly tap?: ConnectOptions['tap'];
  readonly log?: ConnectOptions['log'];
  /** A recording instead of the network; of that nothing is kept in memory for `[`. */
  readonly transport?: ConnectOptions['transport'];
  /** In [0, 1), for the jitter of polls. */
  readonly random?: (() => number) | undefined;
}

/** Wires a cluster; nothing is sent before `monitor.start()`. Throws where the target is unsafe or its CA unreadable. */
export function openClusterSession(options: ClusterSessionOptions): ClusterSession {
  const { target, clock, tap, log } = options;
  const ring = options.transport ? undefined : createRingTape(clock);
  const remember = ring && recordInto(ring);
  const connection = connect({
    url: target.url,
    cloudUrl: target.cloudUrl,
    credentials: options.credentials,
    apiKey: options.apiKey,
    clock,
    readOnly: target.readOnly,
    caFile: target.caFile,
    allowHttp: target.allowHttp,
    tap: (exchange) => {
      remember?.tap(exchange);
      tap?.(exchange);
    },
    log: (line) => {
      remember?.log(line);
      log?.(line);
    },
    transport: options.transport,
  });
  const store = createClusterStore({ name: target.name, url: target.url });
  const offSession = connection.session.onChange((state) => setSession(store, state));
  setSession(store, connection.session.state);
  const monitor = createMonitor({
    api: connection.api,
    store,
    clock,
    ...(options.random && { random: options.random }),
  });
  // The design's intervals are for two seconds; any other wish scales them all.
  monitor.setPace(target.interval / 2);
  const engine: Triage = createTriage({
    thresholds: mergeThresholds(target.thresholds),
    journalPatterns: target.journalPatterns,
  });
  const triage = createTriageStore(engine, clock);
  const offStore = store.subscribe((state: ClusterState) => triage.step(state));
  const past =
    ring &&
    createPast({
      ring,
      clock,
      cluster: store,
      triage,
      open: (transport, pastClock) =>
        openClusterSession({ target, transport, clock: pastClock, credentials: noLogin, random: () => 0 }),
    });
  return {
    target,
    connection,
    store,
    monitor,
    triage,
    past,
    async close() {
      monitor.stop();
      past?.close();
      offStore();
      offSession();
      await connection.close();
      await ring?.close();
    },
  };
}

/** Nobody logs in to a recording. */
async function noLogin(): Promise<never> {
  throw new Error('a recording asks for no login');
}
