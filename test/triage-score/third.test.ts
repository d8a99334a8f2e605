import fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { type EndpointName, endpoints } from '../../src/protocol/endpoints.ts';
import { fastParse } from '../../src/protocol/fast-parse.ts';
import { isLong } from '../support/long.ts';
import { thirdExtent } from './third/extent.ts';
import { type ThirdWorld, thirdKinds, thirdWorld } from './third/world.ts';

/** One of each kind, in `npm test` of each third; each second of a world has to be worked out, so something happens early. */
const BEGINS_S = 120;
const worlds = thirdKinds
  .map((_, n) => n + 1)
  .filter((seed) => isLong || seed % 3 === 0)
  .map((seed) => thirdWorld(seed, { begins: BEGINS_S }));
const moments = [0, 61, 200];

const sum = (numbers: readonly (number | null | undefined)[]): number =>
  numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

/** The answer as the program reads it, with nothing left that it cannot read. */
function ask<N extends EndpointName>(
  world: ThirdWorld,
  name: N,
  { t, query = '' }: { t: number; query?: string },
): z.output<(typeof endpoints)[N]['output']> {
  const { method, path, output } = endpoints[name];
  const asked = { method, path: path.replace('/{applicationName}', ''), query: new URLSearchParams(query) };
  const reply = world.answer(asked, world.startAt + 1_000 * t);
  expect(reply.status, `${world.kind} ${name}`).toBe(200);
  const { value, unreadable } = fastParse(output as z.ZodType, JSON.parse(JSON.stringify(reply.body)));
  expect(unreadable, `${world.kind} ${name}`).toEqual([]);
  return value as z.output<(typeof endpoints)[N]['output']>;
}

/** All rows of a list, page by page. */
function rowsOf<N extends 'streams' | 'applications' | 'journal'>(world: ThirdWorld, name: N, t: number) {
  const pages: z.output<(typeof endpoints)[N]['output']>['data'][] = [];
  for (let page = 1; ; page++) {
    const { data } = ask(world, name, { t, query: `page=${page}&rowsPerPage=100` });
    pages.push(data);
    if (!data.hasNext) return pages;
  }
}

const everywhere = worlds.flatMap((world) =>
  moments.map((t) => ({ world, t, name: `${world.kind} at ${t} s` })),
);
/** Worlds whose dashboard is no fault of its own. */
const agreeing = everywhere.filter(({ world }) => !['frozen', 'disagreeing'].includes(world.kind));

test.each(agreeing)('totals, groups, applications and streams add up: $name', ({ world, t }) => {
  const { data: dashboard } = ask(world, 'dashboard', { t });
  const { data } = ask(world, 'topology', { t });
  const applications = data.topology.flatMap((server) => server.applications ?? []);
  const servers = data.topology.map((server) => server.serverStats);
  const { viewersStats, streamStats, incomingTraffic, outgoingTraffic, transcodeStats } = dashboard;
  const viewers = viewersStats?.total?.value;
  expect(sum(applications.map((app) => app.viewers?.count))).toBe(viewers);
  expect(viewersStats?.viewerCountHistory?.current).toBe(viewers);
  const sources = applications.filter(({ type }) => type === 'origin');
  expect(sum(sources.map((app) => app.streams?.count))).toBe(streamStats?.total?.value);
  expect(sum(servers.map((server) => server?.inBandwidth?.usage))).toBe(incomingTraffic?.total?.value);
  expect(sum(servers.map((server) => server?.outBandwidth?.usage))).toBe(outgoingTraffic?.total?.value);
  expect(sum(applications.map((app) => app.bandwidth?.outBandwidth))).toBe(outgoingTraffic?.total?.value);
  for (const one of [viewersStats, streamStats, incomingTraffic, outgoingTraffic, transcodeStats])
    expect(sum(one?.groups?.map(({ value }) => value) ?? [])).toBe(one?.total?.value);
  expect(sum(dashboard.streamHealthSummary?.series ?? [])).toBe(streamStats?.total?.value);
  expect(sum(dashboard.viewerHealthSummary?.series ?? [])).toBe(viewers);

  const rows = rowsOf(world, 'streams', t).flatMap(({ list }) => list);
  const names = new Set(sources.map(({ name }) => name));
  const isOriginal = (row: (typeof rows)[number]) => names.has(row.application ?? '');
  const counted = world.cluster.style.isCountedAtOrigin ? rows.filter(isOriginal) : rows;
  expect(sum(counted.map(({ viewerCount }) => viewerCount))).toBe(viewers);
  expect(rows.filter(isOriginal)).toHaveLength(streamStats?.total?.value ?? -1);
  const listed = rowsOf(world, 'applications', t).flatMap(({ list }) => list);
  expect(sum(listed.map(({ viewerCount }) => viewerCount))).toBe(viewers);
});

