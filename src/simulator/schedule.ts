import { MINUTE_MS } from '../base/durations.ts';
import { cell } from './column.ts';
import type { Model } from './model.ts';
import { streamEffects } from './story-effects.ts';

/** Stream states as numbers, for the columns; the words are in `stateWords`. */
export const ABSENT = 0;
const INITIALIZED = 1;
const AWAITING = 2;
export const PUBLISHED = 3;
const CLOSING = 4;
const UNPUBLISHED = 5;
const NOT_PUBLISHED = 6;
export const stateWords = [
  'CLOSED',
  'INITIALIZED',
  'AWAITING',
  'PUBLISHED',
  'CLOSING',
  'UNPUBLISHED',
  'NOT_PUBLISHED',
] as const;

/** Times after the start of a session at which its state changes, ms; the end depends on its length. */
const AWAITS_AT_MS = 2_000;
const PUBLISHES_AT_MS = 10_000;
const CLOSES_FOR_MS = 4_000;
const LINGERS_FOR_MS = MINUTE_MS;

/** A stream's session at one moment. One object is reused for speed. */
export interface Session {
  state: number;
  /** Milliseconds after the world's start; negative before it. */
  start: number;
  /** When it stopped publishing, or the requested moment while it publishes. */
  end: number;
  /** Since when no media arrives; -1 if it does. */
  stalled: number;
}

/** The session of stream `s`, `ms` milliseconds after the world's start. */
export function sessionAt(model: Model, s: number, ms: number, out: Session): void {
  ownSession(model, s, ms, out);
  if (out.state !== PUBLISHED || model.story.effects.length === 0) return;
  const fate = streamEffects(model, s, ms / 1000);
  if (!fate) return;
  if (fate.since !== undefined) out.start = Math.max(out.start, fate.since * 1000);
  if (fate.stalled !== undefined) out.stalled = fate.stalled * 1000;
  if (fate.down) out.state = fate.listed ? UNPUBLISHED : ABSENT;
}

/** The session by the stream's own schedule. */
function ownSession({ table }: Model, s: number, ms: number, out: Session): void {
  const cycle = cell(table.cycle, s);
  const offset = cell(table.offset, s);
  out.stalled = -1;
  out.end = ms;
  if (cycle > 0) {
    const inCycle = (((ms + offset) % cycle) + cycle) % cycle;
    const on = cell(table.onFor, s);
    out.start = ms - inCycle;
    out.state = stateIn(inCycle, on);
    if (inCycle > on) out.end = out.start + on;
    return;
  }
  // Always published: it has run, or waited, for a long time already.
  out.start = Math.min(-offset, ms - 600_000);
  out.state = s < table.publishers ? PUBLISHED : NOT_PUBLISHED;
  if (out.state === NOT_PUBLISHED) out.end = out.start;
}

function stateIn(inCycle: number, on: number): number {
  if (inCycle < AWAITS_AT_MS) return INITIALIZED;
  if (inCycle < PUBLISHES_AT_MS) return AWAITING;
  if (inCycle < on) return PUBLISHED;
  if (inCycle < on + CLOSES_FOR_MS) return CLOSING;
  return inCycle < on + LINGERS_FOR_MS ? UNPUBLISHED : ABSENT;
}

/** The journal's messages about one session, with their times in the cycle, in order. */
export function stations(onFor: number): readonly { readonly at: number; readonly message: string }[] {
  return [
    { at: 0, message: 'Status Update: INITIALIZED' },
    { at: AWAITS_AT_MS, message: 'Status Update: AWAITING' },
    { at: PUBLISHES_AT_MS, message: 'Status Update: PUBLISHED' },
    { at: onFor, message: 'Status Update: CLOSING' },
    { at: onFor + CLOSES_FOR_MS, message: 'Status Update: UNPUBLISHED' },
    { at: onFor + LINGERS_FOR_MS, message: 'Status Update: CLOSED' },
  ];
}
