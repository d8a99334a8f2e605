import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { TriageState } from '../triage/engine.ts';
import { BelievedClock } from './believed-clock.ts';
import {
  type Change,
  changeSince,
  createStores,
  type HistoryStores,
  keepDescriptions,
  type Taken,
} from './changes.ts';
import type { HistoryDatabase } from './database.ts';
import { HistoryError, type HistoryErrorCode, historyError } from './error.ts';
import { IN_MEMORY } from './file-place.ts';
import { createLease } from './lease.ts';
import type { Retention } from './retention.ts';
import type { Period } from './samples/range.ts';
import type { SetAside } from './set-aside.ts';
import { Upkeep } from './upkeep.ts';

/** How often the file is looked for in its place, blocks are sealed and the journal is packed, ms. */
const UPKEEP_MS = 5_000;
/**
 * How often what is new is written, and the lease renewed, in one transaction, ms. A transaction writes whole pages, mostly the
 * same ones as the one before. A crash loses this time at most.
 */
export const WRITE_MS = 15_000;
/** The same of a history in memory, of which a crash leaves nothing: each writing packs the newest rows anew. Who reads it flushes first. */
const WRITE_IN_MEMORY_MS = MINUTE_MS;
/** Time until the next try after a failure that does not pass by itself, ms. After others it is tried at each tick. */
const RETRY_MS = MINUTE_MS;
/** Most changes of the state that wait in memory while they cannot be written, as with a full disk: ten minutes at two seconds. */
const MOST_WAITING = 300;

export type WriterStatus =
  | { readonly kind: 'writing' }
  /** Another program writes this history. */
  | { readonly kind: 'waiting' }
  /** It belongs to another user, and is only read. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'failing'; readonly error: HistoryError };

/** Something about the history that people should know. */
export type HistoryNotice =
  /** The clock is this far (ms) from the last sign of life, so nothing is deleted by it yet. */
  | { readonly kind: 'clock-doubted'; readonly apartMs: number }
  /** More than a day of samples was deleted. */
  | { readonly kind: 'pruned'; readonly part: Period }
  /** Rows of an earlier run under a wrong clock, which are not shown. */
  | ({ readonly kind: 'set-aside' } & SetAside);

export interface HistoryWriterOptions {
  readonly clock: Clock;
  readonly retention: Retention;
  /** The start of the data that was lost with an earlier file, Unix ms. */
  readonly lostFrom?: number | undefined;
  readonly onStatus?: (status: WriterStatus) => void;
  readonly onNotice?: (notice: HistoryNotice) => void;
}

/**
 * Writes a cluster's state to its history as it changes. A failure is a status, not an exception, and it tries again.
 * While another program writes the same history, this one waits.
 */
export class HistoryWriter {
  readonly #db: HistoryDatabase;
  readonly #options: HistoryWriterOptions;
  readonly #clock: Clock;
  readonly #lease: ReturnType<typeof createLease>;
  readonly #trust: BelievedClock;
  readonly #upkeep: Upkeep;
  readonly #writeMs: number;
  #stores: HistoryStores;
  #status: WriterStatus | undefined;
  #taken: Taken = { state: undefined, triage: undefined, journalKey: undefined };
  #waiting: Change[] = [];
  /** Of the last entry that was written. */
  #writtenKey: string | undefined;
  /** Unix ms. */
  #writtenUpTo = 0;
  /** Monotonic ms; the same below. */
  #wroteAt = Number.NEGATIVE_INFINITY;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #retryAt = Number.NEGATIVE_INFINITY;
  #busy: Promise<void> | undefined;
  #lostFrom: number | undefined;
  #keptAt: number | undefined;
  #skew: number | undefined;
  #isClosed = false;
  #cancel = () => {};

  constructor(db: HistoryDatabase, options: HistoryWriterOptions) {
    this.#db = db;
    this.#options = options;
    this.#clock = options.clock;
    this.#lostFrom = options.lostFrom;
    this.#lease = createLease(db);
    this.#trust = new BelievedClock(db);
    this.#upkeep = new Upkeep(db, options.clock, options.retention);
    this.#writeMs = db.path === IN_MEMORY ? WRITE_IN_MEMORY_MS : WRITE_MS;
    this.#stores = createStores(db);
    this.#tick();
  }

