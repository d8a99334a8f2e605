import { MINUTE_MS } from '../../base/durations.ts';
import { median } from '../../base/theil-sen.ts';
import { createHistory } from '../../cluster/create-history.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { emptyState } from '../../cluster/store.ts';
import { causesOf } from '../../triage/journal/cause.ts';
import type { Problem, Subject } from '../../triage/problem.ts';
import { journalItems } from '../journal-store.ts';
import type { StoredProblem } from '../problems/problem-store.ts';
import type { HistoryReader } from '../reader.ts';
import type { Period } from '../samples/range.ts';
import type { Point } from '../samples/series.ts';

/** The worst incident of a report in short. Times are Unix ms. */
export interface ReportSummary extends IncidentSpan {
  /** Roles of the applications on its servers, such as `edge`, and the group of a single server. */
  readonly roles: readonly string[];
  readonly group: string | undefined;
  /** Number of other problems of this incident. */
  readonly others: number;
  /** Viewers that the whole cluster lost; undefined without figures from before. */
  readonly lost: LostViewers | undefined;
  /** The event before it that may have caused it. */
  readonly event: ReportEvent | undefined;
  /** The other incidents of the report, worst first. */
  readonly also: readonly IncidentSpan[];
}

/** An incident by its cause and its time, Unix ms. */
export interface IncidentSpan {
  readonly problem: StoredProblem;
  readonly since: number;
  /** When all of its problems had cleared, or were seen last; undefined if one is open. */
  readonly until: number | undefined;
  /** False if a problem was seen last at `until`, and then nobody watched. */
  readonly isEndWatched: boolean;
}

export interface LostViewers {
  /** The median of the minutes before. */
  readonly normal: number;
  /** The most viewers that were missing at a time, and when. */
  readonly peak: number;
  readonly peakAt: number;
  /** Missing viewers × minutes. */
  readonly viewerMinutes: number;
  /** Viewers at the end of the report. */
  readonly now: number | undefined;
}

export interface ReportEvent {
  readonly at: number;
  readonly object: string;
  readonly message: string;
  /** How many objects wrote it. */
  readonly objects: number;
}

/** How much time before an incident tells what is normal, and how far back its cause is searched, ms. */
const NORMAL_MS = 10 * MINUTE_MS;
const JOURNAL_MS = 15 * MINUTE_MS;
/** A point counts for at most this time, ms. */
const LONGEST_STEP_MS = 3 * MINUTE_MS;

/** The worst incident of these problems, which are in incident order; undefined without any. */
export function summaryOf(
  reader: HistoryReader,
  problems: readonly StoredProblem[],
  { from, to }: Period,
): ReportSummary | undefined {
  const counted = problems.filter(({ acknowledged }) => !acknowledged?.planned);
  const [worst] = counted;
  if (!worst) return undefined;
  const [own = [worst], ...others] = occurrences(counted, to);
  const span = spanOf(own, worst, to);
  const { problem, since, until } = span;
  const servers = serversAt(reader, since);
  const about = servers.filter(({ name, server }) => isAbout(problem, name, server.groupName));
  const roles = about.flatMap(({ server }) => (server.applications ?? []).map(({ type }) => type ?? ''));
  return {
    ...span,
    roles: [...new Set(roles.map((role) => role.toLowerCase()))].filter((role) => role !== '').sort(),
    group: problem.subject.kind === 'server' ? (about[0]?.server.groupName ?? undefined) : undefined,
    others: own.length - 1,
    lost: lostViewers(reader, since, { from, to: until ?? to }, to),
    event: eventBefore(reader, problem, servers),
    also: others.flatMap((one) => (one[0] ? [spanOf(one, one[0], to)] : [])),
  };
}

/** An incident that comes back so long after its end is another one, ms. */
const APART_MS = 5 * MINUTE_MS;

/** The problems of each incident, as often as it occurred; both in the order of `problems`. */
function occurrences(problems: readonly StoredProblem[], to: number): readonly (readonly StoredProblem[])[] {
  const found: StoredProblem[][] = [];
  for (const own of Map.groupBy(problems, incidentOf).values()) {
    let until = Number.NEGATIVE_INFINITY;
    for (const problem of own.toSorted((a, b) => a.since.at - b.since.at)) {
      if (problem.since.at > until + APART_MS) found.push([]);
      found.at(-1)?.push(problem);
      until = Math.max(until, problemEnd(problem, to).at);
    }
  }
  const place = new Map(problems.map((problem, index) => [problem, index]));
  const placeOf = (problem: StoredProblem | undefined) => (problem && place.get(problem)) ?? 0;
  for (const own of found) own.sort((a, b) => placeOf(a) - placeOf(b));
  return found.sort((a, b) => placeOf(a[0]) - placeOf(b[0]));
}

