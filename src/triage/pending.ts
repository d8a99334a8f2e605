import { isDeepStrictEqual } from 'node:util';
import type { KindAndFacts } from './kind-facts.ts';
import { type Folded, kindAndFacts, type Severity, type Subject } from './problem.ts';
import type { Timing } from './rule.ts';
import { standing, type Tracker } from './tracker.ts';

/** What a rule finds and does not report yet, because it has not lasted long enough. */
export type Pending = KindAndFacts & {
  readonly key: string;
  readonly severity: Exclude<Severity, 'info'>;
  readonly subject: Subject;
  readonly folded?: Folded | undefined;
  /** First bad sample, Unix ms. */
  readonly since: number;
  /** When it will be a problem if it lasts, Unix ms. */
  readonly due: number;
};

/** One sample alone may be an exception. */
const LEAST_SAMPLES = 2;

/** What a tracker will report when its time is up; undefined if it reports a problem, or finds nothing now. */
export function pendingOf(tracker: Tracker, { after }: Timing): Pending | undefined {
  const { finding, gates, seen } = tracker;
  const { since, at, bad } = gates.info;
  const { severity } = finding;
  if (severity === 'info' || seen < LEAST_SAMPLES || standing(tracker)) return undefined;
  if (since === undefined || at === undefined) return undefined;
  const { key, subject, folded } = finding;
  // Only observed time counts, so a missed sample moves the end.
  return {
    ...kindAndFacts(finding),
    key,
    severity,
    subject,
    folded,
    since,
    due: at + Math.max(0, after - bad),
  };
}

/** The same list as before if it would be shown the same. */
export function nextPending(before: readonly Pending[], found: readonly Pending[]): readonly Pending[] {
  const next = found.toSorted((a, b) => a.due - b.due);
  const shownOf = (all: readonly Pending[]) => all.map(({ key, due, severity }) => [key, due, severity]);
  return isDeepStrictEqual(shownOf(next), shownOf(before)) ? before : next;
}
