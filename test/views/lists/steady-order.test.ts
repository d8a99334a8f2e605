import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ShownOrders, steadyOrder } from '../../../src/views/lists/steady-order.ts';

type Row = { readonly id: string; readonly value: number; readonly gone?: boolean };

function shownOf(rows: readonly Row[], shown: ShownOrders | undefined): string {
  const here = ({ gone }: Row) => (gone ? 0 : 1);
  const sorted = rows.toSorted((a, b) => here(a) - here(b) || b.value - a.value || (a.id < b.id ? -1 : 1));
  const steady = { name: 'list', id: (row: Row) => row.id, value: (row: Row) => row.value, group: here };
  const ordered = steadyOrder(sorted, steady, shown);
  return ordered.map(({ id }) => id).join(' ');
}

const rows = (values: Readonly<Record<string, number>>): Row[] =>
  Object.entries(values).map(([id, value]) => ({ id, value }));

test('a row that stays out of order moves after ten seconds, and then the order is exact', () => {
  let now = 0;
  const shown = new ShownOrders(() => now);
  const at = (ms: number, values: Readonly<Record<string, number>>) => {
    now = ms;
    return shownOf(rows(values), shown);
  };
  expect(at(0, { a: 60, b: 59, c: 58 })).toBe('a b c');
  expect(at(2_000, { a: 58, b: 59, c: 60 })).toBe('a b c');
  // Back in order for a moment, b begins anew; c does not.
  expect(at(8_000, { a: 59, b: 58, c: 60 })).toBe('a b c');
  expect(at(10_000, { a: 58, b: 59, c: 60 })).toBe('a b c');
  expect(at(12_000, { a: 58, b: 59, c: 60 })).toBe('c a b');
  expect(at(20_000, { a: 58, b: 59, c: 60 })).toBe('c b a');
});

test('a real change moves a row at once, and only that row', () => {
  const shown = new ShownOrders(() => 0);
  expect(shownOf(rows({ a: 60, b: 59, c: 58, d: 30 }), shown)).toBe('a b c d');
  expect(shownOf(rows({ a: 59, b: 60, c: 58, d: 90 }), shown)).toBe('d a b c');
  expect(shownOf(rows({ a: 59, b: 60, c: 58, d: 10 }), shown)).toBe('a b c d');
});

test('a new row stands where it belongs, a gone one leaves its group at once', () => {
  const shown = new ShownOrders(() => 0);
  shownOf(rows({ a: 60, b: 59 }), shown);
  expect(shownOf(rows({ a: 59, b: 60, n: 80, m: 20 }), shown)).toBe('n a b m');
  const gone = { id: 'b', value: 60, gone: true };
  expect(shownOf([{ id: 'a', value: 59 }, gone], shown)).toBe('b a');
});

test('all rows are there once, and none is below one that is really ahead of it beside it', () => {
  const row = fc.record({ id: fc.stringMatching(/^[a-j]$/), value: fc.integer({ min: 0, max: 100 }) });
  const list = fc.uniqueArray(row, { selector: ({ id }) => id });
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 6 }), (polls) => {
      const shown = new ShownOrders(() => 0);
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
