import { cell } from './column.ts';
import type { Model } from './model.ts';
import { unit } from './rng.ts';
import { type Effect, isIn, STORY_CYCLE_S, secondOfCycle, strengthAt } from './story.ts';
import { MAX_EDGES, shareOf } from './streams.ts';

/** The story's effects at one moment. `t` is seconds after the world's start; before the start there are none. */

type StoryModel = Pick<Model, 'story' | 'cast' | 'seed'>;

/** Time until other transcoders take over the tasks of a dead one, seconds. */
const TAKEOVER_S = 6;

export function goneServers({ story, cast }: StoryModel, t: number): ReadonlySet<number> {
  const c = secondOfCycle(t);
  const gone = new Set<number>();
  for (const effect of story.effects) {
    if (effect.what !== 'gone' || !isIn(effect, c)) continue;
    for (const server of cast.servers[effect.who]) gone.add(server);
  }
  return gone;
}

/** Whether the tasks of all missing transcoders run elsewhere by now. */
export function isTakenOver({ story }: StoryModel, t: number): boolean {
  const c = secondOfCycle(t);
  return story.effects.every(
    (effect) => effect.what !== 'gone' || !isIn(effect, c) || c >= effect.start + TAKEOVER_S,
  );
}

/** When a server last came back, seconds after the world's start; undefined: it was never missing. */
export function backSince({ story, cast }: StoryModel, server: number, t: number): number | undefined {
  const ends = story.effects.flatMap((effect) =>
    effect.what === 'gone' && cast.servers[effect.who].includes(server) ? [effect.end] : [],
  );
  return t < 0 ? undefined : lastOf(ends, t);
}

/** The edge (as a server) that takes streams from its neighbours, and the share of their streams that it takes. */
export function drawingEdge({ story, cast }: StoryModel, t: number) {
  const effect = story.effects.find((one) => one.what === 'draws');
  const server = effect && cast.servers[effect.who][0];
  if (!effect || server === undefined) return undefined;
  const share = effect.by * strengthAt(effect, secondOfCycle(t));
  return share > 0 ? { server, share } : undefined;
}

type Added = Extract<Effect, { what: 'cpu' | 'memory' | 'left' | 'idle' }>;
type OfServer = Extract<Effect, { what: 'delivery' | 'transcode' | 'renditions' }>;
type Factor = OfServer | Extract<Effect, { what: 'bitrate' | 'viewers' }>;

/** What effects of that kind add to a server: percentage points, or a share of its viewers. */
export function addedTo({ story, cast }: StoryModel, what: Added['what'], server: number, t: number): number {
  let sum = 0;
  for (const effect of story.effects) {
    if (!isOf(effect, what) || !cast.servers[effect.who].includes(server)) continue;
    sum += effect.by * strengthAt(effect, secondOfCycle(t));
  }
  return sum;
}

/** The factor of that kind for an index: of a stream for `bitrate` and `viewers`, otherwise of a server. */
export function factorOf(
  { story, cast, seed }: StoryModel,
  what: Factor['what'],
  index: number,
  t: number,
): number {
  let product = 1;
  for (const effect of story.effects) {
    if (!isOf(effect, what) || !hits(effect, cast, index)) continue;
    // 1 without effect, `by` at full strength.
    product *= 1 + (effect.by - 1) * strengthAt(effect, secondOfCycle(t) - delayOf(effect, seed, index));
  }
  return product;
}

function isOf<K extends Effect['what']>(effect: Effect, what: K): effect is Extract<Effect, { what: K }> {
  return effect.what === what;
}

function hits(effect: Factor, cast: Model['cast'], index: number): boolean {
  if (effect.what === 'bitrate' || effect.what === 'viewers') {
    return effect.who === 'all' || cast.streams[effect.who].has(index);
  }
  return cast.servers[effect.who].includes(index);
}

/** How many seconds after the first stream of its part this stream follows. */
function delayOf(effect: Factor, seed: number, s: number): number {
  return effect.what === 'bitrate' ? (effect.oneByOne ?? 0) * placeInLine(seed, s) : 0;
}

/** Position of a stream among those that leave or return one after another, 0 to 1. */
export function placeInLine(seed: number, s: number): number {
  return unit(seed, 131, s);
}

