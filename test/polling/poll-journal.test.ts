import { expect, test, vi } from 'vitest';
import type { PageQuery } from '../../src/http/api.ts';
import { HttpError } from '../../src/http/errors.ts';
import type { MonitorOptions } from '../../src/polling/create-monitor.ts';
import type { FakeApi } from '../support/fake-api.ts';
import { journalIds, range, watch } from './support.ts';

/** A monitor of a journal with `entries` entries, one every 10 s, the newest of this moment. */
function watchJournal(entries: number, change: Partial<FakeApi> = {}, options: Partial<MonitorOptions> = {}) {
  const watched = watch(change, { random: () => 0, ...options });
  const { clock, fake, store } = watched;
  const now = clock.now() + fake.clockOffset;
  fake.journal = range(0, entries - 1).map((n) => ({ id: entries - n, createDate: now - n * 10_000 }));
  const ids = () => journalIds(store.getState().journal);
  const asked = () =>
    fake.calls.flatMap(({ name, input }) => {
      const { page = 1, rowsPerPage: rows = 0 } = input as PageQuery;
      return name === 'journal' ? [{ page, rows }] : [];
    });
  /** One poll of the journal, with the requests that it causes. */
  const round = () => clock.advance(2_000);
  return { ...watched, ids, asked, round };
}

test.each([0, -3_600_000])(
  "the first reading goes back as far as requested, by a server's clock that is %i ms off",
  async (clockOffset) => {
    const { clock, monitor, ids } = watchJournal(5_000, { clockOffset }, { journalReach: 3_600_000 });
    monitor.start();
    await clock.advance(1_900);
    // An hour holds 360 entries; whole pages are read.
    expect(ids().length).toBeGreaterThanOrEqual(360);
    expect(ids().length).toBeLessThanOrEqual(1_400);
    expect(ids().at(-1)).toBe(5_000);
  },
);

test.each([1, 10, 150])(
  '%i entries written after the clock was set back are found among older dates',
  async (count) => {
    const { clock, fake, monitor, ids, round } = watchJournal(5_000);
    monitor.start();
    await round();
    fake.clockOffset = -3_600_000;
    const written = range(5_001, 5_000 + count);
    const createDate = clock.now() + fake.clockOffset;
    const all = [...written.toReversed().map((id) => ({ id, createDate })), ...fake.journal];
    fake.journal = all.sort((a, b) => b.createDate - a.createDate);
    await round();
    expect(ids().filter((id) => Number(id) > 5_000)).toEqual(written);
  },
);

test('the first reading requests larger and larger pages, and none twice', async () => {
  const { clock, monitor, asked } = watchJournal(5_000, {}, { journalReach: 10_000_000 });
  monitor.start();
  await clock.advance(1_900);
  const pages = asked().map(({ page, rows }) => `${page} of ${rows}`);
  expect(pages.join(', ')).toBe('1 of 100, 1 of 1000, 2 of 1000');
});

test('the first reading takes at least a page and about 2,000 entries at most', async () => {
  const little = watchJournal(5_000);
  little.monitor.start();
  await little.clock.advance(1_900);
  expect(little.ids()).toEqual(range(4_901, 5_000));
  const much = watchJournal(9_000, {}, { journalReach: 30 * 86_400_000 });
  much.monitor.start();
  await much.clock.advance(1_900);
  expect(much.ids().length).toBeGreaterThanOrEqual(2_000);
  expect(much.ids().length).toBeLessThanOrEqual(3_000);
});

test('when each page has 10,000 new entries, a round ends after one page', async () => {
  const { clock, fake, monitor, asked, ids, round } = watchJournal(100);
  monitor.start();
  await clock.advance(1_900);
  fake.rowsAnyway = 10_000;
  fake.write(60_000);
  const before = asked().length;
  await round();
  expect(asked().length).toBe(before + 1);
  expect(ids()).toHaveLength(10_000);
  await round();
  expect(ids().at(-1)).toBe(60_100);
});

test('keys are handled twice in a long round and once in a short one, before its entries are judged', async () => {
  for (const entries of [499, 500]) {
    const { clock, fake, monitor, ids, round } = watchJournal(100);
    monitor.start();
    await clock.advance(1_000);
    const after = vi.spyOn(clock, 'after');
    const before = fake.count('journal');
    fake.write(entries);
    await round();
    expect(ids()).toHaveLength(100 + entries);
    expect(fake.count('journal')).toBeGreaterThan(before);
    expect(after.mock.calls.filter(([ms]) => ms === 0)).toHaveLength(entries === 500 ? 2 : 1);
  }
});

test('rounds that fail on a later page show nothing new until the third in a row', async () => {
  const { clock, fake, monitor, ids, store } = watchJournal(100);
  monitor.start();
  await clock.advance(1_000);
  const breakOff = () => {
    fake.fault = ({ name, input }) => {
      if (name === 'journal' && (input as PageQuery).page !== 1) throw new HttpError(500, 'broken', {});
    };
  };
  breakOff();
  fake.write(3_000);
  await clock.advance(3_000);
  expect(ids()).toEqual(range(1, 100));
  expect(store.getState().journalResource.error).toMatchObject({ status: 500 });
  // After a good round the count starts again.
  fake.fault = () => undefined;
  await clock.advance(5_000);
  expect(ids()).toEqual(range(1, 3_100));
  breakOff();
  fake.write(3_000);
  await clock.advance(5_500);
  expect(ids()).toEqual(range(1, 3_100));
  await clock.advance(4_500);
  expect(ids().at(-1)).toBe(6_100);
  expect(ids()).toContain('gap');
  expect(store.getState().events.at(-1)).toMatchObject({ kind: 'journal-gap' });
});

test('a journal that reports nothing new costs one page, though the held entries do not reach past it', async () => {
  const { clock, fake, monitor, asked, round } = watchJournal(0);
  // All entries are of one moment, so none is older than the newest one.
  fake.write(3_000);
  monitor.start();
  await clock.advance(1_900);
  await round();
  const before = asked().length;
  await round();
  expect(asked().slice(before)).toHaveLength(1);
  // Another number or another time means that there is more to read.
  fake.journal.pop();
  await round();
  const shorter = asked().length;
  expect(shorter - before - 1).toBeGreaterThan(1);
  fake.lastTimestamp = clock.now();
  await round();
  expect(asked().length - shorter).toBeGreaterThan(1);
});

test('the order of a server that answers oldest first is checked each minute, also at rest', async () => {
  const own = { journalOrder: 'ignored', journalUnasked: 'asc' } as const;
  const { clock, monitor, asked, ids, round } = watchJournal(950, own);
  monitor.start();
  await clock.advance(1_900);
  expect(ids().at(-1)).toBe(950);
  const before = asked().length;
  for (let count = 0; count < 60; count++) await round();
  const pages = asked().slice(before);
  const times = [1, 10].map((wanted) => pages.filter(({ page }) => page === wanted).length);
  expect([pages.length, ...times]).toEqual([62, 2, 60]);
});

test('no more items than asked for stay in memory, the newest ones', async () => {
  const few = { journalReach: 600_000, journalItems: 60 };
  const { monitor, clock, ids, round, fake } = watchJournal(500, {}, few);
  monitor.start();
  await clock.advance(1_900);
  expect(ids()).toEqual(range(441, 500));
  fake.journal = [{ id: 501, createDate: clock.now() + fake.clockOffset }, ...fake.journal];
  await round();
  expect(ids()).toEqual(range(442, 501));
});
