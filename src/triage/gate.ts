import type { Timing } from './rule.ts';

/**
 * Duration and hysteresis for one severity of one key. Only the time between received samples counts. While the gate is off, bad
 * time is added and half of the good time is subtracted, so that a value that swings around its threshold raises one problem
 * instead of none or many. While it is on, any bad sample restarts the time that is needed to clear.
 */
export interface Gate {
  readonly on: boolean;
  /** First bad sample of this period, Unix ms. */
  readonly since: number | undefined;
  /** Last good sample before it, Unix ms; undefined if there was none. */
  readonly lastGoodAt: number | undefined;
  /** The first sample was bad already, so the duration is unknown and no further waiting is needed. */
  readonly beganBefore: boolean;
  /** Observed bad time, ms, and number of bad samples, while off. */
  readonly bad: number;
  readonly badSamples: number;
  /** Good time in a row, ms, and number of good samples in a row. */
  readonly good: number;
  readonly goodSamples: number;
  /** Last sample that counted, Unix ms. */
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

export interface GateSample {
  /** When it was measured, Unix ms. */
  readonly at: number;
  /** When the previous sample was measured, Unix ms; undefined if there was none. */
  readonly previousAt: number | undefined;
  /** Most time that this sample may stand for, ms. */
  readonly longest: number;
  /** Set if nothing is known of the time before this sample. `alone`: the next sample is too far away to wait for. */
  readonly firstLook: 'alone' | 'with next' | undefined;
}

/** Applies one sample. A sample that was counted already changes nothing. */
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
    // Samples arrive at jittered times, so one that is slightly early counts as the expected one.
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

/** Whether the gate holds no information and can be dropped. */
export function isIdle(gate: Gate): boolean {
  return (
    !gate.on && gate.bad === 0 && gate.badSamples === 0 && (gate.goodSamples >= 2 || gate.at === undefined)
  );
}
