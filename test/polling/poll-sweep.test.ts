import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageQuery } from '../../src/http/api.ts';
import { HttpError } from '../../src/http/errors.ts';
import { coverageOf } from '../../src/triage/coverage/coverage.ts';
import type { FakeApi } from '../support/fake-api.ts';
import { isLong } from '../support/long.ts';
import '../support/property-seed.ts';
import { range, stream, streams, watch } from './support.ts';

/** A monitor without random delays and without a screen: only the sweep requests streams. */
function sweep(change: Partial<FakeApi> = {}) {
  const watched = watch(change, { random: () => 0 });
  const { fake, store } = watched;
  const asked = () =>
    fake.calls.flatMap(({ name, at, input }) => {
      const { page, rowsPerPage: rows, orderBy, order } = input as PageQuery;
      return name === 'streams' ? [{ at, page, rows, orderBy, order }] : [];
    });
  const resource = () => store.getState().streamSweep;
  return { ...watched, asked, resource };
}

test('the pages of a sweep are of one moment, and the next sweep comes after a minute', async () => {
  const { clock, monitor, asked, resource } = sweep({ streams: streams(1_200) });
  monitor.start();
  await clock.advance(100);
  expect(resource().value).toMatchObject({ completedAt: undefined, truncated: false, totalItems: 1_200 });
  await clock.advance(129_900);
  expect(asked().map(({ page }) => page)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
  const times = asked().map(({ at }) => at);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  const least = [2_000, 2_000, 56_000, 2_000, 2_000, 56_000, 2_000, 2_000];
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(least[index] ?? 0);
    // It may wait a tenth, or a second, to be polled together with another resource.
    expect(pause).toBeLessThanOrEqual(Math.max(1.1, 1 + 1_000 / (least[index] ?? 1)) * (least[index] ?? 0));
  }
});

test('of too many streams the least healthy are read, at once when that is known', async () => {
  const streams = range(1, 5_000).map((id) => stream(id, { healthScore: id > 4_900 ? 1 : 99 }));
  const { clock, fake, monitor, asked, resource } = sweep({ streams });
  monitor.start();
  await clock.advance(15_000);
  const worst = range(1, 4).map((page) => `${page} healthScore asc`);
  const pages = asked().map(({ page, orderBy, order }) => `${page} ${orderBy} ${order}`);
  expect(pages).toEqual(['1 startTime asc', ...worst]);
  expect(resource().value).toMatchObject({ truncated: true, totalItems: 5_000 });
  expect(resource().value?.items.has('4950')).toBe(true);
  fake.streams = fake.streams.slice(0, 4_000);
  await clock.advance(240_000);
  expect(resource().value).toMatchObject({ truncated: false, short: 0, totalItems: 4_000 });
  const last = asked().slice(-4);
  expect(last.every(({ orderBy }) => orderBy === 'startTime')).toBe(true);
});

/** A server that knows no order of its streams. */
const refusesOrders: FakeApi['fault'] = ({ name, input }) => {
  if (name === 'streams' && (input as PageQuery).orderBy !== undefined)
    throw new HttpError(400, 'unknown field', {});
};

test.each(['refused', 'ignored'])('a longer sweep reads all streams where their order is %s', async (how) => {
  const all = range(1, 5_000).map((id) =>
    stream(id, { healthScore: (id * 37) % 100, startTime: (id * 37) % 5_000 }),
  );
  const { clock, fake, monitor, asked, resource } = sweep({ streams: all });
  if (how === 'ignored') fake.sorts = false;
  else fake.fault = refusesOrders;
  monitor.start();
  await clock.advance(400_000);
  expect(resource().value).toMatchObject({ truncated: false, isWorstFirst: false });
  expect(resource().value?.items.size).toBe(5_000);
  expect(resource().error).toBeUndefined();
  const orders = asked().flatMap(({ orderBy = [] }) => orderBy);
  if (how === 'refused') expect(orders).toEqual(['startTime', 'healthScore']);
  // Six pages a minute, and those of the sweep that has just begun.
  const { at: end = 0 } = asked().at(-1) ?? {};
  expect(asked().filter(({ at }) => at > end - 300_000).length).toBeLessThanOrEqual(30 + 10);
});

test('all is not called well while even a longer sweep does not read everything', async () => {
  const streams = range(1, 3_000).map((id) => stream(id, { healthScore: id % 100 }));
  const { clock, fake, store, monitor, resource } = sweep({ streams, mostRows: 100, tooMany: 'gives fewer' });
  fake.fault = refusesOrders;
  monitor.start();
  await clock.advance(320_000);
  expect(resource().value).toMatchObject({ truncated: true, isWorstFirst: false });
  const row = () => coverageOf(store.getState()).find(({ figure }) => figure === 'stream list');
  expect(row()).toMatchObject({ reading: 'not looked', missing: 1_000, of: 3_000, decides: true });
  // If the worst come first, the others are better.
  const other = sweep({ streams, mostRows: 100, tooMany: 'gives fewer' });
  other.monitor.start();
  await other.clock.advance(60_000);
  const rest = coverageOf(other.store.getState()).find(({ figure }) => figure === 'stream list');
  expect(rest).toMatchObject({ reading: 'not looked', missing: 2_600, decides: false });
});

