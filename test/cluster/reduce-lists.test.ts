import { expect, test } from 'vitest';
import * as lists from '../../src/cluster/reduce-lists.ts';
import type { Sweep } from '../../src/cluster/state.ts';

const { emptyList, mergePages, mergeSweep, mergeWatched, sameQuery } = lists;
const item = (id: string, viewers = 0) => ({ id, viewers });
type Item = ReturnType<typeof item>;
const idOf = ({ id }: Item) => id;
const from = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => item(`s${first + at}`));
const within = (first: number, to: number) => {
  return { window: { from: first, to }, orderIgnored: false, identity: idOf };
};

test('pages are put in their places; an item that moved keeps its reference, and a list that shrank loses its end', () => {
  const page = { offset: 0, items: from(0, 4), totalItems: 4 };
  const list = mergePages(emptyList<Item, object>({}), [page], within(0, 10));
  const moved = { offset: 0, items: [item('s3'), item('s1', 9)], totalItems: 3 };
  const next = mergePages(list, [moved], within(0, 10));
  const places = [...next.items].map(([at, { id, viewers }]) => `${at} ${id} ${viewers}`);
  expect(places).toEqual(['0 s3 0', '1 s1 9', '2 s2 0']);
  expect(next.totalItems).toBe(3);
  expect(next.items.get(0)).toBe(list.items.get(3));
});

test('of a long list the part around the window is kept', () => {
  let list = emptyList<Item, object>({});
  for (let offset = 0; offset < 5_000; offset += 500) {
    const page = { offset, items: from(offset, 500), totalItems: 5_000 };
    list = mergePages(list, [page], within(offset, offset + 500));
  }
  expect(list.items.size).toBe(2_000);
  expect(list.items.has(4_999)).toBe(true);
  expect(list.items.has(2_000)).toBe(false);
});

test('a sweep in progress removes nothing, and items that it has not met at its end are gone', () => {
  let sweep: Sweep<Item> = { items: new Map(), totalItems: 0, completedAt: undefined, truncated: false };
  const round = (pages: readonly (readonly Item[])[], at: number) => {
    const met = new Set<string>();
    for (const [number, page] of pages.entries()) {
      for (const { id } of page) met.add(id);
      const end = number === pages.length - 1 ? { at, truncated: false } : undefined;
      sweep = mergeSweep(sweep, { page, met, end, totalItems: 3 }, idOf);
      if (!end) expect(sweep.items.size).toBeGreaterThanOrEqual(page.length);
    }
    return [...sweep.items.keys()];
  };
  expect(round([[item('a'), item('b')], [item('c')]], 1_000)).toEqual(['a', 'b', 'c']);
  const [a] = sweep.items.values();
  expect(round([[item('a')], [item('c', 5)]], 2_000)).toEqual(['a', 'c']);
  expect([...sweep.items.values()]).toEqual([item('a'), item('c', 5)]);
  expect(sweep.items.get('a')).toBe(a);
  expect(sweep.completedAt).toBe(2_000);
});

test('an item that a look-up does not find has ended with its last values, and lives again when it is found', () => {
  type Watched = ReturnType<typeof mergeWatched<Item>>;
  const look = (before: Watched, items: readonly Item[], gone: string[], at: number) => {
    const found = new Map(items.map((one) => [one.id, one]));
    return mergeWatched(before, ['a', 'b'], { found, notFound: new Set(gone) }, at);
  };
  const first = look([], [item('a', 1)], [], 1_000);
  expect(first).toEqual([
    { id: 'a', value: item('a', 1), endedAt: undefined },
    { id: 'b', value: undefined, endedAt: undefined },
  ]);
  const ended = look(look(first, [], ['a'], 2_000), [], ['a'], 3_000);
  expect(ended[0]).toEqual({ id: 'a', value: item('a', 1), endedAt: 2_000 });
  const back = { id: 'a', value: item('a', 2), endedAt: undefined };
  expect(look(ended, [item('a', 2)], [], 4_000)[0]).toEqual(back);
});

test('a query without a member equals one in which it is undefined', () => {
  expect(sameQuery({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(sameQuery({ a: 1 }, { a: 2 })).toBe(false);
  expect(sameQuery({}, { a: 2 })).toBe(false);
});
