import type { Clock } from '../base/clock.ts';
import { HistoryError } from '../history/error.ts';
import type { HistoryReader } from '../history/reader.ts';

/** Time until the next read of a file that another program holds, ms. */
const LOCKED_MS = 1_000;

/**
 * A reader that never throws, because the monitor reads while it draws and a damaged file must not end it.
 * `onError` is called with the first error; after that every result is empty. Results are also empty while another
 * program locks the file: only one read per second waits for the lock, because each wait delays keys.
 */
export function guardReader(
  reader: HistoryReader,
  clock: Clock,
  onError: (error: unknown) => void,
): HistoryReader {
  let failed = false;
  let lockedUntil = Number.NEGATIVE_INFINITY;
  const isClosed = () => failed || clock.monotonic() < lockedUntil;
  const fail = (error: unknown) => {
    if (error instanceof HistoryError && error.code === 'LOCKED') {
      lockedUntil = clock.monotonic() + LOCKED_MS;
      return;
    }
    if (!failed) onError(error);
    failed = true;
  };
  const attempt = <T>(read: () => T, nothing: T): T => {
    if (isClosed()) return nothing;
    try {
      return read();
    } catch (error) {
      fail(error);
      return nothing;
    }
  };
  const attemptLater = async <T>(read: () => Promise<T>, nothing: T): Promise<T> => {
    if (isClosed()) return nothing;
    return read().catch((error: unknown) => {
      fail(error);
      return nothing;
    });
  };
  const { series } = reader;
  return {
    series: {
      read: (...args) => attempt(() => series.read(...args), { points: [], resolution: undefined }),
      names: (kind) => attempt(() => series.names(kind), []),
    },
    rows: (...args) => attemptLater(() => reader.rows(...args), new Map()),
    range: () => attempt(() => reader.range(), undefined),
    journal: (...args) => attempt(() => reader.journal(...args), []),
    ownJournal: (...args) => attempt(() => reader.ownJournal(...args), []),
    problems: (...args) => attempt(() => reader.problems(...args), []),
    problemsAt: (moment) => attempt(() => reader.problemsAt(moment), []),
    marks: (...args) => attempt(() => reader.marks(...args), []),
    markBeside: (...args) => attempt(() => reader.markBeside(...args), undefined),
    streamHours: (from, to) => attempt(() => reader.streamHours(from, to), { from, to }),
    streamAbsences: (...args) => attempt(() => reader.streamAbsences(...args), []),
    streamSessions: (...args) => attemptLater(() => reader.streamSessions(...args), []),
    events: (...args) => attempt(() => reader.events(...args), []),
    gaps: (...args) => attempt(() => reader.gaps(...args), []),
    servers: (at) => attempt(() => reader.servers(at), []),
    dashboard: (at) => attempt(() => reader.dashboard(at), undefined),
    streamStates: (at) => attempt(() => reader.streamStates(at), undefined),
    applications: (at) => attempt(() => reader.applications(at), []),
  };
}
