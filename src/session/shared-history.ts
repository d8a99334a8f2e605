import { type HistoryError, historyError } from '../history/error.ts';
import type { HistoryReader } from '../history/reader.ts';
import type { WriterStatus } from '../history/writer.ts';
import { guardReader } from './guarded-reader.ts';
import { fileFacts, type KeepHistoryOptions, type KeptHistory } from './kept-history.ts';

/** The file is opened after the first frame, as an own history is, ms. */
const OPEN_AFTER_MS = 1_000;
/** How often it is looked whether the file is still the open one, or is there at last, ms. */
const LOOK_MS = 5_000;

interface SharedHistoryOptions extends Pick<KeepHistoryOptions, 'url' | 'clock' | 'onStatus'> {
  /** The shared directory, which another user owns. */
  readonly directory: string;
}

/**
 * Reads the history that another user writes. Its recorder may start and stop at any time, so the file is opened again
 * when it appears, is replaced, or begins or ends its log. Nothing is written.
 */
export function readSharedHistory({ directory, url, clock, onStatus }: SharedHistoryOptions): KeptHistory {
  let path: string | undefined;
  let reader: HistoryReader | undefined;
  let close = () => {};
  let isInPlace = () => false;
  let status: WriterStatus | undefined;
  let since = clock.now();
  let isFailing = false;
  let closed = false;

  const become = (next: WriterStatus) => {
    const isSame = next.kind === status?.kind && messageOf(next) === messageOf(status);
    status = next;
    if (isSame) return;
    since = clock.now();
    onStatus(next);
  };
  const fail = (error: unknown) => {
    isFailing = true;
    reader = undefined;
    become({ kind: 'failing', error: historyError(path ?? directory, error) });
  };
  const leave = () => {
    reader = undefined;
    close();
    close = () => {};
    isInPlace = () => false;
  };
  const look = async () => {
    try {
      if (isFailing || !isInPlace()) {
        leave();
        const [{ historyFile, openReadOnly }, { createHistoryReader }] = await Promise.all([
          import('../history/database.ts'),
          import('../history/reader.ts'),
        ]);
        if (closed) return;
        path = historyFile(directory, url);
        const db = openReadOnly(path, { shared: true });
        close = () => db.close();
        isInPlace = () => db.isInPlace();
        isFailing = false;
        reader = guardReader(createHistoryReader(db), clock, fail);
        become({ kind: 'reading' });
      }
    } catch (error) {
      fail(error);
    }
    if (!closed) cancel = clock.after(LOOK_MS, start);
  };
  let looking: Promise<void> | undefined;
  const start = () => {
    looking = look();
  };
  let cancel = clock.after(OPEN_AFTER_MS, start);

  return {
    get status() {
      return status;
    },
    get reader() {
      return reader;
    },
    outbox: undefined,
    facts: () => fileFacts(path, status, since),
    async close() {
      closed = true;
      cancel();
      await looking;
      leave();
    },
  };
}

function messageOf(status: WriterStatus | undefined): HistoryError['message'] | undefined {
  return status?.kind === 'failing' ? status.error.message : undefined;
}
