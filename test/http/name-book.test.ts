import { expect, test, vi } from 'vitest';
import { NameBook } from '../../src/http/name-book.ts';

const a = { name: 'node', trait: 'host-a' };
const b = { name: 'node', trait: 'host-b' };
const nameless = { name: 'node', trait: undefined };

test('unique names stay, also when their trait changes', () => {
  const book = new NameBook('shared');
  expect(book.distinct([a]).names).toEqual(['node']);
  expect(book.distinct([b])).toEqual({ names: ['node'], shared: new Set() });
});

test('items of one name keep their names in any order, and while another is missing', () => {
  const book = new NameBook('shared');
  expect(book.distinct([a, b])).toEqual({ names: ['node', 'node (host-b)'], shared: new Set(['node']) });
  expect(book.distinct([b, a]).names).toEqual(['node (host-b)', 'node']);
  expect(book.distinct([b]).names).toEqual(['node (host-b)']);
  expect(book.distinct([a]).names).toEqual(['node']);
});

test('items without a difference are numbered', () => {
  const book = new NameBook('shared');
  const { names } = book.distinct([a, a, nameless, nameless]);
  expect(names).toEqual(['node', 'node (2)', 'node (3)', 'node (4)']);
});

test('a number that is in another item’s name is not given again', () => {
  const second = { name: 'node (2)', trait: undefined };
  const { names } = new NameBook('shared').distinct([second, nameless, nameless]);
  expect(names).toEqual(['node (2)', 'node', 'node (3)']);
});

test('a generated name that an item already has is not used again', () => {
  const taken = { name: 'node (host-b)', trait: 'host-c' };
  const { names } = new NameBook('all').distinct([a, b, taken]);
  expect(new Set(names).size).toBe(3);
});

test('items of one name on different pages are told apart', () => {
  const book = new NameBook('all');
  expect(book.distinct([a])).toEqual({ names: ['node'], shared: new Set() });
  expect(book.distinct([b])).toEqual({ names: ['node (host-b)'], shared: new Set(['node']) });
  expect(book.distinct([a]).names).toEqual(['node']);
});

test('a limited number of names is remembered, also for one name with ever new traits', () => {
  for (const item of [
    (index: number) => ({ name: 'node', trait: `host-${index}` }),
    (index: number) => ({ name: `node-${index}`, trait: 'host' }),
  ]) {
    const book = new NameBook('all');
    for (let page = 0; page < 50; page++) {
      book.distinct(Array.from({ length: 1_000 }, (_, index) => item(1_000 * page + index)));
      expect(book.size).toBeLessThanOrEqual(20_000);
    }
    expect(book.size).toBeGreaterThan(0);
  }
});

test('many equal items are numbered in one pass', () => {
  const looks = vi.spyOn(Set.prototype, 'has');
  new NameBook('shared').distinct(Array.from({ length: 2_000 }, () => a));
  expect(looks.mock.calls.length).toBeLessThan(10_000);
  looks.mockRestore();
});
