import type { DrawnServers, DrawnStreams, Effect, StoryLine } from '../../../src/simulator/story.ts';
import type { Draw } from './draw.ts';
import type { Culprit, ExtentFigure, FaultPart, TrueFault } from './truth.ts';

/** The parts of the cast that a fault uses, and the servers that another fault uses already. */
export interface Roles {
  readonly servers: DrawnServers;
  readonly streams: DrawnStreams;
  readonly still: DrawnStreams;
  readonly taken: ReadonlySet<number>;
}

/** A fault as its builder returns it. */
export interface BuiltFault {
  readonly effects: readonly Effect[];
  /** Journal lines about effects of the fault; they are always written. */
  readonly lines: readonly StoryLine[];
  /** Journal lines that name the cause. One of them is written if the journal tells the truth. */
  readonly causes: readonly string[];
  /** The object that writes the cause. */
  readonly causedBy: string;
  readonly servers: readonly number[];
  readonly streams: readonly number[];
  /** Of the affected streams, those that stay away when the others are back. */
  readonly still?: readonly number[];
  readonly culprits: readonly Culprit[];
  readonly parts: readonly FaultPart[];
  /** When the first of it shows, where that is later than when it was drawn to begin. Seconds after the world's start. */
  readonly shows?: number;
  readonly full: number;
  readonly extent: readonly ExtentFigure[];
  readonly hit: TrueFault['hit'];
  readonly skew?: { readonly object: string; readonly by: number };
}

/** Builds a fault; undefined if it is not possible in the cluster. */
export type Builder = (draw: Draw, roles: Roles) => BuiltFault | undefined;

/** Servers as culprits. If they are all servers of their role in a group, the group is accepted as well. */
export function serverCulprits(draw: Draw, servers: readonly number[]): readonly Culprit[] {
  const { layout } = draw;
  return servers.map((server) => {
    const node = layout.servers[server];
    const isPeer = ({ group, role }: typeof node & {}) => group === node?.group && role === node.role;
    const peers = layout.servers.flatMap((one, index) => (isPeer(one) ? [index] : []));
    const whole = peers.length > 1 && peers.every((peer) => servers.includes(peer));
    const group = whole ? [layout.groups[node?.group ?? -1] ?? ''] : [];
    return { kind: 'server', name: draw.serverName(server), also: [...draw.appNames(server), ...group] };
  });
}

/** What most faults of servers have in common: the first server writes the cause, and nothing else is written. */
export function ofServers(draw: Draw, servers: readonly number[]) {
  const culprits = serverCulprits(draw, servers);
  const causedBy = serverObject(draw, servers[0] ?? 0);
  return { lines: [], causedBy, servers, streams: [], culprits, hit: nothingHit } as const;
}

export const nothingHit: TrueFault['hit'] = { edges: [], streams: new Set() };

export function serverObject(draw: Draw, server: number): string {
  return `Server: ${draw.serverName(server)}`;
}

export function managerObject({ layout }: Draw): string {
  return `ClusterManager: ${layout.servers[0]?.name ?? ''}`;
}

/** A journal line of one object about an effect of the fault. */
export function line(at: number, object: string, message: string): StoryLine {
  return { at, who: { object }, message };
}
