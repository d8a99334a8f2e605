import type { Timing } from './rule.ts';

/**
 * Duration and hysteresis of one severity of one key. Time counts only between samples that arrived. While the gate is
 * off, bad time is added and half of the good time is subtracted, so that a value that swings around its threshold fires
 * once instead of never or often. While it is on, any bad sample restarts the time that it needs to clear.
 */
export interface Gate {
  readonly on: boolean;
  /** Unix ms of the first bad sample of this spell. */
  readonly since: number | undefined;
  /** Unix ms of the last good sample before it; undefined where there was none. */
  readonly lastGoodAt: number | undefined;
  /** That was the first look: it has been bad for an unknown time, so that nothing is left to wait for. */
  readonly beganBefore: boolean;
  /** Bad time observed, ms, and bad samples, while off. */
  readonly bad: number;
  readonly badSamples: number;
  /** Good time observed in a row, ms, and good samples in a row. */
  readonly good: number;
  readonly goodSamples: number;
  /** Unix ms of the last sample that counted. */
  readonly at: number | undefined;
}

export const closedGate: Gate = {
  on: false,
  since: undefined,
  lastGoodAt: undefined,
  beganBefore: false,
  bad: 0,
  badSamples: 0,
  good: 0,
  goodSamples: 0,
  at: undefined,
};

/** One sample of a key. */
export interface GateSample {
  /** When it was measured, Unix ms. */
  readonly at: number;
  /** The same of the sample before it; undefined where there was none. */
  readonly previousAt: number | undefined;
  /** Most ms that it may stand for. */
  readonly longest: number;
  /** Nothing was known of the time before it; `alone`: and the next one is too far away to wait for. */
  readonly firstLook: 'alone' | 'with next' | undefined;
}

/** Takes one sample. One that was counted already changes nothing. */
export function feed(gate: Gate, isBad: boolean, sample: GateSample, timing: Timing): Gate {
  const { at, previousAt, longest, firstLook } = sample;
  if (gate.at === at) return gate;
  const passed = gate.at === undefined ? 0 : Math.min(Math.max(0, at - gate.at), longest);
  const least = timing.samples ?? 2;
  if (isBad) {
    if (gate.on) return { ...gate, good: 0, goodSamples: 0, at };
    const badSamples = gate.badSamples + 1;
    const bad = gate.bad + passed;
    const beganBefore = gate.beganBefore || firstLook !== undefined;
    // Samples come at jittered times: one that is a little early is the one that was waited for.
    const hasLasted = beganBefore || bad + passed / 4 >= timing.after;
    const on = hasLasted && (badSamples >= least || firstLook === 'alone');
    const isFirst = gate.since === undefined;
    return {
      on,
      since: gate.since ?? at,
      lastGoodAt: isFirst ? (gate.at ?? previousAt) : gate.lastGoodAt,
      beganBefore,
      bad,
      badSamples,
      good: 0,
      goodSamples: 0,
      at,
    };
  }
  const goodSamples = gate.goodSamples + 1;
  if (gate.on) {
    const good = goodSamples === 1 ? 0 : gate.good + passed;
    if (good >= timing.clearAfter && goodSamples >= least) return { ...closedGate, goodSamples, at };
    return { ...gate, good, goodSamples, at };
  }
  const bad = Math.max(0, gate.bad - passed / 2);
  const spent = bad === 0;
  return {
    ...gate,
    beganBefore: false,
    bad,
    badSamples: spent ? 0 : gate.badSamples,
    since: spent ? undefined : gate.since,
    lastGoodAt: spent ? undefined : gate.lastGoodAt,
    goodSamples,
    at,
  };
}

/** Nothing left to remember. */
export function isIdle(gate: Gate): boolean {
  return (
    !gate.on && gate.bad === 0 && gate.badSamples === 0 && (gate.goodSamples >= 2 || gate.at === undefined)
  );
}
