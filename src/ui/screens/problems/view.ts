import type { Line, Rect } from '../../../base/text.ts';
import { textWidth } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import { orderWords } from '../../../views/lists/column.ts';
import { doubtSpan, notYetKnown } from '../../../views/problems/all-clear.ts';
import { calmLines } from '../../../views/problems/calm.ts';
import { incidentCount } from '../../../views/problems/counts.ts';
import { remarkWords } from '../../../views/problems/coverage.ts';
import { problemOrders, worstProblemsFirst } from '../../../views/problems/order.ts';
import { pendingIn } from '../../../views/problems/pending.ts';
import { countWords } from '../../../views/problems/problems.ts';
import { listPane } from '../../list-screen/shown-list.ts';
import { titleParts } from '../../primitives/pane-title.ts';
import { panel } from '../../primitives/panel.ts';
import type { Pane } from '../../view.ts';
import { problemColumns } from './columns.ts';
import { problemDetailPanes } from './detail.ts';
import type { ListedProblems, ProblemsModel } from './model.ts';
import { readingPane } from './reading.ts';
import type { ProblemsPart } from './slice.ts';

/** Cells of a title's border, position and counts. */
const COUNTS_COLUMNS = 50;

export function drawProblems(model: ProblemsModel): Pane[] {
  const { lists, detail, beside, reading } = model;
  if (reading) return [readingPane(reading)];
  const panes: Pane[] = [];
  if (lists.standing) panes.push(problemsPane(model, 'standing', lists.standing));
  if (lists.cleared) panes.push(problemsPane(model, 'cleared', lists.cleared));
  if (detail) panes.push(...problemDetailPanes(detail));
  else if (beside) panes.push(selectedCleared(beside));
  return panes;
}

/** Shown in place of the detail of a problem that is no longer in its list. */
function selectedCleared(rect: Rect): Pane {
  const line: Line = [{ text: 'The selected problem has cleared.', tone: 'dim' }];
  return { id: 'problems.detail', rect, lines: panel({ title: 'Detail' }, [line], rect) };
}

function problemsPane(model: ProblemsModel, part: ProblemsPart, list: ListedProblems): Pane {
  const { view, slice } = model;
  const { placed, all } = list;
  const isNewestFirst = part === 'cleared' && slice.sort.key === worstProblemsFirst.key;
  const order = isNewestFirst ? 'newest first' : orderWords(problemOrders, slice.sort);
  const right: Line = placed.vanished
    ? [{ text: 'the selected one has cleared', tone: 'ok' }]
    : [{ text: `${placed.index + 1} of ${list.count}`, tone: 'dim' }];
  const focus = slice.part === part;
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
  return listPane(`problems.${part}`, list, {
    title,
    right: titleParts(title, list.rect.width, [
      list.count === 0 ? undefined : right,
      isStanding && !isUnclear ? countsIn(view, list.rect.width) : undefined,
      pending && [pending],
    ]),
    stale: staleFor(view.state.dashboard, view.now),
    focus,
    unselected: !focus,
    columns: problemColumns({ view, part, rows: all, width: list.rect.width - 4 }),
    sort: slice.sort,
    empty: emptyLines(model, part, { width: list.rect.width - 4, height: list.height }),
  });
}

/** The number of incidents, named where there is room. */
function countsIn({ triage: { problems } }: ProblemsModel['view'], width: number): Line {
  const all = incidentCount(problems);
  const name: Line =
    width >= 100 && all > 0 ? [{ text: `${all === 1 ? 'incident' : 'incidents'}: `, tone: 'dim' }] : [];
  return [...name, ...countWords(problems)];
}

function emptyLines(
  { view, slice }: ProblemsModel,
  part: ProblemsPart,
  room: { readonly width: number; readonly height: number },
): Line[] {
  const dim = (text: string): Line[] => [[{ text, tone: 'dim' }]];
  if (slice.filter !== '') return dim('Nothing matches the filter. Esc clears it.');
  if (part === 'cleared') return dim('Nothing has cleared since castwatch was started.');
  if (!view.state.dashboard.value) return dim('No answer yet: problems are not known.');
  const early = notYetKnown(view.state, view.triage, view.now);
  return early ? [[doubtSpan(early)]] : calmLines(view, room, remarkWords(view.state));
}
