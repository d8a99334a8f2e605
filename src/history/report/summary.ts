import { MINUTE_MS } from '../../base/durations.ts';
import { median } from '../../base/theil-sen.ts';
import { createHistory } from '../../cluster/create-history.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { emptyState } from '../../cluster/store.ts';
import { nameOfIncident } from '../../triage/incidents/incident.ts';
import { RETURNS_WITHIN_MS } from '../../triage/incidents/place-problems.ts';
import { causesOf } from '../../triage/journal/cause.ts';
import { billAt, billSince } from '../../triage/ledger/ledger.ts';
import { type Bill, type Problem, type Severity, type Subject, viewersHit } from '../../triage/problem.ts';
import { severityRank, worstFirst, worstSeverity } from '../../triage/rank.ts';
import { journalItems, type StoredEntry } from '../journal-store.ts';
import { type StoredProblem, storedKey } from '../problems/problem-store.ts';
import type { HistoryReader } from '../reader.ts';
import type { Period } from '../samples/range.ts';
import type { Point } from '../samples/series.ts';

/** The incident of a report that did the most harm, in short. Times are Unix ms. */
export interface ReportSummary extends IncidentSpan {
  /** Roles of the applications on its servers, such as `edge`, and the group of a single server. */
  readonly roles: readonly string[];
  readonly group: string | undefined;
  /** Viewers that the whole cluster lost; undefined without figures from before. */
  readonly lost: LostViewers | undefined;
  /** The event before it that may have caused it. */
  readonly event: ReportEvent | undefined;
  /** The other incidents of the report, those with the most harm first. */
  readonly also: readonly IncidentSpan[];
}

/** An incident by its cause and its time, Unix ms. */
export interface IncidentSpan {
  readonly problem: StoredProblem;
  /** Number of its other problems. */
  readonly others: number;
  /** The worst severity of its problems. */
  readonly worst: Severity;
  readonly since: number;
  /** When all of its problems had cleared, or were seen last; undefined if one is open. */
  readonly until: number | undefined;
  /** False if a problem was seen last at `until`, and then nobody watched. */
  readonly isEndWatched: boolean;
  /** What it cost within the report; undefined if it lost nobody. */
  readonly bill: Bill | undefined;
}

export interface LostViewers {
  /** The median of the minutes before. */
  readonly normal: number;
  /** The most viewers that were missing at a time, and when. */
  readonly peak: number;
  readonly peakAt: number;
  /** Viewers at the end of the report. */
  readonly now: number | undefined;
}

export interface ReportEvent extends Pick<StoredEntry, 'at' | 'object' | 'message'> {
  /** How many objects wrote it. */
  readonly objects: number;
}

/** How much time before an incident tells what is normal, and how far back its cause is searched, ms. */
const NORMAL_MS = 10 * MINUTE_MS;
const JOURNAL_MS = 15 * MINUTE_MS;
/** The newest figure is at most this old, ms. */
const NOW_MS = 3 * MINUTE_MS;

/**
 * The incident of these problems that did the most harm: of the highest level, then with the largest bill, then the first,
 * as the problems are in incident order. Undefined without any.
 */
export function summaryOf(
  reader: HistoryReader,
  problems: readonly StoredProblem[],
  period: Period,
): ReportSummary | undefined {
  const { to } = period;
  const [span, ...also] = incidentSpans(problems, to, billsOf(reader, period));
  if (!span) return undefined;
  const { problem, since, until } = span;
  const servers = serversAt(reader, since);
  const objects = culprits(problem);
  const about = servers.filter(({ name, server }) =>
    objects.some(
      (one) =>
        (one.kind === 'server' && one.name === name) ||
        (one.kind === 'group' && one.name === server.groupName),
    ),
  );
  const roles = about.flatMap(({ server }) => (server.applications ?? []).map(({ type }) => type ?? ''));
  return {
    ...span,
    roles: [...new Set(roles.map((role) => role.toLowerCase()))].filter((role) => role !== '').sort(),
    group: problem.subject.kind === 'server' ? (about[0]?.server.groupName ?? undefined) : undefined,
    lost: lostViewers(reader, since, until ?? to, to),
    event: eventBefore(reader, problem, servers),
    also,
  };
}

/** The incidents of these problems, those with the most harm first. What is planned is none. */
export function incidentSpans(
  problems: readonly StoredProblem[],
  to: number,
  billOf: (own: readonly StoredProblem[]) => Bill | undefined,
): readonly IncidentSpan[] {
  const counted = problems.filter(({ acknowledged }) => !acknowledged?.planned);
  return occurrences(counted, to)
    .map((own) => spanOf(own, billOf(own), to))
    .toSorted(byHarm);
}

