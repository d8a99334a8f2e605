import { MINUTE_MS } from '../base/durations.ts';
import { add, cell } from './column.ts';
import type { Edges } from './edges.ts';
import type { Frame } from './frame.ts';
import type { Model } from './model.ts';
import { pick, sineTurns, unit } from './rng.ts';
import { gradeOf, STARVED_POINTS, scoreOf } from './score.ts';
import { factorOf } from './story-effects.ts';
import { MAX_EDGES, shareOf } from './streams.ts';

/** Share of the bytes that a viewer loses if all renditions of the stream are missing. */
const MISSED_SHARE = 0.5;

/** Values that all streams of one frame share. */
export interface Moment {
  readonly model: Model;
  /** Milliseconds after the world's start. */
  readonly ms: number;
  readonly frame: Frame;
  /** The share of the mean audience that watches now. */
  readonly level: number;
  /** Whether other transcoders have taken over the tasks of a missing one. */
  readonly isTakenOver: boolean;
  readonly edges: Edges;
  /** There is no story, as in most worlds, so its effects need not be looked up for 100,000 streams. */
  readonly isCalm: boolean;
}

/** Writes a published stream into the frame: its own figures, and its share in the applications on its path. */
export function publish(moment: Moment, s: number, isStalled: boolean): void {
  const { model, ms, frame, level, isCalm } = moment;
  const { table } = model;
  const t = ms / 1000;
  const phase = cell(table.phase, s);
  const slow = sineTurns(phase + t * cell(table.slow, s));
  const quick = sineTurns(3 * phase + t * cell(table.quick, s));
  const bitrate = isCalm ? 1 : factorOf(model, 'bitrate', s, t);
  const score = isStalled ? -1 : scoreOf(model, s, { slow, bitrate }, ms);
  frame.score[s] = score;
  add(frame.grades, gradeOf(score), 1);
  const audience =
    cell(table.audience, s) *
    level *
    rampOf(ms - cell(frame.start, s)) *
    (isCalm ? 1 : factorOf(model, 'viewers', s, t)) *
    (1 + 0.1 * slow + 0.012 * quick) *
    churnOf(model, s, t);
  const rate = isStalled
    ? 0
    : Math.round(cell(table.bitrate, s) * bitrate * (1 + 0.03 * slow + 0.02 * quick));
  const { renditions, pace } = transcode(moment, s, rate);
  const each = isStalled ? 0 : cell(table.perViewer, s) * bitrate * pace;
  const seen = score < 0 ? score : Math.max(0, score - STARVED_POINTS * (1 - pace));
  deliver(moment, s, { wanted: Math.round(audience), rate: rate + renditions, each, score: seen });
}

/**
 * From the publisher to the edges, through a transcoder if there is one. Returns the bytes of all renditions, and
 * the share of the usual bytes that viewers get.
 */
function transcode(moment: Moment, s: number, rate: number): { renditions: number; pace: number } {
  const { model, frame, isCalm } = moment;
  const { table, layout } = model;
  const t = moment.ms / 1000;
  const slots = cell(table.slots, s);
  const origin = cell(table.origin, s);
  const transcoder = transcoderOf(moment, s);
  frame.transcoder[s] = transcoder;
  if (transcoder < 0) {
    receive(frame, s, origin, rate);
    send(frame, s, origin, slots * rate);
    return { renditions: 0, pace: 1 };
  }
  const server = layout.apps[transcoder]?.server ?? -1;
  const factor = (what: 'transcode' | 'renditions') => (isCalm ? 1 : factorOf(model, what, server, t));
  const wanted = Math.round(cell(table.renditions, s) * factor('renditions'));
  const pace = factor('transcode') * (1 - MISSED_SHARE * (1 - wanted / cell(table.renditions, s)));
  const renditions = Math.round(rate * cell(table.renditionShare, s) * pace);
  add(frame.appStreams, transcoder, 1);
  frame.renditions[s] = grantTasks(model, transcoder, wanted, frame);
  receive(frame, s, origin, rate);
  send(frame, s, origin, slots * rate + rate);
  receive(frame, s, transcoder, rate);
  send(frame, s, transcoder, slots * renditions);
  return { renditions, pace };
}

