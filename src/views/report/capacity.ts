import { count, counted, DASH, dateTime, percent, rate } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import type { Capacity } from '../../history/report/capacity.ts';
import { type TextColumn, textTable } from '../formats/text-table.ts';

const NAMES: Readonly<Record<string, string>> = {
  viewers: 'viewers',
  streams: 'streams',
  in: 'incoming',
  out: 'outgoing',
  transcode: 'transcoding tasks',
};

function amountText({ figure }: Capacity, value: number): string {
  return figure === 'in' || figure === 'out' ? rate(value, 'bits') : count(value);
}

const day = (at: number) => (Number.isFinite(at) ? dateTime(at).slice(0, 10) : 'never');

/** When the limit is reached, with the uncertainty: `2026-12-24 (2026-12-10 to 2027-01-20)`. */
export function reachedText({ exceededSince, reachedAt, reachedRange }: Capacity): string {
  if (exceededSince !== undefined) return `exceeded since ${day(exceededSince)}`;
  if (reachedAt === undefined || reachedRange === undefined) return DASH;
  const [earliest, latest] = reachedRange;
  if (day(earliest) === day(latest)) return day(reachedAt);
  return `${day(reachedAt)} (${day(earliest)} to ${day(latest)})`;
}

function whatText({ kind, name, place = name, figure }: Capacity): string {
  return `${kind === 'total' ? 'cluster' : place} ${NAMES[figure] ?? figure}`;
}

export const capacityColumns: readonly TextColumn<Capacity>[] = [
  {
    title: 'What',
    text: whatText,
    value: (row) =>
      row.figure === 'in' || row.figure === 'out' ? `${whatText(row)} (bytes/s)` : whatText(row),
  },
  {
    title: 'Peak of 7 days',
    align: 'right',
    text: (row) => amountText(row, row.peak),
    value: ({ peak }) => peak,
  },
  { title: 'Limit', align: 'right', text: (row) => amountText(row, row.limit), value: ({ limit }) => limit },
  {
    title: 'Used',
    unit: 'share 0 to 1',
    align: 'right',
    text: ({ peak, limit }) => percent((peak / limit) * 100),
    value: ({ peak, limit }) => peak / limit,
  },
  {
    title: 'Growth a day',
    align: 'right',
    text: (row) =>
      row.growth === undefined ? '—' : `${row.growth < 0 ? '−' : ''}${amountText(row, Math.abs(row.growth))}`,
    value: ({ growth }) => growth,
  },
  { title: 'Full', text: reachedText },
];

/** How the dates are worked out, and from what; printed below the table. */
export function capacityMethod(rows: readonly Capacity[]): readonly string[] {
  const undated = rows.filter((row) => reachedText(row) === DASH);
  const days = Math.max(0, ...undated.map((row) => row.days));
  return [
    ...(undated.length > 0
      ? [
          `${DASH}: a date needs a week of history, there ${days === 1 ? 'is' : 'are'} ${counted(days, 'day')}.`,
        ]
      : []),
    ...METHOD,
    ...(rows.some((row) => row.isRemote) ? ['Days that the file does not have: from Prometheus.'] : []),
  ];
}

const METHOD: readonly string[] = [
  'Full is when the line through the highest values of each week (of each day in the first four weeks) meets the limit.',
  'The range has nine tenths of the slopes between all pairs of them, and their largest distances from the line.',
];

/** From this width on every column has room. */
const WIDE_COLUMNS = 96;
const narrowTitles: readonly string[] = ['What', 'Used', 'Full'];

/** The same as lines of a dialog. */
export function capacityLines(rows: readonly Capacity[], width: number): Line[] {
  if (rows.length === 0) return [toned('The history has no figures for any known limit.', 'dim')];
  const columns = capacityColumns.filter(
    ({ title }) => width >= WIDE_COLUMNS || narrowTitles.includes(title),
  );
  const [header = '', ...lines] = textTable(columns, rows);
  return [
    toned(header, 'dim'),
    ...lines.map((text) => [{ text }]),
    [],
    ...capacityMethod(rows).map((text): Line => toned(text, 'dim')),
  ];
}
