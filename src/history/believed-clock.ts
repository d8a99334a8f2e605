import { APART_MS, type ClockReading, createClockTrust } from './clock-trust.ts';
import type { HistoryDatabase } from './database.ts';
import { type createGapStore, lastAlive } from './gap-store.ts';
import { knownRange } from './samples/range.ts';
import { newlySetAside, type SetAside } from './set-aside.ts';

/** How far the clock of this machine is believed, which the history remembers from run to run. */
export class BelievedClock {
  readonly #db: HistoryDatabase;
  readonly #trust: ReturnType<typeof createClockTrust>;
  #wasBelieved = false;
  #isDoubted: boolean;

  constructor(db: HistoryDatabase) {
    this.#db = db;
    this.#isDoubted = db.sql("SELECT value FROM sound_about WHERE key = 'doubted'").get() !== undefined;
    this.#trust = createClockTrust(lastAlive(db) ?? knownRange(db)?.to, this.#isDoubted);
  }

  look(reading: ClockReading): void {
    this.#trust.look(reading);
  }

  /** Whether the time since the last sign of life may be called unwatched. */
  get isBelieved(): boolean {
    return this.#trust.isBelieved;
  }

  /** Whether old data may be deleted by this clock. */
  get isSettled(): boolean {
    return this.#trust.isSettled;
  }

  /**
   * A sign of life at `now`, if the clock is believed; `from`: the first moment of what is written with it. Returns rows of an
   * earlier run under a wrong clock that are not shown from now on. Call it within a transaction.
   */
  alive(gaps: ReturnType<typeof createGapStore>, now: number, from: number): SetAside | undefined {
    const wasBelieved = this.#wasBelieved;
    this.#wasBelieved = this.isBelieved;
    if (!this.isBelieved) return undefined;
    this.#stepBack(now);
    gaps.alive(now, wasBelieved ? Math.min(now, from) : this.#trust.since);
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
    this.#keep('doubted', this.#trust.since);
    return this.#trust.apartMs;
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