/** From the edges to `wanted` viewers with `each` bytes; an edge itself receives `rate`. */
function deliver(
  { model, frame, edges, isCalm }: Moment,
  s: number,
  { wanted, rate, each, score }: { wanted: number; rate: number; each: number; score: number },
): void {
  const { table } = model;
  const slots = cell(table.slots, s);
  let viewers = 0;
  let left = wanted;
  for (let i = 0; i < slots; i++) {
    const slot = s * MAX_EDGES + i;
    const own = cell(table.edge, slot);
    const seats = i === slots - 1 ? left : Math.min(left, Math.floor(wanted * shareOf(table, s, i)));
    left -= seats;
    const here = Math.round(seats * cell(edges.stays, own));
    const edge = isCalm ? own : edges.serving(own, drawnTo(cell(table.phase, s), i));
    const out = Math.floor(here * each * cell(edges.delivery, edge));
    const all = here + Math.round(here * cell(edges.idle, own));
    viewers += all;
    frame.slotEdge[slot] = edge;
    frame.slotViewers[slot] = all;
    frame.slotOut[slot] = out;
    receive(frame, s, edge, rate);
    send(frame, s, edge, out);
    add(frame.appViewers, edge, all);
    if (score >= 0) add(frame.appScores, edge * 10 + Math.min(9, Math.floor(score / 10)), here);
    if (!servedBefore(frame, s, i, edge)) add(frame.appStreams, edge, 1);
  }
  frame.viewers[s] = viewers;
  frame.totalViewers += viewers;
}

function receive(frame: Frame, s: number, app: number, bytes: number): void {
  add(frame.appIn, app, bytes);
  add(frame.inBandwidth, s, bytes);
}

function send(frame: Frame, s: number, app: number, bytes: number): void {
  add(frame.appOut, app, bytes);
  add(frame.outBandwidth, s, bytes);
}

/** Audiences change by chance within this many seconds. */
const CHURN_S = 20;

/** The factor by which viewers who come and go by themselves change an audience, the more the smaller it is. */
function churnOf({ seed, scenario, table }: Model, s: number, t: number): number {
  if (scenario.churn === undefined) return 1;
  const turn = Math.floor(t / CHURN_S);
  const part = t / CHURN_S - turn;
  const knot = (n: number) => unit(seed, 92, s, n) + unit(seed, 93, s, n) + unit(seed, 94, s, n) - 1.5;
  const deviation = 2 * (knot(turn) * (1 - part) + knot(turn + 1) * part);
  return Math.max(0, 1 + (scenario.churn * deviation) / Math.sqrt(Math.max(1, cell(table.audience, s))));
}

/** An audience grows for three minutes after the start of a stream. */
const GATHERS_MS = 3 * MINUTE_MS;

function rampOf(age: number): number {
  return age >= GATHERS_MS ? 1 : age / GATHERS_MS;
}

/** The transcode application of a stream now: -1 for none, another one while its own is missing. */
function transcoderOf({ model, frame, isTakenOver }: Moment, s: number): number {
  const own = cell(model.table.transcoder, s);
  if (own < 0 || frame.appAlive[own] === 1) return own;
  const others = model.layout.byRole.transcode.filter((app) => frame.appAlive[app] === 1);
  return isTakenOver && others.length > 0 ? pick(others, s) : -1;
}

/**
 * A transcoder runs only as many tasks as its limit allows; further renditions are not made. Returns the number
 * that run.
 */
function grantTasks(model: Model, transcoder: number, wanted: number, frame: Frame): number {
  const limit = model.taskLimit() ?? Number.POSITIVE_INFINITY;
  const granted = Math.max(0, Math.min(wanted, limit - cell(frame.appTasks, transcoder)));
  add(frame.appTasks, transcoder, granted);
  if (granted > 0) frame.transcoded++;
  return granted;
}

function drawnTo(phase: number, slot: number): number {
  const x = phase * 97 + slot * 0.37;
  return x - Math.floor(x);
}

function servedBefore(frame: Frame, s: number, slot: number, edge: number): boolean {
  for (let i = 0; i < slot; i++) if (frame.slotEdge[s * MAX_EDGES + i] === edge) return true;
  return false;
}
