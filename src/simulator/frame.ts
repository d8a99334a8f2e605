import { addedTo, drawn, factorOf, goneServers, isTakenOver, limitFactor } from './fate.ts';
import type { Model } from './model.ts';
import { sineTurns } from './rng.ts';
import { ABSENT, PUBLISHED, type Session, sessionAt } from './schedule.ts';
import { MAX_EDGES, shareOf } from './streams.ts';

/** Health grades, best first, as the dashboard lists them. */
export const gradeWords = ['Very Good', 'Good', 'Bad', 'No Data'] as const;
export const NO_DATA = 3;

/** A network card drops what goes beyond that share of the cap. */
const FULL_SHARE = 0.985;
/** Beyond that share its viewers begin to suffer. */
const CROWDED_SHARE = 0.96;
/** How near to its license a cluster comes that refuses viewers. */
const LICENSED_SHARE = 0.998;

/** The whole cluster at one moment. Columns by stream and by application; bytes are bytes a second. */
export class Frame {
  /** Milliseconds after the world's start. */
  ms = Number.NaN;
  /** Streams that are listed: `present[0 … presentCount)`. */
  presentCount = 0;
  readonly present: Uint32Array;
  readonly state: Uint8Array;
  /** When the session started and ended (or now), milliseconds after the world's start. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly viewers: Int32Array;
  readonly inBandwidth: Float64Array;
  readonly outBandwidth: Float64Array;
  /** 0 to 100; -1: no data. */
  readonly score: Float64Array;
  /** Edge application, viewers and delivery of each slot. */
  readonly slotEdge: Uint16Array;
  readonly slotViewers: Int32Array;
  readonly slotOut: Float64Array;
  readonly appIn: Float64Array;
  readonly appOut: Float64Array;
  readonly appViewers: Float64Array;
  readonly appStreams: Float64Array;
  readonly appTasks: Float64Array;
  readonly appAlive: Uint8Array;
  /** Servers that are gone, by index. */
  gone: ReadonlySet<number> = new Set();
  /** Renditions that a stream gets: fewer than it should where tasks wait. */
  readonly renditions: Uint8Array;
  /** What the license lets out of the cluster, bytes a second; Infinity: it sets no limit. */
  outLimit = Number.POSITIVE_INFINITY;
  /** Viewers of an edge by tens of the score of what they watch. */
  readonly appScores: Float64Array;
  /** Points that viewers of an edge lose because it is full. */
  readonly appPenalty: Float64Array;
  readonly grades = new Float64Array(4);
  totalViewers = 0;
  totalIn = 0;
  totalOut = 0;
  transcoded = 0;

  constructor(streams: number, apps: number) {
    this.present = new Uint32Array(streams);
    this.state = new Uint8Array(streams);
    this.start = new Float64Array(streams);
    this.end = new Float64Array(streams);
    this.viewers = new Int32Array(streams);
    this.inBandwidth = new Float64Array(streams);
    this.outBandwidth = new Float64Array(streams);
    this.score = new Float64Array(streams);
    this.renditions = new Uint8Array(streams);
    this.slotEdge = new Uint16Array(streams * MAX_EDGES);
    this.slotViewers = new Int32Array(streams * MAX_EDGES);
    this.slotOut = new Float64Array(streams * MAX_EDGES);
    this.appIn = new Float64Array(apps);
    this.appOut = new Float64Array(apps);
    this.appViewers = new Float64Array(apps);
    this.appStreams = new Float64Array(apps);
    this.appTasks = new Float64Array(apps);
    this.appAlive = new Uint8Array(apps);
    this.appScores = new Float64Array(apps * 10);
    this.appPenalty = new Float64Array(apps);
  }
}

const session: Session = { state: 0, start: 0, end: 0, stalled: -1 };

