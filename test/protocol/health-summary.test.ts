import { expect, test } from 'vitest';
import { dashboardDataSchema } from '../../src/protocol/dashboard.ts';

const summary = (streamHealthSummary: object) =>
  dashboardDataSchema.parse({ streamHealthSummary }).streamHealthSummary;

test('grades without a count of their own are doubted, because counts may belong to other grades', () => {
  const whole = { labels: ['Good', 'Bad'], series: [3, 1] };
  expect(summary(whole)).toEqual(whole);
  expect(summary({ labels: ['Good'], series: [3, 1] })).toMatchObject({ doubt: 'unmatched' });
  expect(summary({ labels: ['Good', 'Bad', 'Worse'], series: [3, 1] })).toMatchObject({ doubt: 'unmatched' });
  const unnamed = { labels: ['Good', 'grade 2'], doubt: 'unnamed' };
  expect(summary({ labels: ['Good', null], series: [3, 1] })).toMatchObject(unnamed);
  expect(summary({ labels: ['Good'], series: [] })).not.toHaveProperty('doubt');
});
