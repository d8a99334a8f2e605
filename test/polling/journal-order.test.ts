import { expect, test } from 'vitest';
import type { FakeApi } from '../support/fake-api.ts';
import { journalIds, range, watch } from './support.ts';

function watchJournal(change: Partial<FakeApi>) {
  const watched = watch(change);
  const { clock, fake, store } = watched;
  const ids = () => journalIds(store.getState().journal);
  /** Entries with different dates. */
  const write = async (count: number) => {
    for (let index = 0; index < count; index++) {
      fake.write(1);
      await clock.advance(5);
    }
  };
  return { ...watched, ids, write };
}

const servers = (['asked', 'ignored', 'refused'] as const).flatMap((journalOrder) =>
  (['desc', 'asc'] as const).map((journalUnasked) => ({ journalOrder, journalUnasked })),
);

test.each(servers)('follows a server: $journalOrder on request, $journalUnasked otherwise', async (how) => {
  for (const mostRows of [7, 12, 1_000]) {
    const tooMany = mostRows === 7 ? 'gives fewer' : 'refused';
    const { clock, monitor, ids, write } = watchJournal({ ...how, mostRows, tooMany });
    await write(253);
    monitor.start();
    await clock.advance(2_500);
    const first = Number(ids()[0]);
    expect(ids()).toEqual(range(first, 253));
    expect(first).toBeLessThanOrEqual(253 - Math.min(50, 7 * mostRows) + 1);
    for (let newest = 270; newest <= 270 + 8 * 17; newest += 17) {
      await write(17);
      await clock.advance(2_500);
      expect(ids()).toEqual(range(Number(ids()[0]), newest));
    }
    monitor.stop();
  }
});

test('newest first is requested, and no longer after it was refused', async () => {
  const { clock, fake, monitor, write } = watchJournal({ journalOrder: 'refused' });
  await write(10);
  monitor.start();
  await clock.advance(20_000);
  const orders = fake.calls
    .filter((call) => call.name === 'journal')
    .map(({ input }) => (input as { orderBy?: string; order?: string }).orderBy);
  expect(orders.slice(0, 2)).toEqual(['createDate', undefined]);
  expect(orders.filter((order) => order !== undefined)).toHaveLength(1);
});

test('a server that changes its order is followed within about a minute', async () => {
  const own = { journalOrder: 'ignored', journalUnasked: 'asc' } as const;
  const { clock, fake, monitor, ids, write } = watchJournal(own);
  await write(300);
  monitor.start();
  await clock.advance(5_000);
  fake.journalUnasked = 'desc';
  await write(50);
  await clock.advance(70_000);
  expect(ids().at(-1)).toBe(350);
});

test('a newest entry that the server announces but does not return is doubtful, for as long as that lasts', async () => {
  const { clock, fake, store, monitor, write } = watchJournal({});
  await write(300);
  monitor.start();
  await clock.advance(3_000);
  expect(store.getState().journal.doubt).toBeUndefined();
  const given = fake.journal[0]?.createDate ?? 0;
  const said = given + 600_000;
  fake.lastTimestamp = said;
  await clock.advance(5_000);
  expect(store.getState().journal.doubt).toEqual({ said, given });
  fake.lastTimestamp = given - 600_000;
  await clock.advance(5_000);
  expect(store.getState().journal.doubt).toEqual({ said: given - 600_000, given });
  fake.lastTimestamp = undefined;
  await clock.advance(5_000);
  expect(store.getState().journal.doubt).toBeUndefined();
});

test.each([
  ['rising', 'asc', null],
  ['falling, whatever is said of a newer entry', 'desc', Date.UTC(2040, 0)],
] as const)('the order is recognised by the dates alone: %s', async (_how, journalUnasked, lastTimestamp) => {
  const own = { journalOrder: 'ignored', journalUnasked, lastTimestamp } as const;
  const { clock, monitor, ids, write } = watchJournal(own);
  await write(250);
  monitor.start();
  await clock.advance(2_500);
  expect(ids().at(-1)).toBe(250);
});

test('when all dates of a page are equal, the newest date tells at which end it is', async () => {
  for (const journalUnasked of ['asc', 'desc'] as const) {
    const oldest = journalUnasked === 'asc' ? 151 : 101;
    const { clock, fake, monitor, ids } = watchJournal({ journalOrder: 'ignored', journalUnasked });
    fake.write(150);
    await clock.advance(60_000);
    fake.write(50);
    if (journalUnasked === 'desc') fake.journal = fake.journal.slice(50);
    monitor.start();
    await clock.advance(2_500);
    expect(ids().at(-1)).toBe(fake.journal[0]?.id);
    expect(ids()).toContain(Math.min(oldest, Number(fake.journal[0]?.id)));
  }
});
