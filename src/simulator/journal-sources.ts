import { firstIndex } from '../base/first-index.ts';
import { namesOf } from './cast.ts';
import { cell } from './column.ts';
import type { Model } from './model.ts';
import { hash, pick } from './rng.ts';
import { stations } from './schedule.ts';
import { troubleOf } from './score.ts';
import { STORY_CYCLE_S, type StoryLine } from './story.ts';
import { goneServers, limitFactor, streamEffects } from './story-effects.ts';
import type { Viewers } from './viewers.ts';

/** A journal line without its number. `at` is ms after the world's start. */
export interface JournalLine {
  readonly at: number;
  readonly objectName: string;
  readonly message: string;
}

/**
 * A source of lines. It knows the lines of any time span, and the number of lines before it, without generating the
 * time between, so that ids do not depend on the order of requests.
 */
export interface JournalSource {
  /** Number of lines before that moment, counted from a fixed moment. */
  before(ms: number): number;
  /** Lines with from ≤ at < to. */
  lines(from: number, to: number): JournalLine[];
}

/** Lines about streams that start and end; only of the first 2,000, like a server that samples its log. */
export function streamSource(model: Model): JournalSource {
  const { table } = model;
  const count = Math.min(table.count, 2_000);
  const each: { s: number; cycle: number; offset: number; stops: ReturnType<typeof stations> }[] = [];
  for (let s = 0; s < count; s++) {
    const cycle = cell(table.cycle, s);
    if (cycle === 0) continue;
    each.push({ s, cycle, offset: cell(table.offset, s), stops: stations(cell(table.onFor, s)) });
  }
  return {
    before(ms) {
      let sum = 0;
      for (const { cycle, offset, stops } of each) {
        const turns = Math.floor((ms + offset) / cycle);
        const inCycle = ms + offset - turns * cycle;
        sum += turns * stops.length;
        for (const stop of stops) if (stop.at < inCycle) sum++;
      }
      return sum;
    },
    lines(from, to) {
      const lines: JournalLine[] = [];
      for (const { s, cycle, offset, stops } of each) {
        for (let turn = Math.floor((from + offset) / cycle); turn * cycle - offset < to; turn++) {
          for (const stop of stops) {
            const at = turn * cycle - offset + stop.at;
            if (at >= from && at < to) {
              lines.push({ at, objectName: `Stream: ${table.keys[s]}`, message: stop.message });
            }
          }
        }
      }
      return lines;
    },
  };
}

/** The lines of the story, from the world's start on, repeated in each cycle. */
export function storySource(model: Model): JournalSource {
  const cycle = STORY_CYCLE_S * 1000;
  const own = model.story.lines.flatMap((line) => written(model, line)).sort((a, b) => a.at - b.at);
  if (own.length === 0) return { before: () => 0, lines: () => [] };
  /** Number of lines of one cycle before a moment of it. */
  const countBefore = (at: number) => firstIndex(own.length, (index) => (own[index] as JournalLine).at >= at);
  return {
    before(ms) {
      if (ms <= 0) return 0;
      const turns = Math.floor(ms / cycle);
      return turns * own.length + countBefore(ms - turns * cycle);
    },
    lines(from, to) {
      const lines: JournalLine[] = [];
      for (let turn = Math.max(0, Math.floor(from / cycle)); turn * cycle < to; turn++) {
        const start = turn * cycle;
        for (const line of own.slice(countBefore(from - start), countBefore(to - start))) {
          lines.push({ ...line, at: start + line.at });
        }
      }
      return lines;
    },
  };
}

/** A line of the story, once for each repeat and each server or stream of its part. */
function written(model: Model, { at, who, message, times = 1, every = 0 }: StoryLine): JournalLine[] {
  const text =
    typeof message === 'string'
      ? message
      : message({ taskLimit: model.taskLimit() ?? 0, out: model.startOut });
  return objectsOf(model, who).flatMap((objectName) =>
    Array.from({ length: times }, (_, n) => ({
      at: Math.round((at + n * every) * 1000),
      objectName,
      message: text,
    })),
  );
}

