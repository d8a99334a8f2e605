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

const fraction = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
const value = fc.option(fc.oneof(fc.integer(), fraction));
const samples = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 41 }), { maxLength: 40 }).chain((times) => {
  const column = fc.array(value, { minLength: times.length, maxLength: times.length });
  return fc.record({
    times: fc.constant([...times].sort((a, b) => a - b)),
    columns: fc.array(column, { maxLength: 4 }),
  });
});

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

const samplesAt = (times: readonly number[], ...columns: readonly (readonly (number | null)[])[]) => ({
  times,
  columns,
});

test('one entity is read without the others', () => {
  const all = new Map([4, 9].map((id) => [id, samplesAt([id, 10], [0.5, 7], [1 / 3, null])]));
  expect([...decodeBlock(encodeBlock(all), new Set([9]))]).toEqual([...all].slice(1));
});

test('merging keeps every moment once, and the newer of two values', () => {
  const merged = mergeSamples(samplesAt([1, 2, 4], [10, 20, 40]), samplesAt([2, 3], [21, 31], [7, 8]));
  expect(merged).toEqual(samplesAt([1, 2, 3, 4], [10, 21, 31, 40], [null, 7, 8, null]));
});

test('a roll-up gives mean, least and greatest value, and a gap stays a gap', () => {
  const given = samplesAt([1_000, 31_000, 61_000, 200_000], [1, 3, 10, null], [null, null, 5, 6]);
  const second = [null, 5, 6];
  expect(rollUp(given, 60_000)).toEqual(
    samplesAt(
      [60_000, 120_000, 240_000],
      [2, 10, null],
      [1, 10, null],
      [3, 10, null],
      second,
      second,
      second,
    ),
  );
});

const three = samplesAt([1, 2, 3], [10, 20, 30], [null, 2, null]);

test('samples within (from, to] are those of these times', () => {
  for (let from = -1; from < 5; from++)
    for (let to = from; to < 6; to++) {
      const times = three.times.filter((at) => at > from && at <= to);
      const within = samplesWithin(three, from, to);
      expect([within.times, within.columns[0] ?? []]).toEqual([times, times.map((at) => 10 * at)]);
    }
});

test('successive samples are joined, and a column that one part lacks is a gap there', () => {
  expect(joinSamples([])).toEqual(samplesAt([]));
  expect(joinSamples([three])).toEqual(three);
  const joined = samplesAt([0, 1, 2, 3], [5, 10, 20, 30], [null, null, 2, null]);
  expect(joinSamples([samplesAt([0], [5]), three])).toEqual(joined);
});

test('whole numbers are stored as short as possible', () => {
  for (const value of [0, 127, 128, 16_383, 16_384, Number.MAX_SAFE_INTEGER]) {
    const out = new ByteWriter();
    out.count(value);
    expect(out.bytes()).toHaveLength(Math.max(1, Math.ceil(Math.log2(value + 1) / 7)));
    const from = new ByteReader(out.bytes());
    expect(from.count()).toBe(value);
    expect(() => from.byte()).toThrow(RangeError);
  }
});
