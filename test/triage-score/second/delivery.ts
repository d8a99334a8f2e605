import type { Effect } from '../../../src/simulator/story.ts';
import { type Dice, line } from './dice.ts';
import type { Maker } from './fault.ts';

/** Faults of edges and of the audience. */

const atEdges = (dice: Dice, servers: readonly number[], grows: number) => {
  const culprits = servers.map((edge) => dice.culprit(edge));
  return { servers, culprits, parts: ['delivery'], grows } as const;
};

/** A routing pool takes viewers away from a few edges. */
const poolDrain: Maker = (dice, { servers: who }, taken) => {
  const edges = dice.servers('edge', dice.oneOf(1, [1, 2, 2, 3]), taken);
  const rise = dice.some(2, 30, 420);
  const { begins, ends: end } = dice;
  const names = edges.map((edge) => dice.nameOf(edge)).join(', ');
  return {
    effects: [{ what: 'left', who, by: dice.some(3, 0.45, 0.9), start: begins, end, rise }],
    ...atEdges(dice, edges, rise),
    extent: ['viewers lost'],
    cause: dice.oneOf(4, [
      line(begins - 4, dice.manager, `Routing pool 3: weight of ${names} changed 100 -> 8 by netops`),
      line(
        begins - 6,
        dice.objectOf(edges[0] ?? -1),
        'Configuration version 118 applied: advertised weight 8',
      ),
    ]),
  };
};

const ofAll = (share: readonly [number, number], rise: readonly [number, number], cause: string): Maker => {
  return (dice) => {
    const grows = dice.some(2, ...rise);
    const { begins: start, ends: end } = dice;
    return {
      effects: [{ what: 'viewers', who: 'all', by: 1 - dice.some(1, ...share), start, end, rise: grows }],
      culprits: [{ kind: 'cluster', name: 'cluster', also: [] }],
      parts: [],
      grows,
      extent: ['viewers lost'],
      cause: line(start - 5, dice.manager, cause),
    };
  };
};

/** The whole audience goes, in minutes or at once. */
const slowLoss = ofAll(
  [0.2, 0.58],
  [240, 540],
  'Name server zone live.example reloaded: 3 records removed by dnsbot',
);
const wholeCliff = ofAll([0.14, 0.4], [0, 8], 'Token key rotated: previous key 7 is no longer valid');

/** The audience of one customer goes; all of its streams are still published. */
const customerLoss: Maker = (dice, { streams: who }) => {
  const names = [...new Set(dice.streams(() => true).map((s) => dice.appOf(s)))];
  const name = dice.oneOf(1, names);
  const streams = dice.streams((s) => dice.appOf(s) === name);
  const rise = dice.some(2, 4, 240);
  return {
    effects: [{ what: 'viewers', who, by: dice.some(3, 0.1, 0.5), start: dice.begins, end: dice.ends, rise }],
    streams,
    culprits: [{ kind: 'application', name, also: [] }],
    parts: ['ingest', 'delivery'],
    grows: rise,
    extent: ['viewers lost'],
    cause: line(dice.begins - 3, `Application: ${name}`, 'Player allow list replaced: 1 domain, was 14'),
  };
};

/** Edges that deliver worse or nothing from then on. */
const edgesAtFault = (dice: Dice, edges: readonly number[], grows: number) =>
  ({ ...atEdges(dice, edges, grows), hitEdges: edges, extent: ['viewers hit'] }) as const;

/** An edge needs far more CPU. */
const edgeCpu: Maker = (dice, { servers: who }, taken) => {
  const edges = dice.servers('edge', 1, taken);
  const rise = dice.some(1, 20, 240);
  const { begins: start, ends: end } = dice;
  return {
    effects: [{ what: 'cpu', who, by: dice.some(2, 62, 80), start, end, rise }],
    ...edgesAtFault(dice, edges, rise),
    cause: line(start - 2, dice.objectOf(edges[0] ?? -1), 'Kernel parameter net.core.busy_poll set to 50'),
  };
};

