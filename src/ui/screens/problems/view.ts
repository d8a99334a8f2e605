import { clockTime, count } from '../../../base/format.ts';
import { type Line, toned } from '../../../base/text.ts';
import { lineWidth, textWidth } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import { viewersHit } from '../../../triage/problem.ts';
import { type Column, orderWords } from '../../../views/lists/column.ts';
import { timeAxis } from '../../../views/plots/time-axis.ts';
import { doubtSpan, notYetKnown } from '../../../views/problems/all-clear.ts';
import { calmLines } from '../../../views/problems/calm.ts';
import { after } from '../../../views/problems/clauses.ts';
import { incidentCount } from '../../../views/problems/counts.ts';
import { remarkWords } from '../../../views/problems/coverage.ts';
import { problemOrders, worstProblemsFirst } from '../../../views/problems/order.ts';
import { pendingIn } from '../../../views/problems/pending.ts';
import { spanBar, spanTime } from '../../../views/problems/problem-spans.ts';
import { countWords, trendSign } from '../../../views/problems/problems.ts';
import { type ProblemRow, rowName, titleWords } from '../../../views/problems/rows.ts';
import { beganOrLasted, lasted } from '../../../views/problems/since.ts';
import { byWords, fitClauses, shortClauses } from '../../../views/problems/words.ts';
import type { DrawnLists } from '../../list-screen/list-screen.ts';
import { panelPane } from '../../primitives/panel.ts';
import type { View } from '../../view.ts';
import { problemDetailPanes } from './detail.ts';
import type { ListedProblems, ProblemsModel, ProblemsPart } from './model.ts';

/** Cells of a title's border, position and counts. */
const COUNTS_COLUMNS = 50;

export const problemLists: DrawnLists<ProblemsModel> = {
  name: 'problems',
  panes: {
    standing: (model, list) => listOptions(model, 'standing', list),
    cleared: (model, list) => listOptions(model, 'cleared', list),
  },
  besides({ detail, beside }) {
    if (detail) return problemDetailPanes(detail);
    const lines = [toned('The selected problem has cleared.', 'dim')];
    return beside ? [panelPane('problems.detail', beside, { title: 'Detail' }, lines)] : [];
  },
};

function listOptions(model: ProblemsModel, part: ProblemsPart, list: ListedProblems) {
  const { view, slice } = model;
  const { placed } = list;
  const isNewestFirst = part === 'cleared' && slice.sort.key === worstProblemsFirst.key;
  const order = isNewestFirst ? 'newest first' : orderWords(problemOrders, slice.sort);
  const right = placed.vanished
    ? toned('the selected one has cleared', 'ok')
    : toned(`${placed.index + 1} of ${list.count}`, 'dim');
  // An empty list says in words why it is not known to be all.
  const isUnclear =
    view.triage.problems.length === 0 && notYetKnown(view.state, view.triage, view.now) !== undefined;
  const isStanding = part === 'standing';
  const title = `${isStanding ? 'Problems' : 'Cleared problems'}, ${order}`;
  // While nothing is wrong, what is pending has rows of its own.
  const pending =
    isStanding && list.count > 0
      ? pendingIn(view, list.rect.width - textWidth(title) - COUNTS_COLUMNS)
      : undefined;
  return {
    title,
    right: [
      list.count === 0 ? undefined : right,
      isStanding && !isUnclear ? countsIn(view, list.rect.width) : undefined,
      pending && [pending],
    ],
    stale: staleFor(view.state.dashboard, view.now),
    unselected: slice.part !== part,
    columns: problemColumns(view, part, list.all, list.rect.width - 4),
    sort: slice.sort,
    empty: emptyLines(model, part, { width: list.rect.width - 4, height: list.height }),
  };
}

function countsIn({ triage: { problems } }: ProblemsModel['view'], width: number): Line {
  const all = incidentCount(problems);
  const name = `${all === 1 ? 'incident' : 'incidents'}: `;
  return [...(width >= 100 && all > 0 ? toned(name, 'dim') : []), ...countWords(problems)];
}

function emptyLines(
  { view, slice }: ProblemsModel,
  part: ProblemsPart,
  room: { readonly width: number; readonly height: number },
): Line[] {
  const dim = (text: string): Line[] => [toned(text, 'dim')];
  if (slice.filter !== '') return dim('Nothing matches the filter. Esc clears it.');
  if (part === 'cleared') return dim('Nothing has cleared since castwatch was started.');
  if (!view.state.dashboard.value) return dim('No answer yet: problems are not known.');
  const early = notYetKnown(view.state, view.triage, view.now);
  return early ? [[doubtSpan(early)]] : calmLines(view, room, remarkWords(view.state));
}

/** Names take the width that they need, within these limits; the reasons get the rest. */
const MIN_NAME_COLUMNS = 14;
const MAX_NAME_COLUMNS = 32;
/** From this width on, bars on a time axis show when each problem began; they get this share of it. */
const BARS_FROM_COLUMNS = 92;
const BARS_SHARE = 0.27;

function problemColumns(
  view: View,
  part: ProblemsPart,
  rows: readonly ProblemRow[],
  width: number,
): Column<ProblemRow>[] {
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
    { key: 'title', title: 'Problem and reason', width: 22, grow: 1, rank: 1, cell: titleAndReason },
    ...(width >= BARS_FROM_COLUMNS ? [barColumn(view, rows, Math.round(width * BARS_SHARE))] : []),
    {
      key: 'viewers',
      title: 'Affected',
      width: 8,
      align: 'right',
      cell: ({ hit }) => count(viewersHit(hit)),
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

/** Their axis is the header. It covers the whole first incident; older problems start at its left end. */
function barColumn(view: View, rows: readonly ProblemRow[], width: number): Column<ProblemRow> {
  const second = rows.findIndex(({ level }, index) => index > 0 && level !== 'effect');
  const time = spanTime(second < 0 ? rows : rows.slice(0, second), view.now);
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
  const known = planned ? `✓ planned${byWords({ by })} · ` : `✓ ${who}`;
  const what = `${row.acknowledged ? known : ''}${titleWords(row)}`;
  const start = what === '' ? '' : `${what}: `;
  const text = fitClauses(after(start, shortClauses(row)), width);
  return [{ text: text.slice(0, start.length) }, { text: text.slice(start.length), tone: 'dim' }];
}
