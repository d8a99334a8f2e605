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

/** Entities of one kind: some of their moments are the same, some are not. */
const entities = fc
  .uniqueArray(fc.tuple(fc.nat(500), samples), { maxLength: 5, selector: ([id]) => id })
  .map((all) => new Map(all.sort(([a], [b]) => a - b)));

test('what goes into a block comes out of it', () => {
  fc.assert(
    fc.property(entities, (given) => {
      expect(decodeBlock(encodeBlock(given))).toEqual(given);
    }),
  );
});

test('one entity is read without the others', () => {
  const one = { times: [1, 2], columns: [[10, null]] };
  const other = {
    times: [2, 3],
    columns: [
      [0.5, 7],
      [1 / 3, null],
    ],
  };
  const data = encodeBlock(
    new Map([
      [4, one],
      [9, other],
    ]),
  );
  expect(decodeBlock(data, new Set([9]))).toEqual(new Map([[9, other]]));
});

test('damaged bytes are an error, neither a crash nor a long wait', () => {
  const whole = encodeBlock(new Map([[1, { times: [1, 2, 3], columns: [[1, 2, 3]] }]]));
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const bytes = Uint8Array.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ change;
      try {
        decodeBlock(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
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
