import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/base/durations.ts';
import { createGapStore } from '../../src/history/gap-store.ts';
import { openTestHistory } from './rig.ts';

const START = Date.UTC(2026, 9, 24, 12);
const failing = (...names: readonly string[]) => new Map(names.map((name) => [name, 'TIMEOUT']));

async function store() {
  const db = await openTestHistory();
  const gaps = createGapStore(db);
  return { db, gaps, all: () => gaps.read(0, Number.MAX_SAFE_INTEGER) };
}

test('a minute without a sign of life is no gap; longer is a gap in which nothing was watched', async () => {
  const { db, gaps, all } = await store();
  gaps.alive(START);
  gaps.alive(START + MINUTE_MS);
  expect(all()).toEqual([]);
  gaps.alive(START + 2 * MINUTE_MS + 1);
  const gap = { from: START + MINUTE_MS, to: START + 2 * MINUTE_MS + 1 };
  expect(all()).toEqual([{ resource: 'watching', ...gap, reason: 'NOT_WATCHED' }]);
  // Another program continues from there.
  createGapStore(db).alive(START + 5 * MINUTE_MS);
  expect(all()).toHaveLength(2);
});

test('repeated failures are one gap from the first to the last, with the first reason', async () => {
  const { gaps, all } = await store();
  gaps.observe(failing('dashboard'), START);
  gaps.observe(new Map([['dashboard', 'REFUSED']]), START + SECOND_MS);
  gaps.observe(failing(), START + 5 * SECOND_MS);
  gaps.observe(failing(), START + 9 * SECOND_MS);
  const gap = { from: START, to: START + 5 * SECOND_MS };
  expect(all()).toEqual([{ resource: 'dashboard', ...gap, reason: 'TIMEOUT' }]);
  gaps.observe(failing('dashboard'), START + 20 * SECOND_MS);
  gaps.observe(failing(), START + 30 * SECOND_MS);
  expect(all().flatMap(({ from, to }) => [from - START, to - START])).toEqual([0, 5_000, 20_000, 30_000]);
});

test('when one of two failing resources recovers, its gap ends and the other goes on, which is known meanwhile', async () => {
  const { gaps, all } = await store();
  gaps.alive(START);
  gaps.observe(failing('dashboard', 'journal'), START);
  gaps.alive(START + 5 * SECOND_MS);
  const ends = () => Object.fromEntries(all().map(({ resource, to }) => [resource, to - START]));
  expect(ends()).toEqual({ dashboard: 5_000, journal: 5_000 });
  gaps.observe(failing('journal'), START + 7 * SECOND_MS);
  gaps.alive(START + 10 * SECOND_MS);
  expect(ends()).toEqual({ dashboard: 7_000, journal: 10_000 });
});

test('a gap of ten seconds from second 0 is read where it overlaps a range', async () => {
  const { gaps } = await store();
  gaps.observe(failing('dashboard'), START);
  gaps.observe(failing(), START + 10 * SECOND_MS);
  const found = (from: number, to: number) =>
    gaps.read(START + from * SECOND_MS, START + to * SECOND_MS).length;
  expect([found(-10, 0), found(2, 3), found(9, 20)]).toEqual([1, 1, 1]);
  expect([found(-10, -1), found(10, 20)]).toEqual([0, 0]);
});
