import fc from 'fast-check';
import { expect, test } from 'vitest';
import { structuralShare } from '../../src/cluster/structural-sharing.ts';

test('equal values keep their reference, changed ones do not', () => {
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

test('the result always equals the new value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (old, next) => {
      const wanted = structuredClone(next);
      expect(structuralShare<unknown>(old, next)).toEqual(wanted);
    }),
  );
});
