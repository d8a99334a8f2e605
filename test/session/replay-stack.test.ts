import { expect, test } from 'vitest';
import { nextAnswer, recordedInterval } from '../../src/session/replay-stack.ts';
import { answerAt, T0 } from '../recording/entries.ts';
import { memoryTape } from '../support/memory-tape.ts';

/** A recording of dashboards that were requested at these intervals (ms), each with its own duration. */
function polled(gaps: readonly number[]) {
  const tape = memoryTape();
  let sent = 0;
  for (const [number, gap] of [0, ...gaps].entries()) {
    sent += gap;
    const duration = number % 2 === 0 ? 20 : 900;
    tape.add(answerAt(sent + duration, '{}', { duration }));
  }
  return tape;
}

test.each<[string, readonly number[], number]>([
  ['the default with a single poll', [], 2],
  ['from request to request, however long each took', [5_000, 5_000, 5_000], 5],
  ['the median when some came late', [9_000, 2_000, 2_100, 8_000, 1_900], 2],
  ['to a quarter of a second', [3_240, 3_240, 3_240], 3.25],
  ['never below a second', [100, 100], 1],
  ['never above a minute', [120_000, 120_000], 60],
  ['that at the beginning', [...Array(31).fill(2_000), ...Array(100).fill(10_000)], 2],
])('the interval of a recording is %s', (_what, gaps, seconds) => {
  expect(recordedInterval(polled(gaps))).toBe(seconds);
});

test('it shows something from its first dashboard on', () => {
  expect(nextAnswer(polled([2_000]), 0)).toBe(T0 + 20);
  const empty = memoryTape();
  expect(nextAnswer(empty, 0)).toBeUndefined();
  expect(recordedInterval(empty)).toBe(2);
});
