import type { HistoryReader } from '../history/reader.ts';

/**
 * A reader that never throws, because the monitor reads while it draws and a damaged file must not end it. `onError`
 * gets the first error; after that everything is empty.
 */
export function guardReader(reader: HistoryReader, onError: (error: unknown) => void): HistoryReader {
  let failed = false;
  const fail = (error: unknown) => {
    if (!failed) onError(error);
    failed = true;
  };
  const attempt = <T>(read: () => T, nothing: T): T => {
    if (failed) return nothing;
    try {
      return read();
    } catch (error) {
      fail(error);
      return nothing;
    }
  };
  const attemptLater = async <T>(read: () => Promise<T>, nothing: T): Promise<T> => {
    if (failed) return nothing;
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
    problems: (...args) => attempt(() => reader.problems(...args), []),
    marks: (...args) => attempt(() => reader.marks(...args), []),
    markBeside: (...args) => attempt(() => reader.markBeside(...args), undefined),
    streamSessions: (...args) => attemptLater(() => reader.streamSessions(...args), []),
    events: (...args) => attempt(() => reader.events(...args), []),
    gaps: (...args) => attempt(() => reader.gaps(...args), []),
    servers: (at) => attempt(() => reader.servers(at), []),
    applications: (at) => attempt(() => reader.applications(at), []),
  };
}
