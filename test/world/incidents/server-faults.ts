import { cell } from '../../../src/simulator/column.ts';
import { unit } from '../../../src/simulator/rng.ts';
import type { Effect } from '../../../src/simulator/story.ts';
import type { Builder, Roles } from './built-fault.ts';
import { line, managerObject, nothingHit, ofServers, serverObject } from './built-fault.ts';
import type { Draw } from './draw.ts';
import type { ExtentFigure, FaultPart } from './truth.ts';

/** Faults of whole servers, groups and limits. */

const partOfRole: Readonly<Record<string, readonly FaultPart[]>> = {
  origin: ['ingest'],
  transcode: ['transcode'],
  edge: ['delivery'],
};

const CRASHES = ['Process crashed: out of memory in the packet pool', 'Kernel panic: not syncing'];
const RESTARTS = ['Restart requested by operator', 'Unattended upgrade: process is restarted', ...CRASHES];

function whenGone(draw: Draw, server: number, from: number, to: number) {
  const words = `Server ${draw.serverName(server)} removed: no heartbeat for 2000 ms`;
  const back = line(to, serverObject(draw, server), 'Status Update: AUTHENTICATED');
  return [line(from + 2, managerObject(draw), words), back];
}

/** A group is cut off from the others; its viewers and publishers are unknown. */
export const partition: Builder = (draw, { servers: who, streams, taken }) => {
  const { layout, table, begins: start } = draw;
  const group = layout.groups.length - 1 - (layout.groups.length > 3 ? Math.floor(draw.unit(30) * 2) : 0);
  const members = layout.servers.flatMap((one, index) => (one.group === group ? [index] : []));
  if (members.some((server) => taken.has(server))) return undefined;
  const end = start + Math.round(draw.between(31, 240, 600));
  const apps = new Set(members.flatMap((server) => layout.servers[server]?.apps ?? []));
  const published = draw.streams((s) => apps.has(cell(table.origin, s)));
  const name = layout.groups[group] ?? '';
  return {
    effects: [
      { what: 'gone', who, start, end },
      { what: 'left', who, by: draw.between(32, 0.85, 1), start, end: end + 60, fall: 60 },
      { what: 'outage', who: streams, spans: [{ start, end: end + 3 }], spread: 20, listed: false },
    ],
    lines: members.flatMap((server) => whenGone(draw, server, start, end)),
    causes: [`Backbone link to ${name} down`, `Route to ${name} withdrawn by peer 64512`],
    causedBy: managerObject(draw),
    servers: members,
    streams: published,
    culprits: [{ kind: 'group', name, also: members.map((server) => draw.serverName(server)) }],
    parts: ['control plane', 'ingest', 'transcode', 'delivery'],
    full: start + 4,
    extent: ['viewers lost', 'streams lost', 'viewers hit'],
    hit: { edges: members, streams: new Set() },
  };
};

/** A limit is set below the current use. */
export const limitCut: Builder = (draw) => {
  const { begins: start, ends: end } = draw;
  const culprits = [{ kind: 'cluster', name: 'cluster', also: [] }] as const;
  const none = { lines: [], servers: [], streams: [], hit: nothingHit };
  const common = { ...none, causedBy: managerObject(draw), culprits, full: start + 2 };
  if (draw.unit(30) < 0.5) {
    return {
      ...common,
      effects: [{ what: 'license', by: draw.between(31, 0.6, 0.9), start, end }],
      causes: ['License replaced by user 0', 'License expired, reduced operation'],
      parts: ['limits', 'delivery'],
      extent: ['viewers lost'],
    };
  }
  return {
    ...common,
    effects: [{ what: 'task limit', by: draw.between(31, 0.3, 0.6), start, end }],
    causes: ['Transcode settings changed by user 2', 'Settings restored from backup of 2026-01-03'],
    parts: ['limits', 'transcode'],
    extent: ['streams hit'],
  };
};

/** A server is away for this long: its viewers leave, and its publishers are away slightly longer. */
function away(draw: Draw, { servers, streams }: Roles, seconds: number): readonly Effect[] {
  const { begins: start } = draw;
  const end = start + seconds;
  const spans = [{ start, end: end + 4 }];
  return [
    { what: 'gone', who: servers, start, end },
    { what: 'left', who: servers, by: 0.8, start, end: end + 120, fall: 110 },
    { what: 'outage', who: streams, spans, spread: 25, listed: false, newId: true },
  ];
}

/** A server of any role restarts; afterwards the publishers of an origin may send less. */
export const restart: Builder = (draw, roles) => {
  const role = draw.pick(30, ['origin', 'edge', 'transcode'] as const);
  const server = draw.server(31, role, roles.taken);
  if (server < 0) return undefined;
  const { begins, ends } = draw;
  const seconds = Math.round(draw.between(32, 14, 60));
  const streams = role === 'origin' ? draw.streamsOf(server) : [];
  const weaker: readonly Effect[] =
    draw.unit(33) < 0.5
      ? [{ what: 'bitrate', who: roles.streams, by: 0.5, start: begins + seconds + 4, end: ends, fall: 60 }]
      : [];
  return {
    ...ofServers(draw, [server]),
    effects: [...away(draw, roles, seconds), ...weaker],
    lines: whenGone(draw, server, begins, begins + seconds),
    causes: RESTARTS,
    streams,
    parts: partOfRole[role] ?? [],
    full: begins + 4,
    extent: extentOfRole[role] ?? [],
    hit: {
      edges: role === 'edge' ? [server] : [],
      streams: new Set(role === 'transcode' ? draw.streamsOf(server) : []),
    },
  };
};

const extentOfRole: Readonly<Record<string, readonly ExtentFigure[]>> = {
  origin: ['streams lost', 'viewers lost'],
  transcode: ['streams hit', 'viewers hit'],
  edge: ['viewers lost', 'viewers hit'],
};

/** An origin crashes and is back soon, but some of its publishers are not. */
export const halfRecovery: Builder = (draw, roles) => {
  const server = draw.server(31, 'origin', roles.taken);
  const streams = server < 0 ? [] : draw.streamsOf(server);
  if (streams.length < 3) return undefined;
  const share = draw.between(33, 0.3, 0.7);
  const still = streams.filter((s) => unit(draw.seed, 206, s) < share);
  const { begins, ends } = draw;
  const seconds = Math.round(draw.between(32, 14, 45));
  const spans = [{ start: begins, end: ends }];
  return {
    ...ofServers(draw, [server]),
    effects: [
      ...away(draw, roles, seconds),
      { what: 'outage', who: roles.still, spans, listed: false, newId: true },
    ],
    lines: whenGone(draw, server, begins, begins + seconds),
    causes: CRASHES,
    streams,
    still,
    parts: ['ingest'],
    full: begins + 4,
    extent: ['streams lost', 'viewers lost'],
  };
};

/** A server's memory fills up; nobody is affected yet. */
export const memoryLeak: Builder = (draw, roles) => {
  const role = draw.pick(30, ['origin', 'edge', 'transcode'] as const);
  const server = draw.server(31, role, roles.taken);
  if (server < 0) return undefined;
  const { begins: start, ends: end } = draw;
  const rise = Math.round(draw.between(32, 240, 540));
  return {
    ...ofServers(draw, [server]),
    effects: [{ what: 'memory', who: roles.servers, by: draw.between(33, 52, 62), rise, start, end }],
    causes: [
      'Module recorder 3.1 loaded',
      'Buffer pool limit removed',
      'Configuration reloaded: cache unlimited',
    ],
    parts: partOfRole[role] ?? [],
    full: start + rise,
    extent: [],
  };
};
