import { expect, test } from 'vitest';
import type { ReplayStatus, TimeMark } from '../../../src/actions/time-travel.ts';
import { type RailInput, railPane } from '../../../src/ui/chrome/time-line.ts';
import { textOf as lineText } from '../../support/drawn-table.ts';
import { replayStatus } from '../../support/fake-replay.ts';

const FROM = Date.UTC(2026, 0, 15, 12);
const [from, to] = [FROM, FROM + 10_000];
const searched = { searchedFrom: from, searchedTo: to };
const status = replayStatus({ at: FROM + 4_500, from, to, ...searched, playing: true, speed: 2 });
const WORDS = ' ▶ 2×  12:00:00  12:00:10 '.length;

function rail(input: Partial<RailInput>, ascii = false, width = WORDS + 10) {
  const view = { display: { units: 'bits', times: 'relative', ascii, lowBandwidth: false } } as const;
  const moments = { replay: undefined, past: undefined, recent: undefined };
  return railPane({ view, ...moments, ...input }, { x: 0, y: 20, width, height: 1 });
}
const spansOf = (...args: Parameters<typeof rail>) => rail(...args).lines[0] ?? [];
const textOf = (...args: Parameters<typeof rail>) => lineText(spansOf(...args));

const line = (changes: Partial<ReplayStatus>, ascii = false) =>
  textOf({ replay: { ...status, ...changes } }, ascii);
const track = (changes: Partial<ReplayStatus>, ascii = false) =>
  / 12:00:00 (.*) 12:00:10 $/.exec(line(changes, ascii))?.[1];
const mark = (second: number, severity: TimeMark['severity']): TimeMark =>
  ({ at: FROM + second * 1_000, severity, label: 'x' }) as const;

test('each cell shows its worst problem, from when it was raised to when it cleared', () => {
  const lasting = (second: number, until: number, severity: TimeMark['severity']) => ({
    ...mark(second, severity),
    until: FROM + until * 1_000,
  });
  const of = (...marks: TimeMark[]) => track({ marks });
  expect(of(mark(1, 'warning'), mark(7, 'critical'))).toBe('─▲──●──✖──');
  expect(of(mark(1, 'critical'), mark(1.5, 'warning'))).toBe('─✖──●─────');
  expect(of(mark(1, 'warning'), mark(1.5, 'critical'))).toBe('─✖──●─────');
  expect(of(mark(10, 'warning'))).toBe('────●────▲');
  expect(of(lasting(1, 3.5, 'warning'))).toBe('─▲━━●─────');
  expect(of(lasting(5, 8, 'critical'), lasting(6, 9, 'warning'))).toBe('────●✖▲━━━');
  expect(of(lasting(-60, 2, 'critical'))).toBe('━━━─●─────');
  const toneOf = (...marks: TimeMark[]) =>
    spansOf({ replay: { ...status, marks } }).find(({ text }) => text.startsWith('━'))?.tone;
  expect([toneOf(lasting(-60, 2, 'warning')), toneOf(lasting(-60, 2, 'critical'))]).toEqual(['warn', 'crit']);
  expect(track({ marks: [lasting(6, 9, 'warning')], searchedTo: FROM + 6_000 }, true)).toBe('----#-!===');
});

test('the time line of the past names its length, with the date where it is longer than a day', () => {
  const past = (to: number, seeking = false, ascii = false) =>
    textOf({ past: { ...status, at: FROM, to, searchedTo: to, seeking } }, ascii, 60);
  expect(past(FROM + 3_600_000)).toMatch(/^ ◀ 1 h {2}12:00:00 ●─.* 13:00:00 $/);
  expect(past(FROM + 3_600_000, true)).toMatch(/^ … 1 h /);
  expect(past(FROM + 3_600_000, true, true)).toMatch(/^ \.\. 1 h /);
  expect(past(FROM + 86_400_000)).toMatch(/ 01-15 12:00 .* 01-16 12:00 $/);
  expect(past(FROM + 3_600_000)).toHaveLength(60);
});

test('the time line of the present ends now, and each of its cells is a moment', () => {
  const recent = { ...status, at: FROM + 3_600_000, to: FROM + 3_600_000, searchedTo: FROM + 3_600_000 };
  const { list } = rail({ recent }, false, 50);
  const text = textOf({ recent }, false, 50);
  expect(text).toMatch(/^ {2}last 1 h, from 12:00:00 ─+● now $/);
  expect(text).toHaveLength(50);
  const cells = text.length - ' now '.length - text.indexOf('─');
  expect(list?.across).toEqual({ from: text.indexOf('─'), count: cells, width: 1 });
  expect(Number(list?.ids[0])).toBeCloseTo(FROM + 1_800_000 / cells, 0);
});

test('a long time of which nothing is known was not watched, and in a replay is only not searched yet', () => {
  const known = { ...status, at: FROM, searchedTo: FROM + 2_000 };
  expect(textOf({ recent: { ...known, unwatched: [] } }, false, 100)).toContain(' not watched ');
  expect(textOf({ replay: known }, false, 100)).not.toContain('not watched');
});
