import { expect, test } from 'vitest';
import { zoneOffset } from '../../../src/base/time-zone.ts';
import { clockOf } from '../../../src/views/report/markup.ts';
import { periodWords } from '../../../src/views/streams/periods.ts';

const MINUTE = 60_000;
/** Clocks of New York go back from 02:00 to 01:00 at 06:00 UTC. */
const CHANGE = Date.UTC(2026, 10, 1, 6);
const [from, to] = [CHANGE - 30 * MINUTE, CHANGE + 30 * MINUTE];

test('across a change of daylight saving each time has its own offset, so that none is there twice', () => {
  const time = clockOf({ from, to });
  const times = [-20, -10, 10, 20].map((minutes) => time(CHANGE + minutes * MINUTE));
  expect(new Set(times).size).toBe(4);
  if (zoneOffset(from) === zoneOffset(to)) expect(times.join(' ')).not.toContain('UTC');
  else
    expect(times.join()).toMatch(
      /^01:40:00 UTC-04:00,01:50:00 .*-04:00,01:10:00 .*-05:00,01:20:00 UTC-05:00$/,
    );
});

test('a period across the change of daylight saving has the offset of each end', () => {
  const offsets = [zoneOffset(from), zoneOffset(to)];
  const words = periodWords({ from, to });
  expect(words.endsWith(` ${offsets[1]}`)).toBe(true);
  expect(words.split(offsets[0] ?? '').length).toBe(2);
});
