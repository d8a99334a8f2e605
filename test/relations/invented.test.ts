import { expect, test } from 'vitest';
import { type App, type Cluster, drawCluster } from '../triage-score/third/cluster.ts';
import { rampOf } from '../triage-score/third/draws.ts';
import type { Effects } from '../triage-score/third/effects.ts';
import { toldAt, watchThird } from './watch.ts';

/** Incidents that were invented to be looked at. Each was told wrongly once. */

const BEGINS_S = 200;

interface Invented {
  readonly what: string;
  readonly seed: number;
  readonly effects: (cluster: Cluster) => Effects;
  /** Seconds after it began, and the severity, kind and object of each incident then; and where it hits nobody, that. */
  readonly told: Readonly<Record<number, readonly string[]>>;
}

const ramp = (t: number, seconds: number) => rampOf(t, BEGINS_S, seconds);
const isDuring = (t: number, seconds: number) => t >= BEGINS_S && t < BEGINS_S + seconds;

function appOf({ apps }: Cluster, role: App['role'], nth = 0): App {
  const app = apps.filter((one) => one.role === role && !one.isMono)[nth];
  if (!app) throw new Error(`no application of role ${role}`);
  return app;
}

test.each<Invented>([
  {
    what: 'all lose two fifths at once: as long as they are lost it is critical, and of the cluster',
    seed: 301,
    effects: () => ({ crowd: (_, t) => 1 - 0.4 * ramp(t, 8) }),
    told: { 30: ['critical loss cluster'], 120: ['critical loss cluster'] },
  },
  {
    what: 'all streams are away for some seconds: their viewers are not back with them',
    seed: 302,
    effects: () => ({ publishes: (_, t) => (isDuring(t, 16) ? 'no' : 'yes') }),
    told: { 10: ['critical loss cluster'], 20: ['critical loss cluster'], 30: ['critical loss cluster'] },
  },
  {
    what: 'viewers of an edge move to all others: nobody is lost',
    seed: 301,
    effects: (cluster) => {
      const { index } = appOf(cluster, 'edge', 1);
      return { route: (app, t) => (app === index ? 1 - ramp(t, 120) : 1), returns: 1 };
    },
    told: { 60: ['warning moved adige: nobody'], 100: ['warning moved adige: nobody'] },
  },
  {
    what: 'an edge is gone while the totals stand: the others have not taken its viewers over',
    seed: 301,
    effects: (cluster) => {
      const { server } = appOf(cluster, 'edge', 1);
      return {
        totalsOf: (t) => Math.min(t, BEGINS_S - 30),
        isUp: (one, t) => one !== server || t < BEGINS_S,
      };
    },
    told: { 60: ['critical server-gone adige'] },
  },
  {
    what: 'a total doubles, and no server has more: no surge',
    seed: 301,
    effects: () => ({ totalsBy: (t) => (isDuring(t, 60) ? 2 : 1) }),
    told: { 40: [] },
  },
  {
    what: 'half of the streams of an origin that shares its applications are sick: it is the origin',
    seed: 302,
    effects: (cluster) => {
      const { server } = appOf(cluster, 'origin');
      const own = cluster.streams.filter((stream) => cluster.apps[stream.app]?.server === server);
      const sick = new Set(own.filter((_, n) => n % 2 === 0).map(({ index }) => index));
      return { sick: (stream, t) => (sick.has(stream) ? 60 * ramp(t, 20) : 0) };
    },
    told: { 190: ['critical stream-unhealthy knot'] },
  },
  {
    what: 'a transcoder is slow, and the renditions of its application become sick: one incident',
    seed: 302,
    effects: (cluster) => {
      const { index } = appOf(cluster, 'transcode');
      return { transcodes: (app, t) => (app === index ? 1 - 0.6 * ramp(t, 30) : 1) };
    },
    told: { 190: ['warning parted kestrel: nobody'] },
  },
])('$what', async ({ seed, effects, told }) => {
  const moments = Object.entries(told).map(([after, rows]) => [BEGINS_S + Number(after), rows] as const);
  const watched = await watchThird(seed, {
    kind: 'calm',
    begins: BEGINS_S,
    until: Math.max(...moments.map(([t]) => t)) + 1,
    plan: () => ({ effects: effects(drawCluster(seed)), without: {} }),
  });
  for (const [t, rows] of moments) {
    const said = toldAt(watched, t).map(
      ({ severity, kind, key, about, viewers }) =>
        `${severity} ${key === 'loss:moved' ? 'moved' : kind} ${about[0]}${viewers ? '' : ': nobody'}`,
    );
    expect(said, `${t - BEGINS_S} s after it began`).toEqual(rows);
  }
});
