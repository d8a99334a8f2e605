import { cell } from './column.ts';
import { ladders } from './names.ts';
import { between, hash, pick, unit } from './rng.ts';
import { PUBLISHED } from './schedule.ts';
import { gradeOf, gradeWords, NO_DATA } from './score.ts';
import { MAX_EDGES } from './streams.ts';
import type { WorldView } from './world-view.ts';

/** One viewer session: the seat of a stream, and the number of the person in that seat. */
interface Seat {
  readonly stream: number;
  readonly seat: number;
  readonly turn: number;
}

const people = [
  ['DESKTOP', 'Windows', 'Chrome', 'STORM_MSE_VIEWER'],
  ['DESKTOP', 'Windows', 'Edge', 'STORM_MSE_VIEWER'],
  ['DESKTOP', 'macOS', 'Safari', 'STORM_HLS_VIEWER'],
  ['DESKTOP', 'Linux', 'Firefox', 'STORM_MSE_VIEWER'],
  ['MOBILE', 'iOS', 'Mobile Safari', 'STORM_HLS_VIEWER'],
  ['MOBILE', 'Android', 'Chrome Mobile', 'STORM_MSE_VIEWER'],
  ['MOBILE', 'Android', 'Samsung Internet', 'GENERIC_HLS_VIEWER'],
  ['TABLET', 'iPadOS', 'Safari', 'STORM_HLS_VIEWER'],
  ['TABLET', 'Android', 'Chrome', 'GENERIC_DASH_VIEWER'],
  ['DESKTOP', 'Windows', 'VLC', 'RTMP_VIEWER'],
].map(device);
/** Machines that pull a stream are listed as viewers, too. */
const machines = [
  ['DESKTOP', 'Linux', 'Cluster', 'CLUSTER_DATA_CLIENT'],
  ['DESKTOP', 'Linux', 'FFmpeg', 'TRANSCODER'],
  ['DESKTOP', 'Linux', 'FFmpeg', 'RTMP_PUSH'],
  ['DESKTOP', 'Linux', 'Recorder', 'FILE_WRITER'],
].map(device);

function device([deviceType = '', osName = '', browserName = '', harnessType = '']: readonly string[]) {
  return { deviceType, osName, browserName, harnessType };
}

const MASK = (1n << 64n) - 1n;
/** An odd number and its inverse modulo 2^64: ids look random but can be decoded. */
const SCRAMBLE = 0x9e3779b97f4a7c15n;
const UNSCRAMBLE = 0xf1de83e19937733dn;
/** Mixes the upper half into the lower; applied twice, it gives the original. */
const mixHalves = (x: bigint) => x ^ (x >> 32n);
/** Offset of the turns, so that they are not negative before the world's start. */
const TURN_ZERO = 1_000_000;

export class Viewers {
  readonly #world: WorldView;
  readonly #salt: bigint;

  constructor(world: WorldView) {
    this.#world = world;
    const seed = world.model.seed;
    this.#salt = (BigInt(hash(seed, 51)) << 32n) | BigInt(hash(seed, 52));
  }

  /** The id of the viewer in a stream's seat at a moment (ms after the world's start). */
  idAt(stream: number, seat: number, ms: number): string {
    return this.#encode({ stream, seat, turn: this.#turn(stream, seat, ms).turn });
  }

  ids(n: number): string[] {
    const frame = this.#world.frame();
    const ids: string[] = [];
    for (let seat = 0; ids.length < n; seat++) {
      let any = false;
      for (let p = 0; p < frame.presentCount && ids.length < n; p++) {
        const s = cell(frame.present, p);
        if (seat >= cell(frame.viewers, s)) continue;
        any = true;
        ids.push(this.idAt(s, seat, frame.ms));
      }
      if (!any) break;
    }
    return ids;
  }

  /** The session with an id, as the API returns it; undefined if it never existed or has ended. */
  find(id: string): Record<string, unknown> | undefined {
    const seat = this.#decode(id);
    const frame = this.#world.frame();
    if (!seat || seat.stream >= this.#world.model.table.count) return undefined;
    const now = this.#turn(seat.stream, seat.seat, frame.ms);
    if (now.turn !== seat.turn || seat.seat >= cell(frame.viewers, seat.stream)) return undefined;
    return this.#describe(id, seat, now.start);
  }

  #turn(stream: number, seat: number, ms: number): { turn: number; start: number } {
    const seed = this.#world.model.seed;
    const stays = Math.round(between(240, 3_600, unit(seed, 53, stream, seat))) * 1000;
    const offset = Math.floor(stays * unit(seed, 54, stream, seat));
    const turn = Math.floor((ms + offset) / stays);
    return { turn: turn + TURN_ZERO, start: turn * stays - offset };
  }

