import { DASH, type Units } from '../../base/format.ts';
import type { Line, Span } from '../../base/text.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { Problem } from '../../triage/problem.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { type LoadJson, timeJson } from '../formats/json-values.ts';
import type { MetricUnit } from '../metrics/metric.ts';

/** What a cell needs besides its row; the view of the screens contains it. */
export interface CellView {
  readonly state: ClusterState;
  readonly triage: Pick<TriageState, 'problems' | 'thresholds' | 'climbs'>;
  /** The moment shown, Unix ms. */
  readonly now: number;
  readonly display: {
    readonly units: Units;
    readonly times: 'relative' | 'absolute';
    readonly lowBandwidth: boolean;
  };
}

/**
 * A column of a table on the screen. It uses the vocabulary of ink-table (`data`, `columns`, `padding`, `header`,
 * `cell`) where possible.
 */
export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Least width in cells. */
  readonly width: number;
  /** Share of the remaining width; 0 or undefined keeps the width. */
  readonly grow?: number;
  readonly align?: 'left' | 'right';
  /** In a narrow window columns with the highest number are left out first; 0 is never left out. */
  readonly rank?: number;
  /** The cell's text; it is cut to the column. `width` is the final width, for bars and sparklines. */
  readonly cell: (row: Row, width: number) => Line | string;
}

export type JsonKind =
  | 'text'
  | 'word'
  | 'words'
  | 'count'
  | 'flag'
  | 'time'
  | 'load'
  | 'heatCause'
  | 'applications';
type JsonValue = string | number | boolean | LoadJson | readonly (object | string)[] | null | undefined;

/**
 * A column of a list: everything that screens, `snapshot` and `export` show of it. `Item` is the object, `Row` is
 * the row of a table on the screen, `At` is what the layout of the screen depends on.
 */
export interface ListColumn<Item, Row, At> {
  /** Name of the order; for a list that the server sorts, also the name of its field. */
  readonly key: string;
  /** On the screen only if the user chose it. */
  readonly extra?: true;
  /** Left out while all items of the list share this value; the title of the list then says it (`equal-columns.ts`). */
  readonly same?: (item: Item, problems: readonly Problem[]) => string | null | undefined;
  /** Bytes per second. */
  readonly rate?: true;
  /** What an item has: its order compares it, and print and JSON show it where they name no value of their own. */
  readonly value?: Value<Item>;
  /** On the screen; undefined if this list does not have it. */
  readonly screen?: (at: At) => Omit<Column<Row>, 'key'> | undefined;
  /** The order by this column: the default direction, and the words for ascending and descending. */
  readonly order?: {
    readonly value?: Value<Item>;
    readonly descending: boolean;
    readonly words: readonly [string, string];
    /** Position among the orders of `s`: lower first, 0 by default; equal ones from the left. */
    readonly place?: number;
  };
  /** In `snapshot --format table`, from the left by `place`. */
  readonly print?: {
    readonly place: number;
    readonly title: string;
    readonly align?: 'right';
    readonly cell?: (item: Item, thresholds: Thresholds) => Span | string;
  };
  /** Member of the item in the JSON of `snapshot`; undefined becomes null, and a time is Unix ms. */
  readonly json?: {
    readonly name: string;
    readonly kind: JsonKind;
    readonly value?: (item: Item) => JsonValue;
  };
  /** Metrics of `export`, one sample per item. */
  readonly metrics?: readonly {
    readonly name: string;
    readonly help: string;
    readonly unit?: MetricUnit | undefined;
    readonly value?: (item: Item) => number | null | undefined;
  }[];
}

type Value<Item> = (item: Item, problems: readonly Problem[]) => string | number | null | undefined;

/** The part of a column that is not drawn. */
export type Field<Item> = Pick<
  ListColumn<Item, never, never>,
  'key' | 'value' | 'order' | 'print' | 'json' | 'rate'
>;

export function textOrder(name: string, place = 0) {
  return { descending: false, words: [`by ${name}`, `by ${name}, reversed`] as const, place };
}

/** An order by a figure, the most first. */
export function figureOrder(name: string, least = 'least', place = 0) {
  return { descending: true, words: [`${least} ${name} first`, `most ${name} first`] as const, place };
}

