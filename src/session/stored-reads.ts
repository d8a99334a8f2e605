import { HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import { turn } from '../base/turn.ts';
import type { ProblemMark } from '../history/problems/problem-store.ts';
import type { HistoryReader } from '../history/reader.ts';
import { type Usual, usualAt } from '../history/samples/baseline.ts';
import {
  noPeriodData,
  readPeriodData,
  type SessionPeriods,
  sessionPeriods,
} from '../history/sessions/availability.ts';
import { wholeHours } from '../history/sessions/session-store.ts';
import type { StoredReads, StoredWindow } from '../views/history-access.ts';
import { storedSeriesOf, storedWindow } from './past/stored-history.ts';

/** Most results that are kept; a chart requests the same ones with every frame. */
const MAX_KEPT = 4_000;
/** Sessions and problems are read again after this time, ms. */
const AGAIN_MS = 5 * MINUTE_MS;

const nothing: StoredWindow = { values: [], resolution: undefined };

type Result = StoredWindow | Usual | SessionPeriods | readonly ProblemMark[] | undefined;
type Read = () => Result | Promise<Result>;

export interface StoredReadsOptions {
  /** Undefined until the history is open, and if it cannot be opened. */
  readonly reader: () => HistoryReader | undefined;
  /** The name under which a stream is stored, by its id on the server; undefined if unknown. */
  readonly streamName: (id: string) => string | undefined;
}

export function createStoredReads({ reader, streamName }: StoredReadsOptions): StoredReads {
  const find = (key: string) => {
    const id = storedSeriesOf(key);
    // Ids of streams change with each start of a server, so the history uses application and key.
    return id?.kind === 'stream' ? { ...id, name: streamName(id.name) ?? id.name } : id;
  };
  const kept = new Map<string, Result>();
  const waiting = new Map<string, Read>();
  /** The last result for each kind of read and each length of its period. */
  const newest = new Map<string, Result>();
  let running = false;

  /** One read at a time, yielding in between: each takes some ms. */
  const work = async () => {
    for (const [key, read] of waiting) {
      const result = await read();
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, result);
      waiting.delete(key);
      await turn();
    }
    running = false;
  };
  const want = (key: string, read: Read) => {
    waiting.set(key, read);
    if (running) return;
    running = true;
    void turn().then(work);
  };

  /** A result for the `span` ms before `to` that is read again every few minutes; until then the previous one. */
  const latest = <T extends Result>(
    what: string,
    span: number,
    to: number,
    read: (open: HistoryReader, from: number) => Promise<{ readonly found: T; readonly isRead: boolean }>,
  ): T | undefined => {
    const open = reader();
    if (!open) return undefined;
    const end = Math.floor(to / AGAIN_MS) * AGAIN_MS;
    const stretch = `${what} ${span}`;
    const name = `${stretch} ${end}`;
    const known = kept.get(name);
    if (known) return known as T;
    want(name, async () => {
      const { found, isRead } = await read(open, end - span);
      if (isRead) newest.set(stretch, found);
      return found;
    });
    return newest.get(stretch) as T | undefined;
  };

  return {
    window(key, from, to, buckets) {
      const id = find(key);
      const open = reader();
      if (!id || !open) return nothing;
      const name = `${key} ${from} ${to} ${buckets}`;
      if (kept.has(name)) return kept.get(name) as StoredWindow;
      const read = () => {
        const { points, resolution } = open.series.read(id, from, to);
        return { values: storedWindow(points, from, to, buckets), resolution };
      };
      want(name, () => attempt(read) ?? nothing);
      return undefined;
    },
    usual(key, at) {
      const id = storedSeriesOf(key);
      const open = reader();
      if (!id || !open || id.kind === 'stream') return undefined;
      const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
      const name = `usual ${key} ${hour}`;
      if (kept.has(name)) return kept.get(name) as Usual | undefined;
      const read = () => usualAt(open.series, id, hour + HOUR_MS / 2);
      want(name, () => attempt(read));
      return undefined;
    },
    sessionPeriods: (span, to) =>
      latest('periods', span, to, async (open, from) => {
        const [begin, end] = wholeHours(from, to);
        const period = { from: begin, to: Math.min(to, end) };
        const data = await readPeriodData(open, period).catch(() => undefined);
        return { found: sessionPeriods(data ?? noPeriodData, period), isRead: data !== undefined };
      }),
    problems: (span, to) =>
      latest('problems', span, to, async (open, from) => {
        return { found: attempt(() => open.marks(from, to)) ?? [], isRead: true };
      }) ?? [],
    get reading() {
      return running;
    },
  };
}

/** The status of the history already reports a file that cannot be read, so errors are ignored here. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
