import type { Past } from '../actions/time-travel.ts';
import type { Clock } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import type { Readable } from '../base/readable.ts';
import { streamName } from '../cluster/figures.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import type { HistoryReader } from '../history/reader.ts';
import { noSeries } from '../history/samples/series.ts';
import { ownsShared } from '../history/shared-directory.ts';
import type { WriterStatus } from '../history/writer.ts';
import type { Watched } from '../triage/watched.ts';
import type { HistoryAccess, ReadCapacity, StoredReads } from '../views/history-access.ts';
import { capacityWith, createHistoryAccess } from './history-access.ts';
import { type KeepHistoryOptions, type KeptHistory, keepHistory } from './kept-history.ts';
import { createPast } from './past/past.ts';
import type { RemoteSeries } from './prometheus.ts';
import { followRecorder } from './recorder.ts';
import { readSharedHistory } from './shared-history.ts';
import { createStoredReads } from './stored-reads.ts';
import type { TriageStore } from './triage-store.ts';

/** Where the history is stored and for how long; `onStatus` is called at each change of the status. */
export type HistorySettings = Pick<KeepHistoryOptions, 'stateDir' | 'retention' | 'onStatus' | 'onNotice'>;

interface Remembering {
  readonly target: ClusterTarget;
  readonly clock: Clock;
  readonly cluster: Readable<ClusterState>;
  readonly history: HistorySettings | undefined;
  readonly remote: RemoteSeries | undefined;
  /** Where other programs of this user, or of the team, keep their history. */
  readonly directory: string | undefined;
  readonly isShared: boolean;
  /** In an interactive session: shows an error of a file on disk. */
  readonly tell: ((message: string) => void) | undefined;
  /** Limit of the memory that shows earlier moments where no history is kept, bytes. */
  readonly rewindBytes: number | undefined;
}

const REWIND_BYTES = 12 * 1024 * 1024;

/**
 * The past of a watched cluster: the history that this program writes, or the last hour in memory; that of a recorder beside
 * it; and that of a Prometheus.
 */
export class SessionHistory {
  /** Stored and remote figures; they are read from the start on. */
  readonly reads: StoredReads;
  readonly #options: Remembering;
  /** What is kept of these; undefined before `keep`. */
  #triage: TriageStore | undefined;
  #kept: KeptHistory | undefined;
  /** The last hour in memory, where no file shows earlier moments. */
  #rewind: KeptHistory | undefined;
  #recorder: ReturnType<typeof followRecorder> | undefined;

  constructor(options: Remembering) {
    this.#options = options;
    this.reads = createStoredReads({
      remote: options.remote,
      isRemoteOnly: options.history === undefined,
      reader: (): HistoryReader | undefined => this.#kept?.reader ?? this.#recorder?.reader(),
      streamName(id) {
        const stream = options.cluster.getState().streamSweep.value?.items.get(id);
        return stream && streamName(stream);
      },
    });
  }

  /** What another program says of the time before this one knew usual values. */
  get watched(): Watched | undefined {
    return this.#recorder?.current();
  }

  /** The stored history; undefined if none is wanted. */
  get kept(): KeptHistory | undefined {
    return this.#kept;
  }

  /** Begins to keep what is watched, and to follow the recorder. */
  keep(triage: TriageStore): void {
    const { target, clock, cluster, history, directory, isShared, tell } = this.#options;
    this.#triage = triage;
    if (history) this.#kept = this.#open(history);
    else if (tell) this.#rewind = this.#rememberHour(tell);
    if (directory === undefined) return;
    this.#recorder = followRecorder({
      target,
      place: { directory, shared: isShared },
      clock,
      isOwn: () => this.#kept?.status?.kind === 'writing',
      onChange: () => cluster.getState().dashboard.value && triage.step(cluster.getState()),
    });
  }

  past(): Past {
    return createPast({
      history: () => (this.#kept?.reader ? this.#kept : this.#rewind),
      cluster: this.#options.cluster,
      triage: this.#watchedTriage,
    });
  }

  /** When limits will be reached; undefined where nothing is stored. */
  capacity(): ReadCapacity | undefined {
    const { clock, remote } = this.#options;
    if (!this.#kept && !remote) return undefined;
    return async () => {
      const reader = this.#kept?.reader;
      const series = this.#kept ? reader?.series : noSeries;
      if (!series) throw new Error('The history is not open.');
      return capacityWith(series, remote, clock.now(), reader?.servers(clock.now()) ?? []);
    };
  }

  /** What screens may request of the stored history; `users`: names that reports leave out. */
  access(users: () => Promise<readonly string[]>): HistoryAccess | undefined {
    const kept = this.#kept;
    return kept && createHistoryAccess(kept, this.#options.target.name, users);
  }

  /** Stops to follow the recorder; then what is written here may end. */
  async leaveRecorder(): Promise<void> {
    await this.#recorder?.close();
  }

  async close(): Promise<void> {
    await this.#kept?.close();
    await this.#rewind?.close();
    await this.#options.remote?.close();
  }

  /** A monitor only reads the history in a shared directory of another user; `record` reports that it cannot write there. */
  #open(settings: HistorySettings): KeptHistory {
    const { clock, target, cluster, tell, directory, isShared } = this.#options;
    const shared = isShared ? directory : undefined;
    const onStatus = (status: WriterStatus) => this.#onStatus(settings, status);
    if (tell && shared !== undefined && !ownsShared(shared))
      return readSharedHistory({ directory: shared, url: target.url, clock, onStatus });
    const watched = { url: target.url, clock, cluster, triage: this.#watchedTriage };
    return keepHistory({ ...settings, ...watched, shared, onStatus });
  }

  /** A history that cannot be opened is told, and the last hour is kept instead. */
  #onStatus(settings: HistorySettings, status: WriterStatus): void {
    const { tell } = this.#options;
    const isLost = status.kind === 'failing' && !this.#kept?.reader;
    if (tell && isLost && !this.#rewind) {
      this.#rewind = this.#rememberHour(tell);
      tell(`Only the last hour is kept, in memory: ${status.error.message}`);
    } else settings.onStatus(status);
    if (isLost) return;
    void this.#rewind?.close();
    this.#rewind = undefined;
  }

  /** The last hour in memory. */
  #rememberHour(tell: (message: string) => void): KeptHistory {
    const { clock, target, cluster, rewindBytes = REWIND_BYTES } = this.#options;
    const onStatus = (status: WriterStatus) => status.kind === 'failing' && tell(status.error.message);
    const ages = { raw: HOUR_MS, minute: HOUR_MS, quarter: HOUR_MS, journal: HOUR_MS };
    const retention = { ...ages, maxBytes: rewindBytes };
    return keepHistory({ url: target.url, clock, cluster, triage: this.#watchedTriage, retention, onStatus });
  }

  get #watchedTriage(): TriageStore {
    if (!this.#triage) throw new Error('Nothing is kept before keep().');
    return this.#triage;
  }
}
