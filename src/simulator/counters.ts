import { cell } from './column.ts';
import type { Model } from './model.ts';
import type { Session } from './schedule.ts';
import { audienceOf, factorOf, turningPoints } from './story-effects.ts';

/**
 * Bytes of a stream since its session began: the integral of the frame's bandwidth in closed form, so that a stream
 * that nobody asked for in a day needs no simulation of that day. Times are ms after the world's start.
 */
export function streamTotals(model: Model, s: number, session: Session) {
  const { table, tide, epoch } = model;
  const from = Math.max(session.start, epoch) / 1000;
  const to = Math.max(from, (session.stalled >= 0 ? session.stalled : Math.max(session.end, epoch)) / 1000);
  const slots = cell(table.slots, s);
  const transcoded = cell(table.transcoder, s) >= 0;
  const share = transcoded ? cell(table.renditionShare, s) : 0;
  const slow = (t: number) => sineIntegral(cell(table.phase, s), cell(table.slow, s), t);
  const quick = (t: number) => sineIntegral(3 * cell(table.phase, s), cell(table.quick, s), t);
  const bitrate = (t: number) => factorOf(model, 'bitrate', s, t);
  const pieces = (a: number, b: number) => [a, ...turningPoints(model, s, a, b), b];
  // Outgoing traffic follows the publisher's rate.
  const taken = (t: number) => audienceOf(model, s, t) * bitrate(t);
  const sent = (a: number, b: number) => b - a + 0.03 * (slow(b) - slow(a)) + 0.02 * (quick(b) - quick(a));
  const ingest =
    cell(table.bitrate, s) * summed(pieces(from, to), (a, b, middle) => bitrate(middle) * sent(a, b));
  const inFactor = 1 + (transcoded ? 1 : 0) + slots * (1 + share);
  const relayFactor = slots + (transcoded ? 1 + slots * share : 0);

  // The audience's own slow wave times the tide, integrated in parts: the tide hardly changes within one such wave.
  const seen = (t: number) => tide.integral(t) + 0.1 * tide.level(t) * slow(t);
  const gathered = Math.min(to, from + GATHERS_S);
  const ramp = ((gathered - from) ** 2 / (2 * GATHERS_S)) * tide.level(from) * taken(from);
  const viewerSeconds = Math.max(
    0,
    ramp + summed(pieces(gathered, to), (a, b, middle) => taken(middle) * (seen(b) - seen(a))),
  );
  const watched = cell(table.audience, s) * viewerSeconds * cell(table.perViewer, s);
  return {
    in: Math.floor(ingest * inFactor),
    out: Math.floor(ingest * relayFactor + watched),
    toViewers: watched,
  };
}

/** Sums over the intervals between `cuts`. Within each the story has a constant rate, that of its middle. */
function summed(cuts: readonly number[], of: (a: number, b: number, middle: number) => number): number {
  let sum = 0;
  for (let i = 1; i < cuts.length; i++) {
    const a = cuts[i - 1] as number;
    const b = cuts[i] as number;
    sum += of(a, b, (a + b) / 2);
  }
  return sum;
}

/** Time in which an audience grows (see `compute-stream.ts`), seconds. */
const GATHERS_S = 180;

/** Integral over t of sin(2π(phase + t·turns)). */
function sineIntegral(phase: number, turns: number, t: number): number {
  return -Math.cos(2 * Math.PI * (phase + t * turns)) / (2 * Math.PI * turns);
}
