import type { Layout } from './layout.ts';
import type { StreamTable } from './streams.ts';

/** One strand of the incident, in seconds after the start of a cycle. */
export interface IncidentStrand {
  readonly what: 'transcoder-gone' | 'edge-saturated' | 'flapping-1' | 'flapping-2' | 'zombie';
  readonly start: number;
  readonly end: number;
  /** Seconds at which the stream comes back under a new start time (flapping only). */
  readonly restarts?: readonly number[];
}

/** The story is told again each that many seconds. */
export const INCIDENT_CYCLE = 1_200;

/**
 * What starts and ends when. It begins as soon as a client has seen the cluster whole. The transcoders that are left stay full for longer than the 300 s of grace that
 * the cluster manager gives a burst; the edge fills within a minute, so that its slope can be seen.
 */
export const incidentTimeline: readonly IncidentStrand[] = [
  { what: 'transcoder-gone', start: 4, end: 454 },
  { what: 'flapping-1', start: 24, end: 352, restarts: [32, 102, 182, 272, 352] },
  { what: 'edge-saturated', start: 44, end: 404 },
  { what: 'flapping-2', start: 60, end: 324, restarts: [68, 152, 232, 324] },
  { what: 'zombie', start: 84, end: 414 },
];

/** A flapping stream is down for that long before each restart. */
const FLAP_DOWN = 8;
/** The others take a dead transcoder's tasks over after that long. */
const TAKEOVER = 6;
const RAMP = 60;

/** Who is hit. Indices into the layout's applications and the stream table; -1 where there is nobody to hit. */
export interface IncidentSubjects {
  readonly transcoder: number;
  readonly edge: number;
  readonly flapping: readonly [number, number];
  readonly zombie: number;
}

/** Large, always publishing streams that the dead transcoder does not serve, so that each is hit by one thing. */
export function chooseSubjects(layout: Layout, table: StreamTable): IncidentSubjects {
  const transcoder = layout.byRole.transcode[0] ?? -1;
  const edge = layout.inGroup.edge.find((edges) => edges.length > 1)?.[0] ?? -1;
  const steady: number[] = [];
  for (let s = 0; s < table.count && steady.length < 200; s++) {
    if (table.cycle[s] === 0 && table.transcoder[s] !== transcoder) steady.push(s);
  }
  steady.sort((a, b) => (table.audience[b] as number) - (table.audience[a] as number));
  const from = steady.length > 8 ? 3 : 0;
  return {
    transcoder,
    edge,
    flapping: [steady[from] ?? -1, steady[from + 1] ?? -1],
    zombie: steady[from + 2] ?? -1,
  };
}

/** The same by name, for tests and the journal. */
export interface IncidentNames {
  readonly transcoderServer: string;
  readonly edgeServer: string;
  readonly flapping: readonly [string, string];
  readonly zombie: string;
}

export function incidentNames(subjects: IncidentSubjects, layout: Layout, table: StreamTable): IncidentNames {
  const server = (app: number) => layout.servers[layout.apps[app]?.server ?? -1]?.name ?? '';
  const key = (s: number) => table.keys[s] ?? '';
  const [first, second] = subjects.flapping;
  return {
    transcoderServer: server(subjects.transcoder),
    edgeServer: server(subjects.edge),
    flapping: [key(first), key(second)],
    zombie: key(subjects.zombie),
  };
}

/** What the incident does at one moment. */
export interface IncidentState {
  /** The application that is gone; -1: none. */
  gone: number;
  takenOver: boolean;
  /** The edge that draws viewers from its neighbours, and the share of theirs that it draws; -1: none. */
  hotEdge: number;
  drawn: number;
}

export const calm: Readonly<IncidentState> = { gone: -1, takenOver: false, hotEdge: -1, drawn: 0 };

const strand = (what: IncidentStrand['what']) =>
  incidentTimeline.find((s) => s.what === what) as IncidentStrand;
const gone = strand('transcoder-gone');
const saturated = strand('edge-saturated');
const zombie = strand('zombie');

/** The state of the cluster's part of the story, `t` seconds after the world's start. */
export function incidentAt(subjects: IncidentSubjects, t: number): IncidentState {
  if (t < 0) return { ...calm };
  const c = t % INCIDENT_CYCLE;
  const dead = c >= gone.start && c < gone.end;
  const rise = Math.min(1, Math.max(0, (c - saturated.start) / RAMP));
  const fall = Math.min(1, Math.max(0, (saturated.end - c) / (RAMP / 2)));
  const drawn = 0.75 * Math.min(rise, fall);
  return {
    gone: dead ? subjects.transcoder : -1,
    takenOver: dead && c >= gone.start + TAKEOVER,
    hotEdge: drawn > 0 ? subjects.edge : -1,
    drawn,
  };
}

