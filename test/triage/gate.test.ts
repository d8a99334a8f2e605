import { expect, test } from 'vitest';
import { closedGate, feed, type Gate, type GateSample } from '../../src/triage/gate.ts';

const timing = { after: 10_000, clearAfter: 6_000 };
/** A later sample, which counts for at most six seconds. */
const sample = (at: number, firstLook?: GateSample['firstLook']): GateSample => ({
  at,
  previousAt: undefined,
  longest: 6_000,
  firstLook,
});
/** A sample every two seconds; `!` is bad. */
function after(samples: string, gate: Gate = closedGate): Gate {
  const from = gate.at ?? 0;
  const at = (index: number) => sample(from + 2_000 * (index + 1));
  return [...samples].reduce((last, sign, index) => feed(last, sign === '!', at(index), timing), gate);
}

test('bad time is summed until the gate fires; the first bad sample adds no time', () => {
  expect([after('!!!!!').on, after('!!!!!!').on]).toEqual([false, true]);
  expect(after('!!!!!!').since).toBe(2_000);
});

test('good time reduces the sum at half the speed; at zero a new spell begins', () => {
  expect(after('!!.')).toMatchObject({ bad: 1_000, badSamples: 2, since: 2_000 });
  expect(after('!!..')).toMatchObject({ bad: 0, badSamples: 0, since: undefined });
  expect(after('!!..!').since).toBe(10_000);
});

test('a bad sample while the gate is on restarts the calm time', () => {
  const on = after('!!!!!!');
  expect(after('....', on).on).toBe(false);
  expect(after('...', on).on).toBe(true);
  expect(after('...!...', on)).toMatchObject({ on: true, good: 4_000, goodSamples: 3, since: 2_000 });
  expect(after('...!....', on).on).toBe(false);
});

test('a gap counts as at most one sample, time that goes back adds nothing, and a repeated sample changes nothing', () => {
  const gate = after('!');
  expect(feed(gate, true, sample(1_000_000), timing).bad).toBe(6_000);
  expect(feed(gate, true, sample(1_000), timing).bad).toBe(0);
  expect(feed(gate, false, sample(2_000), timing)).toBe(gate);
});

test('one sample is enough only where the rule says so', () => {
  const once = { after: 0, clearAfter: 0, samples: 1 } as const;
  expect(feed(closedGate, true, sample(1), once).on).toBe(true);
  expect(feed(closedGate, true, sample(1), { after: 0, clearAfter: 0 }).on).toBe(false);
});

test('a state that is bad at the first look fires at the next sample, or at the first where no other comes', () => {
  const first = feed(closedGate, true, sample(1, 'with next'), timing);
  expect([first.on, feed(first, true, sample(2), timing).on]).toEqual([false, true]);
  expect(feed(closedGate, true, sample(1, 'alone'), timing).on).toBe(true);
  const well = feed(first, false, sample(2), timing);
  expect(feed(well, true, sample(3), timing).on).toBe(false);
});
