import { createMutations } from '../actions/create-mutations.ts';
import type { Mutations } from '../actions/mutations.ts';
import type { Past, Replay } from '../actions/time-travel.ts';
import type { Alerts, AlertsOptions } from '../alerts/alerts.ts';
import type { Clock } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import type { Readable } from '../base/readable.ts';
import { tellError } from '../base/tell-error.ts';
import { streamName } from '../cluster/figures.ts';
import type { ClusterState, ServerRecord } from '../cluster/state.ts';
import { createClusterStore, setSession } from '../cluster/store.ts';
import { type AuditLog, openAudit } from '../config/audit.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { openClusterMemory } from '../config/state-files.ts';
import { noSeries } from '../history/samples/series.ts';
import { ownsShared } from '../history/shared-directory.ts';
import type { WriterStatus } from '../history/writer.ts';
import { type Connection, type ConnectOptions, connect } from '../http/connect.ts';
import type { Transport } from '../http/request.ts';
import { createMonitor } from '../polling/create-monitor.ts';
import type { Monitor } from '../polling/monitor.ts';
import { createTriage, type Triage } from '../triage/engine.ts';
import { journalReach } from '../triage/memory/journal.ts';
import { mergeThresholds } from '../triage/thresholds.ts';
import type { HistoryAccess, ReadCapacity, StoredReads } from '../views/history-access.ts';
import { openDecisions } from './decisions.ts';
import { capacityWith, createHistoryAccess } from './history-access.ts';
import { type KeepHistoryOptions, type KeptHistory, keepHistory } from './kept-history.ts';
import { type Looked, rememberLooks } from './looked.ts';
import { type MemberCaps, MemberCost } from './member-cost.ts';
import { createPast } from './past/past.ts';
import type { RemoteSeries } from './prometheus.ts';
import { followRecorder } from './recorder.ts';
import { readSharedHistory } from './shared-history.ts';
import { createStoredReads } from './stored-reads.ts';
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

/** What only the session knows of a connection; the rest is that of the target. */
type Wires =
  | 'credentials'
  | 'apiKey'
  | 'serverKey'
  | 'route'
  | 'tokens'
  | 'unattended'
  | 'tap'
  | 'log'
  | 'transport';

export interface ClusterSessionOptions extends Pick<ConnectOptions, Wires> {
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
  /** Calls people about incidents. */
  readonly alerts?: ((watched: AlertParts) => Alerts) | undefined;
}

/** The parts of a session that alerts are made from. */
export type AlertParts = Pick<AlertsOptions, 'store' | 'triage' | 'outbox' | 'onSilences'>;

/** Where the history is stored and for how long; `onStatus` is called at each change of the status. */
export type HistorySettings = Pick<
  KeepHistoryOptions,
  'stateDir' | 'shared' | 'retention' | 'onStatus' | 'onNotice'
