import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import type { Line } from '../../base/text.ts';
import type { Period } from '../../history/samples/range.ts';
import type { Problem } from '../../triage/problem.ts';
import { severityLook } from '../formats/tones.ts';
import type { ProblemRow } from './rows.ts';

/** Time spans that the bars of problems can cover, ms. */
const SPANS_MS = [...[5, 10, 20, 30].map((minutes) => minutes * MINUTE_MS), HOUR_MS];
/** This share of the width is left of the first bar, so that its start is visible. */
const LEFT_SHARE = 0.1;

/** The shortest span up to `now` (Unix ms) that includes the start of all of these; an hour at most. */
export function spanTime(problems: readonly Pick<Problem, 'since'>[], now: number): Period {
  const first = Math.min(now, ...problems.map(({ since }) => since.at));
  const span = SPANS_MS.find((one) => (now - first) / (1 - LEFT_SHARE) <= one) ?? HOUR_MS;
  return { from: now - span, to: now };
}

/** The cells of a row of `width` cells that a problem covers; at least one. */
export function cellsOf(
  { since, clearedAt }: Pick<Problem, 'since' | 'clearedAt'>,
  { from, to }: Period,
  width: number,
): { readonly start: number; readonly length: number } {
  const columnOf = (at: number) =>
    Math.floor(((Math.min(to, Math.max(from, at)) - from) / (to - from)) * width);
  const start = Math.min(width - 1, columnOf(since.at));
  return { start, length: Math.max(1, columnOf(clearedAt ?? to) - start) };
}

/** A bar from the start of a problem to its end. A cause has a mark at its start. */
export function spanBar(row: ProblemRow, time: Period, width: number): Line {
  const { start, length } = cellsOf(row, time, width);
  const bar = row.level === 'cause' ? `●${'━'.repeat(length - 1)}` : '━'.repeat(length);
  const isOver = row.clearedAt !== undefined;
  return [
    { text: ' '.repeat(start) },
    { text: bar, tone: isOver ? 'faint' : severityLook[row.severity].tone },
  ];
}
