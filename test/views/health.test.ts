import { expect, test } from 'vitest';
import { lineWidth } from '../../src/base/width.ts';
import { healthLine, isUnhealthy, measuredScore, viewersAtRisk } from '../../src/views/health.ts';

test.each([
  [{ healthScore: 30, healthGrade: 'Bad', viewerCount: 200 }, 30, true, 140],
  [{ healthScore: 0, healthGrade: 'Bad', viewerCount: 5 }, 0, true, 5],
  // The score of `No Data` is 0 and means nothing: it is never the worst.
  [{ healthScore: 0, healthGrade: 'No Data', viewerCount: 200 }, undefined, false, undefined],
  [{ healthScore: 100, healthGrade: 'Very Good', viewerCount: 200 }, 100, false, 0],
  [{ healthScore: 60, healthGrade: undefined, viewerCount: undefined }, 60, true, undefined],
  [{}, undefined, false, undefined],
])('%j', (it, score, unhealthy, risk) => {
  expect(measuredScore(it)).toBe(score);
  expect(isUnhealthy(it)).toBe(unhealthy);
  expect(viewersAtRisk(it)).toBe(risk);
});

test('score, bar and grade give way as the column narrows, and never overflow', () => {
  const it = { healthScore: 97, healthGrade: 'Very Good' };
  const text = (width: number) =>
    healthLine(it, width)
      .map((span) => span.text)
      .join('');
  expect(text(20)).toMatch(/^ 97 \S{6} Very Good$/);
  expect(text(13)).toBe(' 97 Very Good');
  expect(text(9)).toMatch(/^ 97 \S{5}$/);
  for (let width = 4; width < 40; width++)
    expect(lineWidth(healthLine(it, width))).toBeLessThanOrEqual(width);
});

test('without a measurement there is a word or a dash, never a zero', () => {
  const line = healthLine({ healthScore: 0, healthGrade: 'No Data' }, 20).map((span) => span.text);
  expect(line.join('')).toBe('  — No Data');
  expect(healthLine({}, 9).map((span) => span.text)).toEqual(['—']);
});
