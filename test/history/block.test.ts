import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBlock, encodeBlock, mergeSamples } from '../../src/history/block.ts';
import { rollUp } from '../../src/history/roll-up.ts';

const value = fc.option(
  fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
  ),
);
const samples = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 41 }), { maxLength: 40 }).chain((times) =>
  fc.record({
    times: fc.constant([...times].sort((a, b) => a - b)),
    columns: fc.array(fc.array(value, { minLength: times.length, maxLength: times.length }), {
      maxLength: 4,
    }),
  }),
);

test('what goes into a block comes out of it', () => {
  fc.assert(
    fc.property(samples, (given) => {
      expect(decodeBlock(encodeBlock(given))).toEqual(given);
    }),
  );
});

test('merging keeps every moment once, and the newer word for it', () => {
  const old = { times: [1, 2, 4], columns: [[10, 20, 40]] };
  const added = {
    times: [2, 3],
    columns: [
      [21, 31],
      [7, 8],
    ],
  };
  expect(mergeSamples(old, added)).toEqual({
    times: [1, 2, 3, 4],
    columns: [
      [10, 21, 31, 40],
      [null, 7, 8, null],
    ],
  });
});

test('a roll-up says mean, least and greatest; what was not measured stays a gap', () => {
  const given = {
    times: [1_000, 31_000, 61_000, 200_000],
    columns: [
      [1, 3, 10, null],
      [null, null, 5, 6],
    ],
  };
  expect(rollUp(given, 60_000)).toEqual({
    times: [60_000, 120_000, 240_000],
    columns: [
      [2, 10, null],
      [1, 10, null],
      [3, 10, null],
      [null, 5, 6],
      [null, 5, 6],
      [null, 5, 6],
    ],
  });
});