test('applications are swept in their own order, however many there are, and a new link of one is an event', async () => {
  const at = (startDate: number) => ({ clusterConnectionData: { startDate } });
  const applications = range(1, 5_000).map((id) => ({ id: `${id}`, name: `a${id}`, ...at(1_000) }));
  const { clock, fake, store, monitor } = sweep({ applications });
  monitor.start();
  await clock.advance(120_000);
  const pages = fake.calls.flatMap(({ name, input }) =>
    name === 'applications' ? [(input as PageQuery).page] : [],
  );
  expect(pages.slice(0, 10)).toEqual(range(1, 10));
  expect(store.getState().applicationSweep.value).toMatchObject({ truncated: false, totalItems: 5_000 });
  fake.applications = applications.map((one) => (one.name === 'a3' ? { ...one, ...at(90_000) } : one));
  await clock.advance(120_000);
  expect(store.getState().events).toMatchObject([{ kind: 'reconnect', subject: 'a3' }]);
});

test('a pause while missing streams are looked up leaves what the sweep before had', async () => {
  const { clock, fake, monitor, resource } = sweep({ streams: streams(1_200).reverse(), sorts: false });
  monitor.start();
  await clock.advance(30_000);
  const before = resource().value;
  expect(before).toMatchObject({ completedAt: expect.any(Number), short: 0 });
  fake.streams = streams(1_199).reverse();
  fake.fault = ({ name }) => {
    if (name !== 'streamBatch') return;
    monitor.pause();
    throw new HttpError(500, 'paused', {});
  };
  await clock.advance(240_000);
  expect(resource().value).toMatchObject({ completedAt: before?.completedAt, short: 0 });
});

/** Before each request for a list, some of its items end, some start, and the server may show all in another order. */
const life = fc.record({
  pages: fc.integer({ min: 2, max: 5 }),
  rows: fc.constantFrom(10, 500),
  sorts: fc.boolean(),
  shuffles: fc.boolean(),
  startsInFront: fc.boolean(),
  /** The server finds none of those that a list no longer has. */
  looksUp: fc.boolean(),
  ends: fc.array(fc.constantFrom(0, 1, 1, 2, 120), { minLength: 1, maxLength: 7 }),
  starts: fc.array(fc.nat(2), { minLength: 1, maxLength: 7 }),
  seed: fc.nat(),
});

test.each(['streams', 'applications'] as const)(
  'of %s none that stood from one sweep to the next is gone, or the sweep says that some may be missing',
  async (name) => {
    let sweeps = 0;
    const lookedUp = new Set<number>();
    await fc.assert(
      fc.asyncProperty(life, async (drawn) => {
        const { pages, rows, sorts, shuffles, startsInFront, looksUp, ends, starts, seed } = drawn;
        const { clock, fake, store, monitor } = sweep({ mostRows: rows, tooMany: 'gives fewer', sorts });
        const made = (id: number) => ({ ...stream(id), name: `a${id}` });
        let next = pages * rows;
        let list = range(1, next).map(made);
        let requests = seed % 7;
        const ended = new Set<string>();
        const times: number[] = [];
        const show = () => Object.assign(fake, { [name]: list });
        show();
        fake.fault = (call) => {
          if (call.name.endsWith('Batch')) {
            lookedUp.add((call.input as readonly string[]).length);
            if (!looksUp) throw new HttpError(500, 'no answer in time', {});
          }
          if (call.name !== name) return;
          requests++;
          times.push(call.at);
          const last = list.slice(0, ends[requests % ends.length]);
          for (const { id } of last) ended.add(id);
          list = list.slice(last.length);
          for (let more = starts[requests % starts.length] ?? 0; more > 0; more--)
            list.splice(startsInFront ? 0 : list.length, 0, made(++next));
          const turn = (requests * 7_919 + seed) % Math.max(1, list.length);
          if (shuffles) list = [...list.slice(turn), ...list.slice(0, turn)].reverse();
          show();
        };
        let known: ReadonlySet<string> = new Set();
        let at: number | undefined;
        let completed = 0;
        const silent: string[] = [];
        store.subscribe((state) => {
          const { value } = name === 'streams' ? state.streamSweep : state.applicationSweep;
          if (value?.completedAt === undefined || value.completedAt === at) return;
          at = value.completedAt;
          sweeps++;
          completed++;
          const ids = new Set([...value.items.values()].map(({ id }) => `${id}`));
          const gone = [...known].filter((id) => !ids.has(id) && !ended.has(id));
          if (!value.truncated && !value.short) silent.push(...gone);
          known = ids;
        });
        monitor.start();
        await clock.advance(400_000);
        monitor.stop();
        expect(silent).toEqual([]);
        // A list that is read again is read at once.
        const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
        expect(pauses.filter((pause) => pause > 22_000).length).toBeLessThanOrEqual(completed);
      }),
      { numRuns: isLong ? 100 : 12 },
    );
    expect(sweeps).toBeGreaterThan(12);
    // A few at a time, and never nothing.
    expect([...lookedUp].filter((items) => items < 1 || items > 100)).toEqual([]);
  },
);
