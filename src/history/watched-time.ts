import { MINUTE_MS } from '../base/durations.ts';
import { WATCHING } from './gap-store.ts';
import type { HistoryReader } from './reader.ts';
import { type Period, without } from './samples/range.ts';

/** A shorter unknown part next to a known one is ignored. */
const SLIVER_MS = MINUTE_MS;

/** The parts of a period in which the history watched the cluster, and those in which it did not, oldest first. */
export function watchedParts(reader: HistoryReader, whole: Period) {
  const range = reader.range();
  const watched = { from: Math.max(whole.from, range?.from ?? 0), to: Math.min(whole.to, range?.to ?? 0) };
  if (watched.from >= watched.to) return { known: [], unknown: [whole] };
  const gaps = reader.gaps(watched.from, watched.to).filter(({ resource }) => resource === WATCHING);
  const unknown = without(whole, without(watched, gaps)).filter(({ from, to }) => to - from >= SLIVER_MS);
  return { known: without(whole, unknown), unknown };
}
