import { expect, test } from 'vitest';
import type { ReplayStatus, TimeMark } from '../../../src/actions/time-travel.ts';
import { pastLine, replayLine } from '../../../src/ui/chrome/time-line.ts';

process.env.TZ = 'UTC';

const FROM = Date.UTC(2026, 0, 15, 12);
/** A second for each of ten cells. */
const status: ReplayStatus = {
  at: FROM + 4_500,
  from: FROM,
  to: FROM + 10_000,
  marks: [],
  searchedFrom: FROM,
  searchedTo: FROM + 10_000,
  seeking: false,
  playing: true,
  speed: 2,
};
const WORDS = ' ▶ 2×  12:00:00  12:00:10 '.length;

const line = (changes: Partial<ReplayStatus>, ascii = false) =>
  replayLine({ ...status, ...changes }, WORDS + 10, ascii)
    .map(({ text }) => text)
    .join('');
const track = (changes: Partial<ReplayStatus>, ascii = false) =>
  / 12:00:00 (.*) 12:00:10 $/.exec(line(changes, ascii))?.[1];
const mark = (second: number, severity: TimeMark['severity']): TimeMark => ({
  at: FROM + second * 1_000,
  severity,
  label: 'x',
});

test('a recording says what it does, how fast, and where it is', () => {
  expect(line({})).toBe(' ▶ 2×  12:00:00 ────●───── 12:00:10 ');
  expect(line({ playing: false })).toMatch(/^ ❚❚ 2× /);
  expect(line({ seeking: true })).toMatch(/^ … 2× /);
  expect(line({ at: FROM + 10_000 })).toMatch(/^ ■ 2× /);
  expect(line({ at: FROM + 9_999 })).toMatch(/^ ▶ 2× /);
});

test('with ASCII alone it says the same', () => {
  expect(line({}, true)).toMatch(/^ > 2× +12:00:00 ----#----- 12:00:10 $/);
  expect(line({ playing: false }, true)).toMatch(/^ \|\| 2× /);
  expect(line({ seeking: true }, true)).toMatch(/^ \.\. 2× /);
  expect(line({ at: FROM + 10_000 }, true)).toMatch(/^ end 2× /);
});

test('the moment shown stands in its cell, also at both ends', () => {
  expect(track({ at: FROM })).toBe('●─────────');
  expect(track({ at: FROM + 999 })).toBe('●─────────');
  expect(track({ at: FROM + 1_000 })).toBe('─●────────');
  expect(track({ at: FROM + 10_000 })).toBe('─────────●');
  expect(line({ to: FROM })).toContain(' ●');
});

test('what was not searched is drawn otherwise', () => {
  const searched = { searchedFrom: FROM + 2_000, searchedTo: FROM + 6_000 };
  expect(track(searched)).toBe('┄┄──●──┄┄┄');
  expect(track(searched, true)).toBe('..--#--...');
});

test('each cell shows its worst problem', () => {
  expect(track({ marks: [mark(1, 'warning'), mark(7, 'critical')] })).toBe('─▲──●──✖──');
  expect(track({ marks: [mark(1, 'warning'), mark(7, 'critical')] }, true)).toBe('-!--#--X--');
  expect(track({ marks: [mark(1, 'critical'), mark(1.5, 'warning')] })).toBe('─✖──●─────');
  expect(track({ marks: [mark(1, 'warning'), mark(1.5, 'critical')] })).toBe('─✖──●─────');
  expect(track({ marks: [mark(10, 'warning')] })).toBe('────●────▲');
});

test('a problem at the moment shown stands for it, and is marked as selected', () => {
  const spans = replayLine({ ...status, marks: [mark(4, 'critical')] }, WORDS + 10, false);
  expect(spans.find(({ text }) => text === '✖')).toEqual({ text: '✖', tone: 'crit', on: 'select' });
  expect(replayLine(status, WORDS + 10, false).find(({ text }) => text === '●')).toEqual({
    text: '●',
    tone: 'accent',
    on: 'select',
  });
});

test('cells that look the same are one span', () => {
  expect(replayLine(status, WORDS + 10, false)).toHaveLength(6);
});

test('the past says how long its line is, with the day where that is longer than one', () => {
  const past = (to: number, seeking = false, ascii = false) =>
    pastLine({ ...status, at: FROM, to, searchedTo: to, seeking }, 60, ascii)
      .map(({ text }) => text)
      .join('');
  expect(past(FROM + 3_600_000)).toMatch(/^ ◀ 1 h {2}12:00:00 ●─.* 13:00:00 $/);
  expect(past(FROM + 3_600_000, true)).toMatch(/^ … 1 h /);
  expect(past(FROM + 3_600_000, false, true)).toMatch(/^ < 1 h /);
  expect(past(FROM + 3_600_000, true, true)).toMatch(/^ \.\. 1 h /);
  expect(past(FROM + 86_400_000)).toMatch(/ 01-15 12:00 .* 01-16 12:00 $/);
  expect(past(FROM + 86_399_000)).toMatch(/ 12:00:00 .* 11:59:59 $/);
  expect(past(FROM + 3_600_000)).toHaveLength(60);
});
