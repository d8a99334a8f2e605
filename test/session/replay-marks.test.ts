import { expect, test } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { searchMarks } from '../../src/session/replay-marks.ts';
import { answerAt, T0 } from '../recording/entries.ts';
import { eventually } from '../support/eventually.ts';
import { plainTarget } from '../support/hostile-stack.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { memoryTape } from '../support/memory-tape.ts';
import { dashboardJson } from '../support/sample-json.ts';

const MINUTE = 60_000;

/** A minute of the sample cluster, a dashboard each ten seconds. */
function search(base: Clock) {
  const tape = memoryTape();
  for (let at = 0; at <= MINUTE; at += 10_000) tape.add(answerAt(at, dashboardJson(at / MINUTE) as object));
  const seen: number[] = [];
  const onStep = () => void seen.push(found.searchedTo - T0);
  const found = searchMarks({ ...plainTarget, interval: 10 }, tape, base, onStep);
  return { found, seen };
}

test('the search reads a recording in steps of four seconds, lets keys be handled in between, and stops when it is closed', async () => {
  const base = new ManualClock(0);
  const { found, seen } = search(base);
  expect([found.searchedTo, found.cost, found.marks]).toEqual([T0, undefined, []]);
  await eventually(() => expect(seen).toEqual([4_000]));
  await base.advance(9);
  expect(found.searchedTo).toBe(T0 + 4_000);
  await base.advance(1);
  await eventually(() => expect(seen).toEqual([4_000, 8_000]));
  found.close();
  found.close();
  for (let n = 0; n < 20; n++) await base.advance(10);
  expect([seen, base.waiting]).toEqual([[4_000, 8_000], 0]);
});

test('each problem has a mark where it was raised and where it became worse', async () => {
  const base = new ManualClock(0);
  const { found, seen } = search(base);
  while (found.searchedTo < T0 + MINUTE) await base.advance(10);
  expect(seen).toEqual(Array.from({ length: 15 }, (_, slice) => (slice + 1) * 4_000));
  const of = (name: string) =>
    found.marks
      .filter(({ label }) => label.includes(name))
      .map(({ at, severity, label }) => `${(at - T0) / 1_000} ${severity} ${label.split(':', 2)[0]}`);
  expect(of('edge-2a')).toEqual(['10 warning Server load', '50 critical Server load']);
  expect(of('transcode-3')).toEqual(['10 critical Server load']);
  expect(found.marks.map(({ at }) => at)).toEqual(found.marks.map(({ at }) => at).toSorted());
  // Nothing is left of it.
  await base.advance(MINUTE);
  expect(base.waiting).toBe(0);
});