>;

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
  const remote = options.remote?.();
  const reads = createStoredReads({
    remote,
    isRemoteOnly: options.history === undefined,
    reader: () => history?.reader ?? recorder?.reader(),
    streamName(id) {
      const stream = store.getState().streamSweep.value?.items.get(id);
      return stream && streamName(stream);
    },
  });
  const stateDir = operator?.stateDir ?? options.history?.stateDir ?? options.worksDir;
  const engine: Triage = createTriage({
    thresholds,
    journalPatterns: target.journalPatterns,
    usual: (key, at) => reads.usual(key, at),
    watched: () => recorder?.current(),
  });
  const memory = operator && openClusterMemory(operator.stateDir, target.url, clock, operator.tell);
  const decisions =
    stateDir === undefined ? {} : openDecisions(options, stateDir, memory, operator?.tell ?? tellError);
  const triage = createTriageStore(engine, clock, decisions);
  const offStore = store.subscribe((state: ClusterState) =>
    cost ? cost.judge(state, triage.step) : triage.step(state),
  );
  const watchedHere = { options, store, triage };
  /** The last hour in memory, where no file shows earlier moments. */
  let rewind = options.history ? undefined : operator && rememberHistory(operator, watchedHere);
  const onStatus = (status: WriterStatus) => {
    const isLost = status.kind === 'failing' && !history?.reader;
    if (operator && isLost && !rewind) {
      rewind = rememberHistory(operator, watchedHere);
      operator.tell(`Only the last hour is kept, in memory: ${status.error.message}`);
    } else options.history?.onStatus(status);
    if (isLost || !options.history) return;
    void rewind?.close();
    rewind = undefined;
  };
  const history = options.history && openHistory({ ...options.history, onStatus }, watchedHere);
  const directory = options.shared ?? stateDir;
  const recorder =
    directory === undefined
      ? undefined
      : followRecorder({
          target,
          place: { directory, shared: options.shared !== undefined },
          clock,
          isOwn: () => history?.status?.kind === 'writing',
          onChange: () => store.getState().dashboard.value && triage.step(store.getState()),
        });
  const past =
    operator && createPast({ history: () => (history?.reader ? history : rewind), cluster: store, triage });
  const alerts = options.alerts?.({
    store,
    triage,
    outbox: () => history?.outbox,
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
  const looked = memory && history && rememberLooks(memory, clock, operator.tell);
  let closing: Promise<void> | undefined;
  const close = async () => {
    monitor.stop();
    cost?.cancel();
    await recorder?.close();
    await looked?.close();
    await alerts?.close();
    await history?.close();
    await rewind?.close();
    await remote?.close();
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
    past,
    alerts,
    looked,
    cost,
    history,
    reads: operator && (history || remote) ? reads : undefined,
    capacity:
      operator && (history || remote)
        ? async () => {
            const series = history ? history.reader?.series : noSeries;
            if (!series) throw new Error('The history is not open.');
            const servers = history?.reader?.servers(clock.now()) ?? [];
            return capacityWith(series, remote, clock.now(), servers);
          }
        : undefined,
    access:
      operator &&
      history &&
      createHistoryAccess({
        kept: history,
        cluster: target.name,
        users: async () => [
          ...[store.getState().session.username ?? target.username ?? []].flat(),
          ...((await memory?.read())?.users ?? []).map(({ name }) => name),
        ],
      }),
    // May be called several times, and closing the history twice would report an error.
    close: () => (closing ??= close()),
  };
}

/** Where the session stores what it watches, with what that is. */
interface Watched extends Pick<ClusterSession, 'store' | 'triage'> {
  readonly options: ClusterSessionOptions;
}

/** A monitor only reads the history in a shared directory of another user; `record` reports that it cannot write there. */
function openHistory(settings: HistorySettings, { options, store, triage }: Watched): KeptHistory {
  const { clock, operator, target } = options;
  const { shared, onStatus } = settings;
  if (operator && shared !== undefined && !ownsShared(shared)) {
    return readSharedHistory({ directory: shared, url: target.url, clock, onStatus });
  }
  return keepHistory({ ...settings, url: target.url, clock, cluster: store, triage });
}

const REWIND_BYTES = 12 * 1024 * 1024;

/** The last hour in memory, for a user who wants no history on disk. */
function rememberHistory(
  { rewindBytes = REWIND_BYTES, tell }: Operator,
  { options, store, triage }: Watched,
): KeptHistory {
  const { clock, target } = options;
  const onStatus = (status: WriterStatus) => status.kind === 'failing' && tell(status.error.message);
  const ages = { raw: HOUR_MS, minute: HOUR_MS, quarter: HOUR_MS, journal: HOUR_MS };
  const retention = { ...ages, maxBytes: rewindBytes };
  return keepHistory({ url: target.url, clock, cluster: store, triage, retention, onStatus });
}

/** A session on recorded responses, which need no login. */
export function openRecordedSession(
  target: ClusterTarget,
  transport: Transport,
  clock: Clock,
): ClusterSession {
  const credentials = async () => {
    throw new Error('a recording asks for no login');
  };
  // Without jitter no poll is later than the recorded one, and the replayer waits for that one.
  return openClusterSession({ target, transport, clock, credentials, random: () => 0 });
}
