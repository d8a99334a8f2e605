import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CounterSample, counterRate } from '../../src/cluster/create-history.ts';

test('a growing counter gives a rate, and a fall gives a mark instead', () => {
  const of = (before: number, value: number) => counterRate({ value: before, at: 0 }, { value, at: 2_000 });
  expect(of(100, 300)).toEqual({ perSecond: 100, reset: false });
  expect(of(300, 5)).toEqual({ perSecond: undefined, reset: true });
  expect(counterRate(undefined, { value: 5, at: 0 })).toEqual({ perSecond: undefined, reset: false });
});

test('a rate is finite and never negative, whatever counter and clock do', () => {
  const sample = fc.record({ value: fc.nat(), at: fc.integer({ min: -1e6, max: 1e12 }) });
  fc.assert(
    fc.property(fc.array(sample), (samples) => {
      let before: CounterSample | undefined;
      for (const after of samples) {
        const { perSecond, reset } = counterRate(before, after);
        expect(reset).toBe(before !== undefined && after.value < before.value);
        if (perSecond !== undefined) expect(perSecond >= 0 && Number.isFinite(perSecond)).toBe(true);
        before = after;
      }
    }),
  );
});
