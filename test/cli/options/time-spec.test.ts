import { expect, test } from 'vitest';
import { parseMoment } from '../../../src/cli/options/time-spec.ts';

const now = new Date(2026, 0, 15, 12, 0).getTime();

test.each([
  ['24h', new Date(2026, 0, 14, 12, 0)],
  ['1.5h', new Date(2026, 0, 15, 10, 30)],
  ['7d', new Date(2026, 0, 8, 12, 0)],
  ['11:30', new Date(2026, 0, 15, 11, 30)],
  ['11:30:45', new Date(2026, 0, 15, 11, 30, 45)],
  ['12:00', new Date(2026, 0, 15, 12, 0)],
  // A time that is later today means yesterday.
  ['14:30', new Date(2026, 0, 14, 14, 30)],
  ['2026-01-02 03:04', new Date(2026, 0, 2, 3, 4)],
  ['2026-01-02', new Date(2026, 0, 2)],
])('%s', (text, expected) => {
  expect(parseMoment('--since', text, now)).toBe(expected.getTime());
});

const wrong = '|yesterday|24|5y|99:99x|99:99|24:00|12:60|12:30:60|2026-02-31|2026-02-30 10:00';

test.each(wrong.split('|'))('‘%s’ is refused with the right format', (text) => {
  expect(() => parseMoment('--since', text, now)).toThrow(/--since takes a time such as 24h/);
});
