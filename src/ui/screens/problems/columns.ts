import { clockTime, count } from '../../../base/format.ts';
import type { Line } from '../../../base/text.ts';
import { lineWidth } from '../../../base/width.ts';
import type { Column } from '../../../views/lists/column.ts';
import { timeAxis } from '../../../views/plots/time-axis.ts';
import { after } from '../../../views/problems/clauses.ts';
import { type SpanTime, spanBar, spanTime } from '../../../views/problems/problem-spans.ts';
import { trendSign } from '../../../views/problems/problems.ts';
import { type ProblemRow, rowClauses, rowName, titleWords } from '../../../views/problems/rows.ts';
import { beganOrLasted, lasted } from '../../../views/problems/since.ts';
import { fitClauses } from '../../../views/problems/words.ts';
import type { View } from '../../view.ts';
import type { ProblemsPart } from './slice.ts';

/** Names take the width that they need, within these limits; the reasons get the rest. */
const MIN_NAME_COLUMNS = 14;
const MAX_NAME_COLUMNS = 32;
/**
 * From this width of a list on, bars on a time axis show when each problem began; they get this share of the width.
 */
const BARS_FROM_COLUMNS = 92;
const BARS_SHARE = 0.27;

/** What the columns depend on. */
export interface ColumnsAt {
  readonly view: View;
  readonly part: ProblemsPart;
  readonly rows: readonly ProblemRow[];
  /** Width of the table. */
  readonly width: number;
}

export function problemColumns({ view, part, rows, width }: ColumnsAt): Column<ProblemRow>[] {
  const names = rows.map((row) => lineWidth(rowName(row)));
  const time: Column<ProblemRow> =
    part === 'cleared'
      ? { key: 'ended', title: 'Ended', width: 8, cell: ({ clearedAt }) => clockTime(clearedAt) }
      : {
          key: 'since',
          title: 'Since',
          width: view.display.times === 'absolute' ? 9 : 8,
          align: 'right',
          cell: (row) => beganOrLasted(row, view.now, view.display.times),
        };
  return [
    time,
    {
      key: 'subject',
      title: 'Object',
      width: Math.min(MAX_NAME_COLUMNS, Math.max(MIN_NAME_COLUMNS, ...names)),
      cell: rowName,
    },
    {
      key: 'title',
      title: 'Problem and reason',
      width: 22,
      grow: 1,
      rank: 1,
      cell: titleAndReason,
    },
    ...(width >= BARS_FROM_COLUMNS ? [barColumn(view, rows, Math.round(width * BARS_SHARE))] : []),
    {
      key: 'viewers',
      title: 'Affected',
      width: 8,
      align: 'right',
      cell: ({ hit }) => count(hit.viewers?.count),
    },
    part === 'cleared'
      ? {
          key: 'lasted',
          title: 'Lasted',
          width: 8,
          align: 'right',
          cell: (row) => lasted(row, row.clearedAt ?? view.now),
        }
      : {
          key: 'trend',
          title: '',
          width: 1,
          rank: 3,
          cell: ({ measure, part: below }) =>
            below === undefined ? trendSign[measure?.trend ?? 'steady'] : '',
        },
  ];
}

/**
 * The header of the bars is their axis. It covers the whole first incident; older problems start at its left end.
 */
function barColumn(view: View, rows: readonly ProblemRow[], width: number): Column<ProblemRow> {
  const second = rows.findIndex(({ level }, index) => index > 0 && level !== 'effect');
  const time: SpanTime = spanTime(second < 0 ? rows : rows.slice(0, second), view.now);
  const axis = timeAxis({ ...time, live: view.live, columns: width, marks: [] });
  return {
    key: 'bar',
    title: axis.map(({ text }) => text).join(''),
    width,
    rank: 2,
    cell: (row) => spanBar(row, time, width),
  };
}

function titleAndReason(row: ProblemRow, width: number): Line {
  const { planned, by } = row.acknowledged ?? {};
  const who = by === undefined ? '' : `${by} · `;
  const known = planned ? '✓ planned · ' : `✓ ${who}`;
  const what = `${row.acknowledged ? known : ''}${titleWords(row)}`;
  const start = what === '' ? '' : `${what}: `;
  const text = fitClauses(after(start, rowClauses(row)), width);
  return [{ text: text.slice(0, start.length) }, { text: text.slice(start.length), tone: 'dim' }];
}
