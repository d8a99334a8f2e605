import { edgesAt, throttle } from './edges.ts';
import { factorOf, goneServers, isTakenOver, limitFactor } from './fate.ts';
import { add, type Frame } from './frame.ts';
import type { Model } from './model.ts';
import { sineTurns } from './rng.ts';
import { ABSENT, PUBLISHED, type Session, sessionAt } from './schedule.ts';
import { gradeOf, NO_DATA, scoreOf } from './score.ts';
import { MAX_EDGES, shareOf } from './streams.ts';

/** How near to its license a cluster comes that refuses viewers. */
const LICENSED_SHARE = 0.998;

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

function drawnTo(phase: number, slot: number): number {
  const x = phase * 97 + slot * 0.37;
  return x - Math.floor(x);
}

function servedBefore(frame: Frame, s: number, slot: number, edge: number): boolean {
  for (let i = 0; i < slot; i++) if (frame.slotEdge[s * MAX_EDGES + i] === edge) return true;
  return false;
}
