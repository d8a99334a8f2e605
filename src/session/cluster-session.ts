import { createMutations } from '../actions/create-mutations.ts';
import type { Mutations } from '../actions/mutations.ts';
import type { Past, Replay } from '../actions/time-travel.ts';
import type { Alerts, AlertsOptions } from '../alerts/alerts.ts';
import type { Clock } from '../base/clock.ts';
import type { Readable } from '../base/readable.ts';
import { tellError } from '../base/tell-error.ts';
import type { ClusterState, ServerRecord } from '../cluster/state.ts';
import { createClusterStore, setSession } from '../cluster/store.ts';
import { type AuditLog, openAudit } from '../config/audit.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { openClusterMemory } from '../config/state-files.ts';
import { type Connection, type ConnectOptions, connect } from '../http/connect.ts';
import { createMonitor, type Monitor } from '../polling/create-monitor.ts';
import { createTriage } from '../triage/engine.ts';
import { journalReach } from '../triage/memory/journal.ts';
import { mergeThresholds } from '../triage/thresholds.ts';
import type { HistoryAccess, ReadCapacity, StoredReads } from '../views/history-access.ts';
import { openDecisions } from './decisions.ts';
import type { KeptHistory } from './kept-history.ts';
import { type Looked, rememberLooks } from './looked.ts';
import { type MemberCaps, MemberCost } from './member-cost.ts';
import type { RemoteSeries } from './prometheus.ts';
import { type HistorySettings, SessionHistory } from './session-history.ts';
import { createTriageStore, type TriageStore } from './triage-store.ts';

/** One watched cluster: clients, store, pollers and triage, connected. */
export interface ClusterSession {
  readonly target: ClusterTarget;
  readonly connection: Connection;
  readonly store: Readable<ClusterState>;
  readonly monitor: Monitor;
  readonly triage: Omit<TriageStore, 'step'>;
  /** In an interactive session: all writes to the cluster, and their log. */
  readonly mutations?: Mutations | undefined;
  readonly audit?: AuditLog | undefined;
  /** In an interactive session: earlier moments. */
  readonly past?: Past | undefined;
  /** For a recording: play, pause and seek. */
  readonly replay?: Replay | undefined;
  /** The stored history; undefined if none is wanted. */
  readonly history?: KeptHistory | undefined;
  /** In an interactive session: what screens may request of the stored history. */
  readonly access?: HistoryAccess | undefined;
  /** Stored and remote figures for charts; undefined without both. */
  readonly reads?: StoredReads | undefined;
  /** From the same. */
  readonly capacity?: ReadCapacity | undefined;
  /** Who is called about incidents; undefined if nobody is. */
  readonly alerts?: Alerts | undefined;
  /** In an interactive session with a history: when the user looked. */
  readonly looked?: Looked | undefined;
  /** Of one cluster of several: whether it is paused because it takes more than its share. */
  readonly cost?: MemberCost | undefined;
  close(): Promise<void>;
}

/** Of a connection only what the session alone knows; the rest is that of the target. */
export interface ClusterSessionOptions
  extends Pick<
    ConnectOptions,
    'credentials' | 'apiKey' | 'serverKey' | 'route' | 'tokens' | 'unattended' | 'tap' | 'log' | 'transport'
  > {
  readonly target: ClusterTarget;
  readonly clock: Clock;
  /** Makes the session interactive: it can write, remember acknowledgements on disk and show the past. */
  readonly operator?: Operator | undefined;
  /** Stores the watched data in a file below `stateDir`. */
  readonly history?: HistorySettings | undefined;
  /** Asked where the history has nothing, or without one; closed with the session. */
  readonly remote?: (() => RemoteSeries) | undefined;
  /** The directory with the file of planned work, if nothing else is stored there. */
  readonly worksDir?: string | undefined;
  /** The shared directory of histories, in which the users of a team keep what they decided. */
  readonly shared?: string | undefined;
  /** Servers that an earlier session of the same cluster saw. */
  readonly servers?: readonly ServerRecord[] | undefined;
  /** Most items of the journal in memory. */
  readonly journalItems?: number | undefined;
  /** Returns numbers in [0, 1), for the jitter of polls. */
  readonly random?: (() => number) | undefined;
  /** Others than usual, for one cluster of several. */
  readonly caps?: MemberCaps | undefined;
  /** Calls people about incidents; it is made from these parts of the session. */
  readonly alerts?:
    | ((watched: Pick<AlertsOptions, 'store' | 'triage' | 'outbox' | 'onSilences'>) => Alerts)
    | undefined;
}

