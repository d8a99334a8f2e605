import { expect, test } from 'vitest';
import { until } from '../../src/base/until.ts';
import { ManualClock } from '../support/manual-clock.ts';

const LIMIT_MS = 1_000;

/** A value that changes on demand, and the number of its listeners. */
function source() {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const change = () => [...listeners].map((listener) => listener());
  return { listeners, subscribe, change };
}

function waiting(holds: () => boolean) {
  const sources = [source(), source()] as const;
  const clock = new ManualClock();
  const ended = { yes: false };
  void until(sources, holds, clock, LIMIT_MS).then(() => {
    ended.yes = true;
  });
  /** No listener and no timer is left. */
  const isFree = () => clock.waiting + sources[0].listeners.size + sources[1].listeners.size === 0;
  return { sources, clock, ended, isFree };
}

test('a state that holds already is not waited for', async () => {
  const { clock, ended, isFree } = waiting(() => true);
  await clock.advance(0);
  expect([ended.yes, isFree()]).toEqual([true, true]);
});

test.each([0, 1] as const)('a change of source %i ends the wait once the state holds', async (which) => {
  let holds = false;
  const { sources, clock, ended, isFree } = waiting(() => holds);
  sources[which].change();
  await clock.advance(LIMIT_MS - 1);
  expect([ended.yes, isFree()]).toEqual([false, false]);
  holds = true;
  sources[which].change();
  await clock.advance(0);
  expect([ended.yes, isFree()]).toEqual([true, true]);
});

test('a state that never holds is waited for up to the limit', async () => {
  const { clock, ended, isFree } = waiting(() => false);
  await clock.advance(LIMIT_MS - 1);
  expect(ended.yes).toBe(false);
  await clock.advance(1);
  expect([ended.yes, isFree()]).toEqual([true, true]);
});
