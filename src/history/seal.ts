import type { HistoryDatabase } from './database.ts';
import { type KindName, kindNames, kinds, QUARTER_MS, ROLL_UP_MS } from './kinds.ts';
import { rollUp } from './roll-up.ts';
import type { SampleStore } from './sample-store.ts';

/** Entities that are worked on before keys get their turn. */
const ENTITIES_A_TURN = 20;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Sorts frames of blocks that are over into blocks. Frames go in the transaction in which their blocks come, so that
 * a program that is killed loses neither.
 */
export async function seal(db: HistoryDatabase, store: SampleStore, now: number): Promise<void> {
  for (const kind of kindNames) {
    const { blockMs } = kinds[kind];
    const before = Math.floor(now / blockMs) * blockMs;
    const entities = [...store.framesBefore(kind, before)];
    if (entities.length === 0) continue;
    await turn();
    db.transaction(() => {
      for (const [entity, { times, columns }] of entities) {
        for (const [startsAt, from, to] of stretches(times, blockMs)) {
          const part = {
            times: times.slice(from, to),
            columns: columns.map((values) => values.slice(from, to)),
          };
          store.putBlock('raw', entity, startsAt, part, false);
        }
      }
      const windows = new Set(entities.flatMap(([, { times }]) => times.map((at) => windowOf(at))));
      for (const window of windows) {
        db.sql('INSERT OR IGNORE INTO roll_up_due (kind, window) VALUES (?, ?)').run(kind, window);
      }
      store.dropFramesBefore(kind, before);
    });
    await turn();
  }
}

/** Rolls up windows that are over and whose blocks are sealed. */
export async function rollUpDue(db: HistoryDatabase, store: SampleStore, now: number): Promise<void> {
  const due = db
    .sql('SELECT kind, window FROM roll_up_due WHERE window + ? <= ? ORDER BY window')
    .all(ROLL_UP_MS, now);
  for (const { kind: kindText, window: windowNumber } of due) {
    const kind = kindText as KindName;
    const window = Number(windowNumber);
    const { minuteMs, blockMs } = kinds[kind];
    // The last block of the window may still lie in frames.
    if (window + ROLL_UP_MS + blockMs > now) continue;
    const entities = store.entitiesIn('raw', kind, window, window + ROLL_UP_MS);
    for (let first = 0; first < entities.length; first += ENTITIES_A_TURN) {
      db.transaction(() => {
        for (const entity of entities.slice(first, first + ENTITIES_A_TURN)) {
          const samples = store.blocksOf('raw', entity, window, window + ROLL_UP_MS);
          if (samples.times.length === 0) continue;
          if (minuteMs) store.putBlock('minute', entity, window, rollUp(samples, minuteMs), true);
          store.putBlock('quarter', entity, window, rollUp(samples, QUARTER_MS), true);
        }
      });
      await turn();
    }
    db.sql('DELETE FROM roll_up_due WHERE kind = ? AND window = ?').run(kind, window);
  }
}

/** A window is (start, start + length], as every stretch of time here. */
function windowOf(at: number): number {
  return (Math.ceil(at / ROLL_UP_MS) - 1) * ROLL_UP_MS;
}

/** Stretches of one block each: where it begins, and which of the moments (from, to) lie in it. */
function stretches(times: readonly number[], blockMs: number): (readonly [number, number, number])[] {
  const found: [number, number, number][] = [];
  times.forEach((at, index) => {
    const startsAt = Math.floor(at / blockMs) * blockMs;
    const last = found.at(-1);
    if (last?.[0] === startsAt) last[2] = index + 1;
    else found.push([startsAt, index, index + 1]);
  });
  return found;
}
