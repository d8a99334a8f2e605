import { cell } from '../../../src/simulator/column.ts';
import type { Layout } from '../../../src/simulator/layout.ts';
import { hash, unit } from '../../../src/simulator/rng.ts';
import { MAX_EDGES, type StreamTable, shareOf } from '../../../src/simulator/streams.ts';
import { incidentKind, type JournalKind, journalKinds } from './truth.ts';

/** The size of a fault, and how quickly it develops. */
export type Size = 'small' | 'medium' | 'large';
export type Speed = 'sudden' | 'minutes' | 'slow';
const sizes: readonly Size[] = ['small', 'medium', 'large'];
const speeds: readonly Speed[] = ['sudden', 'minutes', 'slow'];

/** End of an incident, seconds of a cycle. */
const ENDS_S = 1_080;

/** Random numbers from a seed, each for one purpose, and the cluster for which they are drawn. */
export class Draw {
  readonly seed: number;
  readonly layout: Layout;
  readonly table: StreamTable;
  readonly size: Size;
  readonly speed: Speed;
  readonly journal: JournalKind;
  /** Seconds after the world's start. */
  readonly begins: number;
  readonly ends = ENDS_S;
  readonly #nth: number;

  /** @param nth 0 for the first fault of an incident, 1 for the second, which begins later */
  constructor(seed: number, world: { readonly layout: Layout; readonly table: StreamTable }, nth = 0) {
    this.seed = seed;
    this.layout = world.layout;
    this.table = world.table;
    this.#nth = nth;
    this.size = this.pick(1, sizes);
    this.speed = this.pick(2, speeds);
    this.journal = journalOf(seed);
    this.begins = 120 + Math.round(90 * unit(seed, 204)) + nth * Math.round(15 + 75 * this.unit(3));
  }

  /** 0 ≤ x < 1. */
  unit(purpose: number): number {
    return unit(this.seed, 201, purpose, this.#nth);
  }

  between(purpose: number, low: number, high: number): number {
    return low + (high - low) * this.unit(purpose);
  }

  pick<T>(purpose: number, list: readonly T[]): T {
    return list[Math.floor(this.unit(purpose) * list.length)] as T;
  }

  /** Seconds until a fault has its full strength. */
  rise(sudden: number): number {
    if (this.speed === 'sudden') return sudden;
    return Math.round(this.speed === 'minutes' ? this.between(4, 60, 180) : this.between(4, 240, 540));
  }

  /** Servers of a role that have load, those with the most viewers or streams first, without those in `taken`. */
  busiest(role: 'origin' | 'transcode' | 'edge', taken: ReadonlySet<number>): readonly number[] {
    const load = loadOf(this, role);
    return [...load.keys()]
      .filter((server) => !taken.has(server))
      .sort((a, b) => (load.get(b) ?? 0) - (load.get(a) ?? 0));
  }

  /** One server of a role: from the upper half by load, or from all if the fault is small. */
  server(purpose: number, role: 'origin' | 'transcode' | 'edge', taken: ReadonlySet<number>): number {
    const servers = this.busiest(role, taken);
    const share = this.size === 'small' ? 1 : 0.5;
    return servers[Math.floor(this.unit(purpose) * Math.ceil(servers.length * share))] ?? -1;
  }

  /** Streams that are always published and match. */
  streams(matches: (s: number) => boolean): readonly number[] {
    const list: number[] = [];
    for (let s = 0; s < this.table.publishers; s++) if (this.table.cycle[s] === 0 && matches(s)) list.push(s);
    return list;
  }

  /** The streams that are ingested by a server, or transcoded there. */
  streamsOf(server: number): readonly number[] {
    const apps = new Set(this.layout.servers[server]?.apps ?? []);
    return this.streams(
      (s) => apps.has(cell(this.table.origin, s)) || apps.has(cell(this.table.transcoder, s)),
    );
  }

  serverName(server: number): string {
    return this.layout.servers[server]?.name ?? '';
  }

  appNames(server: number): readonly string[] {
    return (this.layout.servers[server]?.apps ?? []).map((app) => this.layout.apps[app]?.name ?? '');
  }
}

function journalOf(seed: number): JournalKind {
  // Without the line in the journal nobody could see that a clock is wrong.
  if (incidentKind(seed) === 'clock-skew') return 'true';
  return journalKinds[hash(seed, 203) % journalKinds.length] as JournalKind;
}

/** Load by server: viewers for edges, streams for the others. Only servers with load. */
function loadOf({ layout, table }: Draw, role: 'origin' | 'transcode' | 'edge'): ReadonlyMap<number, number> {
  const load = new Map<number, number>();
  const add = (app: number, value: number) => {
    const server = layout.apps[app]?.server ?? -1;
    if (server >= 0) load.set(server, (load.get(server) ?? 0) + value);
  };
  for (let s = 0; s < table.publishers; s++) {
    if (table.cycle[s] !== 0) continue;
    if (role === 'origin') add(cell(table.origin, s), 1);
    if (role === 'transcode') add(cell(table.transcoder, s), 1);
    if (role !== 'edge') continue;
    for (let i = 0; i < cell(table.slots, s); i++) {
      add(cell(table.edge, s * MAX_EDGES + i), cell(table.audience, s) * shareOf(table, s, i));
    }
  }
  return load;
}
