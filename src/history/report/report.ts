import { MINUTE_MS } from '../../base/durations.ts';
import { tableOf } from '../../base/table.ts';
import { type ExcerptEntry, journalExcerpt } from '../../cluster/journal/excerpt.ts';
import { emptyJournal } from '../../cluster/journal/merge.ts';
import { templateOf } from '../../cluster/journal/templates.ts';
import { isChangeEntry } from '../../cluster/journal/words.ts';
import type { ClusterEvent } from '../../cluster/state.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import { namesIn } from '../../triage/evidence.ts';
import { inIncidentOrder, nameOfIncident } from '../../triage/incidents/incident.ts';
import type { Problem, Subject } from '../../triage/problem.ts';
import type { Gap } from '../gap-store.ts';
import { journalItems, type StoredEntry } from '../journal-store.ts';
import type { StoredProblem } from '../problems/problem-store.ts';
import type { HistoryReader } from '../reader.ts';
import type { SeriesId } from '../samples/kinds.ts';
import type { Period } from '../samples/range.ts';
import type { Point } from '../samples/series.ts';
import { type ReportSummary, summaryOf } from './summary.ts';

/** Most journal lines of a report; the most important ones are taken first. */
const MAX_ENTRIES = 40;
const MAX_CHANGES = 40;
/** Lines of one kind from this many objects or more become one line. */
const MANY = 4;

/** Figures that a report draws, of the whole cluster. */
export const reportFigures = ['viewers', 'streams', 'in', 'out'] as const;

/** A line of the journal that represents all lines of its kind. Unix ms. */
export interface ReportEntry extends Pick<StoredEntry, 'at' | 'object' | 'message'> {
  /** How many other objects wrote a similar line, the last one at `last`. */
  readonly others: number;
  readonly last: number;
  readonly times: number;
}

/** A summary of a period, from the history. Times are Unix ms. */
export interface Report {
  readonly cluster: string;
  readonly from: number;
  readonly to: number;
  /** By incident, the worst first. */
  readonly problems: readonly StoredProblem[];
  readonly events: readonly ClusterEvent[];
  /** Journal entries about changes. */
  readonly changes: readonly ReportEntry[];
  /** Other important entries. */
  readonly journal: readonly ReportEntry[];
  /** Number of entries in the period that are neither among these nor similar to one of them. */
  readonly journalHeldBack: number;
  readonly figures: Readonly<Record<(typeof reportFigures)[number], readonly Point[]>>;
  /** The worst incident; undefined without a problem. */
  readonly summary: ReportSummary | undefined;
  /** Streams that were published or ended, by the journal: the newest of very many. */
  readonly streams: readonly StreamChange[];
  readonly objects: readonly ObjectChart[];
  readonly gaps: readonly Gap[];
  /** What is not known, in words. */
  readonly missing: readonly string[];
}

/** A stream that went down or came up. */
export interface StreamChange {
  readonly at: number;
  readonly stream: string;
  readonly isUp: boolean;
}

/** `problem`: the key of one, if the report is only about its incident. */
export function reportOf(
  reader: HistoryReader,
  cluster: string,
  { from, to, problem }: Period & { readonly problem?: string | undefined },
): Report {
  const all = inIncidentOrder(reader.problems(from, to));
  const incidents = all.filter(({ key }) => key === problem).map(nameOfIncident);
  const problems =
    problem === undefined ? all : all.filter((each) => incidents.includes(nameOfIncident(each)));
  const entries = reader.ownJournal(from, to);
  const reported = reportJournal(entries, problems, from, to);
  const figures = tableOf(
    reportFigures,
    (figure) => reader.series.read({ kind: 'total', name: 'cluster', column: figure }, from, to).points,
  );
  return {
    cluster,
    from,
    to,
    problems,
    events: reader.events(from, to),
    ...reported,
    figures,
    summary: summaryOf(reader, problems, { from, to }),
    streams: streamChanges(entries),
    objects: objectCharts(reader, problems, { from, to }),
    gaps: reader.gaps(from, to),
    missing: missingOf(reader, figures, { from, to }),
  };
}

/** What is shown of the time before and after an incident, ms. */
const BEFORE_MS = 15 * MINUTE_MS;
const AFTER_MS = 5 * MINUTE_MS;

/** The time of the last incident with this problem, with some before and after; undefined if there was none. */
export function incidentPeriod(
  problems: readonly StoredProblem[],
  key: string,
  end: number,
): Period | undefined {
  const last = problems.findLast((problem) => problem.key === key);
  if (!last) return undefined;
  const own = problems.filter((problem) => nameOfIncident(problem) === nameOfIncident(last));
  const since = Math.min(last.since.at, ...own.map((each) => each.since.at));
  const until = Math.max(...own.map(({ clearedAt, seenAt }) => clearedAt ?? seenAt));
  return { from: since - BEFORE_MS, to: Math.min(end, until + AFTER_MS) };
}

/** What happens all the time and explains nothing: viewers that come and go, thumbnails, signs of life. */
const EVERYDAY =
  /\b(?:viewers?|players?)\b.{0,40}\b(?:(?:dis)?connected|joined|left|session (?:opened|closed|started|ended))\b|\bthumbnails?\b|\bheart-?beat (?:answered|received|sent)\b/i;
/** The words by which a stream goes down or comes up; they are in the timeline with its name. */
const PUBLISHED = /\b(un)?published\b/i;
const MAX_STREAMS = 500;

