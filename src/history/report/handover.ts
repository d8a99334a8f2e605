import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/durations.ts';
import { turn } from '../../base/turn.ts';
import { templateOf } from '../../cluster/journal/templates.ts';
import { isChangeEntry } from '../../cluster/journal/words.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import { nameOfIncident } from '../../triage/incidents/incident.ts';
import type { Severity } from '../../triage/problem.ts';
import { severityRank, worstFirst } from '../../triage/rank.ts';
import { journalItems } from '../journal-store.ts';
import type { StoredProblem } from '../problems/problem-store.ts';
import type { HistoryReader } from '../reader.ts';
import type { Period } from '../samples/range.ts';
import { watchedParts } from '../watched-time.ts';
import { causeOf } from './summary.ts';

/** What happened in (from, to], for somebody who was away. Times are Unix ms. */
export interface Handover extends Period {
  /** Incidents that began, ended or were acknowledged in the period: those that stand first, the worst of each first. */
  readonly incidents: readonly HandoverIncident[];
  /** Number of incidents that have stood since before, and of which there is nothing new. */
  readonly unchanged: number;
  /** Changes that the journal reports, newest first, one for each kind of message. */
  readonly changes: readonly HandoverChange[];
  /** From when the journal was searched: it is later than `from` if the journal is very long. */
  readonly searchedFrom: number;
  /** Parts of the period in which nothing was recorded, oldest first. */
  readonly unknown: readonly Period[];
}

export interface HandoverIncident {
  /** The cause, as it was last. */
  readonly problem: StoredProblem;
  /** The worst severity of any part. */
  readonly worst: Severity;
  /** The start of its oldest part. */
  readonly since: number;
  /** When it was first reported in the period, or before it. */
  readonly noticedAt: number;
  /** When all of its parts had cleared; undefined if one stands, or if the end was not watched. */
  readonly until: number | undefined;
  /** When it was last seen, where the end was not watched. */
  readonly lastSeen: number | undefined;
  /** How many times its cause was reported. */
  readonly times: number;
  /** The newest acknowledgement of a part, or the planned work that explains it. */
  readonly acknowledged: StoredProblem['acknowledged'];
}

export interface HandoverChange {
  /** The newest line of this kind. */
  readonly at: number;
  readonly object: string;
  readonly message: string;
  /** Number of lines, and of objects that wrote them. */
  readonly times: number;
  readonly objects: number;
}

/** A problem that was seen this short a time ago still stands, ms. */
const STANDS_MS = 2 * MINUTE_MS;
/** What is judged together is stored with times that differ by less, ms. */
const ONE_STEP_MS = SECOND_MS;
/** Problems are read in at most this many parts of the period, and keys are handled in between. */
const MOST_PARTS = 24;
/** Lines of the journal that are read at once, and in all. */
const LINES_AT_ONCE = 2_000;
const MOST_LINES = 20_000;
/** Lines that are searched for changes between two turns. */
const SEARCHED_AT_ONCE = 250;

/** Reads in small parts, so that keys are handled in between. Rejects if the history cannot be read. */
export async function handoverOf(reader: HistoryReader, period: Period): Promise<Handover> {
  const { from, to } = period;
  const all = incidentsOf(await problemsIn(reader, period), period);
  const incidents = all.filter((incident) => isNews(incident, period));
  return {
    from,
    to,
    incidents: incidents.toSorted((a, b) => standsFirst(a, b) || worstFirst(atWorst(a), atWorst(b))),
    unchanged: all.filter((incident) => stands(incident) && !incidents.includes(incident)).length,
    ...(await changesIn(reader, period)),
    unknown: watchedParts(reader, period).unknown,
  };
}

async function problemsIn(reader: HistoryReader, { from, to }: Period): Promise<readonly StoredProblem[]> {
  const step = Math.max(HOUR_MS, (to - from) / MOST_PARTS);
  const found = new Map<string, StoredProblem>();
  for (let start = from; start < to; start += step) {
    for (const problem of reader.problems(start, Math.min(to, start + step))) {
      if (problem.worst !== 'info') found.set(`${problem.noticedAt} ${problem.key}`, problem);
    }
    await turn();
  }
  return [...found.values()];
}

