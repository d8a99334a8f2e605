import { clockTime, count, whole } from '../../../base/format.ts';
import { type Ground, type Line, type Rect, type Span, toned } from '../../../base/text.ts';
import { fitLine, lineWidth } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Lookback } from '../../../cluster/journal/lookback.ts';
import { matchPatterns } from '../../../cluster/journal/words.ts';
import { itemsLeftOut } from '../../../protocol/parsed-response.ts';
import { foldLine } from '../../../views/journal/fold.ts';
import {
  cellAt,
  histogramCells,
  histogramEnds,
  histogramWords,
  type JournalHistogram,
} from '../../../views/journal/histogram.ts';
import { itemTime } from '../../../views/journal/list.ts';
import { filterProblem, highlightTerms } from '../../../views/journal/match.ts';
import type { ObjectRate } from '../../../views/journal/rates.ts';
import { dayLine, journalRows } from '../../../views/journal/row.ts';
import type { Column } from '../../../views/lists/column.ts';
import { sparkline } from '../../../views/plots/plots.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { dimmed, panelPane, unreadablePart } from '../../primitives/panel.ts';
import { onGround } from '../../primitives/table.ts';
import type { Pane, View } from '../../view.ts';
import { isFolding, type JournalModel, noEntryWords } from './model.ts';
import { serverNow } from './slice.ts';

export function drawJournal(model: JournalModel): Pane[] {
  const { layout, rates } = model;
  const panes: Pane[] = [];
  if (layout.histogram && model.histogram)
    panes.push(histogramPane(model, model.histogram, layout.histogram));
  if (layout.log) panes.push(logPane(model, layout.log));
  if (rates) panes.push(ratesPane(model, rates));
  return panes;
}

/** The number of lines over time, in one row; a click on a cell goes to its first line. */
function histogramPane({ view, current, following }: JournalModel, histogram: JournalHistogram, rect: Rect) {
  const [from, to] = histogramEnds(histogram);
  const cursor = following || !current ? undefined : cellAt(histogram, itemTime(current));
  const start: Span = { text: ` ${from} `, tone: 'dim' };
  const stale = staleFor(view.state.journalResource, view.now);
  const drawn: Line = [
    ...histogramCells(histogram, cursor),
    { text: ` ${to}`, tone: 'dim' },
    ...histogramWords(histogram),
  ];
  // The title below shows the age of the data.
  const line = [start, ...(stale === undefined ? drawn : dimmed(drawn))];
  return {
    id: 'journal.histogram',
    rect,
    lines: [fitLine(line, rect.width)],
    list: {
      firstRow: 0,
      ids: histogram.cells.map((_, cell) => String(cell)),
      across: { from: lineWidth([start]), count: histogram.cells.length, width: 1 },
      selected: undefined,
    },
  };
}

/** A row of the log, and the key of its line; headings have no key. */
interface LogRow {
  readonly line: Line;
  readonly id: string | undefined;
}

function logPane(model: JournalModel, rect: Rect): Pane {
  const { view, list, following, current } = model;
  const focus = model.focus === 'log';
  const rows = list.count === 0 ? [{ line: emptyLine(model), id: undefined }] : logRows(model);
  const right = [unreadablePart(view.state.journalResource.unreadable), rightEnd(model, rect.width)];
  const stale = staleFor(view.state.journalResource, view.now);
  const pane = panelPane(
    'journal.log',
    rect,
    { title: title(view), right, focus, stale },
    rows.map(({ line }) => line),
  );
  const selected = following ? undefined : current?.key;
  return { ...pane, list: { firstRow: 1, ids: rows.map(({ id }) => id), selected } };
}

/** Says so if entries could not be read, or if the server has newer entries than those loaded; `!` explains it. */
function title({ state }: View): string {
  if (state.journal.doubt || state.journal.unreached) return 'Journal ⚠ not the newest? (!)';
  const notRead = itemsLeftOut(state.journalResource.unreadable);
  return notRead > 0 ? `Journal ⚠ ${count(notRead)} not readable (!)` : 'Journal';
}

function logRows(model: JournalModel): LogRow[] {
  const { view, slice, width, height, top } = model;
  const options = {
    width,
    wrap: slice.wrap,
    patterns: view.facts.journalPatterns,
    highlight: highlightTerms(model.filter),
  };
  matchPatterns(
    model.lines.flatMap(({ item }) => (item.kind === 'entry' ? [item.entry] : [])),
    options.patterns,
  );
  const rows: LogRow[] = [];
  for (const { index, item, startsDay, folded } of model.lines) {
    if (index === 0) rows.push({ line: olderLine(model), id: undefined });
    if (folded > 0) rows.push({ line: foldLine(model.list, index, width), id: undefined });
    if (startsDay) rows.push({ line: dayLine(itemTime(item)), id: undefined });
    const current = index === model.cursor && !model.following;
    const on = ground(model, index, current);
    for (const line of journalRows(item, { ...options, current }))
      rows.push({ line: on === undefined ? line : onGround(fitLine(line, width), on), id: item.key });
  }
  const { list, foldedBelow } = model;
  const isLast = model.lines.at(-1)?.index === list.count - 1;
  if (isLast && foldedBelow > 0) rows.push({ line: foldLine(list, list.count, width), id: undefined });
  return rows.slice(top.skip, top.skip + height);
}

