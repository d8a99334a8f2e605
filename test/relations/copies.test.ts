import type { Style } from '../triage-score/third/cluster.ts';
import { between, relationAgain } from './relation.ts';
import { levelOf, momentsOf, saysTheSame, toldAt, type Watched, watchThird } from './watch.ts';

const withCopies =
  (isListed: boolean) =>
  (style: Style, isCopied: boolean): Style => ({
    ...style,
    isCountedAtOrigin: true,
    copies: { edge: isListed && isCopied, transcode: isListed, renditions: isListed && isCopied },
  });

/** No copy is sick; a stream that is not published has no points. */
function areHealthy({ world: { course } }: Watched, t: number): boolean {
  const { servingSick, ladderSick, score } = course.at(t);
  return (
    [...servingSick, ...ladderSick].every((points) => points < 2) &&
    score.every((points) => points === 0 || points > 85)
  );
}

const apart = (t: number | undefined, listed: Watched, bare: Watched) =>
  t === undefined ? undefined : between('with copies, and without', t, toldAt(listed, t), toldAt(bare, t));

relationAgain('throttled', '9 listing healthy copies changes nothing', async (seed) => {
  const [listed, bare] = await watchBoth(seed);
  const moments = [listed.world.happensAt, ...momentsOf(listed.world)].filter((t) => areHealthy(listed, t));
  const t = moments.find((at) => !saysTheSame(toldAt(listed, at), toldAt(bare, at)));
  return apart(t, listed, bare);
});

relationAgain('throttled', '9 without copies no other culprit and no higher level', async (seed) => {
  const [listed, bare] = await watchBoth(seed);
  const t = momentsOf(listed.world).find((at) => {
    const [rows, fewer] = [toldAt(listed, at), toldAt(bare, at)];
    const known = new Set(rows.flatMap(({ about, concerns }) => [...about, ...concerns]));
    return (
      levelOf(fewer) > levelOf(rows) || fewer.some(({ about }) => about.every((name) => !known.has(name)))
    );
  });
  return apart(t, listed, bare);
});

const both = new Map<number, Promise<readonly [Watched, Watched]>>();

function watchBoth(seed: number): Promise<readonly [listed: Watched, bare: Watched]> {
  const watch = (isListed: boolean) => watchThird(seed, { style: withCopies(isListed) });
  const known = both.get(seed) ?? watch(true).then(async (listed) => [listed, await watch(false)] as const);
  both.set(seed, known);
  return known;
}
