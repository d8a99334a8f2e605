import { expect, test } from 'vitest';
import { byValue } from '../../../src/views/lists/column.ts';
import { equalColumns } from '../../../src/views/lists/equal-columns.ts';

type Item = { readonly state: string | undefined };
type More = { chosen?: readonly string[]; sort?: string };

const columns = [{ key: 'state', same: ({ state }: Item) => state }, { key: 'name' }];
const alike = (count: number, state: string | undefined = 'PUBLISHED'): Item[] =>
  Array.from({ length: count }, () => ({ state }));

function equal(lists: readonly (readonly Item[])[], more: More = {}) {
  const sort = { key: more.sort ?? 'name', descending: false };
  const [all, loaded] = lists.map((list) => new Map(list.map((item, index) => [`${index}`, item])));
  const sweep = all && { items: all, totalItems: all.size, completedAt: 0, truncated: false };
  return [...equalColumns(columns, { sweep, loaded, problems: [], sort, chosen: more.chosen })];
}

test('a column in which all items are alike is left out, with its value', () => {
  expect(equal([alike(8)])).toEqual([['state', 'PUBLISHED']]);
});

test.each<[string, readonly (readonly Item[])[], More]>([
  ['one item differs, wherever it is', [[...alike(50), ...alike(1, 'CLOSED')]], {}],
  ['a newer reading of a part differs', [alike(50), alike(1, 'CLOSED')], {}],
  ['the value is missing', [[...alike(8), { state: undefined }]], {}],
  ['the list is short', [alike(7)], {}],
  ['nothing was read', [], {}],
  ['the list is sorted by it', [alike(8)], { sort: 'state' }],
  ['the user chose the columns', [alike(8)], { chosen: ['state'] }],
])('it stays where %s', (_, lists, more) => {
  expect(equal(lists, more)).toEqual([]);
});

test('two missing values are equal, and a missing one follows a known one', () => {
  expect([byValue('a', null), byValue(null, 'a'), byValue(null, undefined)]).toEqual([-1, 1, 0]);
});
