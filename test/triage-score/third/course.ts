import type { Cluster } from './cluster.ts';
import { driftOf, hashOf, rampOf } from './draws.ts';
import type { Effects } from './effects.ts';

/** The course of a cluster over time, in steps of the server's statistics. */

export const STEP_S = 2;
/** Seconds in which most viewers follow a change. */
const FOLLOW_S = 13;
/** Players try again this long after their server is gone. */
const RETRY_S = 9;
/** Bytes of a rendition, as part of its source. */
const RENDITION = 0.28;

/** All figures of a moment; lists are by index of stream, application or server. */
export interface Frame {
  readonly t: number;
  readonly isUp: readonly boolean[];
  readonly publishes: readonly ('yes' | 'silent' | 'no')[];
  /** Viewers of stream `s` at the serving application `k`: `s * serving + k`. */
  readonly cells: Int32Array;
  readonly viewers: Int32Array;
  readonly pulls: Int32Array;
  readonly bitrate: Float64Array;
  readonly score: Float64Array;
  /** Points that the viewers of a stream's renditions lose, and those of a serving application. */
  readonly ladderSick: Float64Array;
  readonly servingSick: Float64Array;
  /** Part of what they ask for that the viewers of a serving application get. */
  readonly delivered: Float64Array;
  readonly isTranscoded: readonly boolean[];
  readonly appIn: Float64Array;
  readonly appOut: Float64Array;
  readonly appViewers: Int32Array;
  readonly appStreams: Int32Array;
  readonly cpu: Float64Array;
  readonly mem: Float64Array;
  readonly streamIn: Float64Array;
  readonly streamOut: Float64Array;
  readonly totalIn: Float64Array;
  readonly totalOut: Float64Array;
}

/** What the audience of a stream would be if nothing happened. */
export function audienceOf({ seed, wave, streams }: Cluster, stream: number, t: number): number {
  const { audience = 0, from = 0, until = 0 } = streams[stream] ?? {};
  const swing = 1 + wave.amplitude * Math.sin((2 * Math.PI * (t + wave.phase)) / wave.period);
  const start = from < 0 ? 1 : rampOf(t, from, 120);
  const end = 1 - 0.6 * rampOf(t, until - 60, 60);
  return audience * swing * (1 + 0.05 * driftOf(seed, stream, t, 240)) * start * end;
}

export class Course {
  readonly #cluster: Cluster;
  readonly #effects: Effects;
  readonly #frames: Frame[] = [];
  #people: Float64Array;
  /** For each stream the part of its audience that looks for another server. */
  readonly #seeking: Float64Array;
  #usual: Float64Array | undefined;

  constructor(cluster: Cluster, effects: Effects) {
    this.#cluster = cluster;
    this.#effects = effects;
    this.#people = new Float64Array(cluster.streams.length * cluster.serving.length);
    this.#seeking = new Float64Array(cluster.streams.length);
  }

