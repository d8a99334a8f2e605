import { expect, test } from 'vitest';
import { createClusterStore } from '../../src/cluster/store.ts';
import { Gatherer, type Reduce } from '../../src/polling/gatherer.ts';
import { ManualClock } from '../support/manual-clock.ts';

function setUp() {
  const clock = new ManualClock();
  const store = createClusterStore({ name: 'c', url: 'http://c' });
  const gatherer = new Gatherer(store, clock);
  const rounds: number[] = [];
  store.subscribe(() => rounds.push(clock.monotonic()));
  return { clock, store, gatherer, rounds };
}

const change: Reduce = (state) => ({ ...state, clockSkew: (state.clockSkew ?? 0) + 1 });

test('the first round is shown after 8 ms, later ones after 30 ms, each with all answers so far', async () => {
  const { clock, store, gatherer, rounds } = setUp();
  for (let count = 0; count < 3; count++) gatherer.push(change);
  await clock.advance(100);
  for (let count = 0; count < 3; count++) {
    gatherer.push(change);
    await clock.advance(10);
  }
  await clock.advance(100);
  expect(rounds).toEqual([8, 130]);
  expect(store.getState().clockSkew).toBe(6);
});

test('a complete round is shown in the next turn, and the next one has its full time', async () => {
  const { clock, gatherer, rounds } = setUp();
  gatherer.push(change);
  await clock.advance(3);
  gatherer.endRound();
  expect(rounds).toEqual([]);
  await clock.advance(0);
  gatherer.push(change);
  await clock.advance(40);
  expect(rounds).toEqual([3, 33]);
  expect(clock.waiting).toBe(0);
});

test('nothing is written after the end, and no timer is left', async () => {
  const { clock, gatherer, rounds } = setUp();
  gatherer.push(change);
  gatherer.close();
  expect(clock.waiting).toBe(0);
  gatherer.push(change);
  gatherer.endRound();
  expect(clock.waiting).toBe(0);
  await clock.advance(100);
  expect(rounds).toEqual([]);
});

test('without a change there is no round', async () => {
  const { clock, gatherer, rounds } = setUp();
  gatherer.push((state) => state);
  gatherer.endRound();
  await clock.advance(0);
  gatherer.endRound();
  expect(rounds).toEqual([]);
});