/** Computes the frame of the moment `ms` milliseconds after the world's start. A pure function of the model. */
export function computeFrame(model: Model, ms: number, frame: Frame): void {
  fill(model, ms, frame, 1);
  const license = limitFactor(model, 'license', ms / 1000);
  frame.outLimit = license === undefined ? Number.POSITIVE_INFINITY : Math.round(license * model.startOut);
  if (frame.totalOut <= frame.outLimit) return;
  // Viewers beyond the license are refused; what goes from server to server is not theirs.
  const toViewers = model.layout.byRole.edge.reduce((sum, edge) => sum + (frame.appOut[edge] as number), 0);
  fill(model, ms, frame, 1 - (frame.totalOut - LICENSED_SHARE * frame.outLimit) / toViewers);
}

/** @param admitted share of those who want to watch */
function fill(model: Model, ms: number, frame: Frame, admitted: number): void {
  const { table, layout, epoch } = model;
  const t = ms / 1000;
  const level = admitted * model.tide.level(t);
  reset(frame, ms);
  frame.gone = goneServers(model, t);
  for (const server of frame.gone)
    for (const app of layout.servers[server]?.apps ?? []) frame.appAlive[app] = 0;
  const takenOver = isTakenOver(model, t);
  const edges = edgesAt(model, t, frame);
  // Most worlds are calm, and this loop runs over 100,000 streams.
  const calm = model.story.effects.length === 0;
  let present = 0;
  for (let s = 0; s < table.count; s++) {
    sessionAt(model, s, ms, session);
    frame.state[s] = session.state;
    frame.viewers[s] = 0;
    frame.inBandwidth[s] = 0;
    frame.outBandwidth[s] = 0;
    frame.score[s] = -1;
    frame.renditions[s] = 0;
    for (let i = 0; i < MAX_EDGES; i++) {
      frame.slotViewers[s * MAX_EDGES + i] = 0;
      frame.slotOut[s * MAX_EDGES + i] = 0;
    }
    if (session.state === ABSENT) continue;
    frame.present[present++] = s;
    frame.start[s] = Math.max(session.start, epoch);
    frame.end[s] = Math.max(session.end, epoch);
    const origin = table.origin[s] as number;
    add(frame.appStreams, origin, 1);
    if (session.state !== PUBLISHED) {
      add(frame.grades, NO_DATA, 1);
      continue;
    }
    const stalled = session.stalled >= 0;
    const phase = table.phase[s] as number;
    const slow = sineTurns(phase + (ms / 1000) * (table.slow[s] as number));
    const quick = sineTurns(3 * phase + (ms / 1000) * (table.quick[s] as number));
    const ramp = rampOf(ms - (frame.start[s] as number));
    const audience =
      (table.audience[s] as number) *
      level *
      ramp *
      (calm ? 1 : factorOf(model, 'viewers', s, t)) *
      (1 + 0.1 * slow + 0.012 * quick);
    const wanted = Math.round(audience);
    const bitrate = calm ? 1 : factorOf(model, 'bitrate', s, t);
    const score = stalled ? -1 : scoreOf(model, s, slow, bitrate, ms);
    frame.score[s] = score;
    add(frame.grades, gradeOf(score), 1);

    const rate = stalled
      ? 0
      : Math.round((table.bitrate[s] as number) * bitrate * (1 + 0.03 * slow + 0.02 * quick));
    const transcoder = transcoderOf(model, s, frame, takenOver);
    const renditions = transcoder < 0 ? 0 : Math.round(rate * (table.renditionShare[s] as number));
    const slots = table.slots[s] as number;
    let inSum = rate;
    let outSum = slots * rate;
    add(frame.appIn, origin, rate);
    add(frame.appOut, origin, slots * rate);
    if (transcoder >= 0) {
      add(frame.appStreams, transcoder, 1);
      frame.renditions[s] = grantTasks(model, transcoder, table.renditions[s] as number, frame);
      add(frame.appOut, origin, rate);
      add(frame.appIn, transcoder, rate);
      add(frame.appOut, transcoder, slots * renditions);
      inSum += rate;
      outSum += rate + slots * renditions;
    }
    const each = stalled ? 0 : (table.perViewer[s] as number) * bitrate;
    let viewers = 0;
    let left = wanted;
    for (let i = 0; i < slots; i++) {
      const own = table.edge[s * MAX_EDGES + i] as number;
      const seats = i === slots - 1 ? left : Math.min(left, Math.floor(wanted * shareOf(table, s, i)));
      left -= seats;
      const here = Math.round(seats * (edges.stays[own] as number));
      const edge = calm ? own : edges.serving(own, drawnTo(phase, i));
      viewers += here;
      const rateEach = Math.floor(here * each * (edges.delivery[edge] as number));
      const slot = s * MAX_EDGES + i;
      frame.slotEdge[slot] = edge;
      frame.slotViewers[slot] = here;
      frame.slotOut[slot] = rateEach;
      add(frame.appIn, edge, rate + renditions);
      inSum += rate + renditions;
      add(frame.appOut, edge, rateEach);
      outSum += rateEach;
      add(frame.appViewers, edge, here);
      if (score >= 0) add(frame.appScores, edge * 10 + Math.min(9, Math.floor(score / 10)), here);
      if (!servedBefore(frame, s, i, edge)) add(frame.appStreams, edge, 1);
    }
    frame.viewers[s] = viewers;
    frame.totalViewers += viewers;
    frame.inBandwidth[s] = inSum;
    frame.outBandwidth[s] = outSum;
  }
  frame.presentCount = present;
  throttle(model, frame, edges);
  for (let a = 0; a < layout.apps.length; a++) {
    frame.totalIn += frame.appIn[a] as number;
    frame.totalOut += frame.appOut[a] as number;
  }
}

