import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { amount, cap, items, maybe, read, ShapeError } from '../../src/protocol/read.ts';

const listSchema = z.object({ list: items('list', z.object({ id: amount })) });

test('bad items cost themselves, wherever they stand', () => {
  const good = fc.nat().map((id) => ({ id }));
  const bad = fc.constantFrom<unknown>(null, 1, 'x', {}, [], { id: 'x' }, { id: null });
  const list = fc.array(
    fc.oneof(
      good.map((item) => ({ item: item as unknown, fits: true })),
      bad.map((item) => ({ item, fits: false })),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(list, (entries) => {
      const reading = read(listSchema, { list: entries.map(({ item }) => item) });
      expect(reading.value.list).toEqual(entries.filter(({ fits }) => fits).map(({ item }) => item));
      const expected = entries.flatMap(({ fits }, index) => (fits ? [] : [index]));
      expect(reading.unreadable.map(({ index }) => index)).toEqual(expected);
    }),
  );
});

test('reasons name list and field, and never quote values', () => {
  const { unreadable } = read(listSchema, { list: [{ id: 'secret' }] });
  expect(unreadable).toEqual([{ list: 'list', index: 0, reason: expect.stringContaining('id: ') }]);
  expect(JSON.stringify(unreadable)).not.toContain('secret');
});

test('a million bad items do not fill the memory', () => {
  const { value, unreadable } = read(listSchema, { list: new Array(100_000).fill(null) });
  expect(value.list).toEqual([]);
  expect(unreadable.length).toBeLessThanOrEqual(100);
});

test('a bad envelope names the path', () => {
  for (const [json, path] of [
    [null, ''],
    [[], ''],
    [{}, 'list'],
    [{ list: {} }, 'list'],
  ] as const) {
    expect(() => read(listSchema, json)).toThrow(expect.objectContaining({ name: 'ShapeError', path }));
  }
});

test('one failed reading leaves nothing behind for the next', () => {
  const schema = z.object({ list: items('list', amount), must: amount });
  expect(() => read(schema, { list: ['x'] })).toThrow(ShapeError);
  expect(read(listSchema, { list: [] }).unreadable).toEqual([]);
});

test('null, 0 and missing stay apart', () => {
  const schema = z.object({ limit: cap, count: maybe(amount) });
  expect(read(schema, { limit: null }).value).toEqual({ limit: null });
  expect(read(schema, { limit: 0, count: 0 }).value).toEqual({ limit: 0, count: 0 });
  expect(read(schema, {}).value).toEqual({});
});
