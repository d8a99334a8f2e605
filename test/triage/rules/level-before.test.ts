import { expect, test } from 'vitest';
import type { History } from '../../../src/cluster/history.ts';
import { levelBefore } from '../../../src/triage/rules/level-before.ts';
import { changedSince } from '../../../src/triage/rules/whole.ts';
import { factsOf } from '../evaluate-rule.ts';

const values = { 0: 90, 62: 100, 66: 101, 72: 500, 76: 103, 78: 102, 80: 60 };
const points = Object.entries(values).map(([at, value]) => [Number(at), value] as const);

const history = {
  points: (_key: string, from: number, to: number) =>
    points.filter(([at]) => at * 1_000 > from && at * 1_000 <= to).map(([at, value]) => ({ at, value })),
  last: (_key: string, to: number) => points.findLast(([at]) => at * 1_000 <= to)?.[1],
} as unknown as History;

test.each([
  ['the middle of the last seconds, as one sample may be odd', 80, 102],
  ['without a sample in them the one before', 50, 90],
  ['without the first sample of the change', 80.5, 102],
  ['nothing before it was watched', 0.5, undefined],
])('the level before a change: %s', (_, since, level) => {
  expect(levelBefore(history, 'total/viewers', since * 1_000)).toBe(level);
});

test.each([
  ['since the level just before it', { usual: 95, now: 60 }, { before: 102, by: 42 }],
  ['since the usual value, where that level was lower', { usual: 150, now: 110 }, { before: 150, by: 40 }],
])('a total that fell is compared %s', (_, total, changed) => {
  const deviation = { since: 80_000, lastGoodAt: 79_000, direction: 'fallen', noticedAt: 90_000 } as const;
  const fallen = { ...total, deviation } as Parameters<typeof changedSince>[2];
  expect(changedSince(factsOf({ state: { history } }), 'viewers', fallen)).toEqual(changed);
});