function ground({ focus, selection }: JournalModel, index: number, current: boolean): Ground | undefined {
  if (current) return focus === 'log' ? 'select' : 'selectDim';
  return selection && index >= selection[0] && index <= selection[1] ? 'mark' : undefined;
}

/** The row above the oldest line: what is known about older entries. */
function olderLine({ view, past }: JournalModel): Line {
  if (past?.failure) return toned(`── ${past.failure} · trying again, Esc stops ──`, 'warn');
  if (past?.reading) return toned(`── ${readingWords(past)} · Esc stops ──`, 'info');
  if (past?.olderEnd) return toned('── the journal begins here ──', 'dim');
  if (view.held) return toned('── older entries are not fetched while the screen is held ──', 'dim');
  return toned('── going further up fetches older entries ──', 'dim');
}

/** Such as `reading back to 14:03... page 12 of 80`. */
function readingWords({ reading }: Lookback): string {
  if (!reading) return '';
  const { direction, words, page, pages } = reading;
  const place = page === undefined || pages === undefined ? '' : ` page ${count(page)} of ${count(pages)}`;
  return `reading ${direction === 'older' ? 'back' : 'on'} ${words}...${place}`;
}

function emptyLine({ view, slice }: JournalModel): Line {
  const loaded = view.state.journal.items.length;
  if (loaded > 0 && slice.filter !== '')
    return toned(`None of the ${count(loaded)} lines loaded matches. Esc clears the filter.`, 'dim');
  if (loaded > 0 && isFolding(slice))
    return toned(`All ${count(loaded)} lines are routine, and folded. :routine shows them.`, 'dim');
  return toned(noEntryWords(view.state), 'dim');
}

/** The state comes first, because it must be visible; counts follow if there is room. */
function rightEnd(model: JournalModel, width: number): Line {
  const total = model.list.journal.items.length;
  const shown = model.list.count === total ? count(total) : `${count(model.list.count)} of ${count(total)}`;
  const place = model.following ? shown : `${whole(model.cursor + 1)} / ${shown}`;
  const counts: Line = width >= 60 ? toned(` · ${place}`, 'dim') : [];
  if (model.past?.reading) {
    const words = readingWords(model.past);
    return [{ text: width >= 90 ? words : 'reading...', tone: 'info' }, ...counts];
  }
  if (model.following && model.view.held)
    return [{ text: `as of ${clockTime(serverNow(model.view))}`, tone: 'info' }, ...counts];
  if (model.following) return [{ text: '↓ following', tone: 'ok' }, ...counts];
  const fresh: Line =
    model.fresh > 0
      ? [
          { text: `+${count(model.fresh)} new`, tone: 'badgeInfo' },
          { text: ' G follows', tone: 'dim' },
        ]
      : toned('held, G follows', 'info');
  return [...fresh, ...counts];
}

/** Filter and modes in force, for the footer. */
export function statusLine(model: JournalModel): Line {
  const problem = filterProblem(model.filter);
  const selected = model.selection && model.selection[1] - model.selection[0] + 1;
  return [
    ...(selected === undefined ? [] : toned(`${selected} selected, y copies  `, 'accent')),
    ...(problem === undefined ? [] : toned(` ✖ ${problem}`, 'crit')),
  ];
}

function ratesPane({ view, focus }: JournalModel, list: ShownList<ObjectRate>): Pane {
  const right: Line = list.placed.vanished
    ? toned('the selected object has no entries', 'warn')
    : toned(`${list.count} in 15m`, 'dim');
  return listPane('journal.rates', list, {
    title: 'Per object',
    right: [right],
    stale: staleFor(view.state.journalResource, view.now),
    focus: focus === 'rates',
    columns: rateColumns(view),
    empty: [toned('No entry in the last 15 minutes.', 'dim')],
  });
}

function rateColumns(view: View): Column<ObjectRate>[] {
  const trend: Column<ObjectRate> = {
    key: 'trend',
    title: '10 minutes',
    width: 10,
    rank: 1,
    cell: (rate, width) => toned(sparkline(rate.minutes.slice(-width)), 'dim'),
  };
  return [
    { key: 'object', title: 'Object', width: 14, grow: 1, cell: (rate) => rate.object },
    { key: 'new', title: '', width: 3, cell: (rate) => (rate.isNew ? toned('NEW', 'badgeWarn') : []) },
    { key: 'minute', title: '/min', width: 5, align: 'right', cell: (rate) => count(rate.perMinute) },
    ...(view.display.lowBandwidth ? [] : [trend]),
  ];
}
