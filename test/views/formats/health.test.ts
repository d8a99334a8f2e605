import { expect, test } from 'vitest';
import { lineWidth } from '../../../src/base/width.ts';
import { defaultThresholds } from '../../../src/triage/thresholds.ts';
import { healthLine } from '../../../src/views/formats/health.ts';
import { textOf } from '../../support/drawn-table.ts';

const look = { thresholds: defaultThresholds };

test('score, bar and grade are dropped as the column narrows, and never overflow', () => {
  const it = { healthScore: 97, healthGrade: 'Very Good' };
  const text = (width: number) => textOf(healthLine(it, width, look));
  expect(text(20)).toMatch(/^ 97 \S{6} Very Good$/);
  expect(text(13)).toBe(' 97 Very Good');
  expect(text(9)).toMatch(/^ 97 \S{5}$/);
  for (let width = 4; width < 40; width++)
    expect(lineWidth(healthLine(it, width, look))).toBeLessThanOrEqual(width);
});

test('without a score a narrow column shows the grade alone', () => {
  const text = (width: number) => textOf(healthLine({ healthGrade: 'No Data' }, width, look));
  expect([text(12), text(13)]).toEqual(['No Data', '  — No Data']);
});

test('a reason replaces a good score', () => {
  const it = { healthScore: 95, healthGrade: 'Very Good' };
  const reason = { words: 'flapping', severity: 'critical' } as const;
  expect(healthLine(it, 20, { ...look, reason })).toEqual([{ text: 'flapping', tone: 'crit' }]);
});
