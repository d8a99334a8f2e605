import type { Effects } from '../triage-score/third/effects.ts';
import { relation } from './relation.ts';
import { linesOf, momentsOf, toldAt, watchPlain, watchThird } from './watch.ts';

/** Ten minutes after the end of a fault nothing of it is left. */
const REST_S = 600;

relation('8 undone', async (seed) => {
  const { world } = await watchPlain(seed);
  const ends = momentsOf(world)[1];
  // A silent journal has no end: what was not written is never written.
  if (!world.truth || world.kind === 'silent') return undefined;
  const until = ends + REST_S;
  const undone = await watchThird(seed, {
    until,
    plan: (plan) => ({ ...plan, effects: endingAt(plan.effects, ends) }),
  });
  const never = await watchThird(seed, { until, plan: () => ({ effects: {}, without: {} }) });
  const [one, other] = [undone, never].map((each) => toldAt(each, until));
  const keys = (rows = one) =>
    rows
      ?.map(({ key, severity }) => `${severity} ${key}`)
      .sort()
      .join();
  if (keys(one) === keys(other)) return undefined;
  return {
    why: 'it happened and ended, or never',
    t: until,
    one: linesOf(one ?? []),
    other: linesOf(other ?? []),
  };
});

/** The effects until a second; then all is as usual. */
function endingAt(effects: Effects, end: number): Effects {
  const until = (of: unknown) =>
    typeof of === 'function'
      ? (...places: number[]) => ((places.at(-1) ?? 0) < end ? of(...places) : undefined)
      : of;
  return Object.fromEntries(Object.entries(effects).map(([name, of]) => [name, until(of)]));
}
