import { statSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import type { Readable } from '../base/readable.ts';
import { safeJson } from '../base/safe-markup.ts';
import type { ClusterState } from '../cluster/state.ts';
import { ensurePrivateDirectory } from '../config/paths.ts';
import { historyError } from '../history/error.ts';
import type { HistoryReader } from '../history/reader.ts';
import { capacityOf } from '../history/report/capacity.ts';
import { reportOf } from '../history/report/report.ts';
import type { Retention } from '../history/retention.ts';
import type { HistoryWriter, WriterStatus } from '../history/writer.ts';
import type { TriageState } from '../triage/engine.ts';
import type { HistoryAccess, HistoryFacts, StoredReads } from '../views/history-access.ts';
import { reportJson, reportMarkdown } from '../views/report/markdown.ts';
import { guardReader } from './guarded-reader.ts';

/** The stored history of the cluster that is watched now. */
export interface KeptHistory {
  /** Undefined until the file is open. */
  readonly status: WriterStatus | undefined;
  /** Undefined until the file is open, and where it cannot be read. */
  readonly reader: HistoryReader | undefined;
  facts(): HistoryFacts;
  close(): Promise<void>;
}

export interface KeepHistoryOptions {
  readonly stateDir: string;
  readonly url: string;
  readonly clock: Clock;
  readonly retention: Retention;
  readonly cluster: Readable<ClusterState>;
  readonly triage: Readable<TriageState>;
  /** Gets each change of the status, for example that another program writes this history. */
  readonly onStatus: (status: WriterStatus) => void;
}

/**
 * The file is opened after the first frame, because loading and opening take 15 ms or more. Nothing is lost by that.
 */
const OPEN_AFTER_MS = 1_000;
/** Time until a file that another program holds is opened again, ms. */
const OPEN_AGAIN_MS = 5_000;
/** How long a lock of another program may hold up the keys, ms. */
const LOCK_WAIT_MS = 50;

/** Opens the history of a cluster and writes what is seen, from the first poll on. A failure is a status. */
export function keepHistory(options: KeepHistoryOptions): KeptHistory {
  const { stateDir, url, clock, retention, cluster, triage, onStatus } = options;
  let path: string | undefined;
  let writer: HistoryWriter | undefined;
  let reader: HistoryReader | undefined;
  let failure: Extract<WriterStatus, { kind: 'failing' }> | undefined;
  let upgrading: WriterStatus | undefined;
  let since = clock.now();
  const become = (status: WriterStatus) => {
    since = clock.now();
    onStatus(status);
  };
  const fail = (error: unknown) => {
    if (closed) return;
    reader = undefined;
    failure = { kind: 'failing', error: historyError(path ?? stateDir, error) };
    become(failure);
  };
  /** Reported in tenths. Throws if the program ends, which rolls the migration back. */
  const onUpgrade = (done: number) => {
    if (closed) throw new Error('The program ended.');
    const share = Math.floor(done * 10) / 10;
    if (upgrading?.kind === 'upgrading' && upgrading.share === share) return;
    upgrading = { kind: 'upgrading', share };
    become(upgrading);
  };
  let offCluster = () => {};
  let cancelTake = () => {};
  let closed = false;

  let opening: Promise<void> | undefined;
  const open = async () => {
    const [{ historyFile, openDatabase }, { createHistoryReader }, { createHistoryWriter }] =
      await Promise.all([
        import('../history/database.ts'),
        import('../history/reader.ts'),
        import('../history/writer.ts'),
        ensurePrivateDirectory(stateDir),
      ]);
    path = historyFile(stateDir, url);
    const db = await openDatabase(path, { create: true, waitMs: LOCK_WAIT_MS, onUpgrade });
    upgrading = undefined;
    failure = undefined;
    if (closed) {
      db.close();
      return;
    }
    reader = guardReader(createHistoryReader(db), clock, fail);
    writer = createHistoryWriter(db, { clock, retention, onStatus: become });
    const take = () => writer?.take(cluster.getState(), triage.getState());
    take();
    // In a task of its own, so that keys come first: for a large cluster it takes as long as triage.
    offCluster = cluster.subscribe(() => {
      cancelTake();
      cancelTake = clock.after(0, take);
    });
  };
  let cancel = () => {};
  const openAfter = (ms: number) => {
    cancel = clock.after(ms, () => {
      opening = open().catch((error: unknown) => {
        fail(error);
        if (failure?.error.code === 'LOCKED' && !closed) openAfter(OPEN_AGAIN_MS);
      });
    });
  };
  openAfter(OPEN_AFTER_MS);

  return {
    get status() {
      return failure ?? upgrading ?? writer?.status;
    },
    get reader() {
      return reader;
    },
    facts() {
      const status = failure ?? upgrading ?? writer?.status;
      return {
        path,
        bytes: path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.size,
        writing: status?.kind ?? 'opening',
        since,
        upgraded: status?.kind === 'upgrading' ? status.share : undefined,
        message: status?.kind === 'failing' ? status.error.message : undefined,
      };
    },
    async close() {
      closed = true;
      cancel();
      await opening;
      offCluster();
      cancelTake();
      writer?.take(cluster.getState(), triage.getState());
      await writer?.close();
      reader = undefined;
    },
  };
}

export interface HistoryAccessOptions {
  readonly kept: KeptHistory;
  readonly reads: StoredReads;
  readonly clock: Clock;
  readonly cluster: string;
  /** Names that reports leave out. */
  readonly users: () => Promise<readonly string[]>;
}

/** What screens may ask the history that is being written. */
export function createHistoryAccess({
  kept,
  reads,
  clock,
  cluster,
  users,
}: HistoryAccessOptions): HistoryAccess {
  const reader = (): HistoryReader => {
    if (kept.reader) return kept.reader;
    throw new Error('The history is not open.');
  };
  return {
    reads,
    facts: () => kept.facts(),
    capacity: async () => capacityOf(reader().series, clock.now()),
    async report(from, to) {
      const report = reportOf(reader(), cluster, from, to);
      const style = { withhold: true, users: await users() };
      const json = safeJson(reportJson(report, style));
      return { markdown: reportMarkdown(report, style), json };
    },
  };
}
