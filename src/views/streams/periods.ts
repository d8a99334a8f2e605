import { count, DASH, dateTime, duration, rate } from '../../base/format.ts';
import { safeText } from '../../base/safe-text.ts';
import { zoneOffset } from '../../base/time-zone.ts';
import type { Period } from '../../history/samples/range.ts';
import {
  type FigureRange,
  type SessionPeriods,
  type StreamPeriod,
  sumPeriods,
} from '../../history/sessions/availability.ts';
import type { TextColumn } from '../formats/text-table.ts';
import { type Column, figureOrder, type ListColumn, type Sort, textOrder } from '../lists/column.ts';

export type { SessionPeriods, StreamPeriod };

/** Such as `99.94%`: two decimals, because contracts often depend on the third nine. Never rounded up to 100. */
function percent(share: number): string {
  const value = share * 100;
  return `${(value < 100 ? Math.min(99.99, value) : 100).toFixed(2)}%`;
}

/** Such as `99.94%`, or `97.50 to 99.90%` where sweeps leave open when a stream ended. */
function availability(share: FigureRange | undefined): string {
  if (share === undefined) return DASH;
  const [least, most] = [percent(share.least), percent(share.most)];
  return least === most ? most : `${least.slice(0, -1)} to ${most}`;
}

/** A figure that lies within `spread` of its value: `1.50k to 1.80k`, or one figure if both read the same. */
function spreadText(value: number, spread: number, text: (figure: number) => string): string {
  const [least, most] = [text(Math.max(0, value - spread)), text(value + spread)];
  return least === most ? text(value) : `${least} to ${most}`;
}

/** The time that was watched, if that is the smaller part of the time in which the stream was known, ms. */
function watchedPart({ availableMs, downMs, absentMs, unwatchedMs }: StreamPeriod): number | undefined {
  const watchedMs = availableMs + downMs + absentMs;
  return unwatchedMs > watchedMs ? watchedMs : undefined;
}

function availableText(period: StreamPeriod): string {
  const watchedMs = watchedPart(period);
  const words = availability(period.available);
  return period.available && watchedMs !== undefined ? `${words} of ${duration(watchedMs)} watched` : words;
}

/** The same in the width of the column: of a range its least, because who reads it would rely on more. */
function availableCell(period: StreamPeriod): string {
  const watchedMs = watchedPart(period);
  const { available } = period;
  if (!available || watchedMs === undefined) return availability(available);
  const sign = available.least < available.most ? '≥' : '';
  const [roughly] = duration(watchedMs).split(' ');
  return `${sign}${percent(available.least)} of ${roughly}`;
}

/** A column of the printed table, of CSV, and of the screen, which leaves out those of the highest `rank` first. */
export interface PeriodColumn extends TextColumn<StreamPeriod> {
  readonly key: string;
  readonly width: number;
  readonly grow?: number;
  readonly rank: number;
  readonly order: NonNullable<ListColumn<StreamPeriod, never, never>['order']>;
}

type Shape = Pick<PeriodColumn, 'key' | 'title' | 'width' | 'rank' | 'unit' | 'bare'>;
type Value = (period: StreamPeriod) => number | undefined;

function figure(
  shape: Shape,
  value: Value,
  text: PeriodColumn['text'] = (it) => String(value(it)),
): PeriodColumn {
  return { ...shape, align: 'right', value, text, order: figureOrder(shape.title.toLowerCase()) };
}

type Member = 'availableMs' | 'absentMs' | 'unwatchedMs' | keyof StreamPeriod['spread'];

/** A member in words, with its spread if it has one. */
function memberText(member: Member, text: (figure: number) => string) {
  return ({ [member]: value, spread }: StreamPeriod) =>
    value === undefined ? DASH : spreadText(value, { ...noSpreads, ...spread }[member], text);
}

const noSpreads = { availableMs: 0, absentMs: 0, unwatchedMs: 0 };

function time(shape: Shape, member: Extract<Member, `${string}Ms`>): PeriodColumn {
  return figure({ ...shape, unit: 's' }, (it) => it[member] / 1_000, memberText(member, duration));
}

function amount(shape: Shape, member: Exclude<Member, `${string}Ms`>): PeriodColumn {
  return figure(shape, (it) => it[member], memberText(member, count));
}

export const streamPeriodColumns: readonly PeriodColumn[] = [
  {
    key: 'application',
    title: 'Application',
    width: 11,
    rank: 3,
    text: ({ application, copies }) =>
      copies.length > 1 ? `${application} +${copies.length - 1}` : application,
    value: ({ application }) => application,
    order: textOrder('application'),
  },
  {
    key: 'stream',
    title: 'Stream',
    width: 14,
    grow: 1,
    rank: 0,
    text: ({ streamKey, streams }) => streamKey ?? `all ${digitsWords(streams, 'stream')}`,
    order: { ...textOrder('stream'), value: ({ streamKey }) => streamKey },
  },
  figure({ key: 'sessions', title: 'Sessions', width: 8, rank: 9 }, ({ sessions }) => sessions),
  figure(
    { key: 'available', title: 'Available', width: 15, rank: 1, unit: 'share 0 to 1' },
    ({ available }) => available?.least,
    availableText,
  ),
  figure(
    { key: 'interruptions', title: 'Interruptions', width: 13, rank: 2 },
    ({ interruptions }) => interruptions,
  ),
  time({ key: 'up', title: 'Up', width: 7, rank: 11 }, 'availableMs'),
  time({ key: 'down', title: 'Down', width: 16, rank: 4 }, 'downMs'),
  time({ key: 'absent', title: 'Absent', width: 7, rank: 8 }, 'absentMs'),
  time({ key: 'unwatched', title: 'Not watched', width: 11, rank: 9 }, 'unwatchedMs'),
  time({ key: 'degraded', title: 'Degraded', width: 16, rank: 6 }, 'degradedMs'),
  figure(
    { key: 'peak', title: 'Peak viewers', width: 12, rank: 5 },
    ({ peakViewers }) => peakViewers,
    ({ peakViewers }) => (peakViewers === undefined ? DASH : `≥${count(peakViewers)}`),
  ),
  amount({ key: 'mean', title: 'Mean viewers', width: 12, rank: 10 }, 'meanViewers'),
  amount({ key: 'minutes', title: 'Viewer minutes', width: 14, rank: 7 }, 'viewerMinutes'),
  amount(
    { key: 'risk', title: 'At risk', width: 14, rank: 3, unit: 'viewer minutes', bare: true },
    'viewerMinutesAtRisk',
  ),
  figure(
    { key: 'in', title: 'Mean in', width: 11, rank: 6, unit: 'bytes/s' },
    ({ meanIn }) => meanIn,
    ({ meanIn }) => rate(meanIn, 'bits'),
  ),
];

