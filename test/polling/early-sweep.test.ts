import { expect, test } from 'vitest';
import { createClusterStore } from '../../src/cluster/store.ts';
import { createJumpWatch } from '../../src/polling/early-sweep.ts';
import type { Dashboard } from '../../src/protocol/dashboard.ts';

const empty = createClusterStore({ name: 'test', url: 'http://127.0.0.1' }).getState();
const nothing = { items: new Map(), totalItems: 0, truncated: false };
/** The state after a sweep that ended at this time, and the last page at that. */
const swept = (completedAt: number | undefined, updatedAt = completedAt) => ({
  ...empty,
  streamSweep: { ...empty.streamSweep, updatedAt, value: { ...nothing, completedAt } },
});
const counts = (streams: number, bad: number, bytes: number, viewers = 1_000): Dashboard => ({
  viewersStats: { total: { value: viewers, limit: null } },
  streamStats: { total: { value: streams, limit: null } },
  streamHealthSummary: { labels: ['Good', 'Bad'], series: [streams - bad, bad] },
  viewerHealthSummary: { labels: ['Good', 'Bad'], series: [viewers - 20, 20] },
  incomingTraffic: { total: { value: bytes, limit: null } },
});
const viewersOf = (bad: number): Dashboard => ({
  ...counts(100, 2, 1e8),
  viewerHealthSummary: { labels: ['Good', 'Bad'], series: [1_000 - bad, bad] },
});

test.each([
  ['nothing changed', counts(100, 2, 1e8), false],
  ['few streams left', counts(98, 2, 1e8), false],
  ['some streams left', counts(97, 2, 1e8), true],
  ['many have another grade', counts(100, 8, 1e8), true],
  ['a little less traffic comes in', counts(100, 2, 0.98e8), false],
  ['less traffic comes in', counts(100, 2, 0.96e8), true],
  ['a few viewers left', counts(100, 2, 1e8, 950), false],
  ['far fewer viewers', counts(100, 2, 1e8, 900), true],
  ['a few more viewers have another grade', viewersOf(90), false],
  ['many viewers have another grade', viewersOf(110), true],
  ['the dashboard has no totals', {}, false],
])('a sweep comes early: %s', (_, now, early) => {
  const isJump = createJumpWatch();
  expect(isJump(counts(100, 2, 1e8), swept(undefined, 900))).toBe(false);
  expect(isJump(counts(100, 2, 1e8), swept(1_000))).toBe(false);
  expect(isJump(now, swept(1_000))).toBe(early);
});

test('before the first sweep none comes early; what jumps while a list is read is read again', () => {
  const isJump = createJumpWatch();
  expect(isJump(counts(100, 2, 1e8), swept(undefined))).toBe(false);
  expect(isJump(counts(100, 2, 1e8), swept(undefined, 500))).toBe(false);
  expect(isJump(counts(50, 2, 1e8), swept(undefined, 500))).toBe(false);
  expect(isJump(counts(50, 2, 1e8), swept(1_000))).toBe(true);
  // The next sweep begins, and ends.
  expect(isJump(counts(50, 2, 1e8), swept(1_000, 1_500))).toBe(true);
  expect(isJump(counts(50, 2, 1e8), swept(2_000))).toBe(false);
});

test('a sweep comes early while a server is missing since the last one', () => {
  const isJump = createJumpWatch();
  const server = { name: 'a', server: { serverName: 'a' }, lastSeen: 0, misses: 1, goneSince: undefined };
  const missing = (missingSince: number | undefined, completedAt = 1_000) => {
    return { ...swept(completedAt), servers: [{ ...server, missingSince }] };
  };
  const calm = counts(100, 2, 1e8);
  expect(isJump(calm, missing(undefined))).toBe(false);
  expect(isJump(calm, missing(undefined))).toBe(false);
  expect(isJump(calm, missing(1_001))).toBe(true);
  expect(isJump(calm, missing(1_001, 2_000))).toBe(false);
  expect(isJump(calm, missing(1_001, 2_000))).toBe(false);
});
