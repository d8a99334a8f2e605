import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import { turn } from '../base/turn.ts';
import type { ProblemMark } from '../history/problems/problem-store.ts';
import type { HistoryReader } from '../history/reader.ts';
import { type Usual, usualAt } from '../history/samples/baseline.ts';
import type { SeriesId } from '../history/samples/kinds.ts';
import type { SeriesReader } from '../history/samples/series.ts';
import {
  noPeriodData,
  readPeriodData,
  type SessionPeriods,
  sessionPeriods,
} from '../history/sessions/availability.ts';
import { wholeHours } from '../history/sessions/session-store.ts';
import type { StoredReads, StoredWindow } from '../views/history-access.ts';
import { storedSeriesOf, storedWindow } from './past/stored-history.ts';
import type { RemoteSeries } from './prometheus.ts';

/** Most results that are kept; a chart requests the same ones with every frame. */
const MAX_KEPT = 4_000;
/** Sessions and problems are read again after this time, ms. */
const AGAIN_MS = 5 * MINUTE_MS;
/** Usual values are those of eight weeks. */
const USUAL_MS = 8 * 7 * DAY_MS + HOUR_MS;

const nothing: StoredWindow = { values: [], resolution: undefined };

type Result = StoredWindow | Usual | SessionPeriods | readonly ProblemMark[] | undefined;
type Read = () => Result | Promise<Result>;

export interface StoredReadsOptions {
  /** Undefined until the history is open, and if it cannot be opened. */
  readonly reader: () => HistoryReader | undefined;
  /** The name under which a stream is stored, by its id on the server; undefined if unknown. */
  readonly streamName: (id: string) => string | undefined;
  /** Asked where the local file has nothing. */
  readonly remote?: RemoteSeries | undefined;
}

export function createStoredReads({ reader, streamName, remote }: StoredReadsOptions): StoredReads {
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
  let filling = 0;

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

  /** Reads again once the remote series are there. Local reads do not wait for that. */
  const fillLater = (
    name: string,
    { id, from, to }: { readonly id: SeriesId; readonly from: number; readonly to: number },
    read: (series: SeriesReader) => Result,
  ) => {
    if (!remote) return;
    filling++;
    void remote.fill(id, from, to).then(() => {
      filling--;
      const open = reader();
      if (open && kept.has(name))
        kept.set(
          name,
          attempt(() => read(remote.over(open.series))),
        );
    });
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
      const read = (series: SeriesReader) => {
        const { points, resolution, isRemote } = series.read(id, from, to);
        return { values: storedWindow(points, from, to, buckets), resolution, isRemote };
      };
      want(name, () => {
        const found = attempt(() => read(open.series)) ?? nothing;
        if (remote && found.values[0] == null) {
          const first = attempt(() => open.series.read(id, from, to))?.points[0]?.at ?? to;
          fillLater(name, { id, from, to: first }, read);
        }
        return found;
      });
      return undefined;
    },
    usual(key, at) {
      const id = storedSeriesOf(key);
      const open = reader();
      if (!id || !open || id.kind === 'stream') return undefined;
      const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
      const name = `usual ${key} ${hour}`;
      if (kept.has(name)) return kept.get(name) as Usual | undefined;
      const read = (series: SeriesReader) => usualAt(series, id, hour + HOUR_MS / 2);
      want(name, () => {
        const found = attempt(() => read(open.series));
        // Servers are many, and a question each would keep charts waiting.
        const isWanted = id.kind === 'total' || id.kind === 'group';
        if (isWanted && (found?.thin ?? true)) fillLater(name, { id, from: hour - USUAL_MS, to: hour }, read);
        return found;
      });
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
      return running || filling > 0;
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
