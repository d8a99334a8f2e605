import { rampOf } from '../triage-score/third/draws.ts';
import { appOf, BEGINS_S, type Invented, isDuring, isOfCustomer, ramp } from './invented.ts';

/** Incidents of viewers, customers, streams and totals. */
export const audience: readonly Invented[] = [
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
    what: 'a customer is refused on every other edge: it is the customer, and none of them',
    seed: 304,
    effects: (cluster) => {
      const isOwn = isOfCustomer(cluster, 'parliament');
      const refusing = cluster.serving.filter((_, n) => n % 2 === 0);
      return { crowdAt: (stream, app, t) => (isOwn(stream) && refusing.includes(app) ? 1 - ramp(t, 10) : 1) };
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
    what: 'the largest streams of three customers fall silent, and their viewers leave: they are lost, and no edge is at fault',
    seed: 301,
    effects: () => ({
      publishes: (stream, t) => (stream < 4 && t >= BEGINS_S ? 'silent' : 'yes'),
      crowd: (stream, t) => (stream < 4 ? 1 - ramp(t - 10, 30) : 1),
    }),
    told: { 40: ['critical parted cluster'], 120: ['critical parted cluster'] },
    lost: { 120: 4_800 },
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
    what: 'all publishers send twice as much: that is a surge, however often a total counts the same bytes',
    seed: 304,
    effects: () => ({ bitrate: (_, t) => 1 + ramp(t, 20) }),
    told: { 50: ['warning surge cluster: nobody'] },
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
    what: 'all edges lose most of their viewers, who come back and leave again every 40 s: it stands between the beats, and ends',
    seed: 304,
    effects: ({ apps }) => ({
      route: (app, t) =>
        apps[app]?.role === 'edge' && isDuring(t, 180) && (t - BEGINS_S) % 40 < 15 ? 0.2 : 1,
      returns: 0,
    }),
    told: {
      12: ['critical loss cluster'],
      115: ['critical loss cluster'],
      155: ['critical loss cluster'],
      270: [],
    },
  },
  {
    what: 'all viewers of two thirds of the streams leave: what the others watch is thinner, and no edge delivers less',
    seed: 9125,
    effects: () => ({ crowd: (stream, t) => ((stream * 19) % 100 < 70 && t >= BEGINS_S ? 0 : 1) }),
    told: { 60: ['critical loss cluster'], 120: ['critical loss cluster'], 200: ['critical loss cluster'] },
  },
  {
    what: 'three tenths of the streams of all customers come in at half of their rate: that is one incident',
    seed: 9130,
    effects: () => ({ bitrate: (stream, t) => ((stream * 19) % 100 < 30 && t >= BEGINS_S ? 0.5 : 1) }),
    told: { 60: ['critical parted cluster'], 120: ['critical parted cluster'] },
  },
  {
    what: 'nothing: an audience has fallen by a few percent since before the first look, and no edge more than others',
    seed: 9171,
    effects: () => ({}),
    told: { 60: [], 100: [] },
  },
  {
    what: 'three times as many come for 20 s, and leave: what is over is no surge',
    seed: 303,
    effects: () => ({ crowd: (_, t) => (isDuring(t, 20) ? 3 : 1) }),
    told: { 20: [], 30: [], 40: [] },
  },
  {
    what: 'all viewers of three large streams leave in a rising evening: no wave, and the rise is no spread',
    seed: 9306,
    effects: ({ streams }) => {
      const largest = streams.toSorted((a, b) => b.audience - a.audience).slice(0, 3);
      return { crowd: (stream, t) => (largest.some(({ index }) => index === stream) ? 1 - ramp(t, 40) : 1) };
    },
    told: { 110: ['critical loss cluster'], 200: ['critical loss cluster'] },
    lost: { 110: 12_370 },
  },
  {
    what: 'the viewers of a region have bad health, and no list tells where: it is told within half a minute',
    seed: 9312,
    effects: ({ apps, servers }) => {
      const isOwn = (app: number) => servers[apps[app]?.server ?? -1]?.group === 'iberia';
      return { appSick: (app, t) => (isOwn(app) ? 80 * ramp(t, 2) : 0) };
    },
    told: { 35: ['warning health cluster'], 110: ['warning health cluster'] },
  },
  {
    what: 'three fifths more come within a minute, stay for 20, and leave within three: they are not lost',
    seed: 9332,
    effects: () => ({ crowd: (_, t) => 1 + 0.6 * (ramp(t, 60) - rampOf(t, BEGINS_S + 1_260, 180)) }),
    told: { 600: ['warning surge cluster: nobody'], 1460: [], 1540: [] },
  },
  {
    what: 'four of five streams are sick, none of them with many viewers: together they are critical',
    seed: 9378,
    effects: () => ({ sick: (stream, t) => ((stream * 19) % 100 < 80 && t >= BEGINS_S ? 80 : 0) }),
    told: { 35: ['critical health cluster'], 110: ['critical stream-unhealthy cluster'] },
  },
  {
    what: "most viewers of an origin's streams leave in an evening that has fallen for long: the tide does not hide it",
    seed: 9373,
    effects: ({ apps, streams, servers }) => {
      const isOwn = (stream: number) =>
        servers[apps[streams[stream]?.app ?? -1]?.server ?? -1]?.name === 'dniester';
      return { crowd: (stream, t) => (isOwn(stream) ? 1 - 0.6 * ramp(t, 40) : 1) };
    },
    told: { 110: ['warning loss cluster'], 200: ['warning loss cluster'] },
    lost: { 110: 230 },
  },
  {
    what: 'a seventh of all leaves within half a minute after an evening that rose: no peak ends like that',
    seed: 9512,
    effects: () => ({ crowd: (_, t) => (t >= BEGINS_S ? 0.85 : 1) }),
    told: { 35: ['critical loss cluster'], 110: ['critical loss cluster'] },
    lost: { 110: 2_450 },
  },
  {
    what: 'a quarter of all leaves again and again after an evening that rose: it is told each time',
    seed: 9552,
    effects: () => ({ crowd: (_, t) => (t >= BEGINS_S && (t - BEGINS_S) % 120 < 54 ? 0.7 : 1) }),
    told: { 20: ['critical loss cluster'], 135: ['critical loss cluster'], 260: ['critical loss cluster'] },
  },
  {
    what: 'publishers of a server fall silent after those of another had sent less: the first are not at fault',
    seed: 9543,
    effects: ({ apps, streams, servers }) => {
      const isOwn = (stream: number) =>
        servers[apps[streams[stream]?.app ?? -1]?.server ?? -1]?.name === 'ibis';
      return { publishes: (stream, t) => (isOwn(stream) && t >= BEGINS_S + 340 ? 'silent' : 'yes') };
    },
    told: { 380: ['critical parted ibis'], 470: ['critical parted ibis'] },
  },
  {
    what: 'a third of the streams of a customer fall silent: it is named',
    seed: 9711,
    effects: (cluster) => {
      const isOwn = isOfCustomer(cluster, 'stadium');
      return {
        publishes: (stream, t) => (isOwn(stream) && stream % 5 === 0 && t >= BEGINS_S ? 'silent' : 'yes'),
      };
    },
    told: { 110: ['warning parted stadium'] },
  },
  {
    what: 'a customer loses half of its viewers after an evening that rose by as much: they did not come with it',
    seed: 9799,
    effects: (cluster) => {
      const isOwn = isOfCustomer(cluster, 'newsroom');
      return { crowd: (stream, t) => (isOwn(stream) ? 1 - 0.5 * rampOf(t, 450, 20) : 1) };
    },
    told: { 320: ['critical loss newsroom'], 400: ['critical loss newsroom'] },
  },
  {
    what: 'the streams of a customer end again and again, and one had ended before: the viewers of all are lost',
    seed: 9783,
    effects: (cluster) => {
      const isOwn = isOfCustomer(cluster, 'parmabox');
      const isAway = (t: number) => t >= 420 && t < 540 && (t - 420) % 60 < 30;
      return { publishes: (stream, t) => (isOwn(stream) && isAway(t) ? 'no' : 'yes') };
    },
    told: { 285: ['critical loss parmabox'] },
    lost: { 285: 1_000 },
  },
];