/** One change makes all edges burn. */
const edgeFleet: Maker = (dice, { servers: who }) => {
  const edges = dice.servers('edge', Number.POSITIVE_INFINITY);
  const { begins: start, ends: end } = dice;
  const rise = dice.some(1, 5, 60);
  return {
    effects: [{ what: 'cpu', who, by: dice.some(2, 65, 80), start, end, rise }],
    ...edgesAtFault(dice, edges, rise),
    cause: line(start - 8, dice.manager, `Bundle 77 rolled out to ${edges.length} edges: gzip level 9`),
  };
};

/** An edge dies, and some of its viewers do not come back. */
const edgeCrash: Maker = (dice, { servers: who }, taken) => {
  const edges = dice.servers('edge', 1, taken);
  const { begins: start, ends } = dice;
  const end = Math.min(ends, start + dice.some(1, 80, 700));
  return {
    effects: [
      { what: 'gone', who, start, end },
      { what: 'left', who, by: dice.some(2, 0.2, 0.8), start, end: ends },
    ],
    ...edgesAtFault(dice, edges, 10),
    extent: ['viewers lost', 'viewers hit'],
    cause: line(start, dice.objectOf(edges[0] ?? -1), 'Machine check exception: uncorrected memory error'),
    follows: [line(start + 3, dice.manager, 'Node left the cluster')],
  };
};

/** An edge goes and comes, again and again. */
const flap: Maker = (dice, { servers: who }, taken) => {
  const edges = dice.servers('edge', 1, taken);
  const every = dice.some(1, 38, 60);
  const down = dice.some(2, 12, 22);
  const spans = Array.from({ length: 9 }, (_, n) => dice.begins + n * every);
  return {
    effects: [
      ...spans.map((start): Effect => ({ what: 'gone', who, start, end: start + down })),
      { what: 'left', who, by: dice.some(3, 0.3, 0.7), start: dice.begins, end: dice.ends, rise: 5 * every },
    ],
    ...edgesAtFault(dice, edges, every),
    extent: ['viewers hit', 'viewers lost'],
    cause: line(dice.begins - 1, dice.objectOf(edges[0] ?? -1), 'Port Ethernet1/14 renegotiated: CRC errors'),
  };
};

/** Sessions that take nothing, on some edges or on all. */
const emptySessions: Maker = (dice, { servers: who }, taken) => {
  const edges = dice.servers('edge', dice.oneOf(1, [1, 2]), taken);
  const rise = dice.some(2, 10, 120);
  const { begins: start, ends: end } = dice;
  return {
    effects: [{ what: 'idle', who, by: dice.some(3, 0.4, 1.3), start, end, rise }],
    ...atEdges(dice, edges, rise),
    extent: ['sessions gained'],
    cause: line(start - 2, dice.objectOf(edges[0] ?? -1), 'Player library 9.2 enabled for all sessions'),
  };
};

/** An edge sends less than its viewers should get. */
const thinDelivery: Maker = (dice, { servers: who }, taken) => {
  const edges = dice.servers('edge', 1, taken);
  const rise = dice.some(1, 2, 90);
  const { begins: start, ends: end } = dice;
  return {
    effects: [{ what: 'delivery', who, by: dice.some(2, 0.3, 0.65), start, end, rise }],
    ...edgesAtFault(dice, edges, rise),
    cause: line(
      start - 1,
      dice.objectOf(edges[0] ?? -1),
      'Interface ens5 is up: 1 Gbit/s full duplex (10 before)',
    ),
    follows: [line(start + 40, dice.objectOf(edges[0] ?? -1), 'Socket buffers full, segments dropped')],
  };
};

export const deliveryFaults = {
  'pool-drain': poolDrain,
  'slow-loss': slowLoss,
  'whole-cliff': wholeCliff,
  'customer-loss': customerLoss,
  'edge-cpu': edgeCpu,
  'edge-fleet': edgeFleet,
  'edge-crash': edgeCrash,
  flap,
  'empty-sessions': emptySessions,
  'thin-delivery': thinDelivery,
} as const satisfies Readonly<Record<string, Maker>>;