function reset(frame: Frame, ms: number): void {
  frame.ms = ms;
  for (const column of [frame.appIn, frame.appOut, frame.appViewers, frame.appStreams, frame.appTasks]) {
    column.fill(0);
  }
  frame.appScores.fill(0);
  frame.appPenalty.fill(0);
  frame.grades.fill(0);
  frame.appAlive.fill(1);
  frame.totalViewers = 0;
  frame.totalIn = 0;
  frame.totalOut = 0;
  frame.transcoded = 0;
}

function add(column: Float64Array, index: number, value: number): void {
  column[index] = (column[index] as number) + value;
}

/** An audience gathers over three minutes. */
const GATHERS_MS = 180_000;

function rampOf(age: number): number {
  return age >= GATHERS_MS ? 1 : age / GATHERS_MS;
}

/** Which transcode application works for a stream now: -1 none, and another one while its own is gone. */
function transcoderOf(model: Model, s: number, frame: Frame, takenOver: boolean): number {
  const own = model.table.transcoder[s] as number;
  if (own < 0 || frame.appAlive[own] === 1) return own;
  const others = model.layout.byRole.transcode.filter((app) => frame.appAlive[app] === 1);
  return takenOver && others.length > 0 ? (others[s % others.length] as number) : -1;
}

/** Transcoders run no more tasks than they may; what waits is not transcoded. Returns the renditions that run. */
function grantTasks(model: Model, transcoder: number, wanted: number, frame: Frame): number {
  const limit = model.taskLimit() ?? Number.POSITIVE_INFINITY;
  const granted = Math.max(0, Math.min(wanted, limit - (frame.appTasks[transcoder] as number)));
  add(frame.appTasks, transcoder, granted);
  if (granted > 0) frame.transcoded++;
  return granted;
}

/** What the story does to the edges, by application. */
interface Edges {
  /** Share of the viewers who stay, and of what they should get that is sent. */
  readonly stays: Float64Array;
  readonly delivery: Float64Array;
  /** The edge that serves a slot of `own`; `place` is the slot's place in 0 … 1. */
  serving(own: number, place: number): number;
}

