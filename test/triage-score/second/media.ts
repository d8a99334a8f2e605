import { hash } from '../../../src/simulator/rng.ts';
import { placeInLine } from '../../../src/simulator/story-effects.ts';
import { streamType } from '../../../src/simulator/stream-list.ts';
import type { Culprit } from '../../world/incidents/truth.ts';
import { type Dice, line } from './dice.ts';
import type { Maker } from './fault.ts';

/** Faults of publishers, origins, transcoders, and of what the cluster allows. */

/** Streams with something in common: a customer on all of its origins, or a type of stream. */
function related(dice: Dice, purpose: number): { streams: readonly number[]; culprit: Culprit } {
  const all = dice.streams(() => true);
  const byType = dice.oneOf(purpose, [true, false, false]);
  const traitOf = (s: number) => (byType ? streamType(dice.seed, s) : dice.appOf(s));
  const traits = [...new Set(all.map(traitOf))].filter((trait) => {
    const own = all.filter((s) => traitOf(s) === trait);
    return own.length >= 5 && own.length <= 0.7 * all.length;
  });
  const name = dice.oneOf(purpose + 1, traits.length > 0 ? traits : [dice.appOf(all[0] ?? 0)]);
  const kind = byType && traits.length > 0 ? 'stream type' : 'application';
  return { streams: all.filter((s) => traitOf(s) === name), culprit: { kind, name, also: [] } };
}

/** Publishers are refused one after another, once their session ends. */
const certificate: Maker = (dice, { streams: who }) => {
  const { streams: all, culprit } = related(dice, 1);
  const share = dice.some(3, 0.6, 1);
  const streams = all.filter((s) => hash(dice.seed, 321, s) % 100 < 100 * share);
  const lasts = dice.some(4, 15, 420);
  const begins = dice.firstOf(streams, lasts);
  const origins = [...new Set(streams.map((s) => dice.serverOf(s)))];
  return {
    effects: [
      {
        what: 'outage',
        who,
        spans: [{ start: dice.begins, end: dice.ends }],
        oneByOne: lasts,
        listed: dice.oneOf(5, [true, false]),
      },
    ],
    streams,
    culprits: [culprit],
    parts: ['ingest'],
    begins,
    grows: dice.begins + lasts - begins,
    extent: ['streams lost', 'viewers lost'],
    cause: line(
      begins - 3,
      dice.objectOf(origins[0] ?? -1),
      'Certificate *.ingest.example is past its end date',
    ),
    follows: streams.map((s) =>
      line(
        dice.begins + lasts * placeInLine(dice.seed, s) + 2,
        dice.objectOf(dice.serverOf(s)),
        'Handshake with publisher refused: certificate_expired',
      ),
    ),
  };
};

/** A transcoder that makes less of what it gets. */
const weakTranscoder = (what: 'transcode' | 'renditions', cause: string): Maker => {
  return (dice, { servers: who }, taken) => {
    const [server = -1] = dice.servers('transcode', 1, taken);
    const rise = dice.some(1, 1, what === 'transcode' ? 60 : 2);
    const { begins: start, ends: end } = dice;
    return {
      effects: [{ what, who, by: dice.some(2, 0.35, 0.65), start, end, rise }],
      servers: [server],
      streams: dice.streams((s) => dice.transcoderOf(s) === server),
      culprits: [dice.culprit(server)],
      parts: ['transcode'],
      grows: rise,
      extent: ['streams hit', 'viewers hit'],
      cause: line(start - 2, dice.objectOf(server), cause),
    };
  };
};

/** All publishers of an origin arrive with fewer bytes. */
const weakOrigin: Maker = (dice, { streams: who }, taken) => {
  const [server = -1] = dice.servers('origin', 1, taken);
  const rise = dice.some(1, 1, 100);
  const { begins: start, ends: end } = dice;
  return {
    effects: [{ what: 'bitrate', who, by: dice.some(2, 0.35, 0.65), start, end, rise }],
    servers: [server],
    streams: dice.streams((s) => dice.serverOf(s) === server),
    culprits: [dice.culprit(server)],
    parts: ['ingest'],
    grows: rise,
    extent: ['streams hit', 'viewers hit'],
    cause: line(start - 1, dice.objectOf(server), 'Bond bond0: 2 of 4 members down'),
  };
};

