import { tableOf } from '../base/table.ts';
import { type Column, cell } from './column.ts';
import { streamTotals } from './counters.ts';
import type { Frame } from './frame.ts';
import { ladders } from './names.ts';
import { hash } from './rng.ts';
import { ABSENT, PUBLISHED, type Session, sessionAt, stateWords } from './schedule.ts';
import { gradeOf, gradeWords } from './score.ts';
import { streamEffects } from './story-effects.ts';
import { MAX_EDGES, shareOf } from './streams.ts';
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
 * The rows of a stream: itself, its copies on up to `MAX_EDGES` edges, that on its transcoder, and its renditions there. A
 * row is named by one number, `stream * ROWS + place`.
 */
const ON_TRANSCODER = 1 + MAX_EDGES;
const FIRST_RENDITION = ON_TRANSCODER + 1;
const ROWS = FIRST_RENDITION + Math.max(...ladders.map(({ length }) => length));
/** A copy starts when its server has asked for the stream, ms. */
const PULLED_AFTER_MS = 1_200;

const streamOf = (row: number) => Math.floor(row / ROWS);
const placeOf = (row: number) => row % ROWS;

/**
 * The streams as the API lists them (A5), with their copies on other applications. Orders are cached per tick, so that all
 * pages of a sweep over 100,000 streams need one sort, and only the rows of the requested page become objects.
 */
export class StreamList {
  readonly #world: WorldView;
  readonly #session: Session = { state: 0, start: 0, end: 0, stalled: -1 };
  #orders = new Map<string, Int32Array>();
  #ordersAt = Number.NaN;

  constructor(world: WorldView) {
    this.#world = world;
  }

