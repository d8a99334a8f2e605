import fc from 'fast-check';
import { expect, test } from 'vitest';
import { structuralShare } from '../../src/cluster/structural-sharing.ts';

test('the result always equals the new value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (old, next) => {
      const wanted = structuredClone(next);
      expect(structuralShare<unknown>(old, next)).toEqual(wanted);
    }),
  );
});
