import { bytes, clockTime, DASH, percent, rate, rateShort, rateUnit, type Units } from '../../base/format.ts';
import { type Line, type Span, toned } from '../../base/text.ts';
import { fit } from '../../base/width.ts';
import type { Found } from '../../cluster/find-listed.ts';
import { markOf } from '../../triage/marks.ts';
import type { Problem } from '../../triage/problem.ts';
import { type Levels, loadTone, severityLook } from '../formats/tones.ts';
import { bar } from '../plots/plots.ts';
import { type CellView, figureOrder, type ListColumn } from './column.ts';

/** Cells that several lists share. */

/** A row of a list that the server pages: an object, or an id without data yet. */
export interface ItemRow<Item> extends Found<Item> {
  readonly id: string;
  readonly watched: boolean;
}

/** A cell of a known object; of an unknown one only the id is shown. */
export function itemCell<Item>(cell: (item: Item, width: number) => Line | string) {
  return ({ item }: ItemRow<Item>, width: number) => (item ? cell(item, width) : []);
}

/** The state of an object that is watched; undefined if it is known and there. */
export function lookedCell({ item, endedAt }: Found<unknown>, at = ''): Line | undefined {
  if (endedAt !== undefined)
    return toned(`${item ? 'ENDED' : 'NOT FOUND'} ${at}${clockTime(endedAt)}`, 'warn');
  return item ? undefined : toned('looking up...', 'dim');
}

type Maybe = number | null | undefined;

type Rated = Readonly<Partial<Record<'inBandwidth' | 'outBandwidth', Maybe>>>;

/** Largest rates among the visible rows, to which the bars are relative; rows that are not loaded count as 0. */
export function rateScale(rows: readonly (Rated | undefined)[]) {
  return {
    in: Math.max(0, ...rows.map((row) => row?.inBandwidth ?? 0)),
    out: Math.max(0, ...rows.map((row) => row?.outBandwidth ?? 0)),
  };
}

/** Header of a rate, aligned with the end of its values. */
export function trafficTitle(direction: 'in' | 'out', units: Units): string {
  return `${direction === 'in' ? 'In' : 'Out'} ${rateUnit(units)}`;
}

const MIN_BAR_COLUMNS = 4;

export interface RatesAt {
  readonly view: CellView;
  readonly scale: Readonly<ReturnType<typeof rateScale>>;
}

/** A rate and, if there is room, its bar relative to the largest visible one. */
function rateCell(value: Maybe, direction: 'in' | 'out', width: number, { view, scale }: RatesAt): Line {
  const greatest = scale[direction];
  const { units } = view.display;
  const end = trafficTitle(direction, units).length;
  const text = { text: fit(rateShort(value, units), end, 'right') };
  const room = width - end - 1;
  if (room < MIN_BAR_COLUMNS || value == null) return [text];
  return [text, { text: ' ' }, ...bar(greatest > 0 ? value / greatest : 0, room, 'plain')];
}

/** The rate of one direction; `place` is its position in print. */
export function rateColumn<Item extends Rated, At extends RatesAt>(
  direction: 'in' | 'out',
  rank: number,
  place?: number,
): ListColumn<Item, ItemRow<Item>, At> {
  const key = `${direction}Bandwidth` as const;
  return {
    key,
    value: (item) => item[key],
    rate: true,
    screen: (at) => {
      const title = trafficTitle(direction, at.view.display.units);
      const cell = itemCell<Item>((item, width) => rateCell(item[key], direction, width, at));
      return { title, width: direction === 'in' ? 9 : 10, grow: 1, rank, cell };
    },
    order: figureOrder(direction),
    ...(place !== undefined && {
      print: { place, title: direction, align: 'right', cell: (item) => bits(item[key]) },
    }),
    json: { name: `${direction}BytesPerSecond`, kind: 'count' },
  };
}

/** The sign of the worst problem of these names, and whether the row is on the watch list. */
export function signsCell(
  problems: readonly Problem[],
  kind: 'stream' | 'application',
  names: readonly (string | undefined)[],
  watched: boolean,
): Line {
  const mark = markOf(problems, kind, ...names);
  const look = mark && severityLook[mark];
  return [
    look ? { text: look.sign, tone: look.tone } : { text: ' ' },
    watched ? { text: '◆', tone: 'accent' } : { text: ' ' },
  ];
}

export function dimCell(word: string | null | undefined): Line {
  return toned(word ?? DASH, 'dim');
}

/** A rate with its unit, for printed tables. */
export function bits(bytesPerSecond: Maybe): string {
  return rate(bytesPerSecond, 'bits');
}

/** A share (0 to 1) in percent, for printed tables. */
export function shareCell(share: Maybe, levels: Levels): Span {
  return { text: percent(share == null ? share : share * 100), tone: loadTone(share ?? undefined, levels) };
}

// Columns that several lists share. On the screen they are shown only if chosen, but lists can always be sorted by
// them.

const totals = { inTotalBytes: 'In total', outTotalBytes: 'Out total' } as const;
type Total = keyof typeof totals;

/** Bytes since the start of the item. */
export function totalColumn<Item extends Partial<Record<Total, Maybe>>, At>(
  key: Total,
): ListColumn<Item, ItemRow<Item>, At> {
  const title = totals[key];
  const cell = itemCell<Item>((item) => toned(bytes(item[key]), 'plain'));
  return {
    key,
    extra: true,
    value: (item) => item[key],
    screen: () => ({ title, width: 10, align: 'right', cell }),
    order: figureOrder(title.toLowerCase(), 'least', 2),
    json: { name: key, kind: 'count' },
  };
}

const flagOf = (value: unknown) => (value == null ? undefined : value === true);

export function flagColumn<Item extends object, At>(
  key: keyof Item & string,
  title: string,
): ListColumn<Item, ItemRow<Item>, At> {
  const words = title.toLowerCase();
  return {
    key,
    extra: true,
    screen: () => ({ title, width: title.length + 1, cell: itemCell((item) => yesNo(item[key])) }),
    order: {
      value: (item) => (item[key] == null ? undefined : Number(item[key])),
      descending: true,
      words: [`${words}: no first`, `${words}: yes first`],
      place: 2,
    },
    json: { name: key, kind: 'flag', value: (item) => flagOf(item[key]) },
  };
}

export function yesNo(value: unknown): string {
  if (value == null) return DASH;
  return value ? 'yes' : 'no';
}