  #describe(id: string, seat: Seat, seatStart: number): Record<string, unknown> {
    const { model } = this.#world;
    const { table, layout, seed } = model;
    const frame = this.#world.frame();
    const s = seat.stream;
    const slot = this.#slotOf(s, seat.seat);
    const edge = cell(frame.slotEdge, slot);
    const bits = hash(seed, 55, s * 8_191 + seat.seat, seat.turn);
    const machine = bits % 29 === 0;
    const { deviceType, osName, browserName, harnessType } = pick(machine ? machines : people, bits >>> 4);
    const start = Math.max(seatStart, cell(frame.start, s));
    const seconds = (frame.ms - start) / 1000;
    const here = cell(frame.slotViewers, slot);
    const rate = here === 0 ? 0 : Math.floor(cell(frame.slotOut, slot) / here);
    const spread = 12 * unit(seed, 56, s, seat.seat);
    const streamScore = cell(frame.score, s);
    const noData = machine || streamScore < 0 || bits % 41 === 0;
    const score = noData ? 0 : Math.round(Math.max(0, streamScore - spread - cell(frame.appPenalty, edge)));
    const ladder = ladders[cell(table.renditions, s)] ?? [];
    const subStream = ladder.length === 0 ? '' : `${table.keys[s]}_${pick(ladder, bits >>> 8)}`;
    return {
      id,
      state: frame.state[s] === PUBLISHED ? 'PUBLISHED' : 'CLOSING',
      class: machine ? 'ClusterClient' : 'ViewerClient',
      pipelineType: 'CLIENT_OUTPUT',
      harnessType,
      applicationName: layout.apps[edge]?.name ?? '',
      streamKey: table.keys[s],
      subStream,
      remoteAddress: address(bits, machine),
      deviceType,
      osName,
      browserName,
      startTime: this.#world.unix(start),
      duration: Math.max(0, Math.round(seconds * 1000)),
      inBandwidth: Math.round(40 + (bits % 60)),
      outBandwidth: rate,
      inTotalBytes: Math.floor(Math.max(0, seconds) * 40),
      outTotalBytes: Math.floor(Math.max(0, seconds) * cell(table.perViewer, s)),
      healthScore: score,
      healthGrade: gradeWords[noData ? NO_DATA : gradeOf(score)],
    };
  }

  /** Seats fill the slots in order. */
  #slotOf(s: number, seat: number): number {
    const frame = this.#world.frame();
    let before = 0;
    for (let i = 0; i < cell(this.#world.model.table.slots, s); i++) {
      before += cell(frame.slotViewers, s * MAX_EDGES + i);
      if (seat < before) return s * MAX_EDGES + i;
    }
    return s * MAX_EDGES;
  }

  #encode(seat: Seat): string {
    const packed = (BigInt(seat.stream) << 44n) | (BigInt(seat.seat) << 24n) | BigInt(seat.turn);
    const digits = mixHalves((mixHalves(packed ^ this.#salt) * SCRAMBLE) & MASK).toString(16);
    return `v_${digits.padStart(16, '0')}`;
  }

  #decode(id: string): Seat | undefined {
    const digits = /^v_([0-9a-f]{16})$/.exec(id)?.[1];
    if (digits === undefined) return undefined;
    const packed = mixHalves((mixHalves(BigInt(`0x${digits}`)) * UNSCRAMBLE) & MASK) ^ this.#salt;
    return {
      stream: Number(packed >> 44n),
      seat: Number((packed >> 24n) & 0xfffffn),
      turn: Number(packed & 0xffffffn),
    };
  }
}

/** Addresses of the ranges reserved for documentation, and private ones for machines. */
function address(bits: number, machine: boolean): string {
  if (machine) return `10.0.${(bits >>> 8) & 15}.${(bits >>> 16) & 255}`;
  if (bits % 9 === 0)
    return `2001:db8:${((bits >>> 8) & 0xffff).toString(16)}::${(bits & 0xfff).toString(16)}`;
  return `${bits % 2 ? '203.0.113' : '198.51.100'}.${(bits >>> 12) % 254}`;
}
