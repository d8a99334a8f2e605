import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../../src/protocol/endpoints.ts';
import { fastParse, ShapeError } from '../../src/protocol/fast-parse.ts';
import { cap, flag, id, maybe, number, shallow, text } from '../../src/protocol/leaves.ts';
import { fieldPath, itemsLeftOut, unreadableNumber } from '../../src/protocol/parsed-response.ts';

const listSchema = z.object({ list: z.array(z.object({ id: number })) });

test('for any data it accepts what zod accepts, and names what it refuses', () => {
  const named = z.object({ name: text, on: maybe(flag) });
  const lists = { parts: maybe(z.array(named)), links: maybe(z.array(shallow)) };
  const schema = z.object({ id, count: maybe(number), limit: cap, ...lists });
  const odd = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constantFrom(null, [], {}));
  const part = fc.record({ name: odd, on: odd, extra: odd }, { requiredKeys: [] });
  const parts = fc.oneof(odd, fc.array(fc.oneof(part, odd)));
  const members = { id: odd, count: odd, limit: odd, links: odd, more: odd, parts };
  fc.assert(
    fc.property(fc.record(members, { requiredKeys: [] }), (sent) => {
      const json = JSON.parse(JSON.stringify(sent));
      const strict = schema.safeParse(json);
      try {
        const found = fastParse(schema, json);
        expect(found.unreadable.length > 0).toBe(!strict.success);
        if (strict.success) expect(found.value).toEqual(strict.data);
      } catch (error) {
        expect(error).toBeInstanceOf(ShapeError);
        expect(strict.success).toBe(false);
      }
    }),
    { numRuns: 1000 },
  );
});

test('reasons name the field and never quote values', () => {
  const { unreadable } = fastParse(listSchema, { list: [{ id: 'secret' }] });
  expect(unreadable).toEqual([{ path: 'list.0', reason: 'id: expected a number from 0', item: true }]);
  expect(JSON.stringify(unreadable)).not.toContain('secret');
});

test('a hundred thousand bad items do not fill the memory', () => {
  const { value, unreadable } = fastParse(listSchema, { list: new Array(100_000).fill(null) });
  expect(value.list).toEqual([]);
  expect(unreadable.length).toBeLessThanOrEqual(100);
  expect(unreadableNumber(unreadable)).toBe(100_000);
});

test('what is only counted keeps its field, and an item that is left out counts once', () => {
  const servers = Array.from({ length: 300 }, (_, at) => {
    const clusterManager = at % 3 ? true : 'perhaps';
    return { serverName: at % 2 ? 'a' : undefined, serverStats: { cpuUsage: [] }, clusterManager };
  });
  const { unreadable } = fastParse(endpoints.topology.output, { data: { topology: servers } });
  const number = (field: string) =>
    unreadableNumber(unreadable.filter(({ path }) => fieldPath(path) === `data.topology.*${field}`));
  expect([number(''), number('.serverStats.cpuUsage'), number('.clusterManager')]).toEqual([150, 150, 50]);
  expect(itemsLeftOut(unreadable)).toBe(150);
});

test.each([
  [undefined, '', 'missing'],
  [null, '', 'expected an object'],
  [[], '', 'expected an object'],
  [{}, 'list', 'missing'],
  [{ list: {} }, 'list', 'expected a list'],
])('a bad envelope names the path and what is wrong there: %j', (json, path, reason) => {
  expect(() => fastParse(listSchema, json)).toThrow(
    expect.objectContaining({ name: 'ShapeError', path, reason }),
  );
});
