import { count, whole } from '../../../base/format.ts';
import type { Ground, Line, Rect } from '../../../base/text.ts';
import { fitLine } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Lookback } from '../../../cluster/journal-lookback.ts';
import { timeOf } from '../../../views/journal/list.ts';
import { filterProblem, highlightTerms } from '../../../views/journal/match.ts';
import { type ObjectRate, objectRates } from '../../../views/journal/rates.ts';
import { dayLine, journalRows } from '../../../views/journal/row.ts';
import { sparkline } from '../../../views/plots/plots.ts';
import { placeList, selectedRow } from '../../primitives/list.ts';
import { panel } from '../../primitives/panel.ts';
import type { Column } from '../../primitives/table.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import type { View } from '../../view.ts';
import { type JournalModel, type JournalSlice, noEntryWords, serverNow, startsDay } from './slice.ts';

/** The log with its frame. */
export function logLines(view: View, slice: JournalSlice, model: JournalModel, rect: Rect): Line[] {
  const focus = slice.focus === 'log';
  const content = model.list.count === 0 ? [emptyLine(view, slice)] : rows(view, slice, model);
  return panel(
    {
      title: title(view),
      right: rightEnd(model, rect.width),
      focus,
      stale: staleFor(view.state.journalResource, view.now),
    },
    content,
    rect.width,
    rect.height,
  );
}

/** Says so where what came does not go with the server's own word about its newest entry; `!` explains it. */
function title(view: View): string {
  return view.state.journal.doubt ? 'Journal ⚠ not the newest? (!)' : 'Journal';
}

function rows(view: View, slice: JournalSlice, model: JournalModel): Line[] {
  const { list, top, height, width } = model;
  const highlight = highlightTerms(model.filter);
  const lines: Line[] = [];
  for (let index = top.index; index < list.count && lines.length < height + top.skip; index++) {
    const item = list.item(index);
    if (!item) continue;
    if (index === 0) lines.push(olderLine(view, model));
    if (startsDay(list, index)) lines.push(dayLine(timeOf(item)));
    const current = index === model.cursor && !model.following;
    const on = ground(slice, model, index, current);
    for (const row of journalRows(item, {
      width,
      wrap: slice.wrap,
      patterns: view.facts.journalPatterns,
      highlight,
      current,
    })) {
      lines.push(
        on === undefined ? row : fitLine(row, width).map((span) => (span.on ? span : { ...span, on })),
      );
    }
  }
  return lines.slice(top.skip, top.skip + height);
}

function ground(
  slice: JournalSlice,
  model: JournalModel,
  index: number,
  current: boolean,
): Ground | undefined {
  if (current) return slice.focus === 'log' ? 'select' : 'selectDim';
  const { selection } = model;
  return selection && index >= selection[0] && index <= selection[1] ? 'mark' : undefined;
}

/** Above the oldest line: what is known of those before it. */
function olderLine(view: View, { past }: JournalModel): Line {
  if (past?.failure) return [{ text: `── ${past.failure} · trying again, Esc stops ──`, tone: 'warn' }];
  if (past?.reading) return [{ text: `── ${readingWords(past)} · Esc stops ──`, tone: 'info' }];
  const words = past?.olderEnd
    ? 'the journal begins here'
    : view.held
      ? 'older entries are not fetched while the screen is held'
      : 'going further up fetches older entries';
  return [{ text: `── ${words} ──`, tone: 'dim' }];
}

/** `reading back to 14:03... page 12 of 80`. */
function readingWords({ reading }: Lookback): string {
  if (!reading) return '';
  const { direction, words, page, pages } = reading;
  const place = page === undefined || pages === undefined ? '' : ` page ${count(page)} of ${count(pages)}`;
  return `reading ${direction === 'older' ? 'back' : 'on'} ${words}...${place}`;
}

function emptyLine(view: View, slice: JournalSlice): Line {
  const loaded = view.state.journal.items.length;
  if (loaded > 0 && slice.filter !== '') {
    return [
      { text: `None of the ${count(loaded)} lines loaded matches. Esc clears the filter.`, tone: 'dim' },
    ];
  }
  return [{ text: noEntryWords(view.state.journalResource), tone: 'dim' }];
}

/** How it stands first, because it must be seen; counts where there is room. */
function rightEnd(model: JournalModel, width: number): Line {
  const total = model.list.journal.items.length;
  const shown = model.list.count === total ? count(total) : `${count(model.list.count)} of ${count(total)}`;
  const place = model.following ? shown : `${whole(model.cursor + 1)} / ${shown}`;
  const counts: Line = width >= 60 ? [{ text: ` · ${place}`, tone: 'dim' }] : [];
  if (model.past?.reading) {
    const words = readingWords(model.past);
    return [{ text: width >= 90 ? words : 'reading...', tone: 'info' }, ...counts];
  }
  if (model.following) return [{ text: '↓ following', tone: 'ok' }, ...counts];
  const fresh: Line =
    model.fresh > 0
      ? [
          { text: `+${count(model.fresh)} new`, tone: 'badgeInfo' },
          { text: ' G follows', tone: 'dim' },
        ]
      : [{ text: 'held, G follows', tone: 'info' }];
  return [...fresh, ...counts];
}

/** What is in force, for the footer. */
export function statusLine(model: JournalModel): Line {
  const problem = filterProblem(model.filter);
  const selected = model.selection && model.selection[1] - model.selection[0] + 1;
  return [
    ...(selected === undefined
      ? []
      : [{ text: `${selected} selected, y copies  `, tone: 'accent' as const }]),
    ...(problem === undefined ? [] : [{ text: ` ✖ ${problem}`, tone: 'crit' as const }]),
  ];
}

/** Entries per minute per object, busiest first. */
export function ratesLines(view: View, slice: JournalSlice, rect: Rect): Line[] {
  const rates = ratesOf(view);
  const placed = placeList(
    slice.ratesPosition,
    rates.map((rate) => rate.object),
    Math.max(1, rect.height - 3),
  );
  const right: Line = placed.vanished
    ? [{ text: 'the selected one is silent', tone: 'warn' }]
    : [{ text: `${rates.length} in 15m`, tone: 'dim' }];
  return tablePanel(
    {
      title: 'Per object',
      right,
      stale: staleFor(view.state.journalResource, view.now),
      focus: slice.focus === 'rates',
      columns: rateColumns(view),
      data: (index) => rates[index],
      count: rates.length,
      scroll: placed.scroll,
      selected: selectedRow(placed),
      empty: [[{ text: 'No entry in the last 15 minutes.', tone: 'dim' }]],
    },
    rect,
  );
}

/** Entries per minute per object, busiest first, up to the server's now. */
export function ratesOf(view: View): readonly ObjectRate[] {
  return objectRates(view.state.journal.items, serverNow(view));
}

function rateColumns(view: View): Column<ObjectRate>[] {
  const trend: Column<ObjectRate> = {
    key: 'trend',
    title: 'Minutes',
    width: 10,
    rank: 1,
    cell: (rate, width) => [{ text: sparkline(rate.minutes.slice(-width)), tone: 'dim' }],
  };
  return [
    { key: 'object', title: 'Object', width: 14, grow: 1, cell: (rate) => rate.object },
    {
      key: 'new',
      title: '',
      width: 3,
      cell: (rate) => (rate.isNew ? [{ text: 'NEW', tone: 'badgeWarn' }] : []),
    },
    { key: 'minute', title: '/min', width: 5, align: 'right', cell: (rate) => count(rate.perMinute) },
    ...(view.display.lowBandwidth ? [] : [trend]),
  ];
}
