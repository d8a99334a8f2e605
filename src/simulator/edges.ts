import { add, cell } from './column.ts';
import type { Frame } from './frame.ts';
import type { Model } from './model.ts';
import { STARVED_POINTS } from './score.ts';
import { addedTo, drawingEdge, factorOf } from './story-effects.ts';
import { MAX_EDGES } from './streams.ts';

/** Above this share of its cap a network card drops traffic. */
const FULL_SHARE = 0.985;
/** Above this share viewers begin to be affected. */
const CROWDED_SHARE = 0.96;

export type Edges = Readonly<ReturnType<typeof edgesAt>>;

/** The story's effects on the edges, by application. */
export function edgesAt(model: Model, t: number, frame: Frame) {
  const { layout } = model;
  /** Share of the viewers who stay, and share of their bytes that is sent. */
  const stays = new Float64Array(layout.apps.length).fill(1);
  const delivery = new Float64Array(layout.apps.length).fill(1);
  /** Additional sessions without traffic, as a share of the viewers. */
  const idle = new Float64Array(layout.apps.length);
  for (const app of layout.byRole.edge) {
    const server = layout.apps[app]?.server ?? -1;
    stays[app] = 1 - addedTo(model, 'left', server, t);
    delivery[app] = factorOf(model, 'delivery', server, t);
    idle[app] = addedTo(model, 'idle', server, t);
  }
  const hot = drawingEdge(model, t);
  const hotEdge = layout.servers[hot?.server ?? -1]?.apps[0] ?? -1;
  const alive = layout.byRole.edge.filter((app) => frame.appAlive[app] === 1);
  return {
    stays,
    delivery,
    idle,
    /** The edge that serves a slot of the edge `own`; `place` is the slot's position in 0 … 1. */
    serving(own: number, place: number) {
      if (hot && layout.apps[own]?.group === layout.apps[hotEdge]?.group && place < hot.share) return hotEdge;
      return frame.appAlive[own] === 1 ? own : (alive[own % alive.length] ?? own);
    },
  };
}

/** Cuts the traffic that an edge cannot send, stream by stream, and computes how much its viewers are affected. */
export function throttle(model: Model, frame: Frame, edges: Edges): void {
  const { table, layout, outCap } = model;
  let over = false;
  for (const edge of layout.byRole.edge) {
    const cap = cell(outCap, edge);
    frame.appPenalty[edge] = STARVED_POINTS * (1 - cell(edges.delivery, edge));
    const wanted = cell(frame.appOut, edge);
    if (wanted > CROWDED_SHARE * cap)
      frame.appPenalty[edge] = Math.min(70, (wanted / cap - CROWDED_SHARE) * 600);
    if (wanted > FULL_SHARE * cap) over = true;
  }
  if (!over) return;
  const wanted = Float64Array.from(frame.appOut);
  for (let p = 0; p < frame.presentCount; p++) {
    const s = cell(frame.present, p);
    for (let i = 0; i < cell(table.slots, s); i++) {
      const slot = s * MAX_EDGES + i;
      const edge = cell(frame.slotEdge, slot);
      const full = FULL_SHARE * cell(outCap, edge);
      if (cell(frame.slotOut, slot) === 0 || cell(wanted, edge) <= full) continue;
      const cut = Math.floor((cell(frame.slotOut, slot) * full) / cell(wanted, edge));
      const lost = cell(frame.slotOut, slot) - cut;
      frame.slotOut[slot] = cut;
      add(frame.appOut, edge, -lost);
      add(frame.outBandwidth, s, -lost);
    }
  }
}