function objectsOf({ layout, table, cast }: Model, who: StoryLine['who']): readonly string[] {
  if (typeof who === 'object') return [who.object];
  if (who === 'manager') return [`ClusterManager: ${layout.servers[0]?.name}`];
  const kind = Object.hasOwn(cast.servers, who) ? 'Server' : 'Stream';
  return namesOf(cast, who, layout, table).map((name) => `${kind}: ${name}`);
}

/** Everyday lines at a fixed rate. Every third group of four shares one date, like bursts in a real log. */
export function everydaySource(model: Model, viewers: Viewers): JournalSource {
  const rate = model.scenario.journalRate / 1000;
  const at = (n: number) => {
    const group = Math.floor(n / 4);
    const burst = hash(model.seed, 71, group) % 3 === 0;
    return Math.floor((burst ? group * 4 : n) / rate);
  };
  const before = (ms: number) => {
    if (rate === 0) return 0;
    let n = Math.ceil(ms * rate);
    while (at(n) < ms) n++;
    while (at(n - 1) >= ms) n--;
    return n;
  };
  return {
    before,
    lines(from, to) {
      const lines: JournalLine[] = [];
      if (rate === 0) return lines;
      for (let n = before(from); at(n) < to; n++) lines.push(everyday(model, viewers, n, at(n)));
      return lines;
    },
  };
}

const housekeeping = [
  (bits: number) =>
    `Source cs_${(bits % 65_536).toString(16).padStart(4, '0')} (WS_CLIENT) answered in ${40 + (bits % 160)} ms`,
  (bits: number) => `Keyframe interval ${(1 + (bits % 4)).toFixed(1)} s`,
  (bits: number) => `Viewer disconnected after ${20 + (bits % 2_400)} s`,
  (bits: number) => `Adaptive bitrate switched ${1 + (bits % 12)} viewers`,
];

/** The nth everyday line. During a story it names only objects that still do what the line says. */
function everyday(model: Model, viewers: Viewers, n: number, at: number): JournalLine {
  const bits = hash(model.seed, 72, n);
  const kind = bits % 10;
  const t = at / 1000;
  const gone = goneServers(model, t);
  if (kind === 0) {
    const manager = model.layout.servers[(bits >>> 8) % 2]?.name ?? '';
    const busy = [...gone].some((server) => model.layout.servers[server]?.role === 'transcode');
    const outcome =
      busy || limitFactor(model, 'task limit', t) !== undefined ? 'no transcoder is free' : 'no change';
    return {
      at,
      objectName: `ClusterManager: ${manager}`,
      message: `Transcode tasks re-evaluated, ${outcome}`,
    };
  }
  if (kind === 1) {
    const there = model.layout.servers.filter((_, server) => !gone.has(server));
    const server = pick(there, bits >>> 8).name;
    return { at, objectName: `Server: ${server}`, message: `Heartbeat answered in ${1 + (bits % 30)} ms` };
  }
  // A stream that is always published if there is one, because no viewer connects to a stream that is down.
  const quiet = (s: number) => {
    const fate = streamEffects(model, s, t);
    return model.table.cycle[s] !== 0 || fate?.down === true || fate?.stalled !== undefined;
  };
  let s = (bits >>> 4) % model.table.publishers;
  for (let tries = 0; tries < 8 && quiet(s); tries++) s = (s + 1) % model.table.publishers;
  const seats = Math.max(1, Math.floor(cell(model.table.audience, s) / 2));
  const seat = (bits >>> 12) % Math.min(seats, 64);
  const trouble = troubleOf(model, s, at);
  let message = `Viewer connected: ${viewers.idAt(s, seat, at)}`;
  if (kind >= 6) message = pick(housekeeping, bits >>> 3)(bits >>> 5);
  if (kind >= 6 && trouble > 5) message = `Packet loss ${(trouble / 8).toFixed(1)}% on ingest`;
  return { at, objectName: `Stream: ${model.table.keys[s]}`, message };
}
