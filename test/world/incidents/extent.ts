import { cell } from '../../../src/simulator/column.ts';
import { computeFrame } from '../../../src/simulator/compute-frame.ts';
import { createFrame, type Frame } from '../../../src/simulator/frame.ts';
import type { Model } from '../../../src/simulator/model.ts';
import { PUBLISHED } from '../../../src/simulator/schedule.ts';
import type { Story } from '../../../src/simulator/story.ts';
import { limitFactor } from '../../../src/simulator/story-effects.ts';
import { MAX_EDGES } from '../../../src/simulator/streams.ts';
import type { ExtentFigure, TrueFault } from './truth.ts';

/** The extent of a fault at one moment, compared with the same world without it. */
export interface Extent {
  readonly figures: Readonly<Record<ExtentFigure, number>>;
  /** The largest share that the cluster has lost of its viewers, streams, incoming or outgoing bytes, 0 to 1. */
  readonly lostShare: number;
}

/** The extent of a fault `t` seconds after the world's start. */
export function extentOf(model: Model, { without, hit }: TrueFault, t: number): Extent {
  const now = frameOf(model, model.story, t);
  const usual = frameOf(model, without, t);
  let viewersHit = 0;
  let streamsHit = 0;
  let streamsLost = 0;
  const isHit = hitBy(hit.streams, now, usual);
  const edges = new Set(hit.edges.flatMap((server) => model.layout.servers[server]?.apps ?? []));
  for (let s = 0; s < model.table.publishers; s++) {
    if (now.state[s] === PUBLISHED) streamsLost--;
    if (usual.state[s] === PUBLISHED) streamsLost++;
    const fewer = cell(now.renditions, s) < cell(usual.renditions, s);
    const viewers = Math.max(cell(now.viewers, s), cell(usual.viewers, s));
    if (now.state[s] !== PUBLISHED && usual.state[s] !== PUBLISHED) continue;
    if (isHit(s) || (hit.edges.length === 0 && hit.streams.size === 0 && fewer)) {
      viewersHit += viewers;
      streamsHit++;
      continue;
    }
    viewersHit += Math.max(viewersOn(model, now, s, edges), viewersOn(model, usual, s, edges));
  }
  const lost = (a: number, b: number) => (b === 0 ? 0 : (b - a) / b);
  return {
    figures: {
      'viewers lost': usual.totalViewers - now.totalViewers,
      'sessions gained': now.totalViewers - usual.totalViewers,
      'streams lost': streamsLost,
      'viewers hit': viewersHit,
      'streams hit': streamsHit,
    },
    lostShare: Math.max(
      lost(now.totalViewers, usual.totalViewers),
      lost(now.presentCount, usual.presentCount),
      lost(now.totalIn, usual.totalIn),
      lost(now.totalOut, usual.totalOut),
    ),
  };
}

/** A stream that gets fewer bytes than this share of its usual ones is hit. */
const FEWER_BYTES = 0.95;

/**
 * Which of these streams are hit at this moment: a fault may reach them one after another. All of them, where it shows in no
 * figure of a stream itself.
 */
function hitBy(streams: ReadonlySet<number>, now: Frame, usual: Frame): (s: number) => boolean {
  const isReached = (s: number) =>
    now.state[s] !== usual.state[s] || cell(now.inBandwidth, s) < FEWER_BYTES * cell(usual.inBandwidth, s);
  const reached = new Set([...streams].filter(isReached));
  return (s) => (reached.size > 0 ? reached : streams).has(s);
}

/** The viewers of a stream on some edges (given as applications). */
function viewersOn({ table }: Model, frame: Frame, s: number, edges: ReadonlySet<number>): number {
  let sum = 0;
  for (let slot = s * MAX_EDGES; slot < s * MAX_EDGES + cell(table.slots, s); slot++) {
    if (edges.has(cell(frame.slotEdge, slot))) sum += cell(frame.slotViewers, slot);
  }
  return sum;
}

/** The world `t` seconds after its start, with that story. */
export function frameOf(model: Model, story: Story, t: number): Frame {
  const frame = createFrame(model.table.count, model.layout.apps.length);
  const usual = model.usualTaskLimit;
  const factor = limitFactor({ ...model, story }, 'task limit', t) ?? 1;
  const taskLimit = () => (usual === null ? null : Math.round(factor * usual));
  computeFrame({ ...model, story, taskLimit }, Math.round(t * 1000), frame);
  return frame;
}
