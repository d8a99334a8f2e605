import type { App, Cluster, Server, Stream } from './cluster.ts';
import { audienceOf } from './course.ts';
import type { Draws } from './draws.ts';
import type { Effects } from './effects.ts';

/** What a fault is, as its builder says it. */

export interface Line {
  readonly object: string;
  readonly message: string;
}

export interface Culprit {
  readonly kind: 'server' | 'group' | 'application' | 'stream' | 'cluster';
  readonly name: string;
  /** Names that are accepted as well. */
  readonly also: readonly string[];
}

export type Part = 'ingest' | 'transcode' | 'delivery' | 'control plane' | 'limits';
export type Figure =
  | 'viewers lost'
  | 'viewers hit'
  | 'viewers there'
  | 'viewers gained'
  | 'viewers moved'
  | 'streams lost'
  | 'streams hit';

export interface Plan {
  readonly effects: Effects;
  /** The same world without the fault; nothing where it is not said. */
  readonly without?: Effects;
  /** Undefined: nothing is wrong. */
  readonly fault?: PlannedFault;
}

export interface PlannedFault {
  readonly culprits: readonly Culprit[];
  /** Parts that are at fault; empty: none more than others. */
  readonly parts: readonly Part[];
  /** Seconds from its beginning to its full strength. */
  readonly full: number;
  /** Figures of which a row must give one. */
  readonly figures: readonly Figure[];
  /** Streams and serving applications whose viewers are hit; undefined: all. */
  readonly streams?: readonly number[];
  readonly apps?: readonly number[];
  /** Lines that may stand in the journal as its cause. */
  readonly reasons: readonly Line[];
  /** Lines that follow from it, other than those of streams that end. */
  readonly follows: readonly Line[];
}

/** The cluster, and what a builder asks about it. */
export class Scene {
  readonly cluster: Cluster;
  readonly d: Draws;
  readonly begins: number;

  constructor(cluster: Cluster, d: Draws, begins: number) {
    this.cluster = cluster;
    this.d = d;
    this.begins = begins;
  }

  app(index: number): App {
    const app = this.cluster.apps[index];
    if (!app) throw new Error(`no application ${index}`);
    return app;
  }

  server(index: number): Server {
    const server = this.cluster.servers[index];
    if (!server) throw new Error(`no server ${index}`);
    return server;
  }

  appsOn(server: number): readonly App[] {
    return this.cluster.apps.filter((app) => app.server === server);
  }

  serversWith(role: App['role']): readonly Server[] {
    const { servers, apps } = this.cluster;
    return servers.filter(({ index }) =>
      apps.some((app) => app.server === index && app.role === role && !app.isMono),
    );
  }

  /** Viewers of an application when the fault begins, as they would be without it. */
  viewersAt(app: number, t = this.begins): number {
    const { serving, streams } = this.cluster;
    const k = serving.indexOf(app);
    return streams.reduce((sum, { shares }, s) => sum + (shares[k] ?? 0) * this.audience(s, t), 0);
  }

  audience(stream: number, t = this.begins): number {
    return audienceOf(this.cluster, stream, t);
  }

  total(t = this.begins): number {
    return this.cluster.streams.reduce((sum, { index }) => sum + this.audience(index, t), 0);
  }

  /** The most that something was until the fault begins. */
  peak(value: (t: number) => number): number {
    const moments = Array.from({ length: Math.ceil(this.begins / 60) }, (_, n) => 60 * n);
    return Math.max(...[...moments, this.begins].map(value));
  }

  /** An edge with a fair part of the audience. */
  edge(): Server {
    const edges = this.serversWith('edge');
    const viewers = (server: Server) =>
      this.appsOn(server.index).reduce((sum, { index }) => sum + this.viewersAt(index), 0);
    const mean = edges.reduce((sum, server) => sum + viewers(server), 0) / edges.length;
    return this.d.pick(edges.filter((server) => viewers(server) >= 0.7 * mean));
  }

  /** Names of customers whose streams have between the parts of the audience. */
  customer(from: number, to: number): string {
    const names = [...new Set(this.sources().map(({ name }) => name))];
    const part = (name: string) =>
      this.streamsOf(name).reduce((sum, { index }) => sum + this.audience(index), 0) / this.total();
    const fitting = names.filter((name) => part(name) >= from && part(name) <= to);
    return fitting.length > 0 ? this.d.pick(fitting) : (names.toSorted((a, b) => part(b) - part(a))[0] ?? '');
  }

  sources(): readonly App[] {
    return this.cluster.apps.filter(({ role, isMono }) => role === 'origin' && !isMono);
  }

  /** The streams of the applications of a name that are there when the fault begins. */
  streamsOf(name: string): readonly Stream[] {
    return this.cluster.streams.filter((stream) => this.app(stream.app).name === name && this.isOn(stream));
  }

  isOn({ from, until }: Stream): boolean {
    return from < this.begins && until > this.begins + 400;
  }

  /** A server as the culprit: its own applications, and its group if nothing else is in it, mean the same. */
  serverCulprit(server: Server): Culprit {
    const { apps, servers } = this.cluster;
    const own = this.appsOn(server.index).filter(({ name }) =>
      apps.every((app) => app.name !== name || app.server === server.index),
    );
    const alone = servers.filter(({ group }) => group === server.group).length === 1;
    const also = [...own.map(({ name }) => name), ...(alone ? [server.group] : [])];
    return { kind: 'server', name: server.name, also };
  }

  /** All servers that a name of application is on, if they run nothing else, mean the same. */
  applicationCulprit(name: string): Culprit {
    const servers = new Set(this.cluster.apps.filter((app) => app.name === name).map(({ server }) => server));
    const only = [...servers].filter((server) => this.appsOn(server).every((app) => app.name === name));
    const isAll = only.length === servers.size;
    return { kind: 'application', name, also: isAll ? only.map((server) => this.server(server).name) : [] };
  }
}

/** Of the whole cluster, under the names by which it may be called. */
export const ofCluster = (...also: readonly string[]): Culprit => ({
  kind: 'cluster',
  name: 'cluster',
  also,
});