/** The problems of each incident, as often as it occurred; both in the order of `problems`. */
function occurrences(problems: readonly StoredProblem[], to: number): readonly (readonly StoredProblem[])[] {
  const found: StoredProblem[][] = [];
  for (const own of Map.groupBy(problems, nameOfIncident).values()) {
    let until = Number.NEGATIVE_INFINITY;
    for (const problem of own.toSorted((a, b) => a.since.at - b.since.at)) {
      if (problem.since.at > until + RETURNS_WITHIN_MS) found.push([]);
      found.at(-1)?.push(problem);
      until = Math.max(until, problemEnd(problem, to).at);
    }
  }
  const place = new Map(problems.map((problem, index) => [problem, index]));
  const placeOf = (problem: StoredProblem | undefined) => (problem && place.get(problem)) ?? 0;
  for (const own of found) own.sort((a, b) => placeOf(a) - placeOf(b));
  return found.sort((a, b) => placeOf(a[0]) - placeOf(b[0]));
}

/** An incident of which these are the problems, the first one before others. */
export function spanOf(own: readonly StoredProblem[], bill: Bill | undefined, to: number): IncidentSpan {
  const ends = own.map((problem) => problemEnd(problem, to));
  const isOpen = ends.some(({ how }) => how === 'standing');
  return {
    problem: causeOf(own),
    others: own.length - 1,
    worst: worstSeverity(own.map(({ worst }) => worst)),
    since: Math.min(...own.map(({ since }) => since.at)),
    until: isOpen ? undefined : Math.max(...ends.map(({ at }) => at)),
    isEndWatched: ends.every(({ how }) => how !== 'no longer watched'),
    bill,
  };
}

/** The cause of an incident; of several, one after another, the worst. */
function causeOf(own: readonly StoredProblem[]): StoredProblem {
  const roots = own.filter(({ key, incident }) => key === (incident?.root ?? key));
  const [worst] = (roots.length > 0 ? roots : own).toSorted(
    (a, b) =>
      severityRank[b.worst] - severityRank[a.worst] || (viewersHit(b.hit) ?? 0) - (viewersHit(a.hit) ?? 0),
  );
  // An incident is never empty.
  return own.find(({ key }) => key === worst?.key) as StoredProblem;
}

export function byHarm(a: IncidentSpan, b: IncidentSpan): number {
  return (
    severityRank[b.worst] - severityRank[a.worst] ||
    (b.bill?.viewerMinutes ?? 0) - (a.bill?.viewerMinutes ?? 0) ||
    worstFirst(a.problem, b.problem)
  );
}

/** Finds what an incident cost within a period. */
export function billsOf(reader: HistoryReader, { from, to }: Period) {
  const read = (at: number) =>
    new Map(reader.problemsAt(at).map((problem) => [storedKey(problem), problem.hit.bill]));
  const [before, last] = [read(from), read(to)];
  return (own: readonly StoredProblem[]): Bill | undefined => {
    // What another problem took over as the cause is part of its bill.
    const [most] = own
      .flatMap((problem) => {
        const row = storedKey(problem);
        const bill = last.has(row) ? last.get(row) : problem.hit.bill;
        return bill ? [billAt(bill, problemEnd(problem, to).at)] : [];
      })
      .toSorted((a, b) => b.viewerMinutes - a.viewerMinutes);
    const earlier = own.flatMap((problem) => before.get(storedKey(problem)) ?? []);
    return most && earlier.reduce((bill, one) => billSince(bill, billAt(one, from)), most);
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

function lostViewers(reader: HistoryReader, since: number, to: number, end: number): LostViewers | undefined {
  const series = { kind: 'total', name: 'cluster', column: 'viewers' } as const;
  const means = (points: readonly Point[]) => points.flatMap(({ mean }) => (mean === null ? [] : [mean]));
  const normal = median(means(reader.series.read(series, since - NORMAL_MS, since - 1).points));
  if (normal === undefined) return undefined;
  const { points } = reader.series.read(series, since - 1, to);
  let peak = 0;
  let peakAt = since;
  for (const { at, mean, least } of points) {
    if (mean === null) continue;
    const missing = normal - (least ?? mean);
    if (missing > peak) [peak, peakAt] = [missing, at];
  }
  const now = means(reader.series.read(series, end - NOW_MS, end).points).at(-1);
  return { normal, peak, peakAt, now };
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
