import { statSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import type { Readable } from '../base/readable.ts';
import type { ClusterState } from '../cluster/state.ts';
import { ensurePrivateDirectory } from '../config/paths.ts';
import { openDatabase } from '../history/database.ts';
import { historyError } from '../history/error.ts';
import { historyFile } from '../history/file-name.ts';
import { createHistoryReader, type HistoryReader } from '../history/reader.ts';
import type { Retention } from '../history/retention.ts';
import { createHistoryWriter, type HistoryWriter, type WriterStatus } from '../history/writer.ts';
import type { TriageState } from '../triage/engine.ts';
import type { HistoryFacts } from '../views/history-access.ts';

/** The history of the cluster that is watched, while it is watched. */
export interface KeptHistory {
  readonly path: string;
  /** Undefined until the file is open. */
  readonly status: WriterStatus | undefined;
  /** Undefined until the file is open, and where it cannot be opened. */
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
  /** Gets each change, such as that another program writes already. */
  readonly onStatus: (status: WriterStatus) => void;
}

/** The file is opened after the first frame: opening takes 10 ms and more, and nothing is lost by waiting. */
const OPEN_AFTER_MS = 1_000;

/** Opens the history of a cluster and writes what is seen of it, from the first poll on. Failures are a status. */
export function keepHistory(options: KeepHistoryOptions): KeptHistory {
  const { stateDir, url, clock, retention, cluster, triage, onStatus } = options;
  const path = historyFile(stateDir, url);
  let writer: HistoryWriter | undefined;
  let reader: HistoryReader | undefined;
  let failure: WriterStatus | undefined;
  let since = clock.now();
  const become = (status: WriterStatus) => {
    since = clock.now();
    onStatus(status);
  };
  let offCluster = () => {};
  let closed = false;

  let opening: Promise<void> | undefined;
  const open = async () => {
    await ensurePrivateDirectory(stateDir);
    const db = await openDatabase(path, { create: true });
    if (closed) {
      db.close();
      return;
    }
    reader = createHistoryReader(db);
    writer = createHistoryWriter(db, { clock, retention, onStatus: become });
    const take = () => writer?.take(cluster.getState(), triage.getState());
    take();
    offCluster = cluster.subscribe(take);
  };
  const cancel = clock.after(OPEN_AFTER_MS, () => {
    opening = open().catch((error: unknown) => {
      failure = { kind: 'failing', error: historyError(path, error) };
      onStatus(failure);
    });
  });

  return {
    path,
    get status() {
      return writer?.status ?? failure;
    },
    get reader() {
      return reader;
    },
    facts() {
      const status = writer?.status ?? failure;
      return {
        path,
        bytes: statSync(path, { throwIfNoEntry: false })?.size,
        writing: status?.kind ?? 'opening',
        since,
        message: status?.kind === 'failing' ? status.error.message : undefined,
      };
    },
    async close() {
      closed = true;
      cancel();
      await opening;
      offCluster();
      writer?.take(cluster.getState(), triage.getState());
      await writer?.close();
      reader = undefined;
    },
  };
}