test.each(everywhere)('no share is above the whole: $name', ({ world, t }) => {
  const { data } = ask(world, 'dashboard', { t });
  const within = (value: number | null | undefined, cap: number | null | undefined) =>
    expect(value ?? 0).toBeLessThanOrEqual(cap ?? Number.POSITIVE_INFINITY);
  for (const { serverStats, applications } of data.topology ?? []) {
    for (const share of [serverStats?.cpuUsage, serverStats?.memUsage]) within(share, 100);
    within(serverStats?.outBandwidth?.usage, serverStats?.outBandwidth?.cap);
    for (const { viewers } of applications ?? []) within(viewers?.count, viewers?.cap);
  }
  within(data.viewersStats?.total?.value, data.viewersStats?.total?.limit);
  within(data.transcodeStats?.total?.value, data.transcodeStats?.total?.limit);
  within(data.transcodeStats?.streams?.transcoded, data.transcodeStats?.streams?.total);
  for (const { healthScore } of rowsOf(world, 'streams', t).flatMap(({ list }) => list))
    within(healthScore, 100);
});

test.each(worlds)(
  'a fault changes nothing before it begins, and then what its truth says: $kind',
  (world) => {
    for (const t of [0, 30, 60, world.happensAt - 2]) expect(world.course.at(t)).toEqual(world.without.at(t));
    if (!world.truth) return;
    const { figures, full, begins } = world.truth;
    for (const figure of figures.filter((one) => one !== 'streams hit')) {
      const most = Math.max(...[full + 20, full + 60].map((t) => thirdExtent(world, t)[figure]));
      // Viewers of a crashed edge may all come back elsewhere, and few leave a slow one.
      if (figure !== 'viewers lost') expect(most, figure).toBeGreaterThan(0);
      expect(thirdExtent(world, begins - 2)[figure], figure).toBe(0);
    }
  },
);

test('the same seed is the same world at any moment, in any order of questions', () => {
  const whole = fc.integer({ min: 1, max: 200 });
  const moment = fc.integer({ min: 0, max: 200 });
  fc.assert(
    fc.property(whole, moment, moment, (seed, a, b) => {
      const [one, other] = [thirdWorld(seed), thirdWorld(seed)];
      const first = ask(one, 'dashboard', { t: a });
      ask(other, 'dashboard', { t: b });
      expect(ask(other, 'dashboard', { t: a })).toEqual(first);
    }),
    { numRuns: 5, seed: 1 },
  );
});

test.each(worlds)('lists come in pages that are the whole, in the order asked for: $kind', (world) => {
  const t = 200;
  for (const name of ['streams', 'applications'] as const) {
    const pages = rowsOf(world, name, t);
    const ids = pages.flatMap(({ list }) => list.map((row, n) => `${row.id} ${name === 'streams' ? '' : n}`));
    expect(ids).toHaveLength(pages[0]?.totalItems ?? -1);
    if (name === 'streams') expect(new Set(ids).size).toBe(ids.length);
  }
  const { data } = ask(world, 'streams', { t, query: 'rowsPerPage=60&orderBy=startTime&order=desc' });
  const times = data.list.map(({ startTime }) => startTime ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const { data: page } = ask(world, 'journal', { t, query: 'rowsPerPage=100' });
  const dates = page.list.map(({ createDate }) => createDate ?? 0);
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  expect(page.lastTimestamp).toBe(dates[0]);
});