/** The user at the keyboard, and where their data is stored. */
export interface Operator {
  readonly stateDir: string;
  readonly env: NodeJS.ProcessEnv;
  /** Shows an error of a file on disk. */
  readonly tell: (message: string) => void;
  /** Limit of the memory that shows earlier moments where no history is kept, bytes. */
  readonly rewindBytes?: number | undefined;
}

/**
 * Opens a session; nothing is sent before `monitor.start()`. Throws if the target is unsafe or its CA cannot be
 * read.
 */
export function openClusterSession(options: ClusterSessionOptions): ClusterSession {
  const { target, clock, operator } = options;
  const { url, cloudUrl, readOnly, caFile, allowHttp } = target;
  const log: ConnectOptions['log'] = (line) => {
    options.log?.(line);
    cost?.count(line.bytes);
  };
  const connection = connect({ ...options, url, cloudUrl, readOnly, caFile, allowHttp, log });
  const store = createClusterStore({ name: target.name, url: target.url, servers: options.servers });
  const offSession = connection.session.onChange((state) => setSession(store, state));
  setSession(store, connection.session.state);
  const thresholds = mergeThresholds(target.thresholds);
  const monitor = createMonitor({
    api: connection.api,
    store,
    clock,
    journalReach: journalReach(thresholds),
    journalItems: options.journalItems,
    ...(options.random && { random: options.random }),
  });
  // The intervals in `cluster/resources.ts` are for a setting of two seconds; another setting scales all of them.
  monitor.setPace(target.interval / 2);
  const tell = operator ? undefined : (words: string) => tellError(`${target.name}: ${words}`);
  const cost = target.ofSeveral ? new MemberCost({ clock, monitor, caps: options.caps, tell }) : undefined;
  const stateDir = operator?.stateDir ?? options.history?.stateDir ?? options.worksDir;
  const remembered = new SessionHistory({
    target,
    clock,
    cluster: store,
    history: options.history,
    remote: options.remote?.(),
    directory: options.shared ?? stateDir,
    isShared: options.shared !== undefined,
    tell: operator?.tell,
    rewindBytes: operator?.rewindBytes,
  });
  const engine = createTriage({
    thresholds,
    journalPatterns: target.journalPatterns,
    usual: (key, at) => remembered.reads.usual(key, at),
    watched: () => remembered.watched,
  });
  const memory = operator && openClusterMemory(operator.stateDir, target.url, clock, operator.tell);
  const decisions =
    stateDir === undefined ? {} : openDecisions(options, stateDir, memory, operator?.tell ?? tellError);
  const triage = createTriageStore(engine, clock, decisions);
  const offStore = store.subscribe((state: ClusterState) =>
    cost ? cost.judge(state, triage.step) : triage.step(state),
  );
  remembered.keep(triage);
  const alerts = options.alerts?.({
    store,
    triage,
    outbox: () => remembered.kept?.outbox,
    onSilences: () => alerts && triage.setSilences(alerts.silenceOf),
  });
  const audit = operator && openAudit(operator.stateDir, clock);
  const mutations =
    operator &&
    memory &&
    audit &&
    createMutations({
      api: connection.api,
      cloud: connection.cloud,
      audit,
      memory,
      cluster: target.name,
      user: () => store.getState().session.username ?? target.username ?? 'unknown',
      clock,
      env: operator.env,
      production: target.production,
      silencer: alerts?.silencer,
      refresh: () => monitor.refresh(),
    });
  const looked = memory && remembered.kept && rememberLooks(memory, clock, operator.tell);
  let closing: Promise<void> | undefined;
  const close = async () => {
    monitor.stop();
    cost?.cancel();
    await remembered.leaveRecorder();
    await looked?.close();
    await alerts?.close();
    await remembered.close();
    offStore();
    offSession();
    await connection.close();
  };
  return {
    target,
    connection,
    store,
    monitor,
    triage,
    mutations,
    audit,
    past: operator && remembered.past(),
    alerts,
    looked,
    cost,
    history: remembered.kept,
    reads: operator && (remembered.kept || options.remote) ? remembered.reads : undefined,
    capacity: operator && remembered.capacity(),
    access:
      operator &&
      remembered.access(async () => [
        ...[store.getState().session.username ?? target.username ?? []].flat(),
        ...((await memory?.read())?.users ?? []).map(({ name }) => name),
      ]),
    // May be called several times, and closing the history twice would report an error.
    close: () => (closing ??= close()),
  };
}
