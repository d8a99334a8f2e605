import type { Past } from '../../actions/time-travel.ts';
import type { HistoryReader } from '../../history/reader.ts';
import { createRingSource, type RingSourceOptions } from './ring-source.ts';
import { FIRST_ROUND_MS } from './source.ts';
import { storedSource } from './stored-source.ts';

interface PastOptions extends RingSourceOptions {
  /** The stored history; undefined until it is open, and if none is kept. */
  readonly history: () => HistoryReader | undefined;
}

const NOTHING = 'The cluster was not watched at that time.';

/**
 * The past of a live cluster from two sources: the last minutes from the responses in memory, earlier times from
 * the history on disk.
 */
export function createPast({ history, ...options }: PastOptions): Past & { close(): void } {
  const recent = createRingSource(options);
  const stored = () => {
    const reader = history();
    return reader && storedSource(reader, options.cluster, options.triage);
  };
  /** The stored history also covers this session. */
  const problems = () => stored() ?? recent;
  return {
    close: recent.close,
    get from() {
      const first = stored()?.from;
      return first === undefined ? recent.from : Math.min(first, recent.from ?? first);
    },
    get memory() {
      return recent.memory;
    },
    marks: (from, to) => problems().marks(from, to),
    unwatched: (from, to) => problems().unwatched(from, to),
    problemBeside: (at, direction) => problems().problemBeside(at, direction),
    watchedBeside: (at, direction) => problems().watchedBeside(at, direction),
    async at(moment, interest) {
      const isBefore = moment < (recent.from ?? Number.POSITIVE_INFINITY) + FIRST_ROUND_MS;
      // One source may have data that the other one lacks, such as a response that is too large for the memory.
      for (const source of isBefore ? [stored(), recent] : [recent, stored()]) {
        const found = await source?.at(moment, interest);
        if (found) return found;
      }
      throw new Error(NOTHING);
    },
  };
}
