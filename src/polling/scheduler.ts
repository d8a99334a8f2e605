import type { Clock } from '../base/clock.ts';
import { backoff, failureKind } from './backoff.ts';

/** If the wall clock is this far ahead of the monotonic clock, or a timer this late, the machine slept, ms. */
const SLEPT_MS = 5_000;
/** Share of an interval by which a poll may be late, so that clients do not poll in step. Never early. */
const JITTER_SHARE = 0.05;
/**
 * Share of an interval that a poll may wait to start together with another one; with one of the same interval,
 * once. Polls that arrive together are judged, stored and drawn together.
 */
const TOGETHER_SHARE = 0.1;
const TOGETHER_FOR_GOOD_SHARE = 0.5;

export interface LoopOptions {
  readonly name: string;
  /** One poll. May return in how many ms the next one is due, if not after the interval. */
  run(signal: AbortSignal): Promise<number | undefined>;
  /** It backs off only after a 429, not after faults, so that it notices the end of an outage for all loops. */
  readonly probe?: boolean;
  /** After a failed poll: the next one is due in this many ms at the earliest. */
  onRetry?(ms: number): void;
}

/** The loop of one resource: never two polls at once. */
export interface Loop {
  /** Polls every `ms` at pace 1; undefined stops it and aborts a running poll. */
  every(ms: number | undefined): void;
  /**
   * Polls at once, but at least `gap` ms after the start of the last poll, and after a running one has ended. It never
   * delays a poll that is due.
   */
  now(gap?: number): void;
  /** Aborts a running poll and polls at once, because its response would be for an outdated query. */
  restart(): void;
}

interface Entry {
  readonly options: LoopOptions;
  interval: number | undefined;
  /** Time from the last start to the next one at pace 1, ms: the interval, or what the last poll requested. */
  pause: number;
  startedAt: number;
  /** Monotonic ms; infinite while stopped or running. */
  due: number;
  /** From this time on it may start together with another poll. */
  earliest: number;
  /** Base of the time that it waits for another poll, ms; 0 if the poll is wanted at once. */
  waitBase: number;
  /** The server asked for no request before this time. */
  notBefore: number;
  failures: number;
  controller: AbortController | undefined;
  again: boolean;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** Called after each poll, once its loop is idle. */
  readonly onSettled: () => void;
}

/** All loops of one cluster with a single timer, so that polls that are due together start together. */
export class Scheduler {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #onSettled: () => void;
  readonly #entries: Entry[] = [];
  #state: 'new' | 'running' | 'paused' | 'stopped' = 'new';
  #pace = 1;
  #cancelTimer: (() => void) | undefined;
  #expected = { monotonic: 0, offset: 0 };

