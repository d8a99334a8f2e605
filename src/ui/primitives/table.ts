import type { Link } from '../../base/link.ts';
import { type Ground, type Line, type Rect, type Span, toned } from '../../base/text.ts';
import { cut, fitLine, lineWidth } from '../../base/width.ts';
import type { Column } from '../../views/lists/column.ts';
import { type PanelOptions, panel } from './panel.ts';

export interface TableOptions<Row> {
  readonly columns: readonly Column<Row>[];
  /** Returns a row by its index. Only the visible rows are asked for. */
  readonly data: (index: number) => Row | undefined;
  readonly count: number;
  readonly width: number;
  /** Number of lines, header included. */
  readonly height: number;
  /** First visible index. */
  readonly scroll: number;
  readonly selected?: number | undefined;
  readonly focus?: boolean;
  readonly sort?: { readonly key: string; readonly descending: boolean } | undefined;
  /** Text in place of a row that is not loaded yet. */
  readonly placeholder?: string;
}

export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly width: number;
}

/** The columns that fit in `width`, with their widths; those of the highest rank are left out first. */
export function placeColumns<Row>(columns: readonly Column<Row>[], width: number): PlacedColumn<Row>[] {
  let kept = [...columns];
  const need = () => kept.reduce((sum, column) => sum + column.width, 0) + Math.max(0, kept.length - 1);
  while (kept.length > 1 && need() > width) {
    const worst = kept.reduce((a, b) => ((b.rank ?? 0) >= (a.rank ?? 0) ? b : a));
    if ((worst.rank ?? 0) === 0) break;
    kept = kept.filter((column) => column !== worst);
  }
  let spare = Math.max(0, width - need());
  let shares = kept.reduce((sum, column) => sum + (column.grow ?? 0), 0);
  return kept.map((column) => {
    const extra = column.grow && shares > 0 ? Math.floor((spare * column.grow) / shares) : 0;
    spare -= extra;
    shares -= column.grow ?? 0;
    return { column, width: column.width + extra };
  });
}

/** Rows of a virtualised table: a header and the visible rows, at most `height` lines of `width` cells. */
export function table<Row>(options: TableOptions<Row>): Line[] {
  const placed = placeColumns(options.columns, options.width);
  const lines: Line[] = [header(placed, options)];
  const last = Math.min(options.count, options.scroll + options.height - 1);
  for (let index = options.scroll; index < last; index++) {
    const row = options.data(index);
    const ground = options.focus === false ? 'selectDim' : 'select';
    const on = index === options.selected ? ground : undefined;
    const line: Line =
      row === undefined ? toned(options.placeholder ?? '…', 'faint') : tableRow(placed, row, on);
    lines.push(on || row === undefined ? paint(line, options.width, 'left', on) : line);
  }
  return lines;
}

function header<Row>(placed: readonly PlacedColumn<Row>[], options: TableOptions<Row>): Line {
  const spans: Span[] = [];
  placed.forEach(({ column, width }, index) => {
    if (index > 0) spans.push({ text: ' ' });
    const sorted = options.sort?.key === column.key;
    const arrow = sorted ? sortArrow(options.sort?.descending) : '';
    // The arrow is kept if the title must be cut.
    const word = sorted ? cut(column.title, Math.max(0, width - 1)) : column.title;
    const link: Link | undefined = options.sort && { kind: 'sort', key: column.key };
    const title: Line = [{ text: `${word}${arrow}`, tone: sorted ? 'accent' : 'dim', ...(link && { link }) }];
    spans.push(...paint(title, width, column.align ?? 'left', undefined));
  });
  return spans;
}

function tableRow<Row>(placed: readonly PlacedColumn<Row>[], row: Row, on: Ground | undefined): Line {
  const spans: Span[] = [];
  placed.forEach(({ column, width: columnWidth }, index) => {
    if (index > 0) spans.push(on ? { text: ' ', on } : { text: ' ' });
    const cell = column.cell(row, columnWidth);
    spans.push(
      ...paint(typeof cell === 'string' ? [{ text: cell }] : cell, columnWidth, column.align ?? 'left', on),
    );
  });
  return spans;
}

function paint(line: Line, width: number, align: 'left' | 'right', on: Ground | undefined): Line {
  const free = align === 'right' ? width - lineWidth(line) : 0;
  const placed = free > 0 ? [{ text: ' '.repeat(free) }, ...line] : fitLine(line, width);
  return on === undefined ? placed : onGround(placed, on);
}

/** The line with a background. Spans with their own background, such as a match, keep it. */
export function onGround(line: Line, on: Ground): Line {
  return line.map((span) => (span.on ? span : { ...span, on }));
}

/** The arrow of a list's order, in the header of its column and in the menu of orders. */
export function sortArrow(descending: boolean | undefined): string {
  return descending ? '▼' : '▴';
}

export interface TablePanelOptions<Row> extends PanelOptions, Omit<TableOptions<Row>, 'width' | 'height'> {
  /** Lines in place of the table while it has no rows; without them only the header is drawn. */
  readonly empty?: readonly Line[];
  /** Lines between the border and the table. */
  readonly above?: readonly Line[];
  /** Lines below the table if all of them fit. */
  readonly below?: readonly Line[];
}

/** Rows of a framed table that fills `rect`. `focus` changes the frame, and how the selected row looks. */
export function tablePanel<Row>(options: TablePanelOptions<Row>, rect: Rect): Line[] {
  const { width, height } = rect;
  const { above = [], below = [] } = options;
  if (options.count === 0 && options.empty) return panel(options, [...above, ...options.empty], rect);
  const rows = table({ ...options, width: width - 4, height: height - 2 - above.length });
  const whole = [...above, ...rows, ...below];
  return panel(options, whole.length <= height - 2 ? whole : [...above, ...rows], rect);
}
