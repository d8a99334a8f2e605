import { MINUTE_MS } from '../base/durations.ts';
import { cell } from './column.ts';
import { computeFrame } from './compute-frame.ts';
import { createFrame, type Frame } from './frame.ts';
import type { Model } from './model.ts';
import { unit } from './rng.ts';

/** One point of the histories: cluster totals at one moment. */
export interface HistoryPoint {
  /** Milliseconds after the world's start. */
  readonly ms: number;
  readonly viewers: number;
  readonly streams: number;
  readonly inBandwidth: number;
  readonly outBandwidth: number;
}

/** Most streams times points that are computed to catch up; beyond that fewer points are computed. */
const BUDGET = 1_000_000;
const POINTS = 120;

/**
 * Sums over time: the histories of the totals and the byte counters of the applications, on a fixed grid of times,
 * so that they do not depend on the times of requests.
 */
export class Ledger {
  readonly #model: Model;
  readonly #frame: Frame;
  readonly step: number;
  readonly #points: HistoryPoint[] = [];
  #length: number;
  /** The grid time of the sums below. */
  #at: number;
  #since = Number.NEGATIVE_INFINITY;
  readonly #inSum: Float64Array;
  readonly #outSum: Float64Array;
  readonly #inRate: Float64Array;
  readonly #outRate: Float64Array;

  constructor(model: Model) {
    this.#model = model;
    const large = model.table.count > 5_000;
    this.step = large ? MINUTE_MS : 10_000;
    this.#length = large ? POINTS / 2 : POINTS;
    this.#frame = createFrame(model.table.count, model.layout.apps.length);
    const apps = model.layout.apps.length;
    this.#inSum = new Float64Array(apps);
    this.#outSum = new Float64Array(apps);
    this.#inRate = new Float64Array(apps);
    this.#outRate = new Float64Array(apps);
    for (let k = this.#length - 1; k >= 0; k--) this.#look(-k * this.step);
    this.#at = 0;
    // Counters include the days before the world's start, at the rate of its first moment.
    for (let a = 0; a < apps; a++) {
      const uptime = uptimeOf(model, model.layout.apps[a]?.server ?? 0);
      this.#inSum[a] = cell(this.#inRate, a) * uptime;
      this.#outSum[a] = cell(this.#outRate, a) * uptime;
    }
  }

  /** Advances all sums to that moment. */
  advance(ms: number): void {
    const missing = Math.floor((ms - this.#at) / this.step);
    if (missing <= 0) return;
    const most = Math.max(POINTS, Math.floor(BUDGET / this.#model.table.count));
    const stride = Math.ceil(missing / most);
    for (let k = 0; k < missing; ) {
      const span = Math.min(stride, missing - k);
      k += span;
      const next = this.#at + span * this.step;
      this.#settle(next);
      this.#at = next;
      this.#look(next);
    }
  }

  /** Resets all counters at that moment, as after a restart of the cluster. */
  restart(ms: number): void {
    this.#since = ms;
    this.#inSum.fill(0);
    this.#outSum.fill(0);
  }

  /** Bytes that an application has received since its start, at a moment not before the last `advance`. */
  inTotal(app: number, ms: number): number {
    return Math.floor(cell(this.#inSum, app) + cell(this.#inRate, app) * this.#elapsed(ms));
  }

  outTotal(app: number, ms: number): number {
    return Math.floor(cell(this.#outSum, app) + cell(this.#outRate, app) * this.#elapsed(ms));
  }

  /** The last grid points, oldest first. */
  get points(): readonly HistoryPoint[] {
    return this.#points;
  }

  #elapsed(ms: number): number {
    return Math.max(0, ms - Math.max(this.#at, this.#since)) / 1000;
  }

  #settle(to: number): void {
    const seconds = this.#elapsed(to);
    for (let a = 0; a < this.#inSum.length; a++) {
      this.#inSum[a] = cell(this.#inSum, a) + cell(this.#inRate, a) * seconds;
      this.#outSum[a] = cell(this.#outSum, a) + cell(this.#outRate, a) * seconds;
    }
  }

  #look(ms: number): void {
    const frame = this.#frame;
    computeFrame(this.#model, ms, frame);
    this.#inRate.set(frame.appIn);
    this.#outRate.set(frame.appOut);
    for (let a = 0; a < frame.appAlive.length; a++) {
      if (frame.appAlive[a] === 1) continue;
      // A server that died returns with its counters at zero.
      this.#inSum[a] = 0;
      this.#outSum[a] = 0;
    }
    this.#points.push({
      ms,
      viewers: frame.totalViewers,
      streams: frame.presentCount,
      inBandwidth: frame.totalIn,
      outBandwidth: frame.totalOut,
    });
    if (this.#points.length > this.#length) this.#points.shift();
  }
}

/** Uptime of a server at the world's start, seconds: one to thirty days. */
export function uptimeOf(model: Model, server: number): number {
  return Math.round(86_400 * (1 + 29 * unit(model.seed, 41, server)));
}
