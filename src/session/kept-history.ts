import { statSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import type { Readable } from '../base/readable.ts';
import type { ClusterState } from '../cluster/state.ts';
import { ensurePrivateDirectory } from '../config/paths.ts';
import { HistoryError, historyError } from '../history/error.ts';
import { IN_MEMORY, putAside } from '../history/file-place.ts';
import type { Outbox } from '../history/outbox.ts';
import type { HistoryReader } from '../history/reader.ts';
import type { Retention } from '../history/retention.ts';
import type { HistoryNotice, HistoryWriter, WriterStatus } from '../history/writer.ts';
import type { TriageState } from '../triage/engine.ts';
import type { HistoryFacts } from '../views/history-access.ts';
import { guardReader } from './guarded-reader.ts';

/** The stored history of the watched cluster. */
export interface KeptHistory {
  /** Undefined until the file is open. */
  readonly status: WriterStatus | undefined;
  /** Undefined until the file is open, and if it cannot be read. */
  readonly reader: HistoryReader | undefined;
  /** Messages to people; undefined while the file is not open. */
  readonly outbox: Outbox | undefined;
  facts(): HistoryFacts;
  /** Writes what was watched up to that moment (Unix ms); undefined where nothing is written. */
  readonly flush?: (moment: number) => void;
  close(): Promise<void>;
}

export interface KeepHistoryOptions {
  /** Undefined: only in memory. */
  readonly stateDir?: string;
  /** The shared directory for histories, which this user owns, instead of `stateDir`. */
  readonly shared?: string | undefined;
  readonly url: string;
  readonly clock: Clock;
  readonly retention: Retention;
  readonly cluster: Readable<ClusterState>;
  readonly triage: Readable<TriageState>;
  /** Called at each change of the status, for example when another program writes this history. */
  readonly onStatus: (status: WriterStatus) => void;
  readonly onNotice?: (notice: HistoryNotice) => void;
}

/**
 * The file is opened after the first frame, because loading and opening take 15 ms or more. No data is lost by
 * that.
 */
const OPEN_AFTER_MS = 1_000;
/** Time until a file that another program holds is opened again, ms. */
const LOCKED_MS = 5_000;
/** Time until a file that cannot be used is opened again, ms. */
const OPEN_AGAIN_MS = MINUTE_MS;
/** Longest time that a lock of another program may delay keys, ms. */
const LOCK_WAIT_MS = 50;

/** What is known of a file with this status since then (Unix ms). */
export function fileFacts(path: string | undefined, status: WriterStatus | undefined, since: number) {
  return {
    path,
    bytes: path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.size,
    writing: status?.kind ?? 'opening',
    since,
    message: status?.kind === 'failing' ? status.error.message : undefined,
  } as const;
}

/**
 * Opens the history of a cluster and writes the watched data, from the first poll on. An error is a status. A
 * damaged file is put aside, and a file that was removed or replaced is opened again; the time in between is a gap.
 */
export function keepHistory(options: KeepHistoryOptions): KeptHistory {
  const { stateDir, shared: sharedDirectory, url, clock, retention, cluster, triage, onStatus } = options;
  let path: string | undefined;
  let writer: HistoryWriter | undefined;
  let reader: HistoryReader | undefined;
  let outbox: Outbox | undefined;
  let status: WriterStatus | undefined;
  let since = clock.now();
  let lost: (HistoryFacts['lost'] & { readonly from: number | undefined }) | undefined;
  /** Errors of a writer that is being replaced are not reported. */
  let isLeaving = false;
  let closed = false;
  const become = (next: WriterStatus) => {
    status = next;
    since = clock.now();
    onStatus(next);
  };
  const fail = (error: unknown) => {
    if (closed) return;
    reader = undefined;
    const failure = historyError(path ?? stateDir ?? IN_MEMORY, error);
    // A file that cannot be opened is tried repeatedly, but reported once.
    if (status?.kind === 'failing' && status.error.message === failure.message) return;
    become({ kind: 'failing', error: failure });
  };
  let offCluster = () => {};
  let cancelTake = () => {};
  const release = async () => {
    offCluster();
    cancelTake();
    reader = undefined;
    outbox = undefined;
    await writer?.close();
    writer = undefined;
  };
  /** Data that was written since the file was last seen in its place is lost. */
  const lose = (error: HistoryError, from: number | undefined) => {
    lost = { at: clock.now(), message: error.message, from: lost?.from ?? from };
    fail(error);
  };
  const setAside = (file: string, from?: number) => {
    const aside = putAside(file, clock.now());
    const message = `the history ${file} was damaged, so a new one is started; it is kept as ${aside}`;
    lose(new HistoryError('DAMAGED', message), from);
  };

  let opening: Promise<void> | undefined;
  const open = async () => {
    const [{ historyFile, openDatabase }, { createOutbox }, { createHistoryReader }, { HistoryWriter }] =
      await Promise.all([
        import('../history/database.ts'),
        import('../history/outbox.ts'),
        import('../history/reader.ts'),
        import('../history/writer.ts'),
        stateDir === undefined ? undefined : ensurePrivateDirectory(stateDir),
      ]);
    const directory = sharedDirectory ?? stateDir;
    const file = directory === undefined ? IN_MEMORY : historyFile(directory, url);
    path = file;
    const shared = sharedDirectory !== undefined;
    const openFile = () => openDatabase(file, { create: true, waitMs: LOCK_WAIT_MS, shared });
    const db = await openFile().catch((error: unknown) => {
      if (closed || historyError(file, error).code !== 'DAMAGED') throw error;
      setAside(file);
      return openFile();
    });
    if (closed) {
      db.close();
      return;
    }
    outbox = createOutbox(db);
    reader = guardReader(createHistoryReader(db), clock, fail);
    const own = new HistoryWriter(db, {
      clock,
      retention,
      lostFrom: lost?.from,
      onStatus: onWriter,
      ...(options.onNotice && { onNotice: options.onNotice }),
    });
    writer = own;
    if (lost) lost = { ...lost, from: undefined };
    const take = () => own.take(cluster.getState(), triage.getState());
    take();
    // Runs as a task of its own so that keys come first: for a large cluster it takes as long as triage.
    offCluster = cluster.subscribe(() => {
      cancelTake();
      cancelTake = clock.after(0, take);
    });
  };
  let cancel = () => {};
  const openAfter = (ms: number, before: () => Promise<void> = async () => {}) => {
    cancel = clock.after(ms, () => {
      opening = before()
        .then(open)
        .catch((error: unknown) => {
          fail(error);
          const isLocked = status?.kind === 'failing' && status.error.code === 'LOCKED';
          if (!closed) openAfter(isLocked ? LOCKED_MS : OPEN_AGAIN_MS);
        });
    });
  };
  const onWriter = (next: WriterStatus) => {
    const failure = next.kind === 'failing' && !closed ? next.error : undefined;
    if (isLeaving) return;
    if (failure?.code !== 'GONE' && failure?.code !== 'DAMAGED') {
      become(next);
      return;
    }
    isLeaving = true;
    const keptAt = writer?.keptAt;
    if (failure.code === 'GONE') lose(failure, keptAt);
    openAfter(0, async () => {
      const file = path;
      await release();
      isLeaving = false;
      if (failure.code === 'DAMAGED' && file !== undefined) setAside(file, keptAt);
    });
  };
  openAfter(OPEN_AFTER_MS);

  return {
    get status() {
      return status;
    },
    get reader() {
      return reader;
    },
    get outbox() {
      return outbox;
    },
    facts: () => ({
      ...fileFacts(path, status, since),
      lost: lost && { at: lost.at, message: lost.message },
    }),
    flush: (moment) => writer?.flush(moment),
    async close() {
      closed = true;
      cancel();
      await opening;
      writer?.take(cluster.getState(), triage.getState());
      await release();
    },
  };
}
