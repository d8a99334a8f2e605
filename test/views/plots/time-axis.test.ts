import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TimeMark, timeAxis } from '../../../src/views/plots/time-axis.ts';
import { textOf } from '../../support/drawn-table.ts';

const to = new Date(2026, 0, 15, 14, 3, 20).getTime();

test('no mark cuts or touches a label of the axis, wherever problems began and however narrow it is', () => {
  const size = fc.record({ columns: fc.integer({ min: 12, max: 160 }), live: fc.boolean() });
  const spans = fc.integer({ min: 60_000, max: 3_600_000 });
  const begins = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
  fc.assert(
    fc.property(size, spans, begins, ({ columns, live }, span, places) => {
      const from = to - span;
      const marks = places.map((place) => ({ at: from + place * span, severity: 'critical' as const }));
      const text = textOf(timeAxis({ from, to, live, columns, marks }));
      expect([...text]).toHaveLength(columns);
      expect(text).toMatch(/^(─|┴|✖|\d\d:\d\d(:\d\d)?|now)*$/u);
      expect(text).not.toMatch(/\d✖|✖(\d|now)/u);
      expect(text.endsWith(live ? 'now' : '14:03:20')).toBe(true);
    }),
  );
});

test.each([
  [80_000, 60, '14:02:20'],
  [1_200_000, 80, '13:50'],
  [5 * 86_400_000, 80, '01-12'],
])('over %i ms the labels differ from each other', (span, columns, label) => {
  const text = textOf(timeAxis({ from: to - span, to, live: true, columns, marks: [] }));
  expect(text).toContain(`┴${label}─`);
});

const from = new Date(2026, 0, 15, 14).getTime();
const axis = (columns: number, marks: readonly TimeMark[] = [], span = columns * 10_000, start = from) =>
  timeAxis({ from: start, to: start + span, live: true, columns, marks });
const mark = (column: number, severity: TimeMark['severity'] = 'critical') => {
  return { at: from + column * 10_000, severity };
};

test('labels are at round moments, at least twelve cells apart', () => {
  expect(textOf(axis(60))).toBe('┴14:00──────┴14:02──────┴14:04──────┴14:06──────┴14:08───now');
  const shorter = '┴14:00──────┴14:01──────┴14:02──────┴14:03──────┴14:04───now';
  expect(textOf(axis(60, [], 300_000))).toBe(shorter);
});

test('marks outside of the time and those of mild problems are left out, those at its ends are not', () => {
  expect(textOf(axis(30, [mark(-1), mark(31), mark(9, 'info')]))).toBe(textOf(axis(30)));
  expect(textOf(axis(30, [mark(0), mark(30)]))).toEqual('✖─14:00─────┴14:02───────✖─now');
});

test('of several marks in one column the worst is shown', () => {
  const signs = (marks: readonly TimeMark[]) => textOf(axis(30, marks)).match(/[✖▲]/gu);
  expect(signs([mark(9), mark(9, 'warning')])).toEqual(['✖']);
  expect(signs([mark(9, 'warning'), mark(9)])).toEqual(['✖']);
});

test('an axis without a round moment says where it begins, behind a mark at that place', () => {
  const start = from + 1_000;
  expect(textOf(axis(24, [], 9_000, start))).toEqual('14:00:01─────────────now');
  const marked = axis(24, [{ at: start + 1_000, severity: 'critical' }], 9_000, start);
  expect(textOf(marked)).toBe('──✖─14:00:01─────────now');
  expect(textOf(axis(8, [], 9_000, start))).toBe('─────now');
});