/** One for each cause, however often it came back. */
function incidentsOf(problems: readonly StoredProblem[], { to }: Period): readonly HandoverIncident[] {
  const many = problems.filter(({ folded }) => folded !== undefined);
  const nameOf = (problem: StoredProblem) =>
    nameOfIncident(many.find((one) => isTakenOver(problem, one)) ?? problem);
  return [...Map.groupBy(problems, nameOf).values()].map((parts) => {
    const problem = causeOf(parts.toSorted((a, b) => b.noticedAt - a.noticedAt));
    const open = parts.filter(({ clearedAt }) => clearedAt === undefined);
    const isStanding = open.some(({ seenAt }) => to - seenAt < STANDS_MS);
    const ends = parts.map(({ clearedAt, seenAt }) => clearedAt ?? seenAt);
    const known = parts.flatMap(({ acknowledged }) => acknowledged ?? []);
    return {
      problem,
      worst: parts.map(({ worst }) => worst).reduce((a, b) => (severityRank[b] > severityRank[a] ? b : a)),
      since: Math.min(...parts.map(({ since }) => since.at)),
      noticedAt: Math.min(...parts.map(({ noticedAt }) => noticedAt)),
      until: open.length === 0 ? Math.max(...ends) : undefined,
      lastSeen: open.length > 0 && !isStanding ? Math.max(...ends) : undefined,
      times: parts.filter(({ key }) => key === problem.key).length,
      acknowledged: known.toSorted((a, b) => a.at - b.at).at(-1),
    };
  });
}

/** Several problems of one kind become one about many objects: they have not ended then. */
function isTakenOver({ kind, clearedAt }: StoredProblem, many: StoredProblem): boolean {
  return kind === many.kind && clearedAt !== undefined && Math.abs(clearedAt - many.noticedAt) < ONE_STEP_MS;
}

function stands({ until, lastSeen }: HandoverIncident): boolean {
  return until === undefined && lastSeen === undefined;
}

function isNews(incident: HandoverIncident, { from, to }: Period): boolean {
  const { noticedAt, until, lastSeen, acknowledged } = incident;
  return [noticedAt, until, lastSeen, acknowledged?.at].some(
    (at) => at !== undefined && at > from && at <= to,
  );
}

function standsFirst(a: HandoverIncident, b: HandoverIncident): number {
  return Number(stands(b)) - Number(stands(a));
}

function atWorst({ problem, worst }: HandoverIncident): StoredProblem {
  return { ...problem, severity: worst };
}

async function changesIn(
  reader: HistoryReader,
  { from, to }: Period,
): Promise<Pick<Handover, 'changes' | 'searchedFrom'>> {
  const found: JournalEntry[] = [];
  let end = to;
  for (let read = 0; end > from && read < MOST_LINES; read += LINES_AT_ONCE) {
    const entries = journalItems(reader.ownJournal(from, end, LINES_AT_ONCE)).map(({ entry }) => entry);
    for (let at = 0; at < entries.length; at += SEARCHED_AT_ONCE) {
      await turn();
      found.push(...entries.slice(at, at + SEARCHED_AT_ONCE).filter(isChangeEntry));
    }
    end = Math.min(end, entries[0]?.createDate ?? from + 1) - 1;
  }
  const kinds = [...Map.groupBy(found, templateOf).values()];
  return {
    changes: kinds.map(changeOf).toSorted((a, b) => b.at - a.at),
    searchedFrom: end > from ? end + 1 : from,
  };
}

function changeOf(entries: readonly JournalEntry[]): HandoverChange {
  const newest = entries.reduce((last, entry) => (entry.createDate > last.createDate ? entry : last));
  return {
    at: newest.createDate,
    object: newest.objectName ?? '',
    message: newest.message ?? '',
    times: entries.length,
    objects: new Set(entries.map(({ objectName }) => objectName)).size,
  };
}
