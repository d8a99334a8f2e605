import { type ExcerptEntry, journalExcerpt } from '../../cluster/journal/excerpt.ts';
import { entrySeverity, type SeverityPattern } from '../../cluster/journal/words.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { namesIn } from '../../triage/evidence.ts';
import type { Problem } from '../../triage/problem.ts';

/** A cause is written up to so long before its effect is seen, and may be written a little after it. */
const BEFORE_MS = 180_000;
const AFTER_MS = 10_000;
/** Kinds of entries that are looked at; far more than are ever worth a line. */
const MOST_KINDS = 50;

/** What is worth a line of its own where nothing was changed. */
const NOTABLE: readonly ExcerptEntry['reason'][] = ['warning', 'new', 'names the object'];

/** What the journal says of the time just before a problem began. */
export interface Before {
  /** Settings, a limit, the license or the topology were changed, something restarted or broke; else only what is notable. */
  readonly isChange: boolean;
  /** Best first. */
  readonly entries: readonly ExcerptEntry[];
}

/** What was changed just before, the nearest first; where nothing was, the one line that is most worth reading. */
export function justBefore(
  problem: Problem,
  state: ClusterState,
  most: number,
  patterns?: readonly SeverityPattern[],
): Before {
  const around = problem.since.at + (state.clockSkew ?? 0);
  const excerpt =
    problem.evidence ??
    journalExcerpt(state.journal, {
      around,
      from: around - BEFORE_MS,
      to: around + AFTER_MS,
      objects: namesIn(problem.subject),
      limit: MOST_KINDS,
      patterns,
    });
  const entries = excerpt.entries.filter(({ item }) => item.entry.createDate <= around + AFTER_MS);
  const isChange = ({ reason, item }: ExcerptEntry) =>
    reason === 'change' || entrySeverity(item.entry, patterns) === 'critical';
  const changes = entries.filter(isChange);
  if (changes.length === 0)
    return { isChange: false, entries: entries.filter(({ reason }) => NOTABLE.includes(reason)).slice(0, 1) };
  const distance = ({ item }: ExcerptEntry) => Math.abs(item.entry.createDate - around);
  return { isChange: true, entries: changes.toSorted((a, b) => distance(a) - distance(b)).slice(0, most) };
}
