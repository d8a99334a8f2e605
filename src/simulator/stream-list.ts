import { type Column, cell } from './column.ts';
import { streamTotals } from './counters.ts';
import { ladders } from './names.ts';
import { hash } from './rng.ts';
import { ABSENT, PUBLISHED, type Session, sessionAt, stateWords } from './schedule.ts';
import { gradeOf, gradeWords } from './score.ts';
import { streamEffects } from './story-effects.ts';
import type { WorldView } from './world-view.ts';

/** The fields of a stream by which a list can be sorted: all except `subStreams`. */
export const streamFields = [
  'id',
  'state',
  'type',
  'application',
  'streamKey',
  'startTime',
  'duration',
  'viewerCount',
  'inBandwidth',
  'outBandwidth',
  'inTotalBytes',
  'outTotalBytes',
  'healthScore',
  'healthGrade',
  'allowedToPublish',
  'isAutoRemovable',
  'thumbnailPath',
  'thumbnailTimestamp',
] as const;
export type StreamField = (typeof streamFields)[number];

export interface StreamQuery {
  readonly application?: string | undefined;
  readonly search?: string | undefined;
  readonly state?: string | undefined;
  readonly orderBy?: StreamField | undefined;
  readonly descending?: boolean | undefined;
}

const types = ['NATIVE_STREAM', 'RTMP_STREAM', 'SRT_STREAM', 'WHIP_STREAM'] as const;

/** The protocol with which stream `s` of a world is published. */
export function streamType(seed: number, s: number): string {
  return types[hash(seed, 62, s) % 8 < 5 ? 0 : 1 + (s % 3)] as string;
}

/**
 * The streams as the API lists them (A5). Orders are cached per tick, so that all pages of a sweep over 100,000
 * streams need one sort, and only the rows of the requested page become objects.
 */
export class StreamList {
  readonly #world: WorldView;
  readonly #session: Session = { state: 0, start: 0, end: 0, stalled: -1 };
  readonly #ranks = new Map<StreamField, Float64Array>();
  #orders = new Map<string, Int32Array>();
  #ordersAt = Number.NaN;

  constructor(world: WorldView) {
    this.#world = world;
  }