  /** The frame of second `t`, or of the first one. */
  at(t: number): Frame {
    const wanted = Math.max(0, Math.floor(t / STEP_S));
    while (this.#frames.length <= wanted) this.#frames.push(this.#next(this.#frames.length * STEP_S));
    const frame = this.#frames[wanted];
    if (!frame) throw new Error(`no frame of second ${t}`);
    return frame;
  }

  #next(t: number): Frame {
    const { servers, streams, apps } = this.#cluster;
    const isUp = servers.map(({ index }) => this.#effects.isUp?.(index, t) ?? true);
    const publishes = streams.map(({ index, app, from, until }) => {
      const isOn = t >= from && t < until && isUp[apps[app]?.server ?? -1];
      return isOn ? (this.#effects.publishes?.(index, t) ?? 'yes') : 'no';
    });
    this.#people = this.#move(t, isUp, publishes);
    const cells = this.#round(t);
    return this.#figures({ t, isUp, publishes, cells });
  }

  /** How many watch what and where, before they are whole persons. */
  #move(t: number, isUp: readonly boolean[], publishes: Frame['publishes']): Float64Array {
    const { streams, serving, apps, seed } = this.#cluster;
    const { route, returns = 0, returnTo, crowd, crowdAt } = this.#effects;
    const people = this.#people.slice();
    const isOpen = serving.map((app) => isUp[apps[app]?.server ?? -1] === true);
    const routes = serving.map((app, k) => (isOpen[k] ? (route?.(app, t) ?? 1) : 0));
    const takes = serving.map((app, k) => (returnTo ? returnTo.includes(app) : routes[k] === 1));
    const noise = serving.map((app) => 1 + 0.015 * driftOf(seed, 9_000 + app, t, 150));
    streams.forEach(({ shares }, s) => {
      const isOff = publishes[s] === 'no';
      const all = isOff ? 0 : audienceOf(this.#cluster, s, t) * (crowd?.(s, t) ?? 1);
      let away = 0;
      let taking = 0;
      shares.forEach((share, k) => {
        away += share * (1 - Math.min(1, routes[k] ?? 1));
        if (takes[k] && isOpen[k]) taking += share;
      });
      // Who is told where to go is there at once.
      const seeking = this.#seeking[s] ?? 0;
      const found = returnTo ? away : seeking + (away - seeking) * (1 - Math.exp(-STEP_S / RETRY_S));
      this.#seeking[s] = found;
      const pace = t === 0 ? 1 : 1 - Math.exp(-STEP_S / FOLLOW_S);
      shares.forEach((share, k) => {
        const back = takes[k] && taking > 0 ? (returns * found * share) / taking : 0;
        const local = crowdAt?.(s, serving[k] ?? -1, t) ?? 1;
        const target = all * (share * (routes[k] ?? 1) + back) * local * (noise[k] ?? 1);
        const cell = s * serving.length + k;
        const before = people[cell] ?? 0;
        // A stream ends for all who watch it.
        people[cell] = isOpen[k] && !isOff ? before + (target - before) * pace : 0;
      });
    });
    return people;
  }

  /** Whole persons; those beyond a limit are turned away. */
  #round(t: number): Int32Array {
    const { serving, apps, seed, limits } = this.#cluster;
    const people = this.#people;
    const width = serving.length;
    const cells = Int32Array.from(people, (some, cell) => Math.floor(some + hashOf(seed, cell, 31)));
    if (!this.#effects.refuses || t === 0) return cells;
    serving.forEach((app, k) => {
      keepTo(cells, apps[app]?.viewersCap ?? null, { first: k, step: width });
    });
    keepTo(cells, limits.viewers, { first: 0, step: 1 });
    return cells;
  }

  #figures(now: Pick<Frame, 't' | 'isUp' | 'publishes' | 'cells'>): Frame {
    const { t, isUp, publishes, cells } = now;
    const { streams, apps, servers, serving, seed } = this.#cluster;
    const e = this.#effects;
    const width = serving.length;
    const zeros = (list: readonly unknown[]) => new Float64Array(list.length);
    const [appIn, appOut, cpu, mem] = [zeros(apps), zeros(apps), zeros(servers), zeros(servers)];
    const [appViewers, appStreams] = [new Int32Array(apps.length), new Int32Array(apps.length)];
    const [viewers, pulls] = [new Int32Array(streams.length), new Int32Array(streams.length)];
    const [demand, delivered, servingSick] = [zeros(serving), zeros(serving), zeros(serving)];
    const ladderSick = zeros(streams);
    const speedOf = (app: number) => e.transcodes?.(app, t) ?? 1;
    const isTranscoded = streams.map(
      ({ coder }, s) =>
        coder !== undefined && publishes[s] === 'yes' && isUp[apps[coder]?.server ?? -1] === true,
    );
    const bitrate = Float64Array.from(streams, (stream, s) =>
      publishes[s] === 'yes'
        ? stream.bitrate * (1 + 0.02 * driftOf(seed, 20_000 + s, t, 20)) * (e.bitrate?.(s, t) ?? 1)
        : 0,
    );
    const score = Float64Array.from(streams, (stream, s) => {
      // A stream without media, or one that has just begun, has no health yet.
      if (publishes[s] !== 'yes' || t < stream.from + 10) return 0;
      const sick = e.sick?.(s, t) ?? 0;
      return Math.min(100, Math.max(1, stream.score + 1.5 * driftOf(seed, 30_000 + s, t, 60) - sick));
    });
    streams.forEach((stream, s) => {
      const { app, coder, renditions, perViewer } = stream;
      const own = bitrate[s] ?? 0;
      const ladder = isTranscoded[s] ? own * RENDITION * renditions.length * speedOf(coder ?? -1) : 0;
      ladderSick[s] = isTranscoded[s] ? 55 * (1 - speedOf(coder ?? -1)) : 0;
      for (let k = 0; k < width; k++) {
        const here = cells[s * width + k] ?? 0;
        if (here === 0) continue;
        const at = serving[k] ?? -1;
        viewers[s] = (viewers[s] ?? 0) + here;
        add(appViewers, at, here);
        add(demand, k, here * perViewer * (own > 0 ? 1 : 0));
        if (at === app) continue;
        add(pulls, s, 1);
        add(appStreams, at, 1);
        add(appIn, at, own + ladder);
      }
      if (publishes[s] === 'no') return;
      add(appStreams, app, 1);
      add(appIn, app, own);
      add(appOut, app, own * ((pulls[s] ?? 0) + (isTranscoded[s] ? 1 : 0)));
      if (coder === undefined || !isTranscoded[s]) return;
      add(appStreams, coder, 1);
      add(appIn, coder, own);
      add(appOut, coder, ladder * (pulls[s] ?? 0));
    });
    const asked = zeros(servers);
    serving.forEach((app, k) => {
      demand[k] = (demand[k] ?? 0) * (1 + 0.01 * driftOf(seed, 40_000 + app, t, 12));
      add(asked, apps[app]?.server ?? -1, demand[k] ?? 0);
    });
    serving.forEach((app, k) => {
      const { server = -1 } = apps[app] ?? {};
      const room = Math.min(1, (servers[server]?.outCap ?? Number.POSITIVE_INFINITY) / (asked[server] ?? 0));
      const part = room * (e.delivers?.(app, t) ?? 1);
      add(appOut, app, (demand[k] ?? 0) * part);
      delivered[k] = part;
      servingSick[k] = Math.min(95, 85 * (1 - part) + (e.appSick?.(app, t) ?? 0));
    });
    const busy = zeros(servers);
    for (const { index, server } of apps) add(busy, server, (appIn[index] ?? 0) + (appOut[index] ?? 0));
    this.#usual ??= busy.slice();
    for (const { index, cpu: idle, mem: held } of servers) {
      const load = (busy[index] ?? 0) / (this.#usual[index] || 1);
      const noise = driftOf(seed, 50_000 + index, t, 8);
      cpu[index] = Math.min(99.6, idle + 17 * load + 1.5 * noise + (e.cpu?.(index, t) ?? 0));
      mem[index] = Math.min(99.2, held + 0.6 * noise + (e.mem?.(index, t) ?? 0));
    }
    const before = this.#frames.at(-1);
    const grow = (last: Float64Array | undefined, n: number, rate: number, start: number) =>
      (last?.[n] ?? start) + STEP_S * rate;
    const age = (s: number) => Math.max(0, -(streams[s]?.from ?? 0));
    return {
      ...now,
      viewers,
      pulls,
      bitrate,
      score,
      ladderSick,
      servingSick,
      delivered,
      isTranscoded,
      appIn,
      appOut,
      appViewers,
      appStreams,
      cpu,
      mem,
      streamIn: bitrate.map((rate, s) => grow(before?.streamIn, s, rate, rate * age(s))),
      streamOut: Float64Array.from(streams, ({ perViewer }, s) => {
        const rate = perViewer * (viewers[s] ?? 0);
        return grow(before?.streamOut, s, rate, rate * age(s));
      }),
      totalIn: appIn.map((rate, a) => grow(before?.totalIn, a, rate, rate * 90_000)),
      totalOut: appOut.map((rate, a) => grow(before?.totalOut, a, rate, rate * 90_000)),
    };
  }
}

const add = (list: Float64Array | Int32Array, n: number, by: number) => {
  list[n] = (list[n] ?? 0) + by;
};

/** Turns viewers away, evenly, until no more than the limit are there. */
function keepTo(
  cells: Int32Array,
  limit: number | null,
  { first, step }: { first: number; step: number },
): void {
  if (limit === null) return;
  let total = 0;
  for (let cell = first; cell < cells.length; cell += step) total += cells[cell] ?? 0;
  if (total <= limit) return;
  const part = limit / total;
  let left = limit;
  const before = cells.slice();
  for (let cell = first; cell < cells.length; cell += step) {
    cells[cell] = Math.floor((before[cell] ?? 0) * part);
    left -= cells[cell] ?? 0;
  }
  for (let cell = first; cell < cells.length && left > 0; cell += step) {
    const more = Math.min(left, (before[cell] ?? 0) - (cells[cell] ?? 0));
    add(cells, cell, more);
    left -= more;
  }
}
