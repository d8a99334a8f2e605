import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeBlock,
  encodeBlock,
  joinSamples,
  mergeSamples,
  samplesWithin,
} from '../../../src/history/samples/block.ts';
import { ByteReader, ByteWriter } from '../../../src/history/samples/byte-numbers.ts';
import { rollUp } from '../../../src/history/samples/roll-up.ts';

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

/** Entities of one kind: some of their moments are equal, some are not. */
const entities = fc
  .uniqueArray(fc.tuple(fc.nat(500), samples), { maxLength: 5, selector: ([id]) => id })
  .map((all) => new Map(all.sort(([a], [b]) => a - b)));

test('a block returns the samples that were put into it', () => {
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

test('merging keeps every moment once, and the newer of two values', () => {
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

test('a roll-up gives mean, least and greatest value, and a gap stays a gap', () => {
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

const three = {
  times: [1, 2, 3],
  columns: [
    [10, 20, 30],
    [null, 2, null],
  ],
};

test('samples within (from, to] are those of these times', () => {
  for (let from = -1; from < 5; from++)
    for (let to = from; to < 6; to++) {
      const times = three.times.filter((at) => at > from && at <= to);
      const within = samplesWithin(three, from, to);
      expect([within.times, within.columns[0] ?? []]).toEqual([times, times.map((at) => 10 * at)]);
    }
});

test('successive samples are joined, and a column that one part lacks is a gap there', () => {
  expect(joinSamples([])).toEqual({ times: [], columns: [] });
  expect(joinSamples([three])).toEqual(three);
  expect(joinSamples([{ times: [0], columns: [[5]] }, three])).toEqual({
    times: [0, 1, 2, 3],
    columns: [
      [5, 10, 20, 30],
      [null, null, 2, null],
    ],
  });
});

test.each([
  ['0', [0]],
  ['seven bits', [127, 128, 16_383, 16_384]],
  ['large', [Number.MAX_SAFE_INTEGER]],
])('whole numbers are stored as short as possible: %s', (_what, values) => {
  const out = new ByteWriter();
  for (const value of values) out.count(value);
  const bytes = out.bytes();
  expect(bytes.length).toBe(
    values.reduce((sum, value) => sum + Math.max(1, Math.ceil(Math.log2(value + 1) / 7)), 0),
  );
  const from = new ByteReader(bytes);
  expect(values.map(() => from.count())).toEqual(values);
  expect(() => from.byte()).toThrow(RangeError);
});
