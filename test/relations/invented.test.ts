import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
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
  /** How many viewers the first of them has lost then, to a tenth. */
  readonly lost?: Readonly<Record<number, number>>;
}

const ramp = (t: number, seconds: number) => rampOf(t, BEGINS_S, seconds);
const isDuring = (t: number, seconds: number) => t >= BEGINS_S && t < BEGINS_S + seconds;

function appOf({ apps }: Cluster, role: App['role'], nth = 0): App {
  const app = apps.filter((one) => one.role === role && !one.isMono)[nth];
  if (!app) throw new Error(`no application of role ${role}`);
  return app;
}

/** The groups that have edges. */
const regionsOf = ({ apps, servers }: Cluster) => [
  ...new Set(apps.flatMap(({ role, server }) => (role === 'edge' ? servers[server]?.group : []))),
];

const isOfCustomer =
  ({ apps, streams }: Cluster, name: string) =>
  (stream: number) =>
    apps[streams[stream]?.app ?? -1]?.name === name;

const incidents: readonly Invented[] = [
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
    what: 'half of those whom an edge loses come to the others: they are not lost',
    seed: 301,
    effects: (cluster) => {
      const { index } = appOf(cluster, 'edge', 1);
      return { route: (app, t) => (app === index ? 1 - 0.8 * ramp(t, 20) : 1), returns: 0.5 };
    },
    told: { 60: ['critical loss adige'] },
    lost: { 60: 5_850 },
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
    what: 'the totals stand while a customer loses four fifths of its viewers: the servers tell it',
    seed: 304,
    effects: (cluster) => {
      const isOwn = isOfCustomer(cluster, 'parliament');
      return {
        totalsOf: (t) => Math.min(t, BEGINS_S - 30),
        crowd: (stream, t) => (isOwn(stream) ? 1 - 0.8 * ramp(t, 10) : 1),
      };
    },
    told: { 70: ['critical loss parliament'] },
    lost: { 70: 6_660 },
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
    told: { 190: ['warning parted kestrel'] },
  },
  {
    what: 'an edge is away, and then all lose two fifths: the outage does not hide it',
    seed: 304,
    effects: (cluster) => {
      const { server } = appOf(cluster, 'edge');
      return {
        isUp: (one, t) => one !== server || t < BEGINS_S,
        returns: 0,
        crowd: (_, t) => 1 - 0.4 * ramp(t - 100, 10),
      };
    },
    told: { 90: ['critical server-gone kemi'], 140: ['critical loss cluster', 'critical server-gone kemi'] },
  },
  {
    what: 'an edge crashes, and another sends too little from then on: the outage does not hide it',
    seed: 304,
    effects: (cluster) => {
      const { server } = appOf(cluster, 'edge');
      const { index } = appOf(cluster, 'edge', 1);
      return {
        isUp: (one, t) => one !== server || t < BEGINS_S,
        delivers: (app, t) => (app === index && t >= BEGINS_S ? 0.6 : 1),
      };
    },
    told: { 150: ['critical server-gone kemi', 'warning parted vistula'] },
  },
  {
    what: 'the only manager is gone, and the streams that it took in: it says whom that hits',
    seed: 304,
    effects: (cluster) => {
      const { index } = cluster.servers.find(({ isManager }) => isManager) ?? { index: -1 };
      return { isUp: (one, t) => one !== index || t < BEGINS_S };
    },
    told: { 20: ['critical server-gone saone'], 90: ['critical server-gone saone'] },
  },
  {
    what: 'an edge crashes in a rising evening: no new viewer is one who came back',
    seed: 304,
    effects: (cluster) => {
      const { server } = appOf(cluster, 'edge', 1);
      return {
        isUp: (one, t) => one !== server || t < BEGINS_S,
        returns: 0,
        crowd: (_, t) => 1 + 0.025 * (t / 60),
      };
    },
    told: { 30: ['critical server-gone vistula'], 180: ['critical server-gone vistula'] },
    lost: { 30: 2_330, 180: 2_330 },
  },
  {
    what: 'an edge crashes and is back under another name: it is back',
    seed: 304,
    effects: (cluster) => {
      const { server } = appOf(cluster, 'edge');
      return {
        isUp: (one, t) => one !== server || !isDuring(t, 40),
        returns: 0.2,
        nameOf: (one, t) => (one === server && t >= BEGINS_S + 40 ? 'renamed' : undefined),
      };
    },
    told: { 30: ['critical server-gone kemi'], 90: [] },
  },
  {
    what: 'a customer is refused on every other edge: it is the customer, and none of them',
    seed: 304,
    effects: (cluster) => {
      const isOwn = isOfCustomer(cluster, 'parliament');
      const refusing = cluster.serving.filter((_, n) => n % 2 === 0);
      return {
        crowdAt: (stream, app, t) => (isOwn(stream) && refusing.includes(app) ? 1 - ramp(t, 10) : 1),
      };
    },
    told: { 70: ['critical loss parliament'] },
    lost: { 70: 4_600 },
  },
  {
    what: 'a customer loses a part of its viewers in a minute, an eighth of all: it is told',
    seed: 302,
    effects: (cluster) => {
      const isOwn = isOfCustomer(cluster, 'kitchen');
      return { crowd: (stream, t) => (isOwn(stream) ? 1 - 0.38 * ramp(t, 60) : 1) };
    },
    told: { 130: ['critical loss kitchen'] },
  },
  {
    what: 'the only edge of a region loses viewers: the edge is named',
    seed: 9017,
    effects: ({ apps, servers }) => {
      const isOwn = (app: number) => servers[apps[app]?.server ?? -1]?.name === 'kemi';
      return { route: (app, t) => (isOwn(app) ? 1 - 0.6 * ramp(t, 6) : 1), returns: 0 };
    },
    told: { 60: ['warning loss kemi'] },
  },
  {
    what: 'the largest streams of three customers fall silent, and their viewers leave: they are lost, and no edge is at fault',
    seed: 301,
    effects: () => ({
      publishes: (stream, t) => (stream < 4 && t >= BEGINS_S ? 'silent' : 'yes'),
      crowd: (stream, t) => (stream < 4 ? 1 - ramp(t - 10, 30) : 1),
    }),
    told: { 40: ['critical parted cluster'], 100: ['critical parted cluster'] },
    lost: { 100: 4_800 },
  },
  {
    what: 'an application of all edges loses its viewers: it is the application',
    seed: 303,
    effects: ({ apps }) => ({
      route: (app, t) => (apps[app]?.name === 'embed' ? 1 - ramp(t, 10) : 1),
      returns: 0,
    }),
    told: { 60: ['critical loss embed'] },
    lost: { 60: 24_700 },
  },
  {
    what: 'a region loses half of its viewers while a show begins elsewhere: they have not moved there',
    seed: 301,
    effects: ({ apps, servers }) => ({
      crowdAt: (stream, app, t) => {
        const group = servers[apps[app]?.server ?? -1]?.group;
        if (group === 'levant') return 1 - 0.5 * ramp(t, 20);
        return group === 'alpine' && stream < 10 ? 1 + 2 * ramp(t, 60) : 1;
      },
    }),
    told: {
      120: ['critical loss levant', 'warning server-hot adige: nobody', 'warning server-hot yonne: nobody'],
    },
    lost: { 120: 8_300 },
  },
  {
    what: 'all streams are silent for a while: edges that have nothing to send are no problem of their own',
    seed: 304,
    effects: () => ({ publishes: (_, t) => (isDuring(t, 100) ? 'silent' : 'yes') }),
    told: { 90: ['critical parted cluster'], 130: [] },
  },
  {
    what: 'all publishers send twice as much: that is a surge, however often a total counts the same bytes',
    seed: 304,
    effects: () => ({ bitrate: (_, t) => 1 + ramp(t, 20) }),
    told: { 50: ['warning surge cluster: nobody'] },
  },
  {
    what: 'an edge is drained and then dies: who had left it is lost, too',
    seed: 301,
    effects: (cluster) => {
      const { index, server } = appOf(cluster, 'edge', 1);
      return {
        route: (app, t) => (app === index ? 1 - 0.6 * ramp(t, 80) : 1),
        isUp: (one, t) => one !== server || t < BEGINS_S + 110,
        returns: 0,
      };
    },
    told: { 130: ['critical server-gone adige'] },
    lost: { 130: 14_600 },
  },
  {
    what: 'a customer is gone, and a minute later a server is busy: two incidents, and no transcoder is at fault',
    seed: 303,
    effects: (cluster) => {
      const isOwn = isOfCustomer(cluster, appOf(cluster, 'origin').name);
      const { server } = appOf(cluster, 'edge');
      return {
        publishes: (stream, t) => (isOwn(stream) && t >= BEGINS_S ? 'no' : 'yes'),
        cpu: (one, t) => (one === server ? 80 * ramp(t - 60, 30) : 0),
      };
    },
    told: { 180: ['critical loss opera', 'critical server-hot bari'] },
  },
  {
    what: 'half of all leave for some seconds while the audience declines: the decline does not hide it',
    seed: 312,
    effects: () => ({ crowd: (_, t) => (isDuring(t, 18) ? 0.5 : 1) }),
    told: { 10: ['critical loss cluster'], 20: ['critical loss cluster'], 60: [] },
  },
  {
    what: 'half of a customer is back: who still misses a stream is lost',
    seed: 304,
    effects: (cluster) => {
      const { name } = appOf(cluster, 'origin');
      const own = cluster.streams.filter(({ app }) => cluster.apps[app]?.name === name);
      const isBack = (stream: number, t: number) =>
        t >= BEGINS_S + 60 && own.findIndex(({ index }) => index === stream) % 2 === 1;
      const isOwn = (stream: number) => own.some(({ index }) => index === stream);
      return {
        publishes: (stream, t) => (isOwn(stream) && t >= BEGINS_S && !isBack(stream, t) ? 'no' : 'yes'),
      };
    },
    told: { 30: ['critical loss chapel'], 120: ['warning loss cluster'] },
    lost: { 30: 7_200, 120: 5_000 },
  },
  {
    what: 'two regions are gone at once, with publishers: nobody is lost in both',
    seed: 304,
    effects: (cluster) => {
      const [one, other] = regionsOf(cluster);
      return {
        isUp: (server, t) => {
          const { group } = cluster.servers[server] ?? {};
          if (group === one) return !isDuring(t, 40);
          return group !== other || !isDuring(t, 160);
        },
        returns: 0,
      };
    },
    told: { 30: ['critical server-gone alpine'], 80: ['critical server-gone alpine'] },
    lost: { 30: 25_400, 80: 17_000 },
  },
  {
    what: 'two regions that nearly all watch come back at once: who is on the way is no new loss',
    seed: 301,
    effects: (cluster) => {
      const regions = regionsOf(cluster).slice(0, 2);
      return {
        isUp: (server, t) => !regions.includes(cluster.servers[server]?.group) || !isDuring(t, 60),
        returns: 0,
      };
    },
    told: {
      70: ['critical server-gone alpine', 'critical server-gone levant'],
      90: ['critical server-gone alpine', 'critical server-gone levant'],
      140: [],
    },
    lost: { 70: 11_200 },
  },
  {
    what: 'two customers end at once: what is left to watch is thinner, and no edge is at fault',
    seed: 304,
    effects: (cluster) => {
      const [one, other] = ['chapel', 'classroom'].map((name) => isOfCustomer(cluster, name));
      return {
        publishes: (stream, t) => (t >= BEGINS_S && (one?.(stream) || other?.(stream)) ? 'no' : 'yes'),
      };
    },
    told: { 30: ['critical loss cluster'] },
    lost: { 30: 15_100 },
  },
  {
    what: 'the streams of a customer end one after another: it is the customer',
    seed: 302,
    effects: (cluster) => {
      const own = cluster.streams.filter(({ index }) => isOfCustomer(cluster, 'lecture')(index));
      const nth = new Map(own.map(({ index }, n) => [index, n]));
      return { publishes: (stream, t) => (t >= BEGINS_S + 8 * (nth.get(stream) ?? 1e3) ? 'no' : 'yes') };
    },
    told: { 180: ['critical loss lecture'], 240: ['critical loss lecture'] },
  },
  {
    what: 'nothing comes of two streams that a fifth of all watch: no edge delivers less',
    seed: 304,
    effects: () => ({ publishes: (stream, t) => (stream < 2 && t >= BEGINS_S ? 'silent' : 'yes') }),
    told: {
      20: ['warning loss cluster: nobody'],
      150: ['critical stream-unhealthy cellarclose', 'critical stream-unhealthy courtreel'],
    },
  },
  {
    what: 'soon after the first look a customer is lost, and the totals count two fifths too many from then on: the servers tell it',
    seed: 304,
    effects: (cluster) => {
      const isOwn = isOfCustomer(cluster, 'parliament');
      return {
        totalsBy: (t) => (t > 90 ? 1.4 : 1),
        crowd: (stream, t) => (isOwn(stream) ? 1 - 0.8 * rampOf(t, 90, 10) : 1),
      };
    },
    told: { [-60]: ['critical loss parliament'], 60: ['critical loss parliament'] },
    lost: { 60: 6_660 },
  },
  {
    what: 'the totals are those of minutes before for a while: nothing restarted',
    seed: 301,
    effects: () => ({ totalsOf: (t) => (isDuring(t, 60) ? t - 150 : t) }),
    told: { 10: [], 100: [] },
  },
];

/** Each takes a world of minutes: `npm test` looks at every third. */
const looked = isLong ? incidents : incidents.filter((_, nth) => nth % 3 === 0);

test.each(looked)('$what', async ({ seed, effects, told, lost }) => {
  const moments = Object.entries(told).map(([after, rows]) => [BEGINS_S + Number(after), rows] as const);
  const watched = await watchThird(seed, {
    kind: 'calm',
    begins: BEGINS_S,
    until: Math.max(...moments.map(([t]) => t)) + 1,
    plan: () => ({ effects: effects(drawCluster(seed)), without: {} }),
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
