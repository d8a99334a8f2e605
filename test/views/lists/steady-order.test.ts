import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ShownOrders, shownOrders, steadyOrder } from '../../../src/views/lists/steady-order.ts';

interface Row {
  readonly id: string;
  readonly value: number;
  readonly gone?: boolean;
}

function shownOf(rows: readonly Row[], shown: ShownOrders | undefined): string {
  const sorted = rows.toSorted(
    (a, b) =>
      Number(b.gone ?? false) - Number(a.gone ?? false) || b.value - a.value || (a.id < b.id ? -1 : 1),
  );
  const steady = {
    name: 'list',
    id: ({ id }: Row) => id,
    value: ({ value }: Row) => value,
    group: ({ gone }: Row) => gone,
  };
  return steadyOrder(sorted, steady, shown)
    .map(({ id }) => id)
    .join(' ');
}

const rows = (values: Readonly<Record<string, number>>): Row[] =>
  Object.entries(values).map(([id, value]) => ({ id, value }));

test('differences of one percent change no places, in twenty samples', () => {
  const shown = shownOrders(() => 0);
  const orders = new Set(
    Array.from({ length: 20 }, (_, n) =>
      shownOf(rows({ a: 60 + (n % 3) * 0.6, b: 60.4 - (n % 2), c: 59.8 + (n % 5) * 0.2, d: 30 }), shown),
    ),
  );
  expect(orders.size).toBe(1);
});

test('a real change moves a row at once, and only that row', () => {
  const shown = shownOrders(() => 0);
  expect(shownOf(rows({ a: 60, b: 59, c: 58, d: 30 }), shown)).toBe('a b c d');
  expect(shownOf(rows({ a: 59, b: 60, c: 58, d: 90 }), shown)).toBe('d a b c');
  expect(shownOf(rows({ a: 59, b: 60, c: 58, d: 10 }), shown)).toBe('a b c d');
});

test('a small difference moves a row when it has lasted for ten seconds', () => {
  let now = 0;
  const shown = shownOrders(() => now);
  const at = (seconds: number, values: Readonly<Record<string, number>>) => {
    now = 1_000 * seconds;
    return shownOf(rows(values), shown);
  };
  expect(at(0, { a: 60, b: 59, c: 58 })).toBe('a b c');
  expect([at(1, { a: 59, b: 60, c: 58 }), at(10, { a: 59, b: 60, c: 58 })]).toEqual(['a b c', 'a b c']);
  expect(at(11, { a: 59, b: 60, c: 58 })).toBe('b a c');
  // One that was right in between has not lasted.
  expect([at(12, { a: 60, b: 59, c: 58 }), at(20, { a: 59, b: 60, c: 58 })]).toEqual(['b a c', 'b a c']);
  expect(at(23, { a: 60, b: 59, c: 58 })).toBe('b a c');
});

test('a new row stands where it belongs, a gone one leaves its group at once', () => {
  const shown = shownOrders(() => 0);
  shownOf(rows({ a: 60, b: 59 }), shown);
  expect(shownOf(rows({ a: 59, b: 60, n: 80, m: 20 }), shown)).toBe('n a b m');
  expect(
    shownOf(
      [
        { id: 'a', value: 59 },
        { id: 'b', value: 60, gone: true },
      ],
      shown,
    ),
  ).toBe('b a');
});

test('without a memory, as in a snapshot, the order is exact', () => {
  shownOf(rows({ a: 60, b: 59 }), undefined);
  expect(shownOf(rows({ a: 59, b: 60 }), undefined)).toBe('b a');
});

test('all rows are there once, and none is below one that is really ahead of it beside it', () => {
  const list = fc.uniqueArray(
    fc.record({ id: fc.stringMatching(/^[a-j]$/), value: fc.integer({ min: 0, max: 100 }) }),
    {
      selector: ({ id }) => id,
    },
  );
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 6 }), (polls) => {
      const shown = shownOrders(() => 0);
      for (const poll of polls) {
        const ids = shownOf(poll, shown).split(' ').filter(Boolean);
        expect(ids.toSorted()).toEqual(poll.map(({ id }) => id).toSorted());
        const values = ids.map((id) => poll.find((row) => row.id === id)?.value ?? 0);
        for (const [index, value] of values.slice(1).entries())
          expect(value - (values[index] ?? 0)).toBeLessThanOrEqual(Math.max(2, 0.1 * value));
      }
    }),
  );
});
