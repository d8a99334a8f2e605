import { add, cell } from './column.ts';
import { publish } from './compute-stream.ts';
import { edgesAt, throttle } from './edges.ts';
import type { Frame } from './frame.ts';
import type { Model } from './model.ts';
import { ABSENT, PUBLISHED, type Session, sessionAt } from './schedule.ts';
import { NO_DATA } from './score.ts';
import { goneServers, isTakenOver, limitFactor } from './story-effects.ts';
import { MAX_EDGES } from './streams.ts';

/** A cluster that refuses viewers uses this share of its license. */
const LICENSED_SHARE = 0.998;

const session: Session = { state: 0, start: 0, end: 0, stalled: -1 };

/** Computes the frame of the moment `ms` milliseconds after the world's start. A pure function of the model. */
export function computeFrame(model: Model, ms: number, frame: Frame): void {
  fill(model, ms, frame, 1);
  const license = limitFactor(model, 'license', ms / 1000);
  frame.outLimit = license === undefined ? Number.POSITIVE_INFINITY : Math.round(license * model.startOut);
  if (frame.totalOut <= frame.outLimit) return;
  // Viewers beyond the license are refused. Traffic between servers does not count.
  const toViewers = model.layout.byRole.edge.reduce((sum, edge) => sum + cell(frame.appOut, edge), 0);
  fill(model, ms, frame, 1 - (frame.totalOut - LICENSED_SHARE * frame.outLimit) / toViewers);
}

/** @param admitted share of the viewers who are let in */
function fill(model: Model, ms: number, frame: Frame, admitted: number): void {
  const { table, layout, epoch } = model;
  const t = ms / 1000;
  reset(frame, ms);
  frame.gone = goneServers(model, t);
  for (const server of frame.gone)
    for (const app of layout.servers[server]?.apps ?? []) frame.appAlive[app] = 0;
  const edges = edgesAt(model, t, frame);
  const moment = {
    model,
    ms,
    frame,
    level: admitted * model.tide.level(t),
    isTakenOver: isTakenOver(model, t),
    edges,
    isCalm: model.story.effects.length === 0,
  };
  let present = 0;
  for (let s = 0; s < table.count; s++) {
    sessionAt(model, s, ms, session);
    frame.state[s] = session.state;
    clearStream(frame, s);
    if (session.state === ABSENT) continue;
    frame.present[present++] = s;
    frame.start[s] = Math.max(session.start, epoch);
    frame.end[s] = Math.max(session.end, epoch);
    add(frame.appStreams, cell(table.origin, s), 1);
    if (session.state === PUBLISHED) publish(moment, s, session.stalled >= 0);
    else add(frame.grades, NO_DATA, 1);
  }
  frame.presentCount = present;
  throttle(model, frame, edges);
  for (let a = 0; a < layout.apps.length; a++) {
    frame.totalIn += cell(frame.appIn, a);
    frame.totalOut += cell(frame.appOut, a);
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

function clearStream(frame: Frame, s: number): void {
  frame.viewers[s] = 0;
  frame.inBandwidth[s] = 0;
  frame.outBandwidth[s] = 0;
  frame.score[s] = -1;
  frame.renditions[s] = 0;
  frame.transcoder[s] = -1;
  for (let slot = s * MAX_EDGES; slot < (s + 1) * MAX_EDGES; slot++) {
    frame.slotViewers[slot] = 0;
    frame.slotOut[slot] = 0;
  }
}
