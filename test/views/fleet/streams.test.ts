import { expect, test } from 'vitest';
import type { Stream } from '../../../src/protocol/stream.ts';
import { sharedStreams } from '../../../src/views/fleet/streams.ts';
import { ShownOrders } from '../../../src/views/lists/steady-order.ts';
import { fleetMember } from '../../support/fleet-members.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const SECOND = 1_000;

function member(name: string, streams: readonly Partial<Stream>[], clockSkew = 0) {
  const state = sampleState();
  const items = new Map(
    streams.map((one, at) => {
      const stream = { id: `${name}-${at}`, streamKey: 'match-cam', application: 'live', ...one } as Stream;
      return [stream.id, stream] as const;
    }),
  );
  const { value } = state.streamSweep;
  const streamSweep = { ...state.streamSweep, value: value && { ...value, items } };
  return fleetMember(name, { state: { ...state, clockSkew, streamSweep } });
}

const began = sampleNow - 600 * SECOND;

test('the same key of several clusters stands side by side, where it began first on top', () => {
  const rows = sharedStreams([
    member('eu', [{ startTime: began + 5 * SECOND, viewerCount: 30 }, { streamKey: 'only-eu' }]),
    // Its clock is an hour ahead, so its copy began last.
    member('us', [{ startTime: began + 3_609 * SECOND }], 3_600 * SECOND),
    member('ap', [{ startTime: began, viewerCount: 1 }]),
  ]);
  const told = rows.map(({ cluster, streamKey, isFirst }) => `${cluster} ${streamKey} ${isFirst}`);
  expect(told).toEqual(['ap match-cam true', 'eu match-cam false', 'us match-cam false']);
});

test('keys stay where they are while their viewers vary, and swap on a real change', () => {
  const shown = new ShownOrders(() => 0);
  const order = (match: number, news: number) => {
    const eu = member('eu', [{ viewerCount: match }, { streamKey: 'news', viewerCount: news }]);
    const rows = sharedStreams([eu, member('us', [{}, { streamKey: 'news' }])], () => true, shown);
    return rows.map(({ cluster, streamKey }) => `${cluster} ${streamKey}`).join();
  };
  const matchFirst = 'eu match-cam,us match-cam,eu news,us news';
  expect([order(101, 100), order(100, 101)]).toEqual([matchFirst, matchFirst]);
  expect(order(100, 150)).toEqual('eu news,us news,eu match-cam,us match-cam');
});