/** What the order by this column compares; undefined without an order. */
export function orderValue<Item>({ order, value }: Field<Item>, item: Item, problems: readonly Problem[]) {
  return order && (order.value ?? value)?.(item, problems);
}

/** Undefined where the JSON does not have the column. */
export function jsonValue<Item>({ json, value }: Field<Item>, item: Item): JsonValue {
  if (!json || json.value) return json?.value?.(item);
  const own = value?.(item, []);
  return json.kind === 'time' ? timeJson(own as number | undefined) : own;
}

/** The columns of a table on the screen; `chosen` are the keys of the chosen ones, in order. */
export function screenColumns<Item, Row, At>(
  columns: readonly ListColumn<Item, Row, At>[],
  at: At,
  chosen?: readonly string[],
): Column<Row>[] {
  const shown = chosen
    ? chosen.flatMap((key) => columns.filter((column) => column.key === key))
    : columns.filter(({ extra }) => !extra);
  return shown.flatMap(({ key, screen }) => {
    const column = screen?.(at);
    return column ? [{ key, ...column }] : [];
  });
}

export function columnKeys(columns: readonly AnyColumn[]) {
  const shown = columns.filter(({ screen }) => screen !== undefined);
  const usual = shown.filter(({ extra }) => !extra);
  return { all: shown.map(({ key }) => key), usual: usual.map(({ key }) => key) };
}

/** The name of a column without its title. */
export function columnName({ key, print }: AnyColumn): string {
  return print?.title ?? key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** A column of any list, for code that needs only keys and orders. */
export type AnyColumn = Pick<ListColumn<never, never, never>, 'key' | 'extra' | 'screen' | 'print' | 'order'>;

/** The orders to choose from, each in its default direction, the most likely ones first. */
export function columnOrders(columns: readonly AnyColumn[]): readonly Sort[] {
  return columns
    .filter(({ order }) => order)
    .sort((a, b) => (a.order?.place ?? 0) - (b.order?.place ?? 0))
    .map(({ key, order }) => ({ key, descending: order?.descending ?? false }));
}

/**
 * The order by a column, in its default direction, or reversed if it is already in use. Undefined if there is no
 * such column.
 */
export function orderBy(columns: readonly AnyColumn[], sort: Sort, key: string): Sort | undefined {
  if (sort.key === key) return { key, descending: !sort.descending };
  return columnOrders(columns).find((order) => order.key === key);
}

export function orderWords(columns: readonly AnyColumn[], sort: Sort): string {
  return columns.find(({ key }) => key === sort.key)?.order?.words[sort.descending ? 1 : 0] ?? sort.key;
}

/** Compares by a column. Missing values come last in both directions; equal values are ordered by `identity`. */
export function compareBy<Item>(
  columns: readonly Field<Item>[],
  sort: Sort,
  identity: (item: Item) => string,
  problems: readonly Problem[] = [],
): (a: Item, b: Item) => number {
  const column = columns.find(({ key }) => key === sort.key);
  const sign = sort.descending ? -1 : 1;
  return (a, b) => {
    const tie = byValue(identity(a), identity(b));
    const x = column && orderValue(column, a, problems);
    const y = column && orderValue(column, b, problems);
    return byValue(x, y, sign) || tie;
  };
}

export function printColumns<Item>(columns: readonly Field<Item>[]) {
  return columns
    .flatMap(({ print, value }) =>
      print ? [{ cell: (item: Item) => String(value?.(item, []) ?? DASH), ...print }] : [],
    )
    .sort((a, b) => a.place - b.place);
}

export function jsonRow<Item>(columns: readonly Field<Item>[], item: Item): Record<string, unknown> {
  return Object.fromEntries(
    columns.flatMap((column) => (column.json ? [[column.json.name, jsonValue(column, item) ?? null]] : [])),
  );
}

/** Compares words or numbers; missing ones come last in both directions (`sign` is 1 or -1). */
export function byValue(a: ReturnType<Value<never>>, b: ReturnType<Value<never>>, sign: 1 | -1 = 1): number {
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  return sign * (Number(a > b) - Number(a < b));
}
