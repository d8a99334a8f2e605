import { HOUR_MS, SECOND_MS } from '../../base/durations.ts';
import { turn } from '../../base/turn.ts';
import { templateOf } from '../../cluster/journal/templates.ts';
import { isChangeEntry } from '../../cluster/journal/words.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import { nameOfIncident } from '../../triage/incidents/incident.ts';
import { journalItems } from '../journal-store.ts';
import { type StoredProblem, storedKey } from '../problems/problem-store.ts';
import type { HistoryReader } from '../reader.ts';
import type { Period } from '../samples/range.ts';
import { watchedParts } from '../watched-time.ts';
import { billsOf, byHarm, type IncidentSpan, type ReportEvent, spanOf } from './summary.ts';

/** What happened in (from, to], for somebody who was away. Times are Unix ms. */
export interface Handover extends Period {
  /** Incidents that began, ended or were acknowledged in the period: those that stand first, those with the most harm of each first. */
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

export interface HandoverIncident extends IncidentSpan {
  /** When it was first reported in the period, or before it. */
  readonly noticedAt: number;
  /** How many times its cause was reported. */
  readonly times: number;
  /** The newest acknowledgement of a part, or the planned work that explains it. */
  readonly acknowledged: StoredProblem['acknowledged'];
}

/** The newest line of its kind; `objects` is how many wrote one. */
export interface HandoverChange extends ReportEvent {
  /** Number of lines. */
  readonly times: number;
}

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
  const all = incidentsOf(await problemsIn(reader, period), reader, period);
  const incidents = all.filter((incident) => isNews(incident, period));
  return {
    from,
    to,
    incidents: incidents.toSorted(
      (a, b) => Number(b.until === undefined) - Number(a.until === undefined) || byHarm(a, b),
    ),
    unchanged: all.filter((incident) => incident.until === undefined && !incidents.includes(incident)).length,
    ...(await changesIn(reader, period)),
    unknown: watchedParts(reader, period).unknown,
  };
}

async function problemsIn(reader: HistoryReader, { from, to }: Period): Promise<readonly StoredProblem[]> {
  const step = Math.max(HOUR_MS, (to - from) / MOST_PARTS);
  const found = new Map<string, StoredProblem>();
  for (let start = from; start < to; start += step) {
    for (const problem of reader.problems(start, Math.min(to, start + step))) {
      if (problem.worst !== 'info') found.set(storedKey(problem), problem);
    }
    await turn();
  }
  return [...found.values()];
}

/** One for each cause, however often it came back. */
function incidentsOf(
  problems: readonly StoredProblem[],
  reader: HistoryReader,
  period: Period,
): readonly HandoverIncident[] {
  const many = problems.filter(({ folded }) => folded !== undefined);
  const nameOf = (problem: StoredProblem) =>
    nameOfIncident(many.find((one) => isTakenOver(problem, one)) ?? problem);
  const billOf = billsOf(reader, period);
  return [...Map.groupBy(problems, nameOf).values()].map((parts) => {
    const newest = parts.toSorted((a, b) => b.noticedAt - a.noticedAt);
    const span = spanOf(newest, billOf(parts), period.to);
    const known = parts.flatMap(({ acknowledged }) => acknowledged ?? []);
    return {
      ...span,
      noticedAt: Math.min(...parts.map(({ noticedAt }) => noticedAt)),
      times: parts.filter(({ key }) => key === span.problem.key).length,
      acknowledged: known.toSorted((a, b) => a.at - b.at).at(-1),
    };
  });
}

/** Several problems of one kind become one about many objects: they have not ended then. */
function isTakenOver({ kind, clearedAt }: StoredProblem, many: StoredProblem): boolean {
  return kind === many.kind && clearedAt !== undefined && Math.abs(clearedAt - many.noticedAt) < ONE_STEP_MS;
}

function isNews({ noticedAt, until, acknowledged }: HandoverIncident, { from, to }: Period): boolean {
  return [noticedAt, until, acknowledged?.at].some((at) => at !== undefined && at > from && at <= to);
}

async function changesIn(reader: HistoryReader, { from, to }: Period) {
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
