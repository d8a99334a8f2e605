import { counted, DASH, dateTime, percent } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import type { Capacity } from '../../history/report/capacity.ts';
import { measureFormat } from '../formats/measures.ts';
import { type TextColumn, textTable } from '../formats/text-table.ts';

const NAMES: Readonly<Record<string, string>> = {
  viewers: 'viewers',
  streams: 'streams',
  in: 'incoming',
  out: 'outgoing',
  transcode: 'transcoding tasks',
};

const amountText = ({ figure }: Capacity, value: number) => measureFormat(figure)(value);

const day = (at: number) => (Number.isFinite(at) ? dateTime(at).slice(0, 10) : 'never');

/**
 * When the limit is reached, with the uncertainty, and when it was: `2026-12-24 (2026-12-10 to 2027-01-20), exceeded on
 * 2026-10-02`.
 */
export function reachedText({ exceededSince, exceededLast, reachedAt, reachedRange }: Capacity): string {
  if (exceededSince !== undefined) return `exceeded since ${day(exceededSince)}`;
  const before = exceededLast === undefined ? '' : `, exceeded on ${day(exceededLast)}`;
  if (reachedAt === undefined || reachedRange === undefined) return `${DASH}${before}`;
  const [earliest, latest] = reachedRange;
  const range = day(earliest) === day(latest) ? '' : ` (${day(earliest)} to ${day(latest)})`;
  return `${day(reachedAt)}${range}${before}`;
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

const dayColumn = (title: string, at: (row: Capacity) => number | undefined): TextColumn<Capacity> => ({
  title,
  text: (row) => {
    const found = at(row);
    return found === undefined ? '' : day(found);
  },
});

/** For spreadsheets, each day has a column of its own. */
export const capacityCsvColumns: readonly TextColumn<Capacity>[] = [
  ...capacityColumns,
  dayColumn('Full at the earliest', ({ reachedRange }) => reachedRange?.[0]),
  dayColumn('Full at the latest', ({ reachedRange }) => reachedRange?.[1]),
  dayColumn('Exceeded since', ({ exceededSince }) => exceededSince),
  dayColumn('Exceeded last', ({ exceededLast }) => exceededLast),
];

/** How the dates are worked out, and from what; printed below the table. */
export function capacityMethod(rows: readonly Capacity[]): readonly string[] {
  const undated = rows.filter(
    ({ exceededSince, reachedAt }) => exceededSince === undefined && reachedAt === undefined,
  );
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
  'Full is when the line through the highest values of each week (of each day in the first five weeks) meets the limit.',
  'The range has nine tenths of the slopes between days, or all between weeks and more, because weeks are few; and the largest distances from the line. Growth that becomes faster is not foreseen.',
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
