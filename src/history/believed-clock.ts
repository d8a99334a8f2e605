import { HOUR_MS } from '../base/durations.ts';
import type { HistoryDatabase } from './database.ts';
import { APART_MS, type createGapStore, lastAlive } from './gap-store.ts';
import { knownRange } from './samples/range.ts';
import { newlySetAside, type SetAside } from './set-aside.ts';

/** How long a clock that was doubted must hold before anything is deleted by it, ms of monotonic time. */
const HOLDS_FOR_MS = 3 * HOUR_MS;

/** What is known of this machine's clock at one look. */
interface ClockReading {
  /** Unix ms. */
  readonly now: number;
  readonly monotonic: number;
  /** The server's clock minus ours, ms; undefined if unknown. */
  readonly skew: number | undefined;
}

/**
 * How far the clock of this machine is believed, judged by the last sign of life in the history, which remembers it from run to
 * run. A clock that is more than a day from it is wrong, or nobody watched for long: it is believed once the server's clock
 * agrees, and settled after hours.
 */
export class BelievedClock {
  readonly #db: HistoryDatabase;
  /** The last sign of life, Unix ms. */
  readonly #last: number | undefined;
  #before: Pick<ClockReading, 'now' | 'monotonic'> | undefined;
  #doubted: { readonly at: number; readonly monotonic: number; readonly apartMs: number } | undefined;
  #isBelieved = true;
  #wasBelieved = false;
  /** As it is stored. */
  #isDoubted: boolean;

  constructor(db: HistoryDatabase) {
    this.#db = db;
    this.#isDoubted = db.sql("SELECT value FROM sound_about WHERE key = 'doubted'").get() !== undefined;
    this.#last = lastAlive(db) ?? knownRange(db)?.to;
  }

  look({ now, monotonic, skew }: ClockReading): void {
    const apartMs = now - (this.#before?.now ?? this.#last ?? now);
    const passedMs = this.#before ? monotonic - this.#before.monotonic : 0;
    const isFirst = this.#before === undefined;
    if (Math.abs(apartMs - passedMs) > APART_MS) {
      this.#doubted = { at: now, monotonic, apartMs };
      this.#isBelieved = false;
    } else if (isFirst && this.#isDoubted) this.#doubted = { at: now, monotonic, apartMs };
    this.#before = { now, monotonic };
    if (!this.#doubted) return;
    const agrees = skew !== undefined && Math.abs(skew) <= APART_MS;
    const hasHeld = monotonic - this.#doubted.monotonic >= HOLDS_FOR_MS;
    if (agrees || hasHeld) this.#isBelieved = true;
    if (agrees && hasHeld) this.#doubted = undefined;
  }

  /** Whether the time since the last sign of life may be called unwatched. */
  get isBelieved(): boolean {
    return this.#isBelieved;
  }

  /** Whether old data may be deleted by this clock. */
  get isSettled(): boolean {
    return this.#doubted === undefined;
  }

  /**
   * A sign of life at `now`, if the clock is believed; `from`: the first moment of what is written with it. Returns rows of an
   * earlier run under a wrong clock that are not shown from now on. Call it within a transaction.
   */
  alive(gaps: ReturnType<typeof createGapStore>, now: number, from: number): SetAside | undefined {
    const wasBelieved = this.#wasBelieved;
    this.#wasBelieved = this.#isBelieved;
    if (!this.#isBelieved) return undefined;
    this.#stepBack(now);
    gaps.alive(now, wasBelieved ? Math.min(now, from) : this.#since);
    return wasBelieved ? undefined : newlySetAside(this.#db);
  }

  /**
   * Stores whether the clock is doubted, so that many short runs under a wrong clock delete nothing either. Returns how far
   * it is from the last sign of life, ms, when a doubt begins.
   */
  keepDoubt(): number | undefined {
    if (this.#isDoubted === !this.isSettled) return undefined;
    this.#isDoubted = !this.isSettled;
    if (!this.#isDoubted) {
      this.#db.sql("DELETE FROM about WHERE key = 'doubted'").run();
      return undefined;
    }
    this.#keep('doubted', this.#since);
    return this.#doubted?.apartMs;
  }

  /** Since when the clock has held, Unix ms. */
  get #since(): number {
    return this.#doubted?.at ?? this.#before?.now ?? 0;
  }

  /** A wrong clock that held for hours was believed: what is known before now ends with the newest figures. */
  #stepBack(now: number): void {
    if ((lastAlive(this.#db) ?? now) <= now + APART_MS) return;
    this.#keep('alive', knownRange(this.#db, now)?.to ?? now);
  }

  #keep(key: 'alive' | 'doubted', at: number): void {
    this.#db.sql('INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)').run(key, String(at));
  }
}