  /** Takes what is new in both, and writes it within 15 s, in memory within a minute. Call it at each change of the store. */
  take(state: ClusterState, triage: TriageState): void {
    if ((this.#status?.kind !== 'writing' && this.#status?.kind !== 'failing') || this.#isClosed) return;
    this.#attempt(() => {
      this.#gather(state, triage);
      const isDue = this.#clock.monotonic() - this.#wroteAt >= this.#writeMs;
      if (this.#status?.kind === 'writing' && isDue) this.#write();
    });
  }

  /** Writes what was taken up to that moment (Unix ms), if it is not written yet. */
  flush(moment: number): void {
    if (this.#status?.kind === 'writing' && moment >= this.#writtenUpTo) this.#attempt(() => this.#write());
  }

  /** Undefined before the first attempt. */
  get status(): WriterStatus | undefined {
    return this.#status;
  }

  /** When the file was last seen in its place, Unix ms. */
  get keptAt(): number | undefined {
    return this.#keptAt;
  }

  /** Finishes the current work and gives up the lease. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#busy;
    if (this.#status?.kind === 'writing' || this.#waiting.length > 0) this.#attempt(() => this.#write());
    this.#attempt(() => this.#lease.release());
    this.#attempt(() => this.#db.checkpoint());
    this.#db.close();
  }

  #tick(): void {
    if (this.#isClosed) return;
    // The tick that is nearest to the time of writing; at the next one the lease would be over.
    const isDue = this.#clock.monotonic() - this.#renewedAt > this.#writeMs - UPKEEP_MS / 2;
    const work = this.#status?.kind === 'writing' && !isDue ? () => this.#look() : () => this.#write();
    if (this.#attempt(work) && this.#status?.kind === 'writing') {
      this.#busy ??= this.#keepUp()
        .catch((error: unknown) => this.#fail(error))
        .finally(() => {
          this.#busy = undefined;
        });
    }
    this.#cancel = this.#clock.after(UPKEEP_MS, () => this.#tick());
  }

  async #keepUp(): Promise<void> {
    const now = this.#clock.now();
    const writtenUpTo = this.#waiting.length === 0 ? now : Math.min(now, this.#writtenUpTo);
    const { isSettled } = this.#trust;
    for (const part of await this.#upkeep.run(this.#stores, { writtenUpTo, isSettled }))
      this.#options.onNotice?.({ kind: 'pruned', part });
  }

  #look(): void {
    if (!this.#db.isInPlace()) throw goneError(this.#db.path);
    this.#keptAt = this.#clock.now();
    this.#trust.look({ now: this.#keptAt, monotonic: this.#clock.monotonic(), skew: this.#skew });
  }

  #gather(state: ClusterState, triage: TriageState): void {
    this.#skew = state.clockSkew ?? this.#skew;
    const moment = { state, triage, now: this.#clock.now(), isBelieved: () => this.#trust.isBelieved };
    this.#waiting.push(changeSince(this.#taken, moment, this.#db));
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
    const newest = state.journal.items.findLast(({ kind }) => kind === 'entry');
    this.#taken = { state, triage, journalKey: newest?.key ?? this.#taken.journalKey };
  }

  /** Renews the lease and writes what was gathered. */
  #write(): void {
    this.#look();
    const now = this.#clock.now();
    let aside: SetAside | undefined;
    const right = this.#db.transaction(() => {
      const renewed = this.#lease.renew(now);
      if (renewed !== 'renewed') this.#forget();
      if (renewed) aside = this.#writeAll(now);
      return renewed;
    });
    this.#renewedAt = this.#clock.monotonic();
    if (this.#waiting.length > 0) this.#wroteAt = this.#renewedAt;
    this.#waiting = [];
    this.#writtenKey = this.#taken.journalKey;
    this.#writtenUpTo = now;
    if (right) {
      this.#lostFrom = undefined;
      const apartMs = this.#trust.keepDoubt();
      if (apartMs !== undefined) this.#options.onNotice?.({ kind: 'clock-doubted', apartMs });
      if (aside) this.#options.onNotice?.({ kind: 'set-aside', ...aside });
    }
    this.#become({ kind: right ? 'writing' : 'waiting' });
  }

  /** Within a transaction. */
  #writeAll(now: number): SetAside | undefined {
    const stores = this.#stores;
    const aside = this.#trust.alive(stores.gaps, now, this.#waiting[0]?.at ?? now);
    stores.gaps.damaged();
    if (this.#lostFrom !== undefined) stores.gaps.lost(this.#lostFrom, now);
    if (this.#skew !== undefined && this.#trust.isBelieved) stores.serverClock.keep(this.#skew, now);
    stores.samples.addFrame(...this.#waiting.flatMap(({ frames }) => frames));
    for (const change of this.#waiting) change.write(stores);
    stores.problems.seen(now);
    if (this.#taken.state) keepDescriptions(stores, this.#taken.state, now);
    return aside;
  }

  #attempt(work: () => void): boolean {
    if (this.#clock.monotonic() < this.#retryAt) return false;
    try {
      work();
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #fail(error: unknown): void {
    const { path } = this.#db;
    const failure = this.#isGone() ? goneError(path) : historyError(path, error);
    // The memory of the stores does not match the database: new ones read it again.
    if (MAY_PASS.has(failure.code)) this.#stores = createStores(this.#db);
    else {
      this.#forget();
      this.#retryAt = this.#clock.monotonic() + RETRY_MS;
    }
    this.#become({ kind: 'failing', error: failure });
  }

  /** Another program wrote, or nothing can be written: the whole state is new to the database. */
  #forget(): void {
    this.#stores = createStores(this.#db);
    this.#waiting = [];
    this.#taken = { state: undefined, triage: undefined, journalKey: this.#writtenKey };
  }

  #isGone(): boolean {
    try {
      return !this.#db.isInPlace();
    } catch {
      return false;
    }
  }

  #become(next: WriterStatus): void {
    const before = this.#status;
    const isSame =
      next.kind === 'failing'
        ? before?.kind === 'failing' && next.error.code === before.error.code
        : next.kind === before?.kind;
    this.#status = next;
    if (!isSame) this.#options.onStatus?.(next);
  }
}

/** Failures after which the same is tried again. */
const MAY_PASS: ReadonlySet<HistoryErrorCode> = new Set(['FULL', 'DISK', 'LOCKED']);

function goneError(path: string): HistoryError {
  return new HistoryError(
    'GONE',
    `the history ${path} was removed or replaced while it was written: it is opened again, and a new one is started if there is none`,
  );
}
