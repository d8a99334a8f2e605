import { expect, test } from 'vitest';
import * as spans from '../../../src/views/formats/spans.ts';

const { chartSpans, comparisons, sameTimeBefore, spanWords, timeLineSpans } = spans;

test('charts cover ten minutes to thirty days, the time line of the past an hour or more', () => {
  expect(chartSpans.map(spanWords)).toEqual(['10 min', '1 h', '6 h', '24 h', '7 d', '30 d']);
  expect(chartSpans[0]).toBe(600_000);
  expect(timeLineSpans.map(spanWords)).toEqual(['1 h', '6 h', '24 h', '7 d', '30 d']);
});

test('compares with the same time of yesterday and of last week, also across the end of a month', () => {
  const at = new Date(2026, 2, 3, 14, 30).getTime();
  const all = Object.values(comparisons);
  expect(all.map(({ words }) => words)).toEqual(['yesterday', 'last week']);
  const before = [new Date(2026, 2, 2, 14, 30), new Date(2026, 1, 24, 14, 30)];
  expect(all.map(({ days }) => new Date(sameTimeBefore(at, days)))).toEqual(before);
});
