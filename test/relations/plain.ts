import { type Contradiction, watchConsumers } from './consumers.ts';
import { type Joined, recordAndJoin } from './late.ts';
import type { Violation } from './relation.ts';
import { isWhole, momentsOf, type Watched, watchThird, worldOf } from './watch.ts';

/** A sweep over small pages takes longer; after so much more time it has been whole since, s. */
const SWEPT_S = isWhole ? 420 : 100;

/** The world of a seed as it is: what is told of it, what its consumers say, and who joins late. */
interface Plain {
  readonly watched: Watched;
  readonly contradictions: ReadonlyMap<Contradiction, Violation>;
  readonly joined: Joined | undefined;
  /** Until when it was watched: every list has been read since the fault has settled. */
  readonly swept: number;
}

const plain = new Map<number, Promise<Plain>>();

/** Each world is watched once, for all who ask of it. */
export function watchPlain(seed: number): Promise<Plain> {
  const known = plain.get(seed) ?? watchAsItIs(seed);
  plain.set(seed, known);
  return known;
}

async function watchAsItIs(seed: number): Promise<Plain> {
  const world = worldOf(seed);
  const [read, settled] = momentsOf(world);
  const swept = settled + SWEPT_S;
  const consumers = watchConsumers(settled);
  const late = recordAndJoin(world.happensAt, read);
  let contradictions: Plain['contradictions'] = new Map();
  let joined: Joined | undefined;
  const watched = await watchThird(seed, {
    until: swept,
    see(moment) {
      consumers.see(moment);
      late.see(moment);
    },
    async atEnd(moment) {
      contradictions = await consumers.atEnd(moment);
      joined = await late.atEnd();
    },
  });
  return { watched, contradictions, joined, swept };
}
