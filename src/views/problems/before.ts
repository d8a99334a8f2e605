import { clockTime, count, DASH, duration } from '../../base/format.ts';
import type { SeverityPattern } from '../../cluster/journal/words.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { causesOf, type JournalCause } from '../../triage/journal/cause.ts';
import type { Problem } from '../../triage/problem.ts';

/** Journal entries from just before a problem began. */
export interface Before {
  /** The entries name a possible cause. */
  readonly isChange: boolean;
  /** Best first. */
  readonly entries: readonly JournalCause[];
}

/** Journal entries that may be the cause of a problem; no entries if there is none. */
export function justBefore(
  problem: Problem,
  state: ClusterState,
  most: number,
  patterns?: readonly SeverityPattern[],
): Before {
  const entries = causesOf(problem, state, patterns).slice(0, most);
  return { isChange: entries.length > 0, entries };
}

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
