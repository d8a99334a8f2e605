import { MINUTE_MS } from '../../base/durations.ts';
import { DASH } from '../../base/format.ts';
import type { JournalItem } from '../../cluster/journal/log.ts';
import { itemTime } from './list.ts';

/** The rate of one object in the journal. */
export type ObjectRate = Readonly<ReturnType<typeof measure>[number]>;

const RATE_MINUTES = 15;
/** Counted again after this time, ms; until then the last count is shown. */
const STEP_MS = 5_000;

let last: { items: readonly JournalItem[]; step: number; rates: readonly ObjectRate[] } | undefined;

/** Objects of the last 15 minutes, the busiest first. `now` is Unix ms by the clock of the entries. */
export function objectRates(items: readonly JournalItem[], now: number): readonly ObjectRate[] {
  const step = Math.floor(now / STEP_MS);
  if (last?.items !== items || last.step !== step)
    last = { items, step, rates: measure(items, (step + 1) * STEP_MS) };
  return last.rates;
}

function measure(items: readonly JournalItem[], end: number) {
  const begin = end - RATE_MINUTES * MINUTE_MS;
  const known = new Set<string>();
  const minutes = new Map<string, number[]>();
  for (const item of items) {
    if (item.kind !== 'entry') continue;
    const object = item.entry.objectName ?? DASH;
    const at = itemTime(item);
    if (at < begin) known.add(object);
    else {
      const slot = Math.min(RATE_MINUTES - 1, Math.floor((at - begin) / MINUTE_MS));
      const counts = minutes.get(object) ?? new Array<number>(RATE_MINUTES).fill(0);
      counts[slot] = (counts[slot] ?? 0) + 1;
      minutes.set(object, counts);
    }
  }
  const rates = [...minutes].map(([object, counts]) => ({
    /** `objectName`, or `—` for entries without one. */
    object,
    /** Entries in the last full minute. */
    perMinute: counts.at(-1) ?? 0,
    /** Entries in each of the last minutes, oldest first. */
    minutes: counts,
    total: counts.reduce((sum, value) => sum + value, 0),
    /** Its first loaded entry is from these minutes, although older entries of others are loaded. */
    isNew: known.size > 0 && !known.has(object),
  }));
  return rates.sort(
    (a, b) => b.perMinute - a.perMinute || b.total - a.total || (a.object < b.object ? -1 : 1),
  );
}