function spreadColumn(title: string, unit: string, value: Value): TextColumn<StreamPeriod> {
  return { title, unit, value, text: (period) => String(value(period) ?? '') };
}

/** For spreadsheets, ranges have columns of their own; a spread is ± the value. */
export const periodCsvColumns: readonly TextColumn<StreamPeriod>[] = [
  ...streamPeriodColumns,
  spreadColumn('Available at most', 'share 0 to 1', ({ available }) => available?.most),
  spreadColumn('Down spread', 's', ({ spread }) => spread.downMs / 1_000),
  spreadColumn('Degraded spread', 's', ({ spread }) => spread.degradedMs / 1_000),
  spreadColumn('Mean viewers spread', 'viewers', ({ spread }) => spread.meanViewers),
  spreadColumn('Viewer minutes spread', 'viewer minutes', ({ spread }) => spread.viewerMinutes),
  spreadColumn('At risk spread', 'viewer minutes', ({ spread }) => spread.viewerMinutesAtRisk),
];

export const firstPeriodSort: Sort = { key: 'risk', descending: true };

export function periodId({ application, streamKey }: StreamPeriod): string {
  return streamKey === undefined ? application : `${application}/${streamKey}`;
}

/** Such as `99.94% available, 3 interruptions, 120 sessions`. */
export function periodsWords(periods: readonly StreamPeriod[]): string {
  const { available, interruptions, sessions } = sumPeriods(periods);
  return `${availability(available)} available, ${digitsWords(interruptions, 'interruption')}, ${digitsWords(sessions, 'session')}`;
}

/**
 * Such as `live: 99.94% available, 3 interruptions, 120 sessions`: one line for each application, and one for all.
 */
export function periodsSummary({ applications, streams }: SessionPeriods): readonly string[] {
  const sums = applications.map((sum) => `${safeText(sum.application)}: ${periodsWords([sum])}`);
  return [...(sums.length > 1 ? sums : []), `in all: ${periodsWords(streams)}`];
}

/** What the figures rest on: `watched for 8m 00s of 2d 00h, 30s of it while the API could not be read`. */
export function basisWords({ period, basis }: SessionPeriods): string {
  const { watchedMs, outageMs } = basis;
  const outage = outageMs > 0 ? `, ${duration(outageMs)} of it while the API could not be read` : '';
  return `watched for ${duration(watchedMs)} of ${duration(period.to - period.from)}${outage}`;
}

/** What the basis means, for the manual. */
export const basisMeaning =
  'Below the figures is what they rest on: the period, the time watched in it, and how much of that the API could not be read.';

/** What `Down` means, by the agreement about absences. */
export const absenceWords = {
  counts:
    'Down: not published, until its publisher ends it (CLOSING in the journal). After that the stream is Absent.',
  ends: 'Down: not published for ten minutes at most. A longer absence ends the stream: it is Absent.',
  planned:
    'Down: not published for ten minutes at most. A longer absence was planned: the stream is Absent, in the same session.',
} as const;

/** What the figures mean, in four lines. */
export function definitions(absence: SessionPeriods['absence']): readonly string[] {
  return [
    'Available: Up / (Up + Down), in the watched time since the stream was first published on any application.',
    absenceWords[absence],
    'Ends and beginnings are those of the journal. Where it names none, they lie between two sweeps, and a figure is a range. While no sweep was read, viewers are any number up to twice the mean.',
    'Peak viewers: the highest that a sweep of the streams saw, once a minute; in between it may have been higher.',
    'At risk: viewers × (1 − health), and all viewers of a silent stream. Degraded: health below 75, or silent.',
  ];
}

/** The period of the sum, which begins at a full hour: `2026-11-20 14:00:00 to 2026-11-21 14:37:12 UTC+01:00`. */
export function periodWords({ from, to }: Period): string {
  const [began, ended] = [from, to].map(zoneOffset);
  return `${dateTime(from)}${began === ended ? '' : ` ${began}`} to ${dateTime(to)} ${ended}`;
}

function digitsWords(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

export const periodScreenColumns: readonly Column<StreamPeriod>[] = streamPeriodColumns.map(
  ({ key, title, width, grow = 0, rank, align = 'left' as const, text }) => ({
    key,
    title,
    width,
    grow,
    rank,
    align,
    cell: key === 'available' ? availableCell : text,
  }),
);
