import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notifyManager } from '../../../src/cli/service/notify.ts';
import * as service from '../../../src/cli/service/notify-service.ts';
import { createClusterStore, setSession } from '../../../src/cluster/store.ts';
import { noSessionState } from '../../../src/protocol/session-state.ts';
import type { ClusterSession } from '../../../src/session/cluster-session.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const told: string[] = [];
beforeEach(() => {
  vi.spyOn(service, 'notifyService').mockImplementation(async (words) => void told.push(...words));
});
afterEach(() => void vi.restoreAllMocks());

const PERIOD_MS = 60_000;

/** Two watched clusters of a service; `told` begins empty. */
function given() {
  told.length = 0;
  const clock = new ManualClock();
  const storeOf = (name: string) => createClusterStore({ name, url: `https://${name}.example.net` });
  const [eu, us] = [storeOf('eu'), storeOf('us')];
  const env = { NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: `${PERIOD_MS}000` };
  const sessions = [{ store: eu }, { store: us }] as unknown as ClusterSession[];
  const stop = notifyManager(env, clock, sessions);
  const answer = (store: typeof eu) =>
    store.setState((state) => ({ dashboard: { ...state.dashboard, updatedAt: 1 } }));
  return { clock, eu, us, answer, stop };
}

test('a service is ready once each cluster has answered or refused, and the status says which has data', () => {
  const { eu, us, answer } = given();
  answer(eu);
  expect(told).toEqual(['WATCHDOG=1']);
  setSession(us, { ...noSessionState, status: 'refused', message: 'Wrong\nREADY=0' });
  const status = 'STATUS=eu: data arrive; us: no data: Wrong READY=0';
  expect(told).toEqual(['WATCHDOG=1', 'READY=1', status]);
  answer(eu);
  expect(told).toHaveLength(3);
  answer(us);
  setSession(us, { ...noSessionState, status: 'ok' });
  expect(told.slice(3)).toEqual(['STATUS=eu: data arrive; us: data arrive']);
});

test('the watchdog is told twice in each period, and no longer once polls have stopped', async () => {
  const { clock, eu, answer, stop } = given();
  for (let half = 0; half < 4; half++) {
    answer(eu);
    told.length = 0;
    await clock.advance(PERIOD_MS / 2);
    expect(told).toEqual(['WATCHDOG=1']);
  }
  told.length = 0;
  await clock.advance(PERIOD_MS);
  expect(told).toEqual([]);
  answer(eu);
  await clock.advance(PERIOD_MS / 2);
  expect(told).toEqual(['WATCHDOG=1']);
  stop();
  answer(eu);
  await clock.advance(PERIOD_MS);
  expect(told).toHaveLength(1);
});