function streamChanges(entries: readonly StoredEntry[]): readonly StreamChange[] {
  const found = entries.flatMap(({ at, object, message }): StreamChange[] => {
    const [word, down] = PUBLISHED.exec(message) ?? [];
    const stream = object.replace(/^Stream:\s*/i, '');
    return word === undefined || stream === object ? [] : [{ at, stream, isUp: down === undefined }];
  });
  return found.slice(-MAX_STREAMS);
}

/** All changes; of the other entries the important ones, each kind of message once, as on the screens. */
function reportJournal(
  entries: readonly StoredEntry[],
  problems: readonly StoredProblem[],
  from: number,
  to: number,
): Pick<Report, 'changes' | 'journal' | 'journalHeldBack'> {
  const items = journalItems(entries);
  const changed = items.filter(({ entry }) => isChangeEntry(entry));
  const rest = items.filter(({ entry }) => !isChangeEntry(entry));
  const log = { ...emptyJournal, items: rest };
  const around = problems[0]?.since.at ?? (from + to) / 2;
  const objects = problems.flatMap(({ subject }) => namesIn(subject));
  const excerpt = journalExcerpt(log, { around, from, to, objects, limit: MAX_ENTRIES });
  const shown = changed.slice(-MAX_CHANGES);
  // If little happened, the excerpt contains routine lines; those are left out.
  const telling = excerpt.entries.filter(
    ({ reason, item }) => reason !== 'routine' && !EVERYDAY.test(item.entry.message ?? ''),
  );
  const inExcerpt = telling.reduce((sum, { times }) => sum + times, 0);
  return {
    changes: shown.map(({ entry }) => reportEntry(entry, 1)),
    journal: foldedJournal(telling),
    journalHeldBack: excerpt.inTime - inExcerpt + changed.length - shown.length,
  };
}

/** A kind of message that many objects wrote becomes one line, so that rarer lines stay visible. */
function foldedJournal(entries: readonly ExcerptEntry[]): readonly ReportEntry[] {
  const kinds = Map.groupBy(entries, ({ item }) => templateOf(item.entry)).values();
  return [...kinds]
    .flatMap((own) => {
      const lines = own
        .map(({ item, times }) => reportEntry(item.entry, times))
        .toSorted((a, b) => a.at - b.at);
      const [first] = lines;
      if (!first || lines.length < MANY) return lines;
      const times = lines.reduce((sum, line) => sum + line.times, 0);
      return [{ ...first, others: lines.length - 1, last: lines.at(-1)?.at ?? first.at, times }];
    })
    .toSorted((a, b) => a.at - b.at);
}

function reportEntry(entry: JournalEntry, times: number): ReportEntry {
  const { createDate: at, objectName, message } = entry;
  return { at, last: at, object: objectName ?? '', others: 0, message: message ?? '', times };
}

function missingOf(reader: HistoryReader, figures: Report['figures'], { from, to }: Period): string[] {
  const missing: string[] = [];
  const range = reader.range();
  if (!range || range.from > from) missing.push('the start: the history begins later');
  if (!range || range.to < to - MINUTE_MS) missing.push('the end: the cluster was no longer watched');
  for (const figure of reportFigures) if (figures[figure].length === 0) missing.push(`figures of ${figure}`);
  return missing;
}

/** A figure of an object that a problem is about. */
export interface ObjectChart {
  readonly object: string;
  readonly figure: ObjectFigure;
  readonly points: readonly Point[];
}
export type ObjectFigure = 'viewers' | 'streams' | 'in' | 'out' | 'cpu' | 'mem';

/** Most objects with charts of their own: those of the worst problems. */
const MOST_OBJECTS = 6;

/** Charts of the objects of these problems, in their order; figures that hardly moved are left out. */
export function objectCharts(
  reader: HistoryReader,
  problems: readonly Problem[],
  { from, to }: Period,
): readonly ObjectChart[] {
  const subjects = new Map(
    problems.flatMap(({ subject }) => seriesOf(subject).slice(0, 1)).map(({ id }) => [id.name, id]),
  );
  const shown = new Set([...subjects.keys()].slice(0, MOST_OBJECTS));
  const series = new Map(
    problems
      .flatMap(({ subject }) => seriesOf(subject))
      .filter(({ id }) => shown.has(id.name))
      .map((each) => [`${each.id.kind} ${each.id.name} ${each.id.column}`, each]),
  );
  return [...series.values()].flatMap(({ object, id, figure }) => {
    const { points } = reader.series.read(id, from, to);
    return hasMoved(points) ? [{ object, figure, points }] : [];
  });
}

/** A figure that hardly moved tells nothing about an incident. */
function hasMoved(points: readonly Point[]): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const point of points) {
    least = Math.min(least, point.least ?? least);
    most = Math.max(most, point.most ?? most);
  }
  return most - least > most * MOVED_SHARE;
}

const MOVED_SHARE = 0.05;

/** The figures that tell what happened to an object. */
function seriesOf(subject: Subject) {
  const of = (
    kind: SeriesId['kind'],
    [object, name]: readonly [object: string, name: string],
    figures: readonly ObjectFigure[],
  ) => figures.map((figure) => ({ object, id: { kind, name, column: figure }, figure }));
  switch (subject.kind) {
    case 'server':
      return of('server', [subject.name, subject.name], ['cpu', 'viewers', 'out']);
    case 'group':
      return of('group', [subject.name, subject.name], ['viewers', 'streams']);
    case 'application':
      return of('listedApplication', [subject.name, subject.id ?? subject.name], ['viewers', 'streams']);
    case 'stream': {
      const name = `${subject.application ?? ''}/${subject.streamKey}`;
      return of('stream', [subject.streamKey, name], ['viewers', 'in']);
    }
    default:
      return [];
  }
}
