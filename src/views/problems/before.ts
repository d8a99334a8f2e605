import { clockTime, count, DASH, duration } from '../../base/format.ts';
import type { JournalCause } from '../../triage/journal/cause.ts';

/** Such as `15:16:18 Fan failed (Server: a)`; for several objects their number and the time between them. */
export function causeWords({ item: { entry }, objects, until, version }: JournalCause): string {
  const { createDate, objectName, message } = entry;
  const within = until - createDate;
  const time = within < 1_000 ? '' : ` within ${duration(within)}`;
  if (version) {
    const { of, before, after } = version;
    return `${clockTime(createDate)} ${of} ${after} on ${count(objects)} objects${time}; before ${before}`;
  }
  const who = objects === 1 ? (objectName ?? DASH) : `${count(objects)} objects${time}`;
  return `${clockTime(createDate)} ${message ?? DASH} (${who})`;
}
