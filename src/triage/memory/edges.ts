import type { ServerRecord } from '../../cluster/state.ts';

/** What an edge sends now against what it usually sends to one viewer. */
export interface EdgeTrack {
  readonly viewers: number;
  /** Bytes per second, all its edge applications together. */
  readonly out: number;
  /** Its usual bytes per second and viewer, smoothed over minutes; undefined before the first. */
  readonly usual: number | undefined;
  /** Its usual number of viewers. */
  readonly usualViewers: number;
}

/** The usual follows within minutes; what may be a fault is learnt ten times as slowly. */
const FOLLOWS_MS = 300_000;
const FOLLOWS_FALL_MS = 3_000_000;

/** Servers with edge applications, by name. */
export class EdgeMemory {
  readonly #tracks = new Map<string, EdgeTrack>();
  #at: number | undefined;

  get tracks(): ReadonlyMap<string, EdgeTrack> {
    return this.#tracks;
  }

  /** Takes the servers as they were measured `at`. `least`: viewers from which an edge can be judged. */
  observe(servers: readonly ServerRecord[], at: number | undefined, least: number): void {
    if (at === undefined || at === this.#at) return;
    const passed = this.#at === undefined ? 0 : Math.min(30_000, Math.max(0, at - this.#at));
    this.#at = at;
    const known = new Set<string>();
    for (const record of servers) {
      const load = record.misses === 0 ? edgeLoad(record) : undefined;
      if (load || record.goneSince === undefined) known.add(record.name);
      if (load) this.#take(record.name, load, passed, least);
    }
    for (const name of this.#tracks.keys()) if (!known.has(name)) this.#tracks.delete(name);
  }

  #take(name: string, load: { viewers: number; out: number }, passed: number, least: number): void {
    const before = this.#tracks.get(name);
    const { viewers, out } = load;
    if (viewers < least) {
      this.#tracks.set(name, {
        viewers,
        out,
        usual: before?.usual,
        usualViewers: before?.usualViewers ?? viewers,
      });
      return;
    }
    const each = out / viewers;
    const usual = before?.usual;
    const share =
      1 - Math.exp(-passed / (usual !== undefined && each < 0.7 * usual ? FOLLOWS_FALL_MS : FOLLOWS_MS));
    this.#tracks.set(name, {
      viewers,
      out,
      usual: usual === undefined ? each : usual + share * (each - usual),
      usualViewers: before ? before.usualViewers + share * (viewers - before.usualViewers) : viewers,
    });
  }
}

function edgeLoad(record: ServerRecord): { viewers: number; out: number } | undefined {
  let viewers = 0;
  let out = 0;
  let measured = false;
  for (const { type, viewers: watching, bandwidth } of record.server.applications ?? []) {
    if (type?.toLowerCase() !== 'edge' || watching?.count == null || bandwidth?.outBandwidth == null)
      continue;
    viewers += watching.count;
    out += bandwidth.outBandwidth;
    measured = true;
  }
  return measured ? { viewers, out } : undefined;
}
