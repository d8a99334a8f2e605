import type { Clock } from '../base/clock.ts';
import { turn } from '../base/turn.ts';

const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];

interface StepOptions {
  readonly settled?: () => Promise<void>;
  /** Counts as paused: it only reads what was requested meanwhile. */
  readonly still?: boolean;
  readonly signal?: AbortSignal;
}

interface Timer {
  readonly due: number;
  readonly fn: () => void;
}

/**
 * The time of a recording: it can play, pause, change its speed, step and jump. Everything that uses this clock
 * sees recorded time. Timers depend on the time that was played, so a jump fires none of them; code that shows
 * something listens to `onChange` and reads again. At the end it pauses.
 */
export class ReplayClock implements Clock {
  readonly #base: Clock;
  readonly #from: number;
  readonly #to: number;
  /** In the order in which they were set. */
  readonly #timers = new Set<Timer>();
  readonly #listeners = new Set<() => void>();
  #playing = false;
  #stepping = false;
  #speed = 1;
  /** Played time at `#baseAnchor`; recorded time is `#offset` ahead of it. */
  #anchor = 0;
  #baseAnchor: number;
  #offset: number;
  #cancel: (() => void) | undefined;

  /** `from` and `to`: Unix ms, `from` ≤ `to`. Starts at `from`, paused. */
  constructor(base: Clock, from: number, to: number) {
    this.#base = base;
    this.#from = from;
    this.#to = Math.max(from, to);
    this.#offset = from;
    this.#baseAnchor = base.monotonic();
  }

  now(): number {
    return this.#offset + this.monotonic();
  }

  monotonic(): number {
    if (!this.#playing) return this.#anchor;
    const played = this.#anchor + (this.#base.monotonic() - this.#baseAnchor) * this.#speed;
    return Math.min(played, this.#to - this.#offset);
  }

  after(ms: number, fn: () => void): () => void {
    const timer = { due: this.monotonic() + Math.max(0, ms), fn };
    this.#timers.add(timer);
    this.#arm();
    return () => {
      if (this.#timers.delete(timer)) this.#arm();
    };
  }

  get playing(): boolean {
    return this.#playing;
  }

  get speed(): number {
    return this.#speed;
  }

  /** Whether time advances: it plays, or a step is under way. */
  get moving(): boolean {
    return this.#playing || this.#stepping;
  }

  /** Called after play, pause, speed, step, jump and at the end. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Has no effect at the end: jump back first. */
  play(): void {
    if (this.#playing || this.now() >= this.#to) return;
    this.#reanchor();
    this.#playing = true;
    this.#changed();
  }

  pause(): void {
    if (!this.#playing) return;
    this.#reanchor();
    this.#playing = false;
    this.#changed();
  }

  /** Sets the speed, a factor above 0. */
  setSpeed(speed: number): void {
    this.#reanchor();
    this.#speed = speed;
    this.#changed();
  }

  /** The next of `SPEEDS` that is faster (1) or slower (-1). */
  changeSpeed(direction: 1 | -1): void {
    const next =
      direction > 0
        ? SPEEDS.find((speed) => speed > this.#speed)
        : SPEEDS.findLast((speed) => speed < this.#speed);
    this.setSpeed(next ?? this.#speed);
  }

  /**
   * Pauses, and plays `ms` of the recording at once, firing every timer at its time. Between two timers it waits
   * for `settled`, so that the work of the first one is done before the next. The signal stops it at the current
   * time.
   */
  async step(ms: number, { settled = turn, still = false, signal }: StepOptions = {}): Promise<void> {
    this.pause();
    const end = Math.min(this.#anchor + Math.max(0, ms), this.#to - this.#offset);
    this.#stepping = !still;
    try {
      for (;;) {
        await settled();
        // Playback was started meanwhile: it continues, and the rest of the step is dropped.
        if (this.#playing || this.#anchor > end || signal?.aborted) return;
        const next = this.#earliest();
        if (!next || next.due > end) break;
        this.#anchor = Math.max(this.#anchor, next.due);
        this.#timers.delete(next);
        next.fn();
      }
      this.#anchor = end;
      await settled();
    } finally {
      this.#stepping = false;
    }
    this.#changed();
  }

  /** Jumps to a moment of the recording, in both directions; it stays playing or paused. */
  jump(at: number): void {
    this.#reanchor();
    this.#offset = Math.min(this.#to, Math.max(this.#from, at)) - this.#anchor;
    this.#changed();
  }

  /** Removes all timers; none fires afterwards. */
  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#timers.clear();
    this.#listeners.clear();
    this.#reanchor();
    this.#playing = false;
  }

  #reanchor(): void {
    this.#anchor = this.monotonic();
    this.#baseAnchor = this.#base.monotonic();
  }

  #changed(): void {
    this.#arm();
    for (const listener of [...this.#listeners]) listener();
  }

  #earliest(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (!first || timer.due < first.due) first = timer;
    }
    return first;
  }

  /** One timer of the real clock for the next event; the end of the recording is one, too. */
  #arm(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (!this.#playing) return;
    const end = this.#to - this.#offset;
    const due = Math.min(this.#earliest()?.due ?? end, end);
    const wait = Math.max(0, (due - this.monotonic()) / this.#speed);
    this.#cancel = this.#base.after(wait, () => this.#run());
  }

  #run(): void {
    this.#cancel = undefined;
    const now = this.monotonic();
    // Only timers that are due already: one that sets itself again at once waits for the next turn.
    const due = [...this.#timers].filter((timer) => timer.due <= now);
    due.sort((a, b) => a.due - b.due);
    for (const timer of due) {
      if (this.#timers.delete(timer)) timer.fn();
    }
    if (this.#playing && this.now() >= this.#to) this.pause();
    else this.#arm();
  }
}
