import { bytes, DASH } from '../../base/format.ts';
import { figureOrder, type ListColumn } from './column.ts';

// Columns that several lists share. On the screen they are shown only if chosen, but lists can always be sorted by
// them.

/** Counters of bytes since the start of an item. */
interface Counted {
  readonly inTotalBytes?: number | null | undefined;
  readonly outTotalBytes?: number | null | undefined;
}

const totals = {
  inTotalBytes: { title: 'In total', tone: 'in' },
  outTotalBytes: { title: 'Out total', tone: 'out' },
} as const;

/** Bytes since the start of the item. `of` and `shown` return the counters of an item, and of a row. */
export function totalColumn<Item, Row, At>(
  key: keyof Counted,
  of: (item: Item) => Counted,
  shown: (row: Row) => Counted | undefined,
): ListColumn<Item, Row, At> {
  const { title, tone } = totals[key];
  return {
    key,
    extra: true,
    value: (item) => of(item)[key],
    screen: () => ({
      title,
      width: 10,
      align: 'right',
      cell: (row) => {
        const counted = shown(row);
        return counted ? [{ text: bytes(counted[key]), tone }] : [];
      },
    }),
    order: figureOrder(title.toLowerCase(), 'least', 2),
    json: { name: key, kind: 'count' },
  };
}

const flagOf = (value: unknown) => (value == null ? undefined : value === true);

/** A column with yes or no. */
export function flagColumn<Item extends object, Row, At>(
  key: keyof Item & string,
  title: string,
  shown: (row: Row) => Item | undefined,
): ListColumn<Item, Row, At> {
  const words = title.toLowerCase();
  return {
    key,
    extra: true,
    screen: () => ({
      title,
      width: title.length + 1,
      cell: (row) => {
        const item = shown(row);
        if (!item) return [];
        if (item[key] == null) return DASH;
        return item[key] ? 'yes' : 'no';
      },
    }),
    order: {
      value: (item) => (item[key] == null ? undefined : Number(item[key])),
      descending: true,
      words: [`${words}: no first`, `${words}: yes first`],
      place: 2,
    },
    json: { name: key, kind: 'flag', value: (item) => flagOf(item[key]) },
  };
}
