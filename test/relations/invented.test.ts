import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { drawCluster } from '../triage-score/third/cluster.ts';
import { BEGINS_S } from './invented.ts';
import { audience } from './invented-audience.ts';
import { servers } from './invented-servers.ts';
import { toldAt, watchThird } from './watch.ts';

const incidents = [...audience, ...servers];

/** Each takes a world of minutes: `npm test` looks at every third. */
const looked = isLong ? incidents : incidents.filter((_, nth) => nth % 3 === 0);

test.each(looked)('$what', async ({ seed, effects, told, lost }) => {
  const moments = Object.entries(told).map(([after, rows]) => [BEGINS_S + Number(after), rows] as const);
  const watched = await watchThird(seed, {
    kind: 'calm',
    begins: BEGINS_S,
    until: Math.max(...moments.map(([t]) => t)) + 1,
    plan: () => ({ effects: effects(drawCluster(seed)) }),
  });
  for (const [t, rows] of moments) {
    const told = toldAt(watched, t).filter(({ key }) => key !== 'manager:single');
    const said = told.map(
      ({ severity, kind, key, about, viewers }) =>
        `${severity} ${key === 'loss:moved' ? 'moved' : kind} ${about[0]}${viewers ? '' : ': nobody'}`,
    );
    const after = t - BEGINS_S;
    expect(said, `${after} s after it began`).toEqual(rows);
    const wanted = lost?.[after];
    if (wanted === undefined) continue;
    const [first] = watched.told.findLast((one) => one.t <= t)?.problems ?? [];
    const missing = first?.hit.viewers?.lost ?? 0;
    expect(Math.abs(missing - wanted), `${missing} lost after ${after} s`).toBeLessThan(0.1 * wanted);
  }
});
