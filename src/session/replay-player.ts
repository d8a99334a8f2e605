import { type Moment, nextMark, type ReplayStatus, type TimeMark } from '../actions/time-travel.ts';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { type Interest, noInterest } from '../polling/monitor.ts';
import { ReplayClock } from '../recording/replay-clock.ts';
import type { Tape } from '../recording/tape.ts';
import type { TriageState } from '../triage/engine.ts';
import type { ClusterSession } from './cluster-session.ts';
import { type MarkSearch, searchMarks } from './replay-marks.ts';
import { nextAnswer, openReplayStack, type ReplayStack } from './replay-stack.ts';

/**
 * Time that is played before the target of a jump, ms: charts, durations of problems and missing servers need it.
 * For a large cluster it is shorter, so that a jump takes some seconds at most.
 */
const WARM_UP = { most: 10 * MINUTE_MS, least: MINUTE_MS, within: 4_000 };
/** Recorded time until all responses of a round have arrived, and until they are in the store, ms. */
const ROUND_MS = 200;
const GATHERED_MS = 50;

/** Kinds of changes that listeners subscribe to. */
type Topic = 'cluster' | 'triage' | 'time';

/**
 * Plays a tape through the pollers and triage of a live cluster. A jump opens a new session some minutes before the
 * target and plays those minutes at full speed; the old moment is shown until that is done.
 */