  idOf(s: number): string {
    const { model } = this.#world;
    const renewed = streamEffects(model, s, this.#world.frame().ms / 1000)?.renewed ?? 0;
    const head = hash(model.seed, 61, s, renewed).toString(16).padStart(8, '0');
    return `${head}-${(s + 1).toString(16).padStart(6, '0')}`;
  }

  /** The index of a currently listed stream; undefined if it is unknown, or not listed at the moment. */
  indexOf(id: string): number | undefined {
    // The end of an id is the stream's number; its beginning proves that the id was not guessed.
    const s = Number.parseInt(id.slice(9), 16) - 1;
    return this.idOf(s) === id && (this.#world.frame().state[s] ?? ABSENT) !== ABSENT ? s : undefined;
  }

  /** Indices of the streams that match, in the requested order. */
  select(query: StreamQuery): Int32Array {
    const frame = this.#world.frame();
    const { table, layout } = this.#world.model;
    const ordered = this.#ordered(query.orderBy, query.descending ?? false);
    const { application, search, state } = query;
    if (application === undefined && !search && !state) return ordered;
    const needle = search?.toLowerCase();
    return ordered.filter((s) => {
      if (state && stateWords[cell(frame.state, s)] !== state) return false;
      if (application !== undefined && layout.apps[cell(table.origin, s)]?.name !== application) return false;
      return !needle || (table.keys[s] as string).toLowerCase().includes(needle);
    });
  }

  /** One stream as the API shows it. */
  item(s: number): Record<string, unknown> {
    const world = this.#world;
    const { model } = world;
    const frame = world.frame();
    const key = model.table.keys[s] as string;
    const published = frame.state[s] === PUBLISHED;
    const ladder = ladders[cell(model.table.renditions, s)] ?? [];
    const renditions = published ? ladder.slice(0, frame.renditions[s]) : ladder;
    const totals = this.#totals(s);
    const score = cell(frame.score, s);
    return {
      id: this.idOf(s),
      state: stateWords[cell(frame.state, s)],
      type: streamType(model.seed, s),
      application: model.layout.apps[cell(model.table.origin, s)]?.name,
      streamKey: key,
      startTime: world.unix(cell(frame.start, s)),
      duration: this.#duration(s),
      viewerCount: frame.viewers[s],
      inBandwidth: frame.inBandwidth[s],
      outBandwidth: frame.outBandwidth[s],
      inTotalBytes: totals.in,
      outTotalBytes: totals.out,
      healthScore: Math.max(0, score),
      healthGrade: gradeWords[gradeOf(score)],
      allowedToPublish: true,
      isAutoRemovable: model.table.cycle[s] !== 0,
      // Thumbnails are off by default.
      thumbnailPath: null,
      thumbnailTimestamp: 0,
      subStreams: (renditions.length > 0 ? ['native', ...renditions] : []).map((name) => ({
        streamKey: `${key}_${name}`,
        name,
      })),
    };
  }

  #duration(s: number): number {
    const frame = this.#world.frame();
    return Math.max(0, Math.round(cell(frame.end, s) - cell(frame.start, s)));
  }

  #totals(s: number): { in: number; out: number } {
    const { model } = this.#world;
    sessionAt(model, s, this.#world.frame().ms, this.#session);
    return streamTotals(model, s, this.#session);
  }

  #ordered(field: StreamField | undefined, descending: boolean): Int32Array {
    const frame = this.#world.frame();
    if (this.#ordersAt !== frame.ms) {
      this.#ordersAt = frame.ms;
      this.#orders = new Map();
    }
    const name = `${field ?? ''} ${descending}`;
    const known = this.#orders.get(name);
    if (known) return known;
    const order = frame.present.slice(0, frame.presentCount);
    if (field) {
      const key = this.#key(field);
      const keys = new Float64Array(this.#world.model.table.count);
      for (const s of order) keys[s] = key(s);
      const sign = descending ? -1 : 1;
      order.sort((a, b) => sign * (cell(keys, a) - cell(keys, b)) || a - b);
    } else if (descending) {
      order.reverse();
    }
    this.#orders.set(name, order);
    return order;
  }

  /** The value by which a field is compared: the number itself, or the rank of a word. */
  #key(field: StreamField): (s: number) => number {
    const frame = this.#world.frame();
    const { table } = this.#world.model;
    switch (field) {
      case 'state':
        return (s) => cell(stateRank, cell(frame.state, s));
      case 'startTime':
        return (s) => cell(frame.start, s);
      case 'duration':
        return (s) => this.#duration(s);
      case 'viewerCount':
        return (s) => cell(frame.viewers, s);
      case 'inBandwidth':
        return (s) => cell(frame.inBandwidth, s);
      case 'outBandwidth':
        return (s) => cell(frame.outBandwidth, s);
      case 'inTotalBytes':
        return (s) => this.#totals(s).in;
      case 'outTotalBytes':
        return (s) => this.#totals(s).out;
      case 'healthScore':
        return (s) => Math.max(0, cell(frame.score, s));
      case 'healthGrade':
        return (s) => cell(gradeRank, gradeOf(cell(frame.score, s)));
      case 'allowedToPublish':
        return () => 1;
      case 'isAutoRemovable':
        return (s) => (table.cycle[s] === 0 ? 0 : 1);
      case 'thumbnailPath':
      case 'thumbnailTimestamp':
        return () => 0;
      default: {
        const ranks = this.#ranksOf(field);
        return (s) => cell(ranks, s);
      }
    }
  }

  /** Ranks of the fields that never change, computed once. */
  #ranksOf(field: 'id' | 'type' | 'application' | 'streamKey'): Float64Array {
    const known = this.#ranks.get(field);
    if (known) return known;
    const { table, layout } = this.#world.model;
    const words = Array.from({ length: table.count }, (_, s) => {
      if (field === 'type') return streamType(this.#world.model.seed, s);
      if (field === 'application') return layout.apps[cell(table.origin, s)]?.name ?? '';
      return field === 'streamKey' ? (table.keys[s] as string) : this.idOf(s);
    });
    const rank = new Map([...new Set(words)].sort().map((word, i) => [word, i]));
    const ranks = Float64Array.from(words, (word) => rank.get(word) ?? Number.NaN);
    this.#ranks.set(field, ranks);
    return ranks;
  }
}

const stateRank = ranksIn(stateWords);
const gradeRank = ranksIn(gradeWords);

function ranksIn(words: readonly string[]): Column {
  const sorted = [...words].sort();
  return Int32Array.from(words, (word) => sorted.indexOf(word));
}
