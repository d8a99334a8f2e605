import { HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import { turn } from '../base/turn.ts';
import { noSpread } from '../cluster/window.ts';
import type { ProblemMark } from '../history/problems/problem-store.ts';
import type { HistoryReader } from '../history/reader.ts';
import { type Usual, usualAt } from '../history/samples/baseline.ts';
import type { Period } from '../history/samples/range.ts';
import { noSeries, type Point, type SeriesReader } from '../history/samples/series.ts';
import {
  noPeriodData,
  readPeriodData,
  type SessionPeriods,
  sessionPeriods,
} from '../history/sessions/availability.ts';
import { unlessDamaged } from '../history/stored-row.ts';
import type { StoredReads, StoredWindow } from '../views/history-access.ts';
import { storedSeriesOf, storedSpread } from './past/stored-history.ts';
import type { RemoteSeries } from './prometheus.ts';

/** Most results that are kept; a chart requests the same ones with every frame. */
const MAX_KEPT = 4_000;
/** Sessions and problems are read again after this time, ms. */
const AGAIN_MS = 5 * MINUTE_MS;

const nothing: StoredWindow = { ...noSpread, resolution: undefined };

type Result = StoredWindow | Usual | SessionPeriods | readonly ProblemMark[] | undefined;
type Read = () => Result | Promise<Result>;

export interface StoredReadsOptions {
  /** Undefined until the history is open, and if it cannot be opened. */
  readonly reader: () => HistoryReader | undefined;
  /** The name under which a stream is stored, by its id on the server; undefined if unknown. */
  readonly streamName: (id: string) => string | undefined;
  /** Asked where the local file has nothing. */
  readonly remote?: RemoteSeries | undefined;
  /** No history is kept here, so only the remote series are read. */
  readonly isRemoteOnly?: boolean | undefined;
}

/** A window is read from this time before it on, ms. */
const LEAD_MS = 2 * MINUTE_MS;

/** What was measured last is not expected elsewhere yet, ms. */
const REMOTE_LAG_MS = 15 * MINUTE_MS;

/** The status of the history already reports a file that cannot be read, so that nothing here does. */
export function createStoredReads(options: StoredReadsOptions): StoredReads {
  const { reader, streamName, remote } = options;
  /** Undefined until the history is open. */
  const localSeries = () => reader()?.series ?? (options.isRemoteOnly ? noSeries : undefined);
  /** The same, with what is known already of the remote series. */
  const knownSeries = () => {
    const local = localSeries();
    return local && remote ? remote.over(local) : local;
  };
  const find = (key: string) => {
    const id = storedSeriesOf(key);
    // Ids of streams change with each start of a server, so the history uses application and key.
    return id?.kind === 'stream' ? { ...id, name: streamName(id.name) ?? id.name } : id;
  };
  const kept = new Map<string, Result>();
  const waiting = new Map<string, Read>();
  /** The last result for each kind of read and each length of its period. */
  const newest = new Map<string, Result>();
  /** The window that was asked for last for each figure, its length and its parts, as far as it is read. */
  const lastWindows = new Map<string, { readonly from: number; readonly window: StoredWindow }>();
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
    fill: (from: RemoteSeries) => Promise<void>,
    read: (series: SeriesReader) => Result,
  ) => {
    if (!remote) return;
    filling++;
    // A turn later, because an answer that is known already may come before the local result is kept.
    void fill(remote)
      .then(turn)
      .then(() => {
        filling--;
        const series = knownSeries();
        if (!series || !kept.has(name)) return;
        const found = unlessDamaged(() => read(series));
        kept.set(name, found);
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
      const known = knownSeries();
      if (!id || !known) return nothing;
      const name = `${key} ${from} ${to} ${buckets}`;
      const stretch = `${key} ${to - from} ${buckets}`;
      if (kept.has(name)) {
        const window = kept.get(name) as StoredWindow;
        if (lastWindows.size >= MAX_KEPT) lastWindows.clear();
        lastWindows.set(stretch, { from, window });
        return window;
      }
      const read = (series: SeriesReader) => {
        // The point before a short window holds in its first parts: streams are sampled once a minute.
        const lead = to - from <= HOUR_MS ? LEAD_MS : 0;
        const { points, resolution, isRemote } = series.read(id, from - lead, to);
        return { ...storedSpread(points, from, to, buckets), resolution, isRemote };
      };
      want(name, () => {
        const found = unlessDamaged(() => read(known)) ?? nothing;
        const pointsOf = () => known.read(id, from, to).points;
        const gap = remote && gapOf(unlessDamaged(pointsOf) ?? [], from, to, buckets);
        if (gap) fillLater(name, (source) => source.fill(id, gap.from, gap.to), read);
        return found;
      });
      const last = lastWindows.get(stretch);
      return last && movedOn(last.window, from, Math.round(((from - last.from) / (to - from)) * buckets));
    },
    usual(key, at) {
      const id = storedSeriesOf(key);
      const known = knownSeries();
      if (!id || !known || id.kind === 'stream') return undefined;
      const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
      const name = `usual ${key} ${hour}`;
      if (kept.has(name)) return kept.get(name) as Usual | undefined;
      const read = (series: SeriesReader) => usualAt(series, id, hour + HOUR_MS / 2);
      want(name, () => {
        const found = unlessDamaged(() => read(known));
        if (found?.thin ?? true) fillLater(name, (source) => source.fillUsual(id, hour), read);
        return found;
      });
      return undefined;
    },
    sessionPeriods: (span, to) =>
      latest('periods', span, to, async (open, from) => {
        const period = { from: unlessDamaged(() => open.streamHours(from, to).from) ?? from, to };
        const data = await readPeriodData(open, period).catch(() => undefined);
        return { found: sessionPeriods(data ?? noPeriodData, period), isRead: data !== undefined };
      }),
    problems: (span, to) =>
      latest('problems', span, to, async (open, from) => {
        return { found: unlessDamaged(() => open.marks(from, to)) ?? [], isRead: true };
      }) ?? [],
    get reading() {
      return running || filling > 0;
    },
  };
}

/** The same window `parts` parts later, from `from` on; undefined if the two have no time in common. */
function movedOn(window: StoredWindow, from: number, parts: number): StoredWindow | undefined {
  const { values, least, most, peak } = window;
  if (parts < 0 || parts >= values.length) return undefined;
  const gaps = new Array<null>(parts).fill(null);
  const moved = (all: StoredWindow['values']) => [...all.slice(parts), ...gaps];
  return {
    ...window,
    values: moved(values),
    least: moved(least),
    most: moved(most),
    peak: peak && peak.at > from ? peak : undefined,
  };
}

/** Shorter gaps are not asked for: the step of the remote series is a quarter of an hour. */
const LEAST_GAP_MS = 30 * MINUTE_MS;
/** A gap matters if it is this part of a bar of the chart. */
const GAP_SHARE = 0.1;

/** From the first to the last gap in these points, but for the newest time; undefined if there is none. */
function gapOf(points: readonly Point[], from: number, to: number, buckets: number): Period | undefined {
  const least = Math.max(LEAST_GAP_MS, (GAP_SHARE * (to - from)) / Math.max(1, buckets));
  const end = to - REMOTE_LAG_MS;
  const times = [from, ...points.flatMap(({ at, mean }) => (mean === null || at > end ? [] : [at])), end];
  const isGap = (at: number, index: number) => at - (times[index - 1] ?? at) > least;
  const last = times.findLastIndex(isGap);
  return last < 0 ? undefined : { from: times[times.findIndex(isGap) - 1] ?? from, to: times[last] ?? end };
}
