import { expect, test } from 'vitest';
import { HttpError } from '../../src/http/errors.ts';
import type { JournalGoal } from '../../src/polling/look-back.ts';
import type { FakeApi } from '../support/fake-api.ts';
import { isLong } from '../support/long.ts';
import { journalIds, range, watch } from './support.ts';

async function watchJournal(entries: number, change: Partial<FakeApi> = {}) {
  const watched = watch(change);
  const { clock, fake, store, monitor } = watched;
  const now = clock.now();
  fake.journal = range(0, entries - 1).map((n) => ({ id: entries - n, createDate: now - n * 100 }));
  monitor.start();
  await clock.advance(2_500);
  const lookback = () => store.getState().lookback;
  const ids = () => journalIds(lookback()?.journal ?? { items: [] });
  return { ...watched, lookback, ids };
}

const older = (reached: JournalGoal['reached']): JournalGoal => {
  return { direction: 'older', words: 'back', reached };
};
const newer = (reached: JournalGoal['reached']): JournalGoal => {
  return { direction: 'newer', words: 'on', reached };
};
const some = (fresh: readonly unknown[]) => fresh.length > 0;
const onePage = older(some);
const toId = (id: number) => older((fresh) => fresh.some((entry) => Number(entry.id) <= id));

test.each(['desc', 'asc'] as const)(
  "unasked %s: reads page by page to the end of the server's journal",
  async (journalUnasked) => {
    const own = { journalOrder: 'ignored', journalUnasked } as const;
    const { clock, monitor, lookback, ids, fake } = await watchJournal(350, own);
    monitor.lookBack.read(onePage);
    await clock.advance(500);
    expect(lookback()).toMatchObject({ olderEnd: false, reading: undefined });
    const first = Number(ids()[0]);
    expect(first).toBeLessThan(250);
    expect(ids()).toEqual(range(first, 350));
    fake.write(30);
    monitor.lookBack.read(toId(-1));
    await clock.advance(3_000);
    const newest = Number(ids().at(-1));
    expect(newest).toBeGreaterThanOrEqual(350);
    expect(ids()).toEqual(range(1, newest));
    expect(lookback()).toMatchObject({ olderEnd: true, reading: undefined });
    monitor.lookBack.leave();
    await clock.advance(100);
    expect(lookback()).toBeUndefined();
  },
);

test('a long journal is read back in limited memory, with progress and new entries meanwhile', async () => {
  const { clock, monitor, lookback, ids, fake, store } = await watchJournal(isLong ? 100_000 : 40_000);
  monitor.lookBack.read(toId(100));
  const seen = new Set<number>();
  let largest = 0;
  for (let step = 0; step < 200 && (lookback()?.reading || step < 5); step++) {
    fake.write(5);
    await clock.advance(100);
    const reading = lookback()?.reading;
    if (reading?.page !== undefined) seen.add(reading.page);
    if (reading?.pages !== undefined) expect(reading.pages).toBeGreaterThanOrEqual(reading.page ?? 0);
    largest = Math.max(largest, ids().length);
  }
  expect(lookback()).toMatchObject({ reading: undefined, cut: true });
  expect(seen.size).toBeGreaterThan(20);
  expect(largest).toBeLessThanOrEqual(10_000);
  const first = Number(ids()[0]);
  expect(first).toBeLessThanOrEqual(100);
  expect(ids()).toEqual(range(first, first + 9_999));
  await clock.advance(2_500);
  const newest = store.getState().journal.items.at(-1);
  expect(newest?.kind === 'entry' && newest.entry.id).toBe(fake.journal[0]?.id);
  // Then forward again, without a gap.
  monitor.lookBack.read(newer(some));
  await clock.advance(1_000);
  const on = Number(ids()[0]);
  expect(on).toBeGreaterThan(first);
  expect(ids()).toEqual(range(on, on + 9_999));
});

test('it can be cancelled and keeps what was read', async () => {
  const { clock, monitor, lookback, ids, fake } = await watchJournal(50_000);
  monitor.lookBack.read(toId(1));
  await clock.advance(300);
  monitor.lookBack.read(undefined);
  await clock.advance(100);
  const held = ids().length;
  const asked = fake.count('journal');
  expect(lookback()?.reading).toBeUndefined();
  expect(held).toBeGreaterThan(200);
  await clock.advance(1_500);
  expect(ids()).toHaveLength(held);
  expect(fake.count('journal') - asked).toBeLessThanOrEqual(1);
});

