import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/base/durations.ts';
import type { HistoryReader } from '../../src/history/reader.ts';
import type { Period } from '../../src/history/samples/range.ts';
import { without } from '../../src/history/samples/range.ts';
import { watchedParts } from '../../src/history/watched-time.ts';

/** Time ranges in minutes, such as `15-20 21-30`. */
const spans = (text: string): readonly Period[] =>
  text.split(' ').flatMap((one) => {
    const [from = Number.NaN, to = Number.NaN] = one.split('-').map((minute) => Number(minute) * MINUTE_MS);
    return one === '' ? [] : [{ from, to }];
  });

/** A history that watched from minute 10 to minute 50, except for these gaps. */
function reader(gaps = '', resource = 'watching') {
  return {
    range: () => spans('10-50')[0],
    gaps: (from: number, to: number) =>
      spans(gaps)
        .filter((gap) => gap.to > from && gap.from <= to)
        .map((gap) => ({ resource, reason: 'NOT_WATCHED', ...gap })),
  } as unknown as HistoryReader;
}

const parts = (of: HistoryReader, whole: string) => watchedParts(of, spans(whole)[0] as Period);

test.each([
  ['all within', '', '20-30', '20-30', ''],
  ['more on both sides', '', '0-60', '10-50', '0-10 50-60'],
  ['before all', '', '0-5', '', '0-5'],
  ['after all', '', '55-60', '', '55-60'],
  ['up to the first moment', '', '5-10', '', '5-10'],
  ['less than a minute before it', '', '9.5-10', '', '9.5-10'],
  ['a gap within', '20-25', '15-30', '15-20 25-30', '20-25'],
  ['a gap of a minute', '20-21', '15-30', '15-20 21-30', '20-21'],
  ['a gap of less', '20-20.9', '15-30', '15-30', ''],
  ['a short gap at the edge', '', '9.5-30', '9.5-30', ''],
  ['a gap over everything', '5-60', '15-30', '', '15-30'],
  ['a gap over the beginning', '12-20', '15-30', '20-30', '15-20'],
])('times that were watched and times that were not: %s', (_what, gaps, whole, known, unknown) => {
  expect(parts(reader(gaps), whole)).toEqual({ known: spans(known), unknown: spans(unknown) });
});

test('a resource that failed was watched', () => {
  expect(parts(reader('20-25', 'dashboard'), '15-30')).toEqual({ known: spans('15-30'), unknown: [] });
});

test('nothing is known of an empty history', () => {
  const empty = { ...reader(), range: () => undefined } as HistoryReader;
  expect(parts(empty, '0-5')).toEqual({ known: [], unknown: spans('0-5') });
});

test.each([
  ['nothing', '', '10-20'],
  ['a part before', '0-10', '10-20'],
  ['a part after', '20-30', '10-20'],
  ['the beginning', '5-12', '12-20'],
  ['the end', '18-25', '10-18'],
  ['the middle', '12-13 15-16', '10-12 13-15 16-20'],
  ['parts side by side', '12-13 13-14', '10-12 14-20'],
  ['a part within another', '12-16 13-14', '10-12 16-20'],
  ['exactly all', '10-20', ''],
])('taking %s out of a range leaves the rest', (_what, taken, left) => {
  expect(without(spans('10-20')[0] as Period, spans(taken))).toEqual(spans(left));
});