/** Publishers connect again, and send less than before. */
const afterReconnect = (isRollOut: boolean): Maker => {
  return (dice, { streams: who }, taken) => {
    const [server = -1] = dice.servers('origin', 1, taken);
    const some = related(dice, 1);
    const streams = isRollOut ? some.streams : dice.streams((s) => dice.serverOf(s) === server);
    const lasts = isRollOut ? dice.some(3, 40, 200) : dice.some(3, 4, 20);
    const down = dice.some(4, 4, 12);
    const begins = dice.firstOf(streams, lasts);
    const { ends: end } = dice;
    return {
      effects: [
        {
          what: 'outage',
          who,
          spans: [{ start: dice.begins, end: dice.begins + down }],
          oneByOne: lasts,
          spread: lasts,
          listed: true,
          newId: true,
        },
        { what: 'bitrate', who, by: dice.some(5, 0.45, 0.65), start: dice.begins, end, oneByOne: lasts },
      ],
      ...(isRollOut ? {} : { servers: [server] }),
      streams,
      culprits: [isRollOut ? some.culprit : dice.culprit(server)],
      parts: ['ingest'],
      begins,
      grows: dice.begins + lasts + down - begins,
      extent: ['streams hit', 'viewers hit'],
      follows: isRollOut
        ? streams.map((s) =>
            line(
              dice.begins + lasts * placeInLine(dice.seed, s) + down,
              `Stream: ${dice.table.keys[s]}`,
              'Publisher accepted: LiveEncoder/5.0.1',
            ),
          )
        : [line(dice.begins - 1, dice.objectOf(server), 'Ingest process restarted')],
    };
  };
};

/** Published, but nothing arrives. */
const stalled: Maker = (dice, { streams: who }) => {
  const { streams, culprit } = related(dice, 1);
  const { begins: start, ends: end } = dice;
  return {
    effects: [{ what: 'stalled', who, start, end }],
    streams,
    culprits: [culprit],
    parts: ['ingest'],
    grows: 1,
    extent: ['streams hit', 'viewers hit'],
    cause: line(
      start - 2,
      dice.manager,
      `Ingest policy of ${culprit.name} changed: media is held for review`,
    ),
  };
};

/** An origin dies with its streams; they come back one after another. */
const originCrash: Maker = (dice, { servers, streams: who }, taken) => {
  const [server = -1] = dice.servers('origin', 1, taken);
  const { begins: start } = dice;
  const end = start + dice.some(1, 24, 90);
  return {
    effects: [
      { what: 'gone', who: servers, start, end },
      { what: 'outage', who, spans: [{ start, end: end + 6 }], spread: 60, listed: false, newId: true },
    ],
    servers: [server],
    streams: Array.from({ length: dice.table.publishers }, (_, s) => s).filter(
      (s) => dice.serverOf(s) === server,
    ),
    culprits: [dice.culprit(server)],
    parts: ['ingest'],
    grows: 6,
    extent: ['streams lost', 'streams hit', 'viewers lost', 'viewers hit'],
    cause: line(start - 1, dice.objectOf(server), 'Fatal signal 11 in demuxer thread'),
    follows: [line(start + 2, dice.manager, 'Node left the cluster')],
  };
};

/** A whole site is gone. */
const siteCut: Maker = (dice, { servers, streams: who }) => {
  const { layout, begins: start, ends } = dice;
  const withManager = layout.servers.flatMap(({ role, group }) => (role === 'manager' ? [group] : []));
  const free = layout.groups.flatMap((_, group) => (withManager.includes(group) ? [] : [group]));
  const group = dice.oneOf(1, free.length > 0 ? free : [1]);
  const members = layout.servers.flatMap((one, index) => (one.group === group ? [index] : []));
  const end = Math.min(ends, start + dice.some(2, 200, 600));
  const name = layout.groups[group] ?? '';
  return {
    effects: [
      { what: 'gone', who: servers, start, end },
      { what: 'left', who: servers, by: dice.some(3, 0.3, 0.9), start, end },
      { what: 'outage', who, spans: [{ start, end: end + 5 }], spread: 30, listed: false },
    ],
    servers: members,
    streams: Array.from({ length: dice.table.publishers }, (_, s) => s).filter((s) =>
      members.includes(dice.serverOf(s)),
    ),
    culprits: [{ kind: 'group', name, also: [] }],
    parts: ['ingest', 'transcode', 'delivery', 'control plane'],
    grows: 8,
    extent: ['viewers lost', 'viewers hit', 'streams lost'],
    hitEdges: members,
    cause: line(start, dice.manager, `Site ${name}: BGP session down`),
  };
};

/** Less may be sent than is sent. */
const licence: Maker = (dice) => {
  const { begins: start, ends: end } = dice;
  const by = dice.some(1, 0.72, 0.9);
  return {
    effects: [{ what: 'license', by, start, end }],
    culprits: [{ kind: 'cluster', name: 'cluster', also: [] }],
    parts: ['limits', 'delivery'],
    grows: 4,
    extent: ['viewers lost'],
    cause: line(start, dice.manager, `License file replaced: egress ${Math.round(100 * by)} % of before`),
  };
};

export const mediaFaults = {
  certificate,
  'lost-renditions': weakTranscoder('renditions', 'Ladder profile hd-3 disabled'),
  throttle: weakTranscoder('transcode', 'GPU 0: power limit reduced to 75 W'),
  'weak-origin': weakOrigin,
  'half-after-restart': afterReconnect(false),
  'roll-out': afterReconnect(true),
  stalled,
  'origin-crash': originCrash,
  'site-cut': siteCut,
  licence,
} as const satisfies Readonly<Record<string, Maker>>;
