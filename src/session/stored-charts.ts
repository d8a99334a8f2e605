import { type Usual, usualAt } from '../history/baseline.ts';
import { HOUR_MS } from '../history/kinds.ts';
import type { HistoryReader } from '../history/reader.ts';
import type { StoredCharts, StoredWindow } from '../views/history-access.ts';
import { placeOf, windowOf } from './stored-history.ts';

/** Results that are kept; a chart asks for the same ones with every frame. */
const MAX_KEPT = 4_000;

const nothing: StoredWindow = { values: [], resolution: undefined };

/** `reader` is undefined until the history is open, and where it cannot be. */
export function createStoredCharts(reader: () => HistoryReader | undefined): StoredCharts {
  const kept = new Map<string, StoredWindow | Usual | undefined>();
  const waiting = new Map<string, () => StoredWindow | Usual | undefined>();
  let running = false;

  /** One thing a turn: each takes some ms. */
  const work = () => {
    const next = waiting.entries().next().value;
    running = next !== undefined;
    if (!next) return;
    const [key, read] = next;
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, read());
    waiting.delete(key);
    setImmediate(work);
  };
  const want = (key: string, read: () => StoredWindow | Usual | undefined) => {
    waiting.set(key, read);
    if (running) return;
    running = true;
    setImmediate(work);
  };

  return {
    window(key, from, to, buckets) {
      const place = placeOf(key);
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
