import { turn } from '../base/turn.ts';
import { type SessionPeriods, sessionPeriods } from '../history/availability.ts';
import { type Usual, usualAt } from '../history/baseline.ts';
import { HOUR_MS, MINUTE_MS } from '../history/kinds.ts';
import type { ProblemMark } from '../history/problem-store.ts';
import type { HistoryReader } from '../history/reader.ts';
import { wholeHours } from '../history/session-store.ts';
import type { StoredReads, StoredWindow } from '../views/history-access.ts';
import { placeOf, windowOf } from './stored-history.ts';

/** Results that are kept; a chart asks for the same ones with every frame. */
const MAX_KEPT = 4_000;
/** Sessions and problems are read again after this time. */
const AGAIN_MS = 5 * MINUTE_MS;

const nothing: StoredWindow = { values: [], resolution: undefined };

type Result = StoredWindow | Usual | SessionPeriods | readonly ProblemMark[] | undefined;
type Read = () => Result | Promise<Result>;

export interface StoredReadsOptions {
  /** Undefined until the history is open, and where it cannot be. */
  readonly reader: () => HistoryReader | undefined;
  /** The name under which a stream is stored, by the id that the server gives it; undefined where it is not known. */
  readonly streamName: (id: string) => string | undefined;
}

export function createStoredReads({ reader, streamName }: StoredReadsOptions): StoredReads {
  const find = (key: string) => {
    const place = placeOf(key);
    // Ids of streams are new after each start of a server, so the history goes by application and key.
    return place?.kind === 'stream' ? { ...place, name: streamName(place.name) ?? place.name } : place;
  };
  const kept = new Map<string, Result>();
  const waiting = new Map<string, Read>();
  /** The latest sessions, by the length of their period. */
  const periods = new Map<number, SessionPeriods>();
  /** The latest problems, by the length of their stretch. */
  const problems = new Map<number, readonly ProblemMark[]>();
  let running = false;

  /** One thing a turn: each takes some ms. */
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

  return {
    window(key, from, to, buckets) {
      const place = find(key);
      const open = reader();
      if (!place || !open) return nothing;
      const name = `${key} ${from} ${to} ${buckets}`;
      if (kept.has(name)) return kept.get(name) as StoredWindow;
      const read = () => {
        const { points, resolution } = open.series.read(place.kind, place.name, place.column, from, to);
        return { values: windowOf(points, from, to, buckets), resolution };
      };
      want(name, () => attempt(read) ?? nothing);
      return undefined;
    },
    usual(key, at) {
      const place = placeOf(key);
      const open = reader();
      if (!place || !open || place.kind === 'stream') return undefined;
      const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
      const name = `usual ${key} ${hour}`;
      if (kept.has(name)) return kept.get(name) as Usual | undefined;
      const read = () => usualAt(open.series, place.kind, place.name, place.column, hour + HOUR_MS / 2);
      want(name, () => attempt(read));
      return undefined;
    },
    sessionPeriods(span, to) {
      const open = reader();
      if (!open) return undefined;
      const end = Math.floor(to / AGAIN_MS) * AGAIN_MS;
      const name = `periods ${span} ${end}`;
      const known = kept.get(name) as SessionPeriods | undefined;
      if (known) return known;
      want(name, async () => {
        const [from, until] = wholeHours(end - span, to);
        const period = { from, to: Math.min(to, until) };
        const sessions = await open.streamSessions(period.from, period.to).catch(() => undefined);
        const found = sessionPeriods(sessions ?? [], period);
        if (sessions) periods.set(span, found);
        return found;
      });
      return periods.get(span);
    },
    problems(span, to) {
      const open = reader();
      if (!open) return [];
      const end = Math.floor(to / AGAIN_MS) * AGAIN_MS;
      const name = `problems ${span} ${end}`;
      const known = kept.get(name) as readonly ProblemMark[] | undefined;
      if (known) return known;
      want(name, () => {
        const found = attempt(() => open.marks(end - span, to)) ?? [];
        problems.set(span, found);
        return found;
      });
      return problems.get(span) ?? [];
    },
    get reading() {
      return running;
    },
  };
}

/** A file that cannot be read now is no reason to end: its status says so. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
