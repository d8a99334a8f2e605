import { appOf, BEGINS_S, type Invented, isDuring, ramp, regionsOf } from './invented.ts';

const gone = (server: number) => (one: number, t: number) => one !== server || t < BEGINS_S;

/** Incidents of servers and regions. */
export const servers: readonly Invented[] = [
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
      return { totalsOf: (t) => Math.min(t, BEGINS_S - 30), isUp: gone(server) };
    },
    told: { 60: ['critical server-gone adige'] },
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
      return { isUp: gone(server), returns: 0, crowd: (_, t) => 1 - 0.4 * ramp(t - 100, 10) };
    },
    told: { 90: ['critical server-gone kemi'], 140: ['critical loss cluster', 'critical server-gone kemi'] },
  },
  {
    what: 'an edge crashes, and another sends too little from then on: the outage does not hide it',
    seed: 304,
    effects: (cluster) => {
      const { server } = appOf(cluster, 'edge');
      const { index } = appOf(cluster, 'edge', 1);
      return { isUp: gone(server), delivers: (app, t) => (app === index && t >= BEGINS_S ? 0.6 : 1) };
    },
    told: { 150: ['critical server-gone kemi', 'warning parted vistula'] },
  },
  {
    what: 'the only manager is gone, and the streams that it took in: it says whom that hits',
    seed: 304,
    effects: (cluster) => {
      const { index } = cluster.servers.find(({ isManager }) => isManager) ?? { index: -1 };
      return { isUp: gone(index) };
    },
    told: { 20: ['critical server-gone saone'], 90: ['critical server-gone saone'] },
  },
  {
    what: 'an edge crashes in a rising evening: no new viewer is one who came back',
    seed: 304,
    effects: (cluster) => {
      const { server } = appOf(cluster, 'edge', 1);
      return { isUp: gone(server), returns: 0, crowd: (_, t) => 1 + 0.025 * (t / 60) };
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
    what: 'the only edge of a region loses viewers: the edge is named',
    seed: 9017,
    effects: ({ apps, servers }) => {
      const isOwn = (app: number) => servers[apps[app]?.server ?? -1]?.name === 'kemi';
      return { route: (app, t) => (isOwn(app) ? 1 - 0.6 * ramp(t, 6) : 1), returns: 0 };
    },
    told: { 60: ['warning loss kemi'] },
  },
  {
    what: 'all streams are silent for a while: edges that have nothing to send are no problem of their own',
    seed: 304,
    effects: () => ({ publishes: (_, t) => (isDuring(t, 100) ? 'silent' : 'yes') }),
    told: { 90: ['critical parted cluster'], 130: [] },
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
    what: 'the totals are those of minutes before for a while: nothing restarted',
    seed: 301,
    effects: () => ({ totalsOf: (t) => (isDuring(t, 60) ? t - 150 : t) }),
    told: { 10: [], 100: [] },
  },
  {
    what: 'transcoders get slower for minutes until their renditions are sick: it is the transcoders',
    seed: 9374,
    effects: () => ({ transcodes: (_, t) => 1 - 0.8 * ramp(t, 240) }),
    told: { 110: ['warning parted cluster: nobody'], 330: ['critical parted cluster'] },
  },
  {
    what: 'a server loses its viewers after those of another have moved: these are not lost',
    seed: 9726,
    effects: ({ apps, servers }) => {
      const [moved, lost] = ['tours', 'faro'].map((name) =>
        apps.findIndex(({ server, role }) => servers[server]?.name === name && role === 'edge'),
      );
      const isAway = (t: number) => t >= BEGINS_S + 120 && t < BEGINS_S + 180;
      return {
        route: (app, t) => (app === moved ? 1 - 0.8 * ramp(t, 20) : 1),
        returns: 1,
        crowdAt: (_, app, t) => (app === lost && isAway(t) ? 0.2 : 1),
      };
    },
    told: {
      90: ['warning moved tours: nobody'],
      170: ['warning loss faro', 'warning moved tours: nobody'],
      230: ['warning moved tours: nobody'],
    },
  },
];