/** What the story does to a stream: since when it publishes (seconds; undefined: untouched), and how. */
export interface StreamFate {
  since: number | undefined;
  down: boolean;
  /** Second since which no media comes; undefined: it comes. */
  stalled: number | undefined;
}

/** What the incident does to stream `s` at `t` (seconds since the start); undefined where it leaves it alone. */
export function streamFate(subjects: IncidentSubjects, s: number, t: number): StreamFate | undefined {
  if (t < 0) return undefined;
  const cycleStart = Math.floor(t / INCIDENT_CYCLE) * INCIDENT_CYCLE;
  const c = t - cycleStart;
  if (s === subjects.zombie) {
    const since = lastOf([zombie.end], c, cycleStart);
    const stalled = c >= zombie.start && c < zombie.end ? cycleStart + zombie.start : undefined;
    return { since, down: false, stalled };
  }
  const nth = subjects.flapping.indexOf(s);
  if (nth < 0) return undefined;
  const restarts = strand(nth === 0 ? 'flapping-1' : 'flapping-2').restarts ?? [];
  return {
    since: lastOf(restarts, c, cycleStart),
    down: restarts.some((at) => c >= at - FLAP_DOWN && c < at),
    stalled: undefined,
  };
}

/** The last of those seconds that has passed, in this cycle or, failing that, the one before. */
function lastOf(seconds: readonly number[], c: number, cycleStart: number): number | undefined {
  const passed = seconds.filter((at) => at <= c);
  const last = passed.at(-1);
  if (last !== undefined) return cycleStart + last;
  return cycleStart > 0 ? cycleStart - INCIDENT_CYCLE + (seconds.at(-1) as number) : undefined;
}

/** A line that the story leaves in the journal. */
export interface IncidentLine {
  /** Milliseconds after the start of a cycle. */
  readonly at: number;
  readonly subject: 'transcoder' | 'edge' | 'flapping-1' | 'flapping-2' | 'zombie' | 'manager';
  readonly message: string;
}

/** The story in the journal's words, oldest first. */
export const incidentLines: readonly IncidentLine[] = buildLines();

function buildLines(): readonly IncidentLine[] {
  const lines: IncidentLine[] = [];
  const add = (second: number, subject: IncidentLine['subject'], message: string) =>
    lines.push({ at: Math.round(second * 1000), subject, message });
  add(gone.start + 1, 'transcoder', 'Connection to cluster manager lost: heartbeat missed');
  add(gone.start + 3, 'manager', 'Server removed from topology: no heartbeat for 2000 ms');
  add(gone.start + TAKEOVER, 'manager', 'Transcode tasks reassigned to remaining transcoders');
  add(gone.start + TAKEOVER + 2, 'manager', 'Transcode task limit reached, tasks are queued');
  for (let k = 1; k <= 13; k++)
    add(gone.start + 30 * k, 'manager', 'Transcode tasks still queued: limit reached');
  add(gone.end, 'transcoder', 'Status Update: AUTHENTICATED');
  add(gone.end + 1, 'manager', 'Transcode tasks rebalanced');
  for (const name of ['flapping-1', 'flapping-2'] as const) {
    for (const at of strand(name).restarts ?? []) {
      add(at - FLAP_DOWN, name, 'Publisher connection reset by peer');
      add(at - FLAP_DOWN + 0.004, name, 'Status Update: UNPUBLISHED');
      add(at, name, 'Status Update: PUBLISHED');
    }
  }
  add(saturated.start + 25, 'edge', 'Outgoing bandwidth above 80 % of cap');
  add(saturated.start + 45, 'edge', 'Outgoing bandwidth above 95 % of cap, frames are dropped');
  for (let k = 1; k <= 4; k++)
    add(saturated.start + 45 + 60 * k, 'edge', 'Send queue overflow, frames are dropped');
  add(saturated.end - 10, 'edge', 'Outgoing bandwidth back below 80 % of cap');
  add(zombie.start + 10, 'zombie', 'No media received for 10000 ms');
  add(zombie.start + 60, 'zombie', 'No media received for 60000 ms');
  add(zombie.end, 'zombie', 'Publisher reconnected');
  add(zombie.end + 0.004, 'zombie', 'Status Update: PUBLISHED');
  return lines.sort((a, b) => a.at - b.at);
}
