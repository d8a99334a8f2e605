import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalState } from '../../../src/cluster/journal/log.ts';
import { emptyJournal, mergeRound } from '../../../src/cluster/journal/merge.ts';
import { compareEntries, entryKey, JournalRound } from '../../../src/cluster/journal/round.ts';
import type { JournalEntry } from '../../../src/protocol/journal.ts';

/** A server's journal: newest date first, entries of one date in any order, and ids that start again after a restart. */
class ServerJournal {
  readonly entries: JournalEntry[] = [];
  readonly written: JournalEntry[] = [];
  #date = 1_000_000;
  #id = 1;

  /** Some entries; `step` is the ms since the one before, `turn` puts an entry of equal date before or after it. */
  write(steps: readonly number[], turn: boolean): void {
    for (const step of steps) {
      this.#date += step;
      const entry = { id: this.#id++, createDate: this.#date };
      this.written.push(entry);
      const equal = this.entries.findIndex((other) => other.createDate < entry.createDate);
      const last = equal < 0 ? this.entries.length : equal;
      this.entries.splice(turn ? last : 0, 0, entry);
    }
  }

  /** Ids start again; old entries are kept, or they are dropped and the clock is set back. */
  restart(keep: boolean, clockBack: number): void {
    this.#id = 1;
    this.#date += 1_000;
    if (keep) return;
    this.entries.length = 0;
    this.#date -= clockBack;
  }

  page(number: number, rows: number): { list: JournalEntry[]; hasNext: boolean } {
    const list = this.entries.slice((number - 1) * rows, number * rows);
    return { list, hasNext: number * rows < this.entries.length };
  }
}

function poll(server: ServerJournal, state: JournalState, rows: number, between = () => {}): JournalState {
  const round = new JournalRound(state);
  for (let number = 1; number <= 1_000; number++) {
    const { list, hasNext } = server.page(number, rows);
    if (round.add(list, hasNext)) break;
    between();
  }
  const envelope = { totalItems: server.entries.length, lastTimestamp: undefined };
  // The cached data of a log must not change results: a copy of it has no cache.
  const anew = mergeRound({ ...state, items: [...state.items] }, round, envelope);
  const merged = mergeRound(state, round, envelope);
  expect(merged).toEqual(anew);
  return merged;
}

function entriesOf(state: JournalState): JournalEntry[] {
  return state.items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
}

const steps = fc.array(fc.constantFrom(0, 0, 0, 1, 5), { maxLength: 40 });
const rows = fc.integer({ min: 1, max: 30 });
/** What the server writes after each of our pages. */
const between = fc.array(fc.tuple(steps, fc.boolean()), { maxLength: 4 });
const clockBack = fc.constantFrom(0, 0, 100_000);
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), steps, turn: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('poll' as const), rows, between }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('restart' as const), keep: fc.boolean(), clockBack }),
  },
);

test('no entry is lost or doubled with any page size, moving pages, bursts, equal dates and restarts', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const server = new ServerJournal();
      server.write(new Array<number>(30).fill(2), false);
      let state = poll(server, emptyJournal, 100);
      let restarts = 0;
      for (const each of actions) {
        if (each.kind === 'write') server.write(each.steps, each.turn);
        else if (each.kind === 'poll') {
          const between = [...each.between];
          state = poll(server, state, each.rows, () => {
            const [more, turn] = between.shift() ?? [[], false];
            server.write(more, turn);
          });
        } else {
          // Entries that the server dropped before they were read cannot be shown.
          state = poll(server, state, 10);
          server.restart(each.keep, each.clockBack);
          server.write(new Array<number>(12).fill(1), false);
          state = poll(server, state, 10);
          restarts++;
        }
      }
      state = poll(server, state, 10);
      const held = entriesOf(state).map(entryKey);
      expect(new Set(held).size).toBe(held.length);
      expect([...held].sort()).toEqual(server.written.map(entryKey).sort());
      expect(state.items.filter((item) => item.kind === 'restart')).toHaveLength(restarts);
      expect(state.items.filter((item) => item.kind === 'gap')).toHaveLength(0);
      expect(new Set(state.items.map((item) => item.key)).size).toBe(state.items.length);
      let before: JournalEntry | undefined;
      for (const item of state.items) {
        if (item.kind === 'entry' && before) expect(compareEntries(before, item.entry)).toBeLessThan(0);
        before = item.kind === 'entry' ? item.entry : undefined;
      }
    }),
    { numRuns: 500 },
  );
});
