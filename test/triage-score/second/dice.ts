import { cell } from '../../../src/simulator/column.ts';
import type { AppNode, Layout } from '../../../src/simulator/layout.ts';
import { between, hash, pick, unit } from '../../../src/simulator/rng.ts';
import type { StoryLine } from '../../../src/simulator/story.ts';
import { placeInLine } from '../../../src/simulator/story-effects.ts';
import { MAX_EDGES, type StreamTable, shareOf } from '../../../src/simulator/streams.ts';
import type { Culprit } from '../../world/incidents/truth.ts';

/** When a fault ends, seconds; each world is watched for less. */
const ENDS_S = 1_170;

/** Random choices for one fault, each by its own purpose, in the cluster that it hits. */
export class Dice {
  readonly seed: number;
  readonly layout: Layout;
  readonly table: StreamTable;
  readonly begins: number;
  readonly ends = ENDS_S;
  readonly #nth: number;

  constructor(seed: number, world: { readonly layout: Layout; readonly table: StreamTable }, nth: number) {
    this.seed = seed;
    this.layout = world.layout;
    this.table = world.table;
    this.#nth = nth;
    this.begins = Math.round(170 + 200 * unit(seed, 311) + nth * (20 + 60 * unit(seed, 312)));
  }

  some(purpose: number, low: number, high: number): number {
    return between(low, high, unit(this.seed, 313, 100 * this.#nth + purpose));
  }

  oneOf<T>(purpose: number, list: readonly T[]): T {
    return pick(list, hash(this.seed, 314, 100 * this.#nth + purpose));
  }

  /** Servers of a role, in random order; those with more viewers are more often among the first. */
  servers(role: AppNode['role'], count: number, taken: readonly number[] = []): readonly number[] {
    const all = this.layout.servers.flatMap((server, index) =>
      server.role === role && !taken.includes(index) ? [index] : [],
    );
    const order = (index: number) => unit(this.seed, 315, index, this.#nth);
    return all.toSorted((a, b) => order(a) - order(b)).slice(0, count);
  }

  /** Streams that always publish and that meet a condition. */
  streams(meets: (s: number) => boolean): readonly number[] {
    return Array.from({ length: this.table.publishers }, (_, s) => s).filter(
      (s) => this.table.cycle[s] === 0 && meets(s),
    );
  }

  appOf(s: number): string {
    return this.layout.apps[cell(this.table.origin, s)]?.name ?? '';
  }

  serverOf(s: number): number {
    return this.layout.apps[cell(this.table.origin, s)]?.server ?? -1;
  }

  /** The server of a stream's transcoder; -1: none. */
  transcoderOf(s: number): number {
    return this.layout.apps[cell(this.table.transcoder, s)]?.server ?? -1;
  }

  /** The mean number of viewers of these streams, as a share of all. */
  audienceShare(streams: readonly number[]): number {
    const all = this.table.audience.reduce((sum, audience) => sum + audience, 0);
    return streams.reduce((sum, s) => sum + cell(this.table.audience, s), 0) / all;
  }

  /** The mean number of viewers on an edge, as a share of all. */
  edgeShare(server: number): number {
    let sum = 0;
    for (let s = 0; s < this.table.publishers; s++) {
      for (let i = 0; i < cell(this.table.slots, s); i++) {
        if (this.layout.apps[cell(this.table.edge, s * MAX_EDGES + i)]?.server !== server) continue;
        sum += cell(this.table.audience, s) * shareOf(this.table, s, i);
      }
    }
    return sum / this.table.audience.reduce((total, audience) => total + audience, 0);
  }

  /** Second at which the first of these streams follows in a change that takes `lasts` seconds. */
  firstOf(streams: readonly number[], lasts: number): number {
    return this.begins + lasts * Math.min(...streams.map((s) => placeInLine(this.seed, s)));
  }

  nameOf(server: number): string {
    return this.layout.servers[server]?.name ?? '';
  }

  objectOf(server: number): string {
    return `Server: ${this.nameOf(server)}`;
  }

  get manager(): string {
    return `ClusterManager: ${this.nameOf(0)}`;
  }

  culprit(server: number): Culprit {
    const { name = '', apps = [] } = this.layout.servers[server] ?? {};
    const [only] = apps.map((app) => this.layout.apps[app]?.name ?? '');
    return { kind: 'server', name, also: apps.length === 1 && only !== undefined ? [only] : [] };
  }
}

export const line = (at: number, object: string, message: string): StoryLine => ({
  at,
  who: { object },
  message,
});