/** The factor on a limit while the story changes it; undefined otherwise. */
export function limitFactor(
  { story }: StoryModel,
  what: 'license' | 'task limit',
  t: number,
): number | undefined {
  const c = secondOfCycle(t);
  for (const effect of story.effects) if (isOf(effect, what) && isIn(effect, c)) return effect.by;
  return undefined;
}

export function topologyFails({ story }: StoryModel, t: number): boolean {
  const c = secondOfCycle(t);
  return story.effects.some((effect) => effect.what === 'topology fails' && isIn(effect, c));
}

/** The story's effects on a stream's publisher. */
export interface StreamEffects {
  /** Since when it publishes, seconds; undefined: the story does not change it. */
  readonly since: number | undefined;
  readonly down: boolean;
  /** Whether it is listed while it is down. */
  readonly listed: boolean;
  /** Second since which no media arrives; undefined if it does. */
  readonly stalled: number | undefined;
  /** How often it returned with a new id. */
  readonly renewed: number;
}

export function streamEffects(
  { story, cast, seed }: StoryModel,
  s: number,
  t: number,
): StreamEffects | undefined {
  if (t < 0 || story.effects.length === 0) return undefined;
  const c = secondOfCycle(t);
  const turns = Math.floor(t / STORY_CYCLE_S);
  let fate: StreamEffects | undefined;
  for (const effect of story.effects) {
    if ((effect.what !== 'outage' && effect.what !== 'stalled') || !cast.streams[effect.who].has(s)) continue;
    fate ??= { since: undefined, down: false, listed: true, stalled: undefined, renewed: 0 };
    if (effect.what === 'stalled') {
      if (isIn(effect, c)) fate = { ...fate, stalled: turns * STORY_CYCLE_S + effect.start };
      continue;
    }
    const place = placeInLine(seed, s);
    const late = (effect.spread ?? 0) * place;
    const early = (effect.oneByOne ?? 0) * place;
    const ends = effect.spans.map(({ end }) => end + late);
    const down = effect.spans.some(({ start, end }) => c >= start + early && c < end + late);
    const back = turns * ends.length + ends.filter((end) => end <= c).length;
    fate = {
      ...fate,
      since: newest(fate.since, lastOf(ends, t)),
      down: fate.down || down,
      listed: down ? effect.listed : fate.listed,
      renewed: fate.renewed + (effect.newId ? back : 0),
    };
  }
  return fate;
}

function newest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

/**
 * The last of these seconds of a cycle that has passed, in this cycle or the previous one; after the world's start.
 */
function lastOf(seconds: readonly number[], t: number): number | undefined {
  const cycleStart = Math.floor(t / STORY_CYCLE_S) * STORY_CYCLE_S;
  const last = seconds.filter((at) => at <= t - cycleStart).at(-1);
  if (last !== undefined) return cycleStart + last;
  const before = seconds.at(-1);
  return cycleStart > 0 && before !== undefined ? cycleStart - STORY_CYCLE_S + before : undefined;
}

/** Times in (from, to) at which the story changes the rate of stream `s`, seconds, in order. */
export function turningPoints(
  { story, seed }: StoryModel,
  s: number,
  from: number,
  to: number,
): readonly number[] {
  const points: number[] = [];
  const waves = story.effects.filter(
    (effect) => effect.what === 'bitrate' || effect.what === 'viewers' || effect.what === 'left',
  );
  if (waves.length === 0) return points;
  for (let turn = Math.max(0, Math.floor(from / STORY_CYCLE_S)); turn * STORY_CYCLE_S < to; turn++) {
    for (const wave of waves) {
      const { start, end, rise = 0, fall = 0 } = wave;
      const delay = wave.what === 'left' ? 0 : delayOf(wave, seed, s);
      for (const at of [start, start + rise, end - fall, end]) points.push(turn * STORY_CYCLE_S + at + delay);
    }
  }
  return [...new Set(points)].filter((at) => at > from && at < to).sort((a, b) => a - b);
}

/** The share of the usual audience of stream `s` that watches, without those who left its edges. */
export function audienceOf(model: Model, s: number, t: number): number {
  const { table, layout } = model;
  let left = 0;
  for (let i = 0; i < cell(table.slots, s); i++) {
    const server = layout.apps[cell(table.edge, s * MAX_EDGES + i)]?.server ?? -1;
    left += shareOf(table, s, i) * addedTo(model, 'left', server, t);
  }
  return factorOf(model, 'viewers', s, t) * (1 - left);
}
