import type { TextColumn } from '../formats/text-table.ts';
import {
  type CopyPeriod,
  type PeriodColumn,
  periodCsvColumns,
  type StreamPeriod,
  streamPeriodColumns,
} from './periods.ts';

/** A row of the table: a stream, or one of its copies below it. */
interface CopyRow {
  readonly period: StreamPeriod;
  readonly copy: CopyPeriod | undefined;
}

/** The streams, each with a row for each of its copies below it if it has several. */
export function withCopies(periods: readonly StreamPeriod[]): readonly CopyRow[] {
  return periods.flatMap((period) => [
    { period, copy: undefined },
    ...period.perCopy.map((copy) => ({ period, copy })),
  ]);
}

const nothing = { text: () => '', value: () => undefined };

/** What only the stream has, its times and ends, is empty in the row of a copy. */
function withCopy({ ofCopy = nothing, ...column }: CsvColumn): TextColumn<CopyRow> {
  const { text, value = text } = column;
  const { text: copyText, value: copyValue = copyText } = ofCopy;
  return {
    ...column,
    text: ({ period, copy }) => (copy ? copyText(copy) : text(period)),
    value: ({ period, copy }) => (copy ? copyValue(copy) : value(period)),
  };
}

type CsvColumn = TextColumn<StreamPeriod> & Pick<PeriodColumn, 'ofCopy'>;

const streamColumn: TextColumn<CopyRow> = {
  title: 'Stream',
  text: ({ period, copy }) => (copy ? '  copy' : (period.streamKey ?? '')),
  value: ({ period }) => period.streamKey,
};

const rowColumns = (columns: readonly CsvColumn[]) =>
  columns.map((column) => (column.title === streamColumn.title ? streamColumn : withCopy(column)));

export const copyRowColumns: readonly TextColumn<CopyRow>[] = rowColumns(streamPeriodColumns);

/** For spreadsheets, each row says what it is: the figures of copies are contained in those of their stream. */
export const copyCsvColumns: readonly TextColumn<CopyRow>[] = [
  ...rowColumns(periodCsvColumns),
  { title: 'Row', text: ({ copy }) => (copy ? 'copy' : 'stream') },
];
