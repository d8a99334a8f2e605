import type { ServerRecord } from '../../cluster/state.ts';
import type { Thresholds } from '../threshold-families.ts';

/** What an edge sends per viewer now, compared with the usual rate. */
export interface EdgeTrack {
  readonly viewers: number;
  /** Bytes per second, sum of all its edge applications. */
  readonly out: number;
  /** Usual bytes per second per viewer, smoothed over minutes; undefined before the first sample. */
  readonly usual: number | undefined;
  /** Its usual number of viewers. */
  readonly usualViewers: number;
}

/** The usual rate adapts within minutes; to clearly lower rates it adapts ten times as slowly. */
const FOLLOWS_MS = 300_000;
const FOLLOWS_FALL_MS = 3_000_000;
const CLEARLY_LESS = 0.7;

/** Servers with edge applications, by name. */
export class EdgeMemory {
  readonly #tracks = new Map<string, EdgeTrack>();
  #at: number | undefined;

  get tracks(): ReadonlyMap<string, EdgeTrack> {
    return this.#tracks;
  }

  /** Adds the servers as they were measured `at` (Unix ms). */
  observe(servers: readonly ServerRecord[], at: number | undefined, thresholds: Thresholds): void {
    if (at === undefined || at === this.#at) return;
    const passed = this.#at === undefined ? 0 : Math.min(30_000, Math.max(0, at - this.#at));
    this.#at = at;
    const known = new Set<string>();
    for (const record of servers) {
      const load = record.misses === 0 ? edgeLoad(record) : undefined;
      if (load || record.goneSince === undefined) known.add(record.name);
      if (load) this.#take(record.name, load, passed, thresholds);
    }
    for (const name of this.#tracks.keys()) if (!known.has(name)) this.#tracks.delete(name);
  }

  #take(name: string, load: { viewers: number; out: number }, passed: number, t: Thresholds): void {
    const before = this.#tracks.get(name);
    const { viewers, out } = load;
    if (viewers < t.edgeViewers) {
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
    const share = learnt(usual === undefined ? 1 : each / usual, passed, t);
    this.#tracks.set(name, {
      viewers,
      out,
      usual: usual === undefined ? each : usual + share * (each - usual),
      usualViewers: before ? before.usualViewers + share * (viewers - before.usualViewers) : viewers,
    });
  }
}

/**
 * How much of the difference the usual rate takes over. Nothing while there is a fault or it has not recovered, so
 * that a fault never becomes usual.
 */
function learnt(ofUsual: number, passed: number, t: Thresholds): number {
  if (100 * ofUsual < fineFrom(t)) return 0;
  return 1 - Math.exp(-passed / (ofUsual < CLEARLY_LESS ? FOLLOWS_FALL_MS : FOLLOWS_MS));
}

/** From this percentage of the usual rate on, delivery has recovered. */
export function fineFrom(t: Thresholds): number {
  return t.edgeFallen + 2 * t.clearMargin;
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
