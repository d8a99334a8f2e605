import { unit } from '../../../src/simulator/rng.ts';
import { type Effect, STORY_CYCLE_S, type StoryLine } from '../../../src/simulator/story.ts';
import { line, managerObject, serverObject } from './built-fault.ts';
import type { Draw } from './draw.ts';

/** Something that happens besides a fault and is not a fault. */
export interface Decoy {
  readonly name: string;
  readonly effects: readonly Effect[];
  readonly lines: readonly StoryLine[];
  /** Indices of servers that are always hot, and of streams that end as planned. */
  readonly servers?: readonly number[];
  readonly streams?: readonly number[];
}

const always = { start: 0, end: STORY_CYCLE_S };

/** An object that writes all the time, already before the first poll. */
function chatter(draw: Draw): Decoy {
  const every = draw.between(40, 0.3, 1.2);
  const [object, message] = draw.pick(41, [
    ['TokenValidator', 'Token validated with the fallback key 2'],
    ['GeoLookup', 'Address not in the database, default region used'],
    ['Recorder: archive', 'Segment written'],
  ] as const);
  const times = Math.floor(STORY_CYCLE_S / every);
  const lines = [{ at: 0, who: { object }, message, times, every }];
  return { name: `chatter of ${object}`, effects: [], lines };
}

/** A server that has been busy for days. */
function alwaysHot(draw: Draw, taken: ReadonlySet<number>): Decoy {
  const server = draw.busiest('transcode', taken).at(-1) ?? draw.busiest('edge', taken).at(-1);
  if (server === undefined) return { name: 'none', effects: [], lines: [] };
  const effects: Effect[] = [{ what: 'cpu', who: 'always hot', by: 48, ...always }];
  return { name: `${draw.serverName(server)} is always hot`, effects, lines: [], servers: [server] };
}

/** Small streams that end one after another because their programme is over. */
function plannedEnds(draw: Draw, hit: ReadonlySet<number>): Decoy {
  const small = draw
    .streams((s) => !hit.has(s))
    .toSorted((a, b) => (draw.table.audience[a] ?? 0) - (draw.table.audience[b] ?? 0));
  const streams = small.slice(0, Math.max(1, Math.floor(small.length * 0.04)));
  const start = Math.max(60, draw.begins + Math.round(draw.between(42, -90, 60)));
  const spans = [{ start, end: draw.ends }];
  return {
    name: `${streams.length} streams end as planned`,
    effects: [{ what: 'outage', who: 'planned', spans, listed: true, newId: true }],
    lines: streams.flatMap((s) => {
      const object = `Stream: ${draw.table.keys[s]}`;
      return [
        line(start - 2, object, 'Publisher has ended the session'),
        line(start, object, 'Status Update: UNPUBLISHED'),
      ];
    }),
    streams,
  };
}

/** All streams get somewhat more viewers, as every evening; no server gets close to its limits. */
function peakHour(draw: Draw): Decoy {
  const by = draw.between(43, 1.1, 1.3);
  const whole = { rise: 600, fall: 200, start: 20, end: STORY_CYCLE_S - 20 };
  return { name: 'a peak hour', effects: [{ what: 'viewers', who: 'all', by, ...whole }], lines: [] };
}

/** A change elsewhere, just before the fault. */
function deployElsewhere(draw: Draw, taken: ReadonlySet<number>): Decoy {
  const others = draw.layout.servers.flatMap(({ role }, index) =>
    role !== 'manager' && !taken.has(index) ? [index] : [],
  );
  const at = draw.begins - draw.between(44, 4, 80);
  const server = draw.pick(45, others) ?? 0;
  const message = draw.pick(46, [
    'Configuration reloaded: log rotation weekly',
    'Deployed build 4.2.7, no restart needed',
    'Certificate renewed, valid for 90 days',
    'License counters synchronised',
  ]);
  const lines = [line(at, serverObject(draw, server), message)];
  return { name: `${draw.serverName(server)}: ${message}`, effects: [], lines };
}

/** A routine write of an operator without any effect. */
function routineWrite(draw: Draw): Decoy {
  const at = draw.begins - draw.between(47, 100, 115);
  const lines = [line(at, managerObject(draw), 'User 14 created by user 0')];
  return { name: 'a user is added', effects: [], lines };
}

/** The decoys of an incident, drawn one by one. All of them if the incident is about decoys only. */
export function decoysOf(
  draw: Draw,
  { servers, streams }: { readonly servers: ReadonlySet<number>; readonly streams: ReadonlySet<number> },
  kind: string,
): readonly Decoy[] {
  const all = kind === 'decoys';
  const wants = (n: number, share: number) =>
    kind !== 'calm' && kind !== 'peak-hour' && (all || unit(draw.seed, 207, n) < share);
  const decoys: Decoy[] = [];
  if (wants(1, 0.3)) decoys.push(chatter(draw));
  if (wants(2, 0.3)) decoys.push(alwaysHot(draw, servers));
  if (wants(3, 0.25)) decoys.push(plannedEnds(draw, streams));
  if (kind === 'peak-hour' || wants(4, 0.15)) decoys.push(peakHour(draw));
  if (draw.journal === 'false' || wants(5, 0)) decoys.push(deployElsewhere(draw, servers));
  if (wants(6, 0.2)) decoys.push(routineWrite(draw));
  return decoys;
}
