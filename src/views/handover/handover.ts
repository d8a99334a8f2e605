import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { clockTime, count, counted, dateTime, duration, listed } from '../../base/format.ts';
import { oneLine } from '../../base/safe-text.ts';
import type { Handover, HandoverChange, HandoverIncident } from '../../history/report/handover.ts';
import type { Period } from '../../history/samples/range.ts';
import { severityLook } from '../formats/tones.ts';
import { viewerMinutesWords } from '../problems/facts.ts';
import { subjectName } from '../problems/problems.ts';
import { problemTitle } from '../problems/words.ts';
import { type AuditRow, outcomeWords } from '../settings/audit.ts';

/** Where Enter on a row leads. Times are Unix ms. */
export type HandoverPlace =
  /** A problem; `at` is a moment of the past at which it stood, undefined if it stands now. */
  | { readonly kind: 'problem'; readonly key: string; readonly at: number | undefined }
  | { readonly kind: 'problems' }
  | { readonly kind: 'journal'; readonly at: number; readonly object: string | undefined }
  | { readonly kind: 'audit' }
  | { readonly kind: 'moment'; readonly at: number };

/** A row: what happened, and at its right end how it stands. */
export interface HandoverRow {
  readonly label: string;
  readonly note: string;
  readonly to: HandoverPlace;
}

const MOST_ROWS = 10;
/** Rows that changes keep, of each kind, where incidents would take all. */
const ROWS_OF_CHANGES = 2;

/** At most ten rows: incidents, then changes sent from here, changes by the journal, and what nobody watched. */
export function handoverRows(handover: Handover, writes: readonly AuditRow[]): readonly HandoverRow[] {
  const { incidents, changes, unknown, to } = handover;
  const gaps = unknown.length === 0 ? [] : [gapRow(unknown, to)];
  const room = MOST_ROWS - gaps.length;
  const kept = Math.min(ROWS_OF_CHANGES, writes.length) + Math.min(ROWS_OF_CHANGES, changes.length);
  const first = cut(
    incidents.map((incident) => incidentRow(incident, to)),
    room - kept,
    (more) => ({ label: `  and ${counted(more, 'more incident')}`, note: '', to: { kind: 'problems' } }),
  );
  const left = room - first.length;
  const sent = cut(
    writes.map((write) => writeRow(write, to)),
    left - Math.min(ROWS_OF_CHANGES, changes.length),
    (more) => ({
      label: `  and ${counted(more, 'more change')} sent from here`,
      note: '',
      to: { kind: 'audit' },
    }),
  );
  const seen = cut(
    changes.map((change) => changeRow(change, to)),
    left - sent.length,
    (more) => ({
      label: `  and ${counted(more, 'more kind')} of changes in the journal`,
      note: '',
      to: { kind: 'journal', at: to, object: undefined },
    }),
  );
  return [...first, ...sent, ...seen, ...gaps];
}

function cut(rows: readonly HandoverRow[], room: number, others: (more: number) => HandoverRow) {
  if (rows.length <= room) return rows;
  return [...rows.slice(0, room - 1), others(rows.length - room + 1)];
}

function incidentRow(incident: HandoverIncident, now: number): HandoverRow {
  const { problem, worst, since, until, bill, times, acknowledged } = incident;
  const { sign } = severityLook[worst];
  const often = times > 1 ? [`${count(times)} times`] : [];
  const known = acknowledged ? [knownWords(acknowledged, now)] : [];
  const lost = bill ? [viewerMinutesWords(bill.viewerMinutes)] : [];
  return {
    label: `${sign} ${momentWords(since, now)} ${subjectName(problem.subject)}: ${problemTitle(problem)}`,
    note: [...known, ...lost, ...often, endWords(incident, now)].join(' · '),
    to: { kind: 'problem', key: problem.key, at: until === undefined ? undefined : problem.noticedAt },
  };
}

function endWords({ until, isEndWatched }: HandoverIncident, now: number): string {
  if (until === undefined) return 'open';
  return `${isEndWatched ? 'ended' : 'last seen'} ${momentWords(until, now)}`;
}

