import { expect, test } from 'vitest';
import { createRestartTracker, dashboardRestarts } from '../../src/cluster/restarts.ts';

const stream = (startTime: number | null | undefined, duration?: number, id = 'x') => {
  return { id, streamKey: 'k', application: 'a', startTime, duration };
};

test('a stream that is published again is one event under its application and key, whichever poll sees it', () => {
  const tracker = createRestartTracker();
  expect(tracker.streams([stream(1_000)], 1)).toEqual([]);
  const again = [{ kind: 'stream-restart', subject: 'a/k' }];
  expect(tracker.streams([stream(5_000, 0, 'new-id')], 2)).toMatchObject(again);
  // The same from another list, and a delayed response.
  expect(tracker.streams([stream(5_000)], 3)).toEqual([]);
  expect(tracker.streams([stream(1_000)], 4)).toEqual([]);
  expect(tracker.streams([stream(5_000)], 5)).toEqual([]);
});

test('a newer link is a reconnect, a counter that fell a restart', () => {
  const tracker = createRestartTracker();
  const application = (startDate: number, inTotalBytes: number) => {
    return { name: 'live', inTotalBytes, clusterConnectionData: { startDate } };
  };
  tracker.applications([application(1, 100)], 1);
  expect(tracker.applications([application(1, 200)], 2)).toEqual([]);
  const events = tracker.applications([application(9, 5)], 3);
  expect(events.map((event) => event.kind)).toEqual(['reconnect', 'restart']);
});

test('totals of the cluster that fell show a restart', () => {
  const dashboard = (totalBytes: number | undefined) => ({ incomingTraffic: { totalBytes } });
  expect(dashboardRestarts(dashboard(10), dashboard(20), 1)).toEqual([]);
  expect(dashboardRestarts(dashboard(20), dashboard(undefined), 1)).toEqual([]);
  expect(dashboardRestarts(dashboard(20), dashboard(3), 1)).toMatchObject([{ kind: 'restart' }]);
});

test('totals that are both those of a minute before are an old answer, and no restart', () => {
  const dashboard = (seconds: number, sent = seconds) => ({
    incomingTraffic: { totalBytes: 1_000 * seconds, total: { value: 1_000 } },
    outgoingTraffic: { totalBytes: 50_000 * sent, total: { value: 50_000 } },
  });
  expect(dashboardRestarts(dashboard(90_000), dashboard(89_940), 1)).toEqual([]);
  expect(dashboardRestarts(dashboard(90_000), dashboard(89_940, 89_800), 1)).toHaveLength(1);
  expect(dashboardRestarts(dashboard(90_000), dashboard(60_000), 1)).toHaveLength(1);
  expect(dashboardRestarts(dashboard(300), dashboard(2), 1)).toHaveLength(1);
});

test('a start time that is only sometimes reported shows no restart', () => {
  const tracker = createRestartTracker();
  tracker.streams([stream(undefined, 60_000)], 1);
  expect(tracker.streams([stream(9_000, 61_000)], 2)).toEqual([]);
  expect(tracker.streams([stream(undefined, 62_000)], 3)).toEqual([]);
  // The duration still shows it.
  expect(tracker.streams([stream(70_000, 1_000)], 4)).toHaveLength(1);
});

test("starts that moved with the server's clock are the same starts", () => {
  const sets: number[] = [];
  const tracker = createRestartTracker(() => sets);
  const application = (startDate: number) => ({ name: 'live', clusterConnectionData: { startDate } });
  const see = (ahead: number, at: number) => [
    ...tracker.streams([stream(1_000_000 + ahead)], at),
    ...tracker.applications([application(1_000_000 + ahead)], at),
  ];
  see(0, 1);
  sets.push(3_600_000);
  expect(see(3_600_000, 2)).toEqual([]);
  sets.push(-3_600_000);
  expect(see(0, 3)).toEqual([]);
  expect(see(60_000, 4).map(({ kind }) => kind)).toEqual(['stream-restart', 'reconnect']);
});

test('thousands of streams are remembered, and then the one that is known for longest is dropped', () => {
  const tracker = createRestartTracker();
  const named = (index: number, startTime: number) => ({ ...stream(startTime), streamKey: `k${index}` });
  const many = Array.from({ length: 20_001 }, (_, index) => named(index, 1_000));
  tracker.streams(many, 1);
  const found = [1, 0].map((index) => tracker.streams([named(index, 2_000)], 2).length);
  expect(found).toEqual([1, 0]);
});

test('a duration that fell by up to five seconds comes from two responses in the wrong order', () => {
  const fell = (ms: number) => {
    const tracker = createRestartTracker();
    tracker.streams([stream(undefined, 60_000)], 1);
    return tracker.streams([stream(undefined, 60_000 - ms)], 2).length;
  };
  expect([fell(5_000), fell(5_001), fell(40_000)]).toEqual([0, 1, 1]);
});

test('an unknown start is no other start', () => {
  const sets = [-1_000_000];
  for (const unknown of [undefined, null]) {
    const tracker = createRestartTracker(() => sets);
    tracker.streams([stream(1_000_000, 60_000)], 1);
    expect(tracker.streams([stream(unknown, 1_000)], 2)).toHaveLength(1);
  }
});
