import type { Row } from '../triage-score/reading.ts';
import type { Effects } from '../triage-score/third/effects.ts';
import type { Plan } from '../triage-score/third/plan.ts';
import { between, relationAgain } from './relation.ts';
import { isWhole, momentsOf, toldAt, type Watched, watchThird, worldOf } from './watch.ts';

/** Minutes after the end of a fault nothing of it is left: what comes back within five is the same incident. */
const REST_S = isWhole ? 420 : 180;
const CALM_S = isWhole ? 1_220 : 300;

const nothing = (): Plan => ({ effects: {} });
/** That a cluster has one manager is true. */
const isLoud = ({ kind }: Row) => kind !== 'manager';

relationAgain('gone', '8 undone', async (seed) => {
  const world = worldOf(seed);
  const ends = momentsOf(world)[1];
  // A silent journal has no end: what was not written is never written.
  if (!world.truth || world.kind === 'silent') return undefined;
  const until = ends + REST_S;
  const ended = (plan: Plan) => ({ ...plan, effects: endingAt(plan.effects, ends) });
  const left = toldAt(await watchThird(seed, { until, plan: ended }), until).filter(isLoud);
  // Where nothing is left, the third relation says whether the world without it is as quiet.
  if (left.length === 0) return undefined;
  const usual = toldAt(await watchThird(seed, { until, plan: nothing }), until);
  const isNew = ({ key }: Row) => usual.every((row) => row.key !== key);
  return left.some(isNew) ? between('it happened and ended, or never', until, left, usual) : undefined;
});

/** The effects until a second; then all is as usual. */
function endingAt(effects: Effects, end: number): Effects {
  const until = (of: unknown) =>
    typeof of === 'function'
      ? (...places: number[]) => ((places.at(-1) ?? 0) < end ? of(...places) : undefined)
      : of;
  return Object.fromEntries(Object.entries(effects).map(([name, of]) => [name, until(of)]));
}

const calm = new Map<number, Promise<Watched>>();

/** The world of a seed in which nothing happens, for as long as a test looks at it. */
function watchCalm(seed: number): Promise<Watched> {
  const known = calm.get(seed) ?? watchThird(seed, { until: CALM_S, plan: nothing });
  calm.set(seed, known);
  return known;
}

relationAgain('throttled', '3 calm in a world of copies, ends and waves', async (seed) => {
  const watched = await watchCalm(seed);
  const loud = watched.told.find(({ rows }) => rows.some(isLoud));
  return loud && between('nothing happens', loud.t, [], loud.rows);
});

relationAgain('throttled', '4 a renamed server is a quiet event', async (seed) => {
  const watched = await watchThird(seed, { kind: 'renamed' });
  const { happensAt } = watched.world;
  const usual = await watchCalm(seed);
  const isNew = ({ key }: Row, t: number) => toldAt(usual, t).every((row) => row.key !== key);
  const loud = watched.told.find(({ t, rows }) => t > happensAt && rows.some((row) => isNew(row, t)));
  return loud && between('renamed, or not', loud.t, loud.rows, toldAt(usual, loud.t));
});
