import { count, DASH, dateTime, duration, rate } from '../../base/format.ts';
import { safeText } from '../../base/safe-text.ts';
import { zoneOffset } from '../../base/time-zone.ts';
import type { Period } from '../../history/samples/range.ts';
import { type SessionPeriods, type StreamPeriod, sumPeriods } from '../../history/sessions/availability.ts';
import type { TextColumn } from '../formats/text-table.ts';
import { type Column, compareBy, type ListColumn, type Sort } from '../lists/column.ts';

export type { StreamPeriod };

/** Such as `99.94%`: two decimals, because contracts often depend on the third nine. Never rounded up to 100. */
function availability(share: number | undefined): string {
  if (share === undefined) return DASH;
  const percent = share * 100;
  return `${(percent < 100 ? Math.min(99.99, percent) : 100).toFixed(2)}%`;
}

/** A column of the printed table, of CSV, and of the screen, which leaves out those of the highest `rank` first. */
interface PeriodColumn extends TextColumn<StreamPeriod> {
  readonly key: string;
  readonly width: number;
  readonly grow?: number;
  readonly rank: number;
  readonly order: NonNullable<ListColumn<StreamPeriod, never, never>['order']>;
}

const [least, most] = ['least', 'most'];

function figure(
  {
    key,
    title,
    width,
    rank,
    unit,
    bare,
  }: Pick<PeriodColumn, 'key' | 'title' | 'width' | 'rank' | 'unit' | 'bare'>,
  value: (period: StreamPeriod) => number | undefined,
  text: (period: StreamPeriod) => string,
): PeriodColumn {
  const name = title.toLowerCase();
  const words = [`${least} ${name} first`, `${most} ${name} first`] as const;
  return {
    key,
    title,
    unit,
    bare,
    align: 'right',
    width,
    rank,
    value,
    text,
    order: { value, descending: true, words },
  };
}

export const streamPeriodColumns: readonly PeriodColumn[] = [
  {
    key: 'application',
    title: 'Application',
    width: 11,
    rank: 3,
    text: ({ application }) => application,
    order: {
      value: ({ application }) => application,
      descending: false,
      words: ['by application', 'by application, Z to A'],
    },
  },
  {
    key: 'stream',
    title: 'Stream',
    width: 14,
    grow: 1,
    rank: 0,
    text: ({ streamKey, streams }) => streamKey ?? `all ${digitsWords(streams, 'stream')}`,
    order: {
      value: ({ streamKey }) => streamKey,
      descending: false,
      words: ['by stream', 'by stream, Z to A'],
    },
  },
  figure(
    { key: 'sessions', title: 'Sessions', width: 8, rank: 9 },
    ({ sessions }) => sessions,
    ({ sessions }) => String(sessions),
  ),
  figure(
    { key: 'available', title: 'Available', width: 9, rank: 1, unit: 'share 0 to 1' },
    ({ available }) => available,
    ({ available }) => availability(available),
  ),
  figure(
    { key: 'interruptions', title: 'Interruptions', width: 13, rank: 2 },
    ({ interruptions }) => interruptions,
    ({ interruptions }) => String(interruptions),
  ),
  figure(
    { key: 'published', title: 'Published', width: 9, rank: 8, unit: 's' },
    ({ publishedMs }) => publishedMs / 1_000,
    ({ publishedMs }) => duration(publishedMs),
  ),
  figure(
    { key: 'degraded', title: 'Degraded', width: 8, rank: 4, unit: 's' },
    ({ degradedMs }) => degradedMs / 1_000,
    ({ degradedMs }) => duration(degradedMs),
  ),
  figure(
    { key: 'peak', title: 'Peak viewers', width: 12, rank: 5 },
    ({ peakViewers }) => peakViewers,
    ({ peakViewers }) => count(peakViewers),
  ),
  figure(
    { key: 'mean', title: 'Mean viewers', width: 12, rank: 10 },
    ({ meanViewers }) => meanViewers,
    ({ meanViewers }) => count(meanViewers),
  ),
  figure(
    { key: 'minutes', title: 'Viewer minutes', width: 14, rank: 7 },
    ({ viewerMinutes }) => viewerMinutes,
    ({ viewerMinutes }) => count(viewerMinutes),
  ),
  figure(
    { key: 'risk', title: 'At risk', width: 7, rank: 3, unit: 'viewer minutes', bare: true },
    ({ viewerMinutesAtRisk }) => viewerMinutesAtRisk,
    ({ viewerMinutesAtRisk }) => count(viewerMinutesAtRisk),
  ),
  figure(
    { key: 'in', title: 'Mean in', width: 11, rank: 6, unit: 'bytes/s' },
    ({ meanIn }) => meanIn,
    ({ meanIn }) => rate(meanIn, 'bits'),
  ),
];

export const firstPeriodSort: Sort = { key: 'risk', descending: true };

/** Identifies a stream over all its sessions, or an application. */
export function periodId({ application, streamKey }: StreamPeriod): string {
  return streamKey === undefined ? application : `${application}/${streamKey}`;
}

export function sortedPeriods(periods: readonly StreamPeriod[], sort: Sort): readonly StreamPeriod[] {
  return periods.toSorted(compareBy(streamPeriodColumns, sort, periodId));
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

/** The period of the sum, which begins at a full hour: `2026-11-20 14:00:00 to 2026-11-21 14:37:12 UTC+01:00`. */
export function periodWords({ from, to }: Period): string {
  return `${dateTime(from)} to ${dateTime(to)} ${zoneOffset(from)}`;
}

function digitsWords(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** The columns for a table on the screen. */
export const periodScreenColumns: readonly Column<StreamPeriod>[] = streamPeriodColumns.map(
  ({ key, title, width, grow = 0, rank, align = 'left' as const, text }) => ({
    key,
    title,
    width,
    grow,
    rank,
    align,
    cell: text,
  }),
);