test('a failed page is reported and tried again, and does not make the live journal stale', async () => {
  const { clock, monitor, lookback, ids, fake, store } = await watchJournal(500);
  fake.fault = (call) => {
    if (call.name === 'journal' && (call.input as { page: number }).page > 1)
      throw new HttpError(500, 'The server failed', {});
  };
  monitor.lookBack.read(onePage);
  await clock.advance(1_000);
  expect(lookback()?.failure).toBe('The server failed');
  expect(store.getState().journalResource.error).toBeUndefined();
  // It is tried again at the pace of the live journal, which would otherwise have to wait.
  const asked = fake.count('journal');
  await clock.advance(20_000);
  expect(fake.count('journal') - asked).toBeLessThanOrEqual(10 + 10);
  fake.fault = () => undefined;
  await clock.advance(4_500);
  expect(lookback()).toMatchObject({ failure: undefined, reading: undefined });
  expect(ids().length).toBeGreaterThan(100);
});

test('it tells what it reads and why before the first page arrives', async () => {
  const { clock, monitor, lookback, ids, fake } = await watchJournal(500);
  fake.latency = 1_000;
  monitor.lookBack.read({ ...onePage, words: 'to 14:03' });
  await clock.advance(50);
  const reading = { direction: 'older', words: 'to 14:03', page: undefined, pages: undefined };
  expect(lookback()?.reading).toEqual(reading);
  expect(ids()).toEqual(range(401, 500));
  fake.latency = 10;
  monitor.lookBack.read(toId(1));
  await clock.advance(100);
  expect(lookback()?.reading).toMatchObject({ words: 'back', page: 2, pages: 5 });
});

test('a new goal replaces the current one', async () => {
  const { clock, monitor, lookback, ids, fake } = await watchJournal(50_000);
  monitor.lookBack.read(toId(1));
  await clock.advance(200);
  const held = ids().length;
  monitor.lookBack.read(older(() => true));
  await clock.advance(300);
  expect(lookback()?.reading).toBeUndefined();
  expect(ids().length - held).toBeLessThanOrEqual(1_000);
  const asked = fake.count('journal');
  await clock.advance(1_000);
  expect(fake.count('journal') - asked).toBeLessThanOrEqual(1);
  // It begins anew: what the server has dropped since is a gap.
  const first = Number(ids()[0]);
  fake.journal = fake.journal.filter(({ id }) => Number(id) > first + 1_500 || Number(id) < first - 500);
  monitor.lookBack.read(onePage);
  await clock.advance(500);
  expect(ids()).toContain('gap');
});

test('newer entries are read up to the live ones, and no further than requested', async () => {
  const { clock, monitor, lookback, ids } = await watchJournal(60_000);
  monitor.lookBack.read(toId(40_000));
  await clock.advance(10_000);
  expect(lookback()).toMatchObject({ cut: true, reading: undefined });
  const before = Number(ids().at(-1));
  monitor.lookBack.read(newer(some));
  await clock.advance(2_000);
  const after = Number(ids().at(-1));
  expect(after).toBeGreaterThan(before);
  expect(after).toBeLessThanOrEqual(before + 2_100);
  monitor.lookBack.read(newer(() => false));
  await clock.advance(60_000);
  expect(lookback()).toMatchObject({ cut: false, reading: undefined, olderEnd: false });
  expect(ids().at(-1)).toBe(60_000);
  expect(ids()).toEqual(range(50_001, 60_000));
});

test('newer entries that the server has dropped are reported as missing, and the reading can be ended', async () => {
  const { clock, monitor, lookback, fake } = await watchJournal(60_000);
  monitor.lookBack.read(toId(40_000));
  await clock.advance(10_000);
  // The journal is emptied and starts again.
  fake.journal = range(1, 200).map((index) => ({ id: 90_000 - index, createDate: clock.now() - index }));
  monitor.lookBack.read(newer(some));
  await clock.advance(3_000);
  const failure = expect.stringContaining('does not list');
  expect(lookback()).toMatchObject({ failure, reading: { words: 'on' } });
  monitor.lookBack.read(undefined);
  await clock.advance(100);
  expect(lookback()).toMatchObject({ failure: undefined, reading: undefined });
});
