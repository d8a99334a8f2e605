import { cell } from '../../../src/simulator/column.ts';
import { unit } from '../../../src/simulator/rng.ts';
import { placeInLine } from '../../../src/simulator/story-effects.ts';
import { streamType } from '../../../src/simulator/stream-list.ts';
import { type Builder, line, managerObject, nothingHit, ofServers, serverCulprits } from './built-fault.ts';
import type { Draw } from './draw.ts';
import type { Culprit } from './truth.ts';

/** Faults of publishers and of transcoders. */

/** Publishers that return are other streams. */
const newId = true;

/** A dimension in which streams have something in common, with the streams of one value. */
interface Shared {
  readonly culprit: Culprit;
  readonly streams: readonly number[];
  /** The object that reports it in the journal. */
  readonly object: string;
}

const LEAST_STREAMS = 4;

/** Where the first of these streams is in the line in which they follow one another, 0 to 1. */
function firstInLine({ seed }: Draw, streams: readonly number[]): number {
  return Math.min(...streams.map((s) => placeInLine(seed, s)));
}

/** The strength at which the first stream loses a rendition, 0 to 1: there are whole ones only. */
function firstRendition({ table }: Draw, streams: ReadonlySet<number>, by: number): number {
  const most = Math.max(1, ...[...streams].map((s) => cell(table.renditions, s)));
  return Math.min(1, 0.5 / (most * (1 - by)));
}

function byApplication(draw: Draw, purpose: number): Shared | undefined {
  const { layout, table } = draw;
  const lists = layout.byRole.origin
    .map((app) => ({ app, streams: draw.streams((s) => cell(table.origin, s) === app) }))
    .filter(({ streams }) => streams.length >= LEAST_STREAMS);
  if (lists.length === 0) return undefined;
  const { app, streams } = draw.pick(purpose, lists);
  const name = layout.apps[app]?.name ?? '';
  return { culprit: { kind: 'application', name, also: [] }, streams, object: `Application: ${name}` };
}

function byType(draw: Draw, purpose: number): Shared | undefined {
  const typed = ['RTMP_STREAM', 'SRT_STREAM', 'WHIP_STREAM', 'NATIVE_STREAM']
    .map((name) => ({ name, streams: draw.streams((s) => streamType(draw.seed, s) === name) }))
    .filter(({ streams }) => streams.length >= LEAST_STREAMS);
  if (typed.length === 0) return undefined;
  const { name, streams } = draw.pick(purpose, typed);
  const object = managerObject(draw);
  return { culprit: { kind: 'stream type', name, also: [] }, streams, object };
}

function byOrigin(draw: Draw, purpose: number, taken: ReadonlySet<number>): Shared | undefined {
  const origin = draw.server(purpose, 'origin', taken);
  const streams = origin < 0 ? [] : draw.streamsOf(origin);
  const [culprit] = serverCulprits(draw, [origin]);
  if (streams.length < LEAST_STREAMS || !culprit) return undefined;
  return { culprit, streams, object: `Server: ${culprit.name}` };
}

/** Publishers with something in common disconnect one after another and cannot return. */
export const publishersLost: Builder = (draw, { streams: who, taken }) => {
  const dimension = draw.pick(20, ['application', 'type', 'origin']);
  const shared =
    (dimension === 'type' && byType(draw, 21)) ||
    (dimension === 'origin' && byOrigin(draw, 21, taken)) ||
    byApplication(draw, 21);
  if (!shared) return undefined;
  const { begins, ends } = draw;
  const oneByOne = Math.max(90, draw.rise(90));
  const streams = shared.streams.filter((s) => draw.size !== 'small' || unit(draw.seed, 205, s) < 0.6);
  const listed = draw.unit(23) < 0.4;
  const says = draw.pick(22, [
    'Publisher rejected: certificate has expired',
    'Publisher disconnected: token no longer valid',
    undefined,
  ]);
  return {
    effects: [
      { what: 'outage', who, spans: [{ start: begins, end: ends }], oneByOne, spread: 30, listed, newId },
    ],
    lines: streams.flatMap((s) => {
      const at = begins + oneByOne * placeInLine(draw.seed, s);
      const object = `Stream: ${draw.table.keys[s]}`;
      return [
        ...(says === undefined ? [] : [line(at, object, says)]),
        line(at + 0.01, object, 'Status Update: UNPUBLISHED'),
      ];
    }),
    causes: [
      `Certificate for publishers of ${shared.culprit.name} expired`,
      `Publish rights of ${shared.culprit.name} changed by user 3`,
    ],
    causedBy: shared.object,
    servers: [],
    streams,
    culprits: [shared.culprit],
    parts: ['ingest'],
    shows: begins + oneByOne * firstInLine(draw, streams),
    full: begins + oneByOne,
    extent: ['streams lost', 'viewers lost'],
    hit: nothingHit,
  };
};

