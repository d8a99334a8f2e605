import type { JournalDoubt, JournalState } from './journal-log.ts';
import type { JournalRound } from './journal-round.ts';

/** `lastTimestamp` may be rounded to seconds, ms. */
const ROUNDING_MS = 1_000;
/** `lastTimestamp` may come from a cache, ms. */
const CACHED_MS = 60_000;

/**
 * Whether a round's newest entry goes with the server's `lastTimestamp`. An entry may be written while the page is made,
 * so the server is only held to what it said a round before. Undefined where nothing speaks against it.
 */
export function doubtOf(
  before: JournalState,
  round: JournalRound,
  { lastTimestamp }: { readonly lastTimestamp: number | undefined },
): JournalDoubt | undefined {
  const given = round.newest;
  if (lastTimestamp === undefined || given === Number.NEGATIVE_INFINITY) return undefined;
  const saidTwice = Math.min(lastTimestamp, before.lastTimestamp ?? Number.NEGATIVE_INFINITY);
  if (given < saidTwice - ROUNDING_MS) return { said: saidTwice, given };
  return given > lastTimestamp + CACHED_MS ? { said: lastTimestamp, given } : undefined;
}
