import { expect, onTestFinished, test } from 'vitest';
import { failing, openSampleFleet } from '../support/sample-fleet.ts';

const MINUTE = 60_000;

function running(...given: Parameters<typeof openSampleFleet>) {
  const own = openSampleFleet(...given);
  onTestFinished(() => own.fleet.close());
  own.fleet.start();
  return own;
}

test('a cluster that nobody looks at is polled every ten seconds, an open one every two', async () => {
  const { clock, fleet, asked } = running(['eu', 'us']);
  await clock.advance(3 * MINUTE);
  asked('eu', '');
  asked('us', '');
  fleet.look('us');
  await clock.advance(MINUTE);
  expect([asked('eu', 'dashboard'), asked('us', 'dashboard')]).toEqual([6, expect.closeTo(30, -1)]);
  fleet.look(undefined);
  await clock.advance(2 * MINUTE);
  asked('us', '');
  await clock.advance(MINUTE);
  expect(asked('us', 'dashboard')).toBeLessThanOrEqual(7);
});

test('a change of its problems makes a cluster polled as usual for a minute', async () => {
  const { clock, breaks, asked } = running(['eu', 'us']);
  await clock.advance(3 * MINUTE);
  asked('eu', '');
  asked('us', '');
  breaks.set('eu', (request, honest) =>
    request.endpoint === 'dashboard' ? failing('RESET')(request, honest) : honest(),
  );
  await clock.advance(15_000);
  breaks.delete('eu');
  await clock.advance(45_000);
  expect(asked('eu', 'journal')).toBeGreaterThan(15);
  expect(asked('us', 'journal')).toBeLessThanOrEqual(6);
  await clock.advance(3 * MINUTE);
  asked('eu', '');
  await clock.advance(MINUTE);
  expect(asked('eu', 'journal')).toBeLessThanOrEqual(7);
});

test('the pace that the user chose stays with its cluster', async () => {
  const { clock, fleet } = running(['eu', 'us']);
  await clock.advance(1_000);
  const [eu, us] = fleet.members.map(({ session }) => session.monitor);
  fleet.look('eu');
  eu?.setPace(4);
  fleet.look('us');
  expect([eu?.pace, us?.pace]).toEqual([5, 1]);
  fleet.look('eu');
  expect([eu?.pace, us?.pace]).toEqual([4, 5]);
});

test('a cluster that sends too much is paused and says so; opening it goes on', async () => {
  const { clock, fleet, breaks, asked } = running(['eu', 'us'], { bytesPerMinute: 3_000_000, items: 50_000 });
  await clock.advance(1_000);
  breaks.set('eu', (_, honest) => honest('x'.repeat(2_000_000)));
  await clock.advance(MINUTE);
  const [eu, us] = fleet.members;
  expect(eu?.paused).toMatch(/paused: it sent .* within a minute/);
  expect(us?.paused).toBeUndefined();
  asked('eu', '');
  breaks.delete('eu');
  await clock.advance(MINUTE);
  expect(asked('eu', 'dashboard')).toBe(0);
  fleet.look('eu');
  await clock.advance(MINUTE);
  expect(eu?.paused).toBeUndefined();
  expect(asked('eu', 'dashboard')).toBeGreaterThan(20);
});

test('a cluster with too many objects is paused, and one that is open is not', async () => {
  const { clock, fleet } = running(['eu', 'us'], { bytesPerMinute: 10_000_000, items: 1 });
  fleet.look('us');
  await clock.advance(MINUTE);
  expect(fleet.members.map(({ paused }) => paused !== undefined)).toEqual([true, false]);
});

test('after a suspension everything goes on, except what is paused', async () => {
  const { clock, fleet, breaks, asked } = running(['eu', 'us'], { bytesPerMinute: 3_000_000, items: 50_000 });
  breaks.set('eu', (_, honest) => honest('x'.repeat(3_100_000)));
  await clock.advance(MINUTE);
  fleet.suspend();
  asked('us', '');
  await clock.advance(MINUTE);
  expect(asked('us', 'dashboard')).toBe(0);
  fleet.resume();
  asked('eu', '');
  await clock.advance(MINUTE);
  expect([asked('eu', 'dashboard'), asked('us', 'dashboard') > 0]).toEqual([0, true]);
});
