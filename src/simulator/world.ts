import type { Clock } from '../base/clock.ts';
import { buildModel, type Plot } from './build-model.ts';
import { namesOf } from './cast.ts';
import { computeFrame } from './compute-frame.ts';
import { createFrame, type Frame } from './frame.ts';
import { Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import type { Model } from './model.ts';
import { LEAST_SERVERS, type Scenario, type ScenarioName, scenarios } from './scenarios.ts';
import { Settings } from './settings.ts';
import type { Part } from './story.ts';
import { limitFactor } from './story-effects.ts';
import { StreamList } from './stream-list.ts';
import { Viewers } from './viewers.ts';
import type { WorldView } from './world-view.ts';

/** Statistics are refreshed every two seconds, as on real servers of this family. */
const TICK_MS = 2_000;

export interface WorldOptions {
  /** Of a simulator 1 by default. */
  readonly seed: number;
  /** Of a simulator `steady` by default. */
  readonly scenario: ScenarioName;
  /** Of a simulator real time by default. With a clock that a test controls, everything is reproducible. */
  readonly clock: Clock;
  /** The world's start, Unix ms; by default the clock's current time. */
  readonly startAt?: number | undefined;
  readonly servers?: number | undefined;
  readonly streams?: number | undefined;
  /** Everyday journal entries per second. */
  readonly journalRate?: number | undefined;
  /** A cluster and a story of a test, in place of `seed` and `scenario`. */
  readonly plot?: Plot | undefined;
}

/**
 * The simulated cluster. It has no timers: a request gets the current tick, computed from the seed and the time
 * only.
 */
export class World implements WorldView {
  readonly model: Model;
  readonly journal: Journal;
  readonly viewers: Viewers;
  readonly streams: StreamList;
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly #frame: Frame;
  readonly #clock: Clock;
  readonly #clockStart: number;
  #taskFactor = 1;
  #heldMs: number | undefined;

  constructor(options: WorldOptions) {
    this.#clock = options.clock;
    this.#clockStart = options.clock.now();
    const model = buildModel(
      options.plot?.seed ?? options.seed,
      scenarioOf(options),
      options.startAt ?? this.#clockStart,
      options.plot,
    );
    this.model = model;
    this.settings = new Settings(model.taskLimit());
    model.taskLimit = () => this.settings.transcode.transcodeTaskLimit;
    this.ledger = new Ledger(model);
    this.#frame = createFrame(model.table.count, model.layout.apps.length);
    this.viewers = new Viewers(this);
    this.journal = new Journal(this, this.viewers);
    this.streams = new StreamList(this);
  }

  get elapsed(): number {
    return this.#heldMs ?? Math.max(0, this.#clock.now() - this.#clockStart);
  }

  /** Reads the clock once for everything that `make` requests; otherwise a tick in between would mix two states. */
  atOneMoment<T>(make: () => T): T {
    this.#heldMs = this.elapsed;
    try {
      return make();
    } finally {
      this.#heldMs = undefined;
    }
  }

  now(): number {
    return Math.floor(this.model.startAt + this.elapsed);
  }

  unix(ms: number): number {
    return Math.round(this.model.startAt + ms);
  }

  frame(): Frame {
    const ms = Math.floor(this.elapsed / TICK_MS) * TICK_MS;
    if (this.#frame.ms !== ms) {
      this.ledger.advance(ms);
      this.#changeSettings(ms);
      computeFrame(this.model, ms, this.#frame);
    }
    return this.#frame;
  }

  /** The story changes a setting once, when it is due. Later changes by operators are kept. */
  #changeSettings(ms: number): void {
    const factor = limitFactor(this.model, 'task limit', ms / 1000) ?? 1;
    const { usualTaskLimit } = this.model;
    if (factor === this.#taskFactor || usualTaskLimit === null) return;
    this.#taskFactor = factor;
    this.settings.transcode.transcodeTaskLimit = Math.round(factor * usualTaskLimit);
  }

  /** Discards the frame of this tick, because a setting that it depends on has changed. */
  touch(): void {
    this.#frame.ms = Number.NaN;
  }

  /**
   * Restarts the cluster: counters, sessions and journal ids start again. @param age how long ago that happened, ms
   * of the clock
   */
  restart(age = 0): void {
    const ms = Math.max(0, this.elapsed - age);
    this.ledger.advance(Math.floor(ms / TICK_MS) * TICK_MS);
    this.model.epoch = ms;
    this.ledger.restart(ms);
    this.touch();
  }

  /** Names of the servers, or keys of the streams, of a part of the story. */
  playing(part: Part): readonly string[] {
    const { cast, layout, table } = this.model;
    return namesOf(cast, part, layout, table);
  }
}

function scenarioOf(options: WorldOptions): Scenario {
  const base = options.plot?.scenario ?? scenarios[options.scenario];
  const servers = options.servers ?? base.servers;
  const streams = options.streams ?? base.streams;
  if (!Number.isInteger(servers) || servers < LEAST_SERVERS || servers > 5_000) {
    throw new RangeError(`servers must be a whole number from ${LEAST_SERVERS} to 5000, not ${servers}`);
  }
  if (!Number.isInteger(streams) || streams < 1 || streams > 1_000_000) {
    throw new RangeError(`streams must be a whole number from 1 to 1000000, not ${streams}`);
  }
  const journalRate = options.journalRate ?? base.journalRate;
  if (!(journalRate >= 0 && journalRate <= 100_000)) {
    throw new RangeError(`journal rate must be from 0 to 100000 entries a second, not ${journalRate}`);
  }
  return { ...base, servers, streams, journalRate };
}
