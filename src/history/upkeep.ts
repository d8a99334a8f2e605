import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { turn } from '../base/turn.ts';
import type { HistoryStores } from './changes.ts';
import type { HistoryDatabase } from './database.ts';
import { neverTooOld, prunedParts, pruneHistory, type Retention } from './retention.ts';
import type { Period } from './samples/range.ts';
import { rollUpDue, seal } from './samples/seal.ts';

const PRUNE_MS = 10 * MINUTE_MS;
/** The log is copied to the file, so that a copy of the file has all but the newest minutes, ms. */
const CHECKPOINT_MS = 10 * MINUTE_MS;

/** Seals blocks, packs the journal, rolls up, deletes what is too old and copies the log to the file. */
export class Upkeep {
  readonly #db: HistoryDatabase;
  readonly #clock: Clock;
  readonly #retention: Retention;
  #prunedAt = Number.NEGATIVE_INFINITY;
  #copiedAt: number;

  constructor(db: HistoryDatabase, clock: Clock, retention: Retention) {
    this.#db = db;
    this.#clock = clock;
    this.#retention = retention;
    this.#copiedAt = clock.monotonic();
  }

  /**
   * `writtenUpTo` (Unix ms): a block that is sealed while some of its frames wait would be written twice. `isSettled`: the
   * clock is right; with another one only the size of the file is a reason to delete something. Returns parts of more than
   * a day that were deleted.
   */
  async run(
    stores: HistoryStores,
    { writtenUpTo, isSettled }: { readonly writtenUpTo: number; readonly isSettled: boolean },
  ): Promise<readonly Period[]> {
    const now = this.#clock.now();
    await seal(this.#db, stores.samples, writtenUpTo);
    while (stores.journal.pack()) await turn();
    await rollUpDue(this.#db, stores.samples, now);
    if (this.#clock.monotonic() - this.#copiedAt >= CHECKPOINT_MS) {
      this.#db.checkpoint();
      this.#copiedAt = this.#clock.monotonic();
    }
    if (now - this.#prunedAt < PRUNE_MS && now >= this.#prunedAt) return [];
    const ages = isSettled ? this.#retention : { ...neverTooOld, maxBytes: this.#retention.maxBytes };
    const parts = prunedParts(this.#db, now, () => {
      if (!pruneHistory(this.#db, ages, now)) return;
      stores.samples.dropUnused();
      stores.descriptions.reread();
    });
    this.#prunedAt = now;
    return parts;
  }
}