function knownWords({ at, by, planned }: NonNullable<HandoverIncident['acknowledged']>, now: number): string {
  const who = by === undefined ? '' : ` ${by}`;
  return planned ? `planned${who}` : `✓${who} ${momentWords(at, now)}`;
}

function writeRow({ at, user, action, target, outcome }: AuditRow, now: number): HandoverRow {
  return {
    label: `◆ ${momentWords(Date.parse(at), now)} ${oneLine(user)} ${oneLine(action)}: ${oneLine(target)}`,
    note: outcomeWords(outcome),
    to: { kind: 'audit' },
  };
}

function changeRow({ at, object, message, times, objects }: HandoverChange, now: number): HandoverRow {
  const who = objects > 1 ? `${counted(objects, 'object')}, such as ${oneLine(object)}` : oneLine(object);
  return {
    label: `◆ ${momentWords(at, now)} ${who === '' ? '' : `${who}: `}${oneLine(message)}`,
    note: times > 1 ? `${count(times)} times` : '',
    to: { kind: 'journal', at, object: objects > 1 || object === '' ? undefined : object },
  };
}

function gapRow(unknown: readonly Period[], now: number): HandoverRow {
  const longest = unknown.reduce((most, gap) => (gap.to - gap.from > most.to - most.from ? gap : most));
  const others = unknown.length - 1;
  const sum = unknown.reduce((all, { from, to }) => all + to - from, 0);
  const range = `not watched ${momentWords(longest.from, now)} to ${momentWords(longest.to, now)}`;
  return {
    label: `? ${range}${others === 0 ? '' : `, and ${counted(others, 'more time')}`}`,
    note: others === 0 ? duration(sum) : `${duration(sum)} in all`,
    to: { kind: 'moment', at: longest.from },
  };
}

/** Such as `3 incidents, 2 ended, 3h not watched, 1 acknowledged by anna`: on a narrow screen the end is cut. */
export function handoverWords(handover: Handover): string {
  const { incidents, changes, unknown, from, to } = handover;
  const away = unknown.reduce((all, gap) => all + gap.to - gap.from, 0);
  if (incidents.length === 0 && to - from - away < MINUTE_MS) return 'not watched';
  const ended = incidents.filter(({ until, isEndWatched }) => until !== undefined && isEndWatched).length;
  const known = incidents.flatMap(({ acknowledged }) =>
    acknowledged && !acknowledged.planned ? [acknowledged.by] : [],
  );
  const names = [...new Set(known.flatMap((by) => by ?? []))].sort();
  return [
    incidents.length === 0 ? 'no incident' : counted(incidents.length, 'incident'),
    ...(ended > 0 ? [`${count(ended)} ended`] : []),
    ...(away > 0 ? [`${longWords(away)} not watched`] : []),
    ...(known.length > 0
      ? [`${count(known.length)} acknowledged${names.length > 0 ? ` by ${listed(names)}` : ''}`]
      : []),
    ...(changes.length > 0 ? [counted(changes.length, 'kind of change', 'kinds of changes')] : []),
  ].join(', ');
}

/** The period and what happened in it. */
export function handoverTitle(handover: Handover): string {
  const { from, to, unchanged, searchedFrom } = handover;
  const start = `Since ${momentWords(from, to)}, ${longWords(to - from)} ago: `;
  const standing = unchanged === 0 ? '' : `; ${count(unchanged)} from before are open`;
  const cut = searchedFrom > from ? `; journal searched since ${momentWords(searchedFrom, to)}` : '';
  return `${start}${handoverWords(handover)}${standing}${cut}`;
}

/** A moment of the last day as `02:10`, an older one with its date. */
export function momentWords(at: number, now: number): string {
  const time = clockTime(at).slice(0, 5);
  return now - at < DAY_MS ? time : `${dateTime(at).slice(5, 10)} ${time}`;
}

/** A long time in its largest unit, such as `8h`, `3d`. */
export function longWords(ms: number): string {
  const isDays = ms >= 2 * DAY_MS;
  if (isDays) return `${Math.floor(ms / DAY_MS)}d`;
  return ms >= HOUR_MS ? `${Math.floor(ms / HOUR_MS)}h` : `${Math.floor(ms / MINUTE_MS)}m`;
}
