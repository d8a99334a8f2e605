import fc from 'fast-check';
import { expect, test } from 'vitest';
import { structuralShare } from '../../src/cluster/structural-sharing.ts';

test('what is equal keeps its reference, what changed does not', () => {
  const old = {
    servers: [
      { name: 'a', stats: { cpu: 1 } },
      { name: 'b', stats: { cpu: 2 } },
    ],
    limit: null,
  };
  const equal = structuralShare(old, structuredClone(old));
  expect(equal).toBe(old);
  const next = structuredClone(old);
  next.servers[1] = { name: 'b', stats: { cpu: 3 } };
  const shared = structuralShare(old, next);
  expect(shared).not.toBe(old);
  expect(shared.servers[0]).toBe(old.servers[0]);
  expect(shared.servers[1]?.stats.cpu).toBe(3);
});

test('a field that went away is a change, and so is an item', () => {
  expect(structuralShare<object>({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  expect(structuralShare<object>({ a: 1 }, { a: 1, b: undefined })).toHaveProperty('b');
  expect(structuralShare([1, 2], [1])).toEqual([1]);
});

test('the result always equals the new value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (old, next) => {
      const wanted = structuredClone(next);
      expect(structuralShare<unknown>(old, next)).toEqual(wanted);
    }),
  );
});