export class ReplayPlayer {
  readonly clock: ReplayClock;
  readonly #target: ClusterTarget;
  readonly #tape: Tape;
  readonly #from: number;
  readonly #to: number;
  readonly #search: MarkSearch;
  readonly #listeners: Readonly<Record<Topic, Set<() => void>>> = {
    cluster: new Set(),
    triage: new Set(),
    time: new Set(),
  };
  #stack: ReplayStack;
  #interest: Interest = noInterest;
  /** The moment that is shown during a jump. */
  #shown: Moment | undefined;
  /** The target of the current jump, Unix ms. */
  #wanted: number | undefined;
  #working: Promise<void> | undefined;
  #step: AbortController | undefined;
  /** Whether to continue playing after the current jump or step. */
  #resume = false;
  #closed = false;

  constructor(target: ClusterTarget, tape: Tape, base: Clock, speed: number) {
    this.#target = target;
    this.#tape = tape;
    this.#from = tape.from ?? base.now();
    this.#to = tape.to ?? this.#from;
    this.clock = new ReplayClock(base, this.#from, this.#to);
    this.clock.setSpeed(speed);
    this.#search = searchMarks(target, tape, base, () => this.#tell('time'));
    this.clock.onChange(() => this.#tell('time'));
    this.#stack = this.#openStack();
  }

  /** The current session; a jump opens another one. */
  get session(): ClusterSession {
    return this.#stack.session;
  }

  get cluster(): ClusterState {
    return this.#shown?.state ?? this.session.store.getState();
  }

  get triage(): TriageState {
    return this.#shown?.triage ?? this.session.triage.getState();
  }

  /** The recorded time that is shown, Unix ms. */
  now(): number {
    return this.#shown?.at ?? this.clock.now();
  }

  status(): ReplayStatus {
    const { playing, speed } = this.clock;
    const { marks, searchedTo } = this.#search;
    const seeking = this.#working !== undefined;
    return {
      at: this.now(),
      from: this.#from,
      to: this.#to,
      playing: seeking ? this.#resume : playing,
      speed,
      marks,
      searchedFrom: this.#from,
      searchedTo,
      seeking,
    };
  }

  subscribe(topic: Topic, listener: () => void): () => void {
    this.#listeners[topic].add(listener);
    return () => this.#listeners[topic].delete(listener);
  }

  problemBeside(at: number, direction: 1 | -1): TimeMark | undefined {
    return nextMark(this.#search.marks, at, direction);
  }

  start(): void {
    this.session.monitor.start();
    // Time stands until the jump has begun: the same recording gives the same moments, to the millisecond.
    this.seek((nextAnswer(this.#tape, 0) ?? this.#from) + ROUND_MS);
    this.setPlaying(true);
  }

  setPlaying(playing: boolean): void {
    if (this.#working) this.#resume = playing;
    else if (playing) this.clock.play();
    else this.clock.pause();
    this.#tell('time');
  }

  seek(at: number): void {
    this.#wanted = Math.min(this.#to, Math.max(this.#from + ROUND_MS, at));
    this.#step?.abort();
    this.#working ??= this.#jump();
    this.#tell('time');
  }

  /** Moves by this time, ms, and pauses there. */
  stepBy(ms: number): void {
    this.setPlaying(false);
    this.seek((this.#wanted ?? this.clock.now()) + ms);
  }

  setInterest(interest: Interest): void {
    this.#interest = interest;
    this.session.monitor.setInterest(interest);
    if (this.clock.playing || this.#working || this.#closed) return;
    if (this.#to - this.clock.now() > GATHERED_MS) this.#working = this.#look();
    else this.seek(this.#to - GATHERED_MS);
  }

  /** Resolves once there is no jump under way. */
  async settled(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#search.close();
    this.#step?.abort();
    await this.#working;
    await this.session.close();
    this.clock.close();
  }

  #openStack(): ReplayStack {
    const stack = openReplayStack(this.#target, this.#tape, this.clock);
    const { store, triage } = stack.session;
    store.subscribe(() => !this.#shown && this.#tell('cluster'));
    triage.subscribe(() => !this.#shown && this.#tell('triage'));
    return stack;
  }

  async #rebuild(at: number): Promise<void> {
    await this.session.close();
    this.clock.jump(at);
    this.#stack = this.#openStack();
    this.session.monitor.setInterest(this.#interest);
    this.session.monitor.start();
  }

  /** Jumps to the target, and again if there is another target by then. */
  async #jump(): Promise<void> {
    const { clock } = this;
    this.#resume = clock.playing;
    clock.pause();
    this.#shown = { at: clock.now(), state: this.cluster, triage: this.triage };
    while (this.#wanted !== undefined && !this.#closed) {
      const target = this.#wanted;
      this.#step = new AbortController();
      const { signal } = this.#step;
      const now = clock.now();
      const warmUp = this.#warmUp();
      if (target < now || target - now > warmUp) await this.#rebuild(this.#startFor(target, warmUp));
      const settled = () => this.#stack.replayer.idle();
      await clock.step(target - clock.now(), { settled, signal });
      if (!signal.aborted) this.#wanted = undefined;
    }
    this.#shown = undefined;
    this.#working = undefined;
    if (this.#resume && !this.#closed) clock.play();
    this.#tellAll();
  }

  /** While time stands still no timer runs, so this requests once what the screen now needs. */
  async #look(): Promise<void> {
    const settled = () => this.#stack.replayer.idle();
    this.#resume = false;
    await this.clock.step(GATHERED_MS, { settled, still: true });
    // The user may have pressed play meanwhile.
    if (this.#resume && !this.#closed) this.clock.play();
    this.#working = this.#wanted === undefined || this.#closed ? undefined : this.#jump();
    this.#tellAll();
    await this.#working;
  }

  /** Where a jump begins: at the response of a dashboard, so that polls run at the times of the recorded ones. */
  #startFor(target: number, warmUp: number): number {
    const start = target - warmUp;
    if (start <= this.#from) return this.#from;
    const answer = nextAnswer(this.#tape, start);
    return answer !== undefined && answer <= target ? answer : start;
  }

  #warmUp(): number {
    const affordable = WARM_UP.within / (this.#search.cost ?? Number.EPSILON);
    return Math.max(WARM_UP.least, Math.min(WARM_UP.most, affordable));
  }

  #tell(topic: Topic): void {
    for (const listener of [...this.#listeners[topic]]) listener();
  }

  #tellAll(): void {
    for (const topic of ['cluster', 'triage', 'time'] as const) this.#tell(topic);
  }
}