function edgesAt(model: Model, t: number, frame: Frame): Edges {
  const { layout } = model;
  const stays = new Float64Array(layout.apps.length).fill(1);
  const delivery = new Float64Array(layout.apps.length).fill(1);
  for (const app of layout.byRole.edge) {
    const server = layout.apps[app]?.server ?? -1;
    stays[app] = 1 - addedTo(model, 'left', server, t);
    delivery[app] = factorOf(model, 'delivery', server, t);
  }
  const hot = drawn(model, t);
  const hotEdge = layout.servers[hot?.server ?? -1]?.apps[0] ?? -1;
  const alive = layout.byRole.edge.filter((app) => frame.appAlive[app] === 1);
  return {
    stays,
    delivery,
    serving(own, place) {
      if (hot && layout.apps[own]?.group === layout.apps[hotEdge]?.group && place < hot.share) return hotEdge;
      return frame.appAlive[own] === 1 ? own : (alive[own % alive.length] ?? own);
    },
  };
}

function drawnTo(phase: number, slot: number): number {
  const x = phase * 97 + slot * 0.37;
  return x - Math.floor(x);
}

function servedBefore(frame: Frame, s: number, slot: number, edge: number): boolean {
  for (let i = 0; i < slot; i++) if (frame.slotEdge[s * MAX_EDGES + i] === edge) return true;
  return false;
}

/** Points that a stream loses on its way now; trouble comes and goes over some minutes. */
export function troubleOf(model: Model, s: number, ms: number): number {
  const drift = Math.max(0, sineTurns(5 * (model.table.phase[s] as number) + ms / 1000 / 1_700));
  return model.scenario.trouble * (model.table.trouble[s] as number) * drift;
}

/** Points that a stream or a viewer would lose if nothing came. */
const STARVED_POINTS = 90;

/** Quality minus trouble, and minus what the publisher sends too little. */
function scoreOf(model: Model, s: number, slow: number, bitrate: number, ms: number): number {
  const starved = STARVED_POINTS * (1 - bitrate);
  const score =
    (model.table.quality[s] as number) - troubleOf(model, s, ms) - 3 * Math.max(0, slow) - starved;
  return Math.round(Math.max(0, Math.min(100, score)) * 10) / 10;
}

/** Index of the grade of a score, 0 to 100; below 0 is `No Data`. */
export function gradeOf(score: number): number {
  if (score < 0) return NO_DATA;
  return score >= 80 ? 0 : score >= 55 ? 1 : 2;
}

/** Cuts what an edge cannot send, stream by stream, and says how much its viewers suffer. */
function throttle(model: Model, frame: Frame, edges: Edges): void {
  const { table, layout, outCap } = model;
  let over = false;
  for (const edge of layout.byRole.edge) {
    const cap = outCap[edge] as number;
    frame.appPenalty[edge] = STARVED_POINTS * (1 - (edges.delivery[edge] as number));
    const wanted = frame.appOut[edge] as number;
    if (wanted > CROWDED_SHARE * cap)
      frame.appPenalty[edge] = Math.min(70, (wanted / cap - CROWDED_SHARE) * 600);
    if (wanted > FULL_SHARE * cap) over = true;
  }
  if (!over) return;
  const wanted = Float64Array.from(frame.appOut);
  for (let p = 0; p < frame.presentCount; p++) {
    const s = frame.present[p] as number;
    for (let i = 0; i < (table.slots[s] as number); i++) {
      const slot = s * MAX_EDGES + i;
      const edge = frame.slotEdge[slot] as number;
      const full = FULL_SHARE * (outCap[edge] as number);
      if ((frame.slotOut[slot] as number) === 0 || (wanted[edge] as number) <= full) continue;
      const cut = Math.floor(((frame.slotOut[slot] as number) * full) / (wanted[edge] as number));
      const lost = (frame.slotOut[slot] as number) - cut;
      frame.slotOut[slot] = cut;
      add(frame.appOut, edge, -lost);
      add(frame.outBandwidth, s, -lost);
    }
  }
}
