import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/base/durations.ts';
import type { HistoryReader } from '../../src/history/reader.ts';
import type { Period } from '../../src/history/samples/range.ts';
import { without } from '../../src/history/samples/range.ts';
import { watchedParts } from '../../src/history/watched-time.ts';

/** A time range in minutes. */
const minutes = (from: number, to: number): Period => ({ from: from * MINUTE_MS, to: to * MINUTE_MS });

/** A history that watched from minute 10 to minute 50, except for these gaps. */
function reader(gaps: readonly (Period & { readonly resource?: string })[] = [], range = minutes(10, 50)) {
  return {
    range: () => range,
    gaps: (from: number, to: number) =>
      gaps
        .filter((gap) => gap.to > from && gap.from <= to)
        .map((gap) => ({ resource: 'watching', reason: 'NOT_WATCHED', ...gap })),
  } as unknown as HistoryReader;
}

test.each([
  ['all within', [], minutes(20, 30), [minutes(20, 30)], []],
  ['more on both sides', [], minutes(0, 60), [minutes(10, 50)], [minutes(0, 10), minutes(50, 60)]],
  ['before all', [], minutes(0, 5), [], [minutes(0, 5)]],
  ['after all', [], minutes(55, 60), [], [minutes(55, 60)]],
  ['up to the first moment', [], minutes(5, 10), [], [minutes(5, 10)]],
  ['less than a minute before it', [], minutes(9.5, 10), [], [minutes(9.5, 10)]],
  ['a gap within', [minutes(20, 25)], minutes(15, 30), [minutes(15, 20), minutes(25, 30)], [minutes(20, 25)]],
  [
    'a gap of a minute',
    [minutes(20, 21)],
    minutes(15, 30),
    [minutes(15, 20), minutes(21, 30)],
    [minutes(20, 21)],
  ],
  ['a gap of less', [minutes(20, 20.9)], minutes(15, 30), [minutes(15, 30)], []],
  ['a short gap at the edge', [], minutes(9.5, 30), [minutes(9.5, 30)], []],
  ['a gap over everything', [minutes(5, 60)], minutes(15, 30), [], [minutes(15, 30)]],
  ['a gap over the beginning', [minutes(12, 20)], minutes(15, 30), [minutes(20, 30)], [minutes(15, 20)]],
  [
    'a resource that failed',
    [{ ...minutes(20, 25), resource: 'dashboard' }],
    minutes(15, 30),
    [minutes(15, 30)],
    [],
  ],
])('times that were watched and times that were not: %s', (_what, gaps, whole, known, unknown) => {
  expect(watchedParts(reader(gaps), whole)).toEqual({ known, unknown });
});

test('nothing is known of an empty history', () => {
  const empty = { ...reader(), range: () => undefined } as HistoryReader;
  expect(watchedParts(empty, minutes(0, 5))).toEqual({ known: [], unknown: [minutes(0, 5)] });
});

test.each([
  ['nothing', [], [minutes(10, 20)]],
  ['a part before', [minutes(0, 10)], [minutes(10, 20)]],
  ['a part after', [minutes(20, 30)], [minutes(10, 20)]],
  ['the beginning', [minutes(5, 12)], [minutes(12, 20)]],
  ['the end', [minutes(18, 25)], [minutes(10, 18)]],
  ['the middle', [minutes(12, 13), minutes(15, 16)], [minutes(10, 12), minutes(13, 15), minutes(16, 20)]],
  ['parts side by side', [minutes(12, 13), minutes(13, 14)], [minutes(10, 12), minutes(14, 20)]],
  ['a part within another', [minutes(12, 16), minutes(13, 14)], [minutes(10, 12), minutes(16, 20)]],
  ['exactly all', [minutes(10, 20)], []],
])('taking %s out of a range leaves the rest', (_what, parts, left) => {
  expect(without(minutes(10, 20), parts)).toEqual(left);
});
