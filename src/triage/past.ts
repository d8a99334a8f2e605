import { HOUR_MS } from '../base/durations.ts';
import type { Problem, Severity } from './problem.ts';
import { severityRank } from './rank.ts';

/** One period in the timeline: from the first bad sample until it cleared, with its worst severity. Unix ms. */
export interface TimelineEntry {
  readonly from: number;
  /** Undefined while the problem lasts. */
  readonly to?: number | undefined;
  readonly key: string;
  readonly severity: Severity;
}

const MOST_CLEARED = 500;
/**
 * Of problems that clear at the same time, this many get journal lines: each needs a search through the journal.
 */
const MOST_WITH_EVIDENCE = 20;
/** Names that are kept of a cleared problem, and of each of its parts. */
const MOST_NAMES = 50;
const MOST_ENTRIES = 1_000;

/** The worst moment of each current problem: by severity, then by viewers at risk; the first of equal ones. */
export function worstMoments(
  known: ReadonlyMap<string, Problem>,
  problems: readonly Problem[],
): ReadonlyMap<string, Problem> {
  return new Map(
    problems.map((problem) => {
      const worst = known.get(problem.key);
      return [problem.key, worst && !isWorse(problem, worst) ? worst : problem];
    }),
  );
}

function isWorse(a: Problem, b: Problem): boolean {
  const more = severityRank[a.severity] - severityRank[b.severity];
  return more > 0 || (more === 0 && (a.hit.viewers?.count ?? 0) > (b.hit.viewers?.count ?? 0));
}

/** Cleared problems (newest first), and the timeline of the last hour (oldest first). */
interface Past {
  readonly cleared: readonly Problem[];
  readonly timeline: readonly TimelineEntry[];
}

interface Change {
  /** Keys of problems that are now part of another one. They have not cleared. */
  readonly under: ReadonlySet<string>;
  /** Unix ms. */
  readonly now: number;
  /** Converts a cleared problem to the form in which it is kept. */
  readonly toCleared: (problem: Problem, withEvidence: boolean) => Problem;
}

/** The past after a step: `problems` are the new ones, `before` the previous ones. */
export function nextPast(
  before: Past & { readonly problems: readonly Problem[] },
  problems: readonly Problem[],
  { under, now, toCleared }: Change,
): Past {
  const { cleared, timeline } = before;
  const current = new Map(problems.map((problem) => [problem.key, problem]));
  const known = new Set(before.problems.map(({ key }) => key));
  const ended = before.problems
    .filter(({ key }) => !current.has(key) && !under.has(key))
    .map(
      (problem, index): Problem => ({
        ...inShort(toCleared(problem, index < MOST_WITH_EVIDENCE)),
        state: 'cleared',
        clearedAt: now,
      }),
    );
  return {
    cleared: ended.length === 0 ? cleared : [...ended, ...cleared].slice(0, MOST_CLEARED),
    timeline: nextTimeline(timeline, current, known, now),
  };
}

/** Of hundreds of problems that named a thousand objects each, only the first names are kept. */
function inShort(problem: Problem): Problem {
  const { names, folded } = problem;
  const first = folded?.first.map((part) => ({ ...part, names: part.names?.slice(0, MOST_NAMES) }));
  return { ...problem, names: names.slice(0, MOST_NAMES), folded: folded && first && { ...folded, first } };
}

function nextTimeline(
  timeline: readonly TimelineEntry[],
  current: ReadonlyMap<string, Problem>,
  known: ReadonlySet<string>,
  now: number,
): readonly TimelineEntry[] {
  let changed = false;
  const next: TimelineEntry[] = [];
  for (const entry of timeline) {
    const moved = entry.to === undefined ? nextEntry(entry, current.get(entry.key), now) : entry;
    const isOld = moved.to !== undefined && moved.to < now - HOUR_MS;
    if (moved !== entry || isOld) changed = true;
    if (!isOld) next.push(moved);
  }
  for (const { key, since, severity } of current.values()) {
    if (known.has(key)) continue;
    next.push({ from: since.at, key, severity });
    changed = true;
  }
  return changed ? next.slice(-MOST_ENTRIES) : timeline;
}

function nextEntry(entry: TimelineEntry, problem: Problem | undefined, now: number): TimelineEntry {
  if (!problem) return { ...entry, to: now };
  const isWorse = severityRank[problem.severity] > severityRank[entry.severity];
  return isWorse ? { ...entry, severity: problem.severity } : entry;
}
