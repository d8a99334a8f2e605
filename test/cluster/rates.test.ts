import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CounterSample, counterRate } from '../../src/cluster/create-history.ts';

test('a growing counter gives a rate, and a fall gives none', () => {
  const of = (before: number, value: number) => counterRate({ value: before, at: 0 }, { value, at: 2_000 });
  expect(of(100, 300)).toBe(100);
  expect(of(300, 5)).toBeUndefined();
  expect(counterRate(undefined, { value: 5, at: 0 })).toBeUndefined();
});

test('a rate is finite and never negative, whatever counter and clock do', () => {
  const sample = fc.record({ value: fc.nat(), at: fc.integer({ min: -1e6, max: 1e12 }) });
  fc.assert(
    fc.property(fc.array(sample), (samples) => {
      let before: CounterSample | undefined;
      for (const after of samples) {
        const perSecond = counterRate(before, after);
        if (perSecond !== undefined) expect(perSecond >= 0 && Number.isFinite(perSecond)).toBe(true);
        before = after;
      }
    }),
  );
});
