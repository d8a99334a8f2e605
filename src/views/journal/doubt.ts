import { dateTime, duration } from '../../base/format.ts';
import type { JournalDoubt } from '../../cluster/journal-log.ts';

/** Why the journal on the screen may not be the newest, in one sentence. */
export function doubtWords({ said, given }: JournalDoubt): string {
  const late = said > given;
  return late
    ? `The server says that its newest entry is of ${dateTime(said)}, but the newest one that it gave is ${duration(said - given)} older: new entries may be missing.`
    : `The server says that its newest entry is of ${dateTime(said)}, but it gave one that is ${duration(given - said)} newer.`;
}