/** An incident of which these are the problems, with the worst of them. */
function spanOf(own: readonly StoredProblem[], worst: StoredProblem, to: number): IncidentSpan {
  const ends = own.map((problem) => problemEnd(problem, to));
  const isOpen = ends.some(({ how }) => how === 'standing');
  return {
    problem: own.find(({ key }) => key === incidentOf(worst)) ?? worst,
    since: Math.min(...own.map(({ since }) => since.at)),
    until: isOpen ? undefined : Math.max(...ends.map(({ at }) => at)),
    isEndWatched: ends.every(({ how }) => how !== 'no longer watched'),
  };
}

/** Problems are checked every few seconds. One that was not checked for this time was no longer watched, ms. */
const LOOKED_AT_MS = MINUTE_MS;

/** When a problem ended, or was seen last; `end` is that of the report, Unix ms. */
export function problemEnd({ clearedAt, seenAt }: StoredProblem, end: number) {
  if (clearedAt !== undefined && clearedAt <= end) return { how: 'cleared', at: clearedAt } as const;
  const at = Math.min(end, clearedAt ?? seenAt);
  return { how: at < end - LOOKED_AT_MS ? 'no longer watched' : 'standing', at } as const;
}

/** The key of the cause of its incident, which is the same for all problems of an incident. */
export function incidentOf({ key, incident }: Problem): string {
  return incident?.root ?? key;
}

function isAbout(problem: Problem, server: string, group: string | null | undefined): boolean {
  return culprits(problem).some(
    (subject) =>
      (subject.kind === 'server' && subject.name === server) ||
      (subject.kind === 'group' && subject.name === group),
  );
}

/** More objects than these are no culprit, but the extent. */
const MOST_CULPRITS = 4;

/** What a problem is about: its object, or the few servers or groups that make up a problem of the whole cluster. */
export function culprits({ subject, names }: Problem): readonly Subject[] {
  if (subject.kind !== 'cluster') return [subject];
  const parts = names.filter(({ kind }) => kind === 'server' || kind === 'group' || kind === 'application');
  return parts.length > 0 && parts.length <= MOST_CULPRITS ? parts : [subject];
}

function serversAt(reader: HistoryReader, at: number): readonly ServerRecord[] {
  return reader.servers(at).map(
    ({ name, ...server }): ServerRecord => ({
      name,
      server: { serverName: name, ...server } as ServerRecord['server'],
      lastSeen: at,
      misses: 0,
      missingSince: undefined,
      goneSince: undefined,
    }),
  );
}

function lostViewers(
  reader: HistoryReader,
  since: number,
  { to }: Period,
  end: number,
): LostViewers | undefined {
  const series = { kind: 'total', name: 'cluster', column: 'viewers' } as const;
  const means = (points: readonly Point[]) => points.flatMap(({ mean }) => (mean === null ? [] : [mean]));
  const normal = median(means(reader.series.read(series, since - NORMAL_MS, since - 1).points));
  if (normal === undefined) return undefined;
  const { points } = reader.series.read(series, since - 1, to);
  let peak = 0;
  let peakAt = since;
  let viewerMinutes = 0;
  points.forEach(({ at, mean, least }, index) => {
    if (mean === null) return;
    const missing = normal - (least ?? mean);
    if (missing > peak) [peak, peakAt] = [missing, at];
    const step = Math.min(LONGEST_STEP_MS, (points[index + 1]?.at ?? to) - at);
    viewerMinutes += (Math.max(0, normal - mean) * step) / MINUTE_MS;
  });
  const now = means(reader.series.read(series, end - LONGEST_STEP_MS, end).points).at(-1);
  return { normal, peak, peakAt, viewerMinutes, now };
}

/** The best cause in the journal, by the rule that the screens use. */
function eventBefore(
  reader: HistoryReader,
  problem: StoredProblem,
  servers: readonly ServerRecord[],
): ReportEvent | undefined {
  const at = problem.since.at;
  const items = journalItems(reader.ownJournal(at - JOURNAL_MS, at + MINUTE_MS));
  const empty = emptyState({ name: '', url: '' }, createHistory());
  const state = { ...empty, servers, journal: { ...empty.journal, items } };
  const [cause] = causesOf(problem, state);
  if (!cause) return undefined;
  const { createDate, objectName, message } = cause.item.entry;
  return { at: createDate, object: objectName ?? '', message: message ?? '', objects: cause.objects };
}