  constructor(options: SchedulerOptions) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#onSettled = options.onSettled;
  }

  /** Number of running polls. */
  get busy(): number {
    return this.#entries.reduce((count, entry) => count + (entry.controller ? 1 : 0), 0);
  }

  get pace(): number {
    return this.#pace;
  }

  add(options: LoopOptions): Loop {
    const entry: Entry = {
      options,
      interval: undefined,
      pause: 0,
      startedAt: Number.NEGATIVE_INFINITY,
      due: Number.POSITIVE_INFINITY,
      earliest: Number.POSITIVE_INFINITY,
      waitBase: 0,
      notBefore: Number.NEGATIVE_INFINITY,
      failures: 0,
      controller: undefined,
      again: false,
    };
    this.#entries.push(entry);
    return {
      every: (ms) => this.#every(entry, ms),
      now: (gap = 0) => this.#now(entry, gap),
      restart: () => {
        abort(entry);
        this.#now(entry, 0);
      },
    };
  }

  start(): void {
    if (this.#state === 'new') this.#go();
  }

  /** Stops everything permanently. */
  stop(): void {
    this.#halt('stopped');
  }

  pause(): void {
    if (this.#state === 'running') this.#halt('paused');
  }

  resume(): void {
    if (this.#state === 'paused') this.#go();
  }

  refresh(): void {
    for (const entry of this.#entries) this.#now(entry, 0);
  }

  setPace(pace: number): void {
    this.#pace = pace;
    for (const entry of this.#entries) {
      if (entry.interval !== undefined && !entry.controller) this.#dueAfter(entry, entry.pause * pace);
    }
    this.#arm();
  }

  #go(): void {
    this.#state = 'running';
    this.#wake(() => true);
  }

  #halt(state: 'paused' | 'stopped'): void {
    if (this.#state !== 'stopped') this.#state = state;
    this.#cancelTimer?.();
    for (const entry of this.#entries) abort(entry);
  }

  #every(entry: Entry, ms: number | undefined): void {
    if (ms === entry.interval) return;
    const was = entry.interval;
    entry.interval = ms;
    entry.pause = ms ?? 0;
    if (ms === undefined) {
      abort(entry);
      dueAt(entry, Number.POSITIVE_INFINITY);
    } else if (was === undefined) {
      entry.failures = 0;
      dueAt(entry, this.#clock.monotonic());
    } else if (!entry.controller) this.#dueAfter(entry, ms * this.#pace);
    this.#arm();
  }

  #now(entry: Entry, gap: number): void {
    if (entry.interval === undefined) return;
    if (entry.controller) entry.again = true;
    else {
      const moment = Math.max(this.#clock.monotonic(), entry.startedAt + gap, entry.notBefore);
      dueAt(entry, Math.min(entry.due, moment));
    }
    this.#arm();
  }

  /** Makes polls due at once. */
  #wake(which: (entry: Entry) => boolean): void {
    const now = this.#clock.monotonic();
    for (const entry of this.#entries) {
      if (entry.interval === undefined || entry.controller || !which(entry)) continue;
      dueAt(entry, Math.max(now, entry.notBefore));
    }
    this.#arm();
  }

  #arm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#state !== 'running') return;
    const due = Math.min(...this.#entries.map((entry) => entry.due));
    if (due === Number.POSITIVE_INFINITY) return;
    const now = this.#clock.monotonic();
    this.#expected = { monotonic: Math.max(now, due), offset: this.#clock.now() - now };
    this.#cancelTimer = this.#clock.after(Math.max(0, due - now), () => this.#tick());
  }

  #tick(): void {
    const now = this.#clock.monotonic();
    const late = now - this.#expected.monotonic;
    const jumped = this.#clock.now() - now - this.#expected.offset;
    if (Math.max(late, jumped) > SLEPT_MS) {
      // Connections from before the sleep are dead, and waiting for their time limits would take too long.
      for (const entry of this.#entries) abort(entry);
      this.#wake(() => true);
    }
    // Timers may fire a fraction of a millisecond early.
    const soon = now + 1;
    for (const entry of this.#entries) {
      if (entry.due <= soon) entry.due = this.#companionDue(entry, soon) ?? entry.due;
    }
    if (this.#entries.some(({ due }) => due <= soon)) {
      for (const entry of this.#entries) if (entry.earliest <= soon) this.#launch(entry, now);
    }
    this.#arm();
  }

  #launch(entry: Entry, now: number): void {
    const controller = new AbortController();
    entry.controller = controller;
    entry.startedAt = now;
    dueAt(entry, Number.POSITIVE_INFINITY);
    entry.again = false;
    entry.options.run(controller.signal).then(
      (next) => this.#settled(entry, controller, undefined, next),
      (error: unknown) => this.#settled(entry, controller, { error }, undefined),
    );
  }

  #settled(
    entry: Entry,
    controller: AbortController,
    failure: { error: unknown } | undefined,
    next: number | undefined,
  ): void {
    if (entry.controller !== controller || entry.interval === undefined) return;
    entry.controller = undefined;
    entry.pause = next ?? entry.interval;
    const interval = entry.pause * this.#pace;
    const now = this.#clock.monotonic();
    const recovered = !failure && entry.failures > 0;
    if (failure) {
      const kind = failureKind(failure.error);
      entry.failures++;
      const steady = entry.options.probe === true && !kind.rateLimited;
      const pause = steady ? interval : backoff(interval, entry.failures, kind);
      entry.notBefore = kind.rateLimited ? now + (kind.retryAfter ?? pause) : Number.NEGATIVE_INFINITY;
      this.#dueAfter(entry, pause);
      entry.options.onRetry?.(entry.earliest - now);
    } else {
      entry.failures = 0;
      entry.notBefore = Number.NEGATIVE_INFINITY;
      if (entry.again) dueAt(entry, now);
      else this.#dueAfter(entry, interval);
    }
    if (recovered) this.#wake((other) => other.failures > 0);
    this.#arm();
    this.#onSettled();
  }

  /** Due `pause` ms after its last start, with some jitter unless it starts together with another poll. */
  #dueAfter(entry: Entry, pause: number): void {
    entry.earliest = Math.max(this.#clock.monotonic(), entry.notBefore, entry.startedAt + pause);
    entry.due = entry.earliest + this.#random() * JITTER_SHARE * pause;
    entry.waitBase = pause;
  }

  /** When the next poll after `soon` is due that this one waits for; undefined if it starts now. */
  #companionDue(entry: Entry, soon: number): number | undefined {
    const dues = this.#entries.flatMap(({ due, interval }) => {
      const share = interval === entry.interval ? TOGETHER_FOR_GOOD_SHARE : TOGETHER_SHARE;
      return due > soon && due <= entry.earliest + share * entry.waitBase ? [due] : [];
    });
    return dues.length === 0 ? undefined : Math.min(...dues);
  }
}

/** Due at that time, without waiting for another poll. */
function dueAt(entry: Entry, moment: number): void {
  entry.due = moment;
  entry.earliest = moment;
  entry.waitBase = 0;
}

function abort(entry: Entry): void {
  const { controller } = entry;
  entry.controller = undefined;
  entry.again = false;
  controller?.abort();
}