  /** The id of a row; that of a copy ends with its place. */
  idOf(row: number): string {
    const { model } = this.#world;
    const [s, place] = [streamOf(row), placeOf(row)];
    const renewed = streamEffects(model, s, this.#world.frame().ms / 1000)?.renewed ?? 0;
    const head = hash(model.seed, 61, s, renewed).toString(16).padStart(8, '0');
    return `${head}-${(s + 1).toString(16).padStart(6, '0')}${place === 0 ? '' : `-${place}`}`;
  }

  /** The row of a currently listed stream; undefined if it is unknown, or not listed at the moment. */
  rowOf(id: string): number | undefined {
    // The end of an id says which row it is; its beginning proves that the id was not guessed.
    const [, stream = '', place = '0'] = id.split('-');
    const s = Number.parseInt(stream, 16) - 1;
    const row = s * ROWS + Number(place);
    const frame = this.#world.frame();
    if ((frame.state[s] ?? ABSENT) === ABSENT || this.idOf(row) !== id) return undefined;
    return rowsOf(this.#world, s).includes(row) ? row : undefined;
  }

  select(query: StreamQuery): Int32Array {
    const frame = this.#world.frame();
    const ordered = this.#ordered(query.orderBy, query.descending ?? false);
    const { application, search, state } = query;
    if (application === undefined && !search && !state) return ordered;
    const needle = search?.toLowerCase();
    return ordered.filter((row) => {
      if (state && stateWords[cell(frame.state, streamOf(row))] !== state) return false;
      if (application !== undefined && this.#applicationOf(row) !== application) return false;
      return !needle || this.#keyOf(row).toLowerCase().includes(needle);
    });
  }

  item(row: number): Record<StreamField, unknown> & { readonly subStreams: readonly unknown[] } {
    const { model } = this.#world;
    const frame = this.#world.frame();
    const [s, place] = [streamOf(row), placeOf(row)];
    const ladder = ladders[cell(model.table.renditions, s)] ?? [];
    const renditions = frame.state[s] === PUBLISHED ? ladder.slice(0, frame.renditions[s]) : ladder;
    const key = model.table.keys[s] as string;
    return {
      ...tableOf(streamFields, (field) => this.#fields[field](row)),
      subStreams: (place < FIRST_RENDITION && renditions.length > 0 ? ['native', ...renditions] : []).map(
        (name) => ({ streamKey: `${key}_${name}`, name }),
      ),
    };
  }

  /** The fields of a row. */
  readonly #fields: Readonly<Record<StreamField, (row: number) => unknown>> = {
    id: (row) => this.idOf(row),
    state: (row) => stateWords[cell(this.#world.frame().state, streamOf(row))],
    type: (row) =>
      placeOf(row) === 0 ? streamType(this.#world.model.seed, streamOf(row)) : 'CLUSTER_STREAM',
    application: (row) => this.#applicationOf(row),
    streamKey: (row) => this.#keyOf(row),
    startTime: (row) => this.#world.unix(this.#startOf(row)),
    duration: (row) =>
      Math.max(0, Math.round(cell(this.#world.frame().end, streamOf(row)) - this.#startOf(row))),
    viewerCount: (row) => this.#viewersOf(row),
    inBandwidth: (row) => this.#inOf(row),
    outBandwidth: (row) => this.#outOf(row),
    inTotalBytes: (row) => this.#totalsOf(row).in,
    outTotalBytes: (row) => this.#totalsOf(row).out,
    healthScore: (row) => Math.max(0, this.#scoreOf(row)),
    healthGrade: (row) => gradeWords[gradeOf(this.#scoreOf(row))],
    allowedToPublish: () => true,
    isAutoRemovable: (row) => placeOf(row) !== 0 || this.#world.model.table.cycle[streamOf(row)] !== 0,
    // Thumbnails are off by default.
    thumbnailPath: () => null,
    thumbnailTimestamp: () => 0,
  };

  #scoreOf(row: number): number {
    return cell(this.#world.frame().score, streamOf(row));
  }

  #keyOf(row: number): string {
    const { table } = this.#world.model;
    const [s, place] = [streamOf(row), placeOf(row)];
    const key = table.keys[s] as string;
    const rendition = ladders[cell(table.renditions, s)]?.[place - FIRST_RENDITION];
    return rendition === undefined ? key : `${key}_${rendition}`;
  }

  #applicationOf(row: number): string {
    return this.#world.model.layout.apps[this.#appOf(row)]?.name ?? '';
  }

  #appOf(row: number): number {
    const { model } = this.#world;
    const [s, place] = [streamOf(row), placeOf(row)];
    if (place === 0) return cell(model.table.origin, s);
    const frame = this.#world.frame();
    return place < ON_TRANSCODER
      ? cell(frame.slotEdge, s * MAX_EDGES + place - 1)
      : cell(frame.transcoder, s);
  }

  #startOf(row: number): number {
    const frame = this.#world.frame();
    const s = streamOf(row);
    const pulled = placeOf(row) === 0 ? 0 : PULLED_AFTER_MS;
    return Math.min(cell(frame.start, s) + pulled, Math.max(cell(frame.start, s), frame.ms));
  }

  /** All viewers of a stream; of a copy those of its edge. */
  #viewersOf(row: number): number {
    const frame = this.#world.frame();
    const [s, place] = [streamOf(row), placeOf(row)];
    if (place === 0) return cell(frame.viewers, s);
    return place < ON_TRANSCODER ? onEdge(frame, s, place, frame.slotViewers) : 0;
  }

  /** What all servers on the path of a stream receive; of a copy what its server does. */
  #inOf(row: number): number {
    const all = cell(this.#world.frame().inBandwidth, streamOf(row));
    return placeOf(row) === 0 ? all : Math.round(all / this.#receivers(streamOf(row)));
  }

  #outOf(row: number): number {
    const frame = this.#world.frame();
    const [s, place] = [streamOf(row), placeOf(row)];
    if (place === 0) return cell(frame.outBandwidth, s);
    return place < ON_TRANSCODER ? onEdge(frame, s, place, frame.slotOut) : this.#inOf(row);
  }

  #totalsOf(row: number): { in: number; out: number } {
    const { model } = this.#world;
    const [s, place] = [streamOf(row), placeOf(row)];
    sessionAt(model, s, this.#world.frame().ms, this.#session);
    const all = streamTotals(model, s, this.#session);
    if (place === 0) return all;
    const own = Math.floor(all.in / this.#receivers(s));
    return {
      in: own,
      out: place < ON_TRANSCODER ? Math.floor(all.toViewers * shareOf(model.table, s, place - 1)) : own,
    };
  }

  /** How many servers receive a stream: its origin, its transcoder and its edges. */
  #receivers(s: number): number {
    const { table } = this.#world.model;
    return 1 + cell(table.slots, s) + (cell(table.transcoder, s) >= 0 ? 1 : 0);
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
    const order = Int32Array.from(
      Array.from(frame.present.subarray(0, frame.presentCount), (s) => rowsOf(this.#world, s)).flat(),
    );
    if (field) {
      const key = this.#key(field, order);
      const keys = new Float64Array(this.#world.model.table.count * ROWS);
      for (const row of order) keys[row] = key(row);
      const sign = descending ? -1 : 1;
      order.sort((a, b) => sign * (cell(keys, a) - cell(keys, b)) || a - b);
    } else if (descending) {
      order.reverse();
    }
    this.#orders.set(name, order);
    return order;
  }

  /** The value by which a field is compared: the number itself, or the rank of a word. */
  #key(field: StreamField, rows: Int32Array): (row: number) => number {
    // Not rounded, as the time that is shown.
    if (field === 'startTime') return (row) => this.#startOf(row);
    const value = this.#fields[field];
    if (typeof value(rows[0] ?? 0) !== 'string') return (row) => Number(value(row));
    const rank = new Map([...new Set(Array.from(rows, value))].sort().map((word, i) => [word, i]));
    return (row) => rank.get(value(row)) ?? Number.NaN;
  }
}

/** A stream and its copies, as they are listed now: one for each edge that delivers it, and those on its transcoder. */
function rowsOf(world: WorldView, s: number): number[] {
  const frame = world.frame();
  const { scenario, table } = world.model;
  const rows = [s * ROWS];
  if (!scenario.listsCopies || frame.state[s] !== PUBLISHED) return rows;
  for (let slot = 0; slot < cell(table.slots, s); slot++) {
    const isAlive = frame.appAlive[cell(frame.slotEdge, s * MAX_EDGES + slot)] === 1;
    if (isAlive && firstSlot(frame, s, slot) === slot) rows.push(s * ROWS + 1 + slot);
  }
  if (cell(frame.transcoder, s) < 0) return rows;
  rows.push(s * ROWS + ON_TRANSCODER);
  for (let i = 0; i < cell(frame.renditions, s); i++) rows.push(s * ROWS + FIRST_RENDITION + i);
  return rows;
}

/** The first slot of a stream with the same edge as this one: while an edge is missing, another one serves two slots. */
function firstSlot({ slotEdge }: Frame, s: number, slot: number): number {
  const edge = slotEdge[s * MAX_EDGES + slot];
  return slotEdge.subarray(s * MAX_EDGES, (s + 1) * MAX_EDGES).indexOf(edge as number);
}

/** The sum over all slots of a copy's edge. */
function onEdge(frame: Frame, s: number, place: number, values: Column): number {
  let all = 0;
  for (let slot = 0; slot < MAX_EDGES; slot++)
    if (firstSlot(frame, s, slot) === place - 1) all += cell(values, s * MAX_EDGES + slot);
  return all;
}
