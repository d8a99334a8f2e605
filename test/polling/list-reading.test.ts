import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageQuery } from '../../src/http/api.ts';
import { HttpError } from '../../src/http/errors.ts';
import { ListReading } from '../../src/polling/list-reading.ts';
import { OLDEST_FIRST } from '../../src/polling/order.ts';
import { PageAsker } from '../../src/polling/page-asker.ts';
import { PageSize } from '../../src/polling/page-size.ts';
import { isLong } from '../support/long.ts';
import '../support/property-seed.ts';
import { apiResponse } from './support.ts';

type Item = { readonly id: string; readonly startTime: number };

/** How a server treats the order that is asked for; a shuffled list has another one at each request. */
type Treatment = 'sorts' | 'sorts, ties in any order' | 'ignores' | 'refuses' | 'shuffles';

interface World {
  readonly treatment: Treatment;
  readonly size: number;
  /** Most rows that the server gives, and how many items share a start. */
  readonly cap: number;
  readonly ties: number;
  readonly repeats: boolean;
  /** Before each request: how many of the first items end, or start in front. */
  readonly ends: readonly number[];
  readonly starts: readonly number[];
  readonly seed: number;
}

function serve({ treatment, size, cap, ties, repeats, ends, starts, seed }: World) {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const shuffled = (list: readonly Item[]) =>
    list
      .map((item) => ({ item, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  const item = (nth: number): Item => ({ id: `i${nth}`, startTime: Math.floor(nth / ties) });
  let list = shuffled(Array.from({ length: size }, (_, nth) => item(nth)));
  const stood = new Set(list.map(({ id }) => id));
  let next = size;
  let requests = 0;
  const inOrder = () => {
    if (treatment === 'shuffles') return shuffled(list);
    if (!treatment.startsWith('sorts')) return list;
    const base = treatment === 'sorts' ? list : shuffled(list);
    return base.toSorted((a, b) => a.startTime - b.startTime);
  };
  const send = async ({ page: number = 1, rowsPerPage = 10, orderBy }: PageQuery) => {
    if (treatment === 'refuses' && orderBy !== undefined) throw new HttpError(400, 'no such order', {});
    if (requests > 0) {
      const ended = new Set(inOrder().slice(0, ends[requests % ends.length]));
      for (const { id } of ended) stood.delete(id);
      list = list.filter((one) => !ended.has(one));
      for (let more = starts[requests % starts.length] ?? 0; more > 0; more--) list = [item(next++), ...list];
    }
    requests++;
    const rows = Math.min(rowsPerPage, cap);
    const all = inOrder();
    const from = (number - 1) * rows;
    const repeated = repeats && all[from] ? [all[from]] : [];
    const page = [...repeated, ...all.slice(from, from + rows)].slice(0, rows);
    const hasNext = from + rows < all.length;
    const says = { totalItems: all.length, itemsPerPage: rows, currentPage: number, hasNext };
    return apiResponse({ list: page, ...says });
  };
  return { send, stood, requests: () => requests };
}

async function read(world: World) {
  const server = serve(world);
  const asker = new PageAsker(new PageSize(500));
  const most = () => 10_000;
  const identity = ({ id }: Item) => id;
  const reading = new ListReading<Item>({ asker, identity, order: OLDEST_FIRST, most });
  const { signal } = new AbortController();
  while (!reading.ended) await reading.read(server.send, signal);
  const missed = [...server.stood].filter((id) => !reading.items.has(id));
  return { reading, missed, requests: server.requests() };
}

const few = fc.array(fc.nat(4), { minLength: 1, maxLength: 5 });
const none = fc.constant([0]);
const sizes = fc.oneof(
  fc.record({ size: fc.nat(300), cap: fc.constantFrom(10, 50) }),
  fc.record({ size: fc.nat(10_000), cap: fc.constant(500) }),
);
const world = { ties: fc.constantFrom(1, 1, 3, 40, 5_000), repeats: fc.boolean(), seed: fc.nat(1_000_000) };

test('no item that stood while a list was read is missing without a word, however the others moved', async () => {
  const sorting = fc.record({
    ...world,
    treatment: fc.constantFrom<Treatment>('sorts', 'sorts, ties in any order'),
    ends: fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }),
    starts: few,
  });
  // In any other order, what ends and what starts at the same time cannot be told from what stands.
  const other = fc.constantFrom<Treatment>('ignores', 'refuses', 'shuffles');
  const ending = fc.record({ ...world, treatment: other, ends: few, starts: none });
  const starting = fc.record({ ...world, treatment: other, ends: none, starts: few });
  await fc.assert(
    fc.asyncProperty(sizes, fc.oneof(sorting, ending, starting), async (list, drawn) => {
      const { reading, missed, requests } = await read({ ...list, ...drawn });
      expect(requests).toBeLessThan(60);
      if (!reading.truncated && reading.short === 0) expect(missed).toEqual([]);
    }),
    { numRuns: isLong ? 1_000 : 20 },
  );
});

test('a living list that the server sorts is read whole at once, and with hardly more requests than pages', async () => {
  const living = fc.record({
    ...world,
    treatment: fc.constant<Treatment>('sorts, ties in any order'),
    size: fc.nat(4_000),
    cap: fc.constant(500),
    ties: fc.constantFrom(1, 3),
    repeats: fc.constant(false),
    ends: fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }),
    starts: few,
  });
  await fc.assert(
    fc.asyncProperty(living, async (drawn) => {
      const { reading, missed, requests } = await read(drawn);
      expect([reading.truncated, reading.short, missed]).toEqual([false, 0, []]);
      expect(requests).toBeLessThanOrEqual(2 + 1.2 * Math.ceil(drawn.size / drawn.cap));
    }),
    { numRuns: isLong ? 500 : 20 },
  );
});

test.each<Treatment>(['ignores', 'refuses', 'shuffles'])(
  'some hundred items of a server that %s the order are read whole, because it is read again',
  async (treatment) => {
    const still = { size: 900, cap: 500, ties: 1, repeats: false, ends: [0], starts: [0], seed: 7 };
    const { reading, missed, requests } = await read({ ...still, treatment });
    expect([reading.short, missed]).toEqual([0, []]);
    expect(requests).toBeLessThanOrEqual(20);
  },
);