/** The encoders of an application are replaced one after another; the new ones send too little. */
export const encoderRollOut: Builder = (draw, { streams: who }) => {
  const shared = byApplication(draw, 21);
  if (!shared) return undefined;
  const { begins, ends } = draw;
  const { streams } = shared;
  const oneByOne = Math.round(draw.between(24, 30, 120));
  const downFor = Math.round(draw.between(25, 3, 9));
  const spans = [{ start: begins, end: begins + downFor }];
  const turns = { oneByOne, spread: oneByOne };
  const by = draw.between(28, 0.35, 0.65);
  const encoder = draw.pick(26, ['Vireo', 'Kestrel Live', 'AvioEncode']);
  const [before, after] = draw.pick(27, [
    ['4.8.3', '5.0.1'],
    ['2.11', '2.12'],
    ['9.0.0', '9.0.1'],
  ]);
  return {
    effects: [
      { what: 'outage', who, spans, ...turns, listed: true, newId },
      { what: 'bitrate', who, by, rise: 4, fall: 60, oneByOne, start: begins, end: ends - oneByOne },
    ],
    lines: streams.flatMap((s) => {
      const at = begins + oneByOne * placeInLine(draw.seed, s);
      const object = `Stream: ${draw.table.keys[s]}`;
      return [
        line(at, object, `Publisher disconnected: ${encoder} ${before}`),
        line(at + 0.01, object, 'Status Update: UNPUBLISHED'),
        line(at + downFor, object, `Publisher connected: ${encoder} ${after}`),
        line(at + downFor + 0.01, object, 'Status Update: PUBLISHED'),
      ];
    }),
    causes: [
      `Fleet update of ${shared.culprit.name}: ${encoder} ${after} for ${streams.length} encoders`,
      `Encoder profile of ${shared.culprit.name} replaced`,
    ],
    causedBy: shared.object,
    servers: [],
    streams,
    culprits: [shared.culprit],
    parts: ['ingest'],
    shows: begins + oneByOne * firstInLine(draw, streams),
    full: begins + oneByOne + downFor,
    extent: ['streams hit', 'viewers hit'],
    hit: { edges: [], streams: new Set(streams) },
  };
};

/** The common part of both faults of transcoders: one of them does less than it should. */
function weakTranscoder(what: 'transcode' | 'renditions', causes: readonly string[]): Builder {
  return (draw, { servers, taken }) => {
    const server = draw.server(20, 'transcode', taken);
    if (server < 0) return undefined;
    const { begins: start, ends: end } = draw;
    const rise = draw.rise(4);
    const by = what === 'transcode' ? draw.between(21, 0.3, 0.7) : draw.between(21, 0.2, 0.6);
    const streams = new Set(draw.streamsOf(server));
    return {
      ...ofServers(draw, [server]),
      effects: [{ what, who: servers, by, rise, fall: 60, start, end }],
      causes,
      parts: ['transcode'],
      shows: what === 'renditions' ? start + rise * firstRendition(draw, streams, by) : start,
      full: start + rise,
      extent: ['streams hit', 'viewers hit'],
      hit: { edges: [], streams },
    };
  };
}

/** A transcoder makes fewer renditions than configured. */
export const renditionsLost = weakTranscoder('renditions', [
  'Hardware encoder 2 of 3 not available',
  'Rendition ladder replaced by version 12',
  'Configuration reloaded: profile fallback-low',
]);

/** A transcoder is too slow: all viewers of its renditions get less. */
export const throttledTranscoder = weakTranscoder('transcode', [
  'CPU frequency limited to 1200 MHz: temperature 96 °C',
  'Power profile set to powersave',
  'Driver of GPU 0 reloaded',
]);
