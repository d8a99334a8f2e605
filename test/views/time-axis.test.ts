import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeAxis } from '../../src/views/time-axis.ts';

process.env.TZ = 'UTC';

test('no mark breaks a label of the axis, wherever problems began and however narrow it is', () => {
  const to = Date.UTC(2026, 0, 15, 14, 3, 20);
  fc.assert(
    fc.property(
      fc.integer({ min: 12, max: 160 }),
      fc.integer({ min: 60_000, max: 3_600_000 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
      fc.boolean(),
      (columns, span, places, live) => {
        const from = to - span;
        const marks = places.map((place) => ({ at: from + place * span, severity: 'critical' as const }));
        const text = timeAxis({ from, to, live, columns, marks })
          .map((part) => part.text)
          .join('');
        expect([...text]).toHaveLength(columns);
        expect(text).toMatch(/^(─|┴|✖|\d\d:\d\d(:\d\d)?|now)*$/u);
        expect(text.endsWith(live ? 'now' : '14:03:20')).toBe(true);
      },
    ),
  );
});

test.each([
  [80_000, 60, '14:02:20'],
  [1_200_000, 80, '13:50'],
  [5 * 86_400_000, 80, '01-12'],
])('over %i ms the ticks say what tells them apart', (span, columns, label) => {
  const to = Date.UTC(2026, 0, 15, 14, 3, 20);
  const text = timeAxis({ from: to - span, to, live: true, columns, marks: [] })
    .map((part) => part.text)
    .join('');
  expect(text).toContain(`┴${label}─`);
});
