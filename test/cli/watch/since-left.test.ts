import { expect, test } from 'vitest';
import { HOUR_MS, SECOND_MS } from '../../../src/base/durations.ts';
import { tellSinceLeft } from '../../../src/cli/watch/since-left.ts';
import type { ClusterSession } from '../../../src/session/cluster-session.ts';
import { messageDialog } from '../../../src/ui/dialogs/message.ts';
import type { HistoryFacts } from '../../../src/views/history-access.ts';
import { emptyHandover, fakeHistory } from '../../support/fake-history.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

/** A started monitor of a user who left eight hours ago; its history opens when `open` is called. */
function started(fails = false) {
  let writing: HistoryFacts['writing'] = 'opening';
  let [looks, follows] = [0, 0];
  let back: (left: number) => void = () => {};
  const access = fakeHistory({
    facts: () => ({ path: undefined, bytes: undefined, writing, since: sampleNow }),
    async handover(from, to) {
      if (fails) throw new Error('damaged');
      return { ...emptyHandover(from, to), unknown: [{ from, to: to - HOUR_MS }] };
    },
  });
  const looked: ClusterSession['looked'] = {
    left: undefined,
    look: () => (++looks === 1 ? back(sampleNow - 8 * HOUR_MS) : undefined),
    onBack(listener) {
      follows++;
      back = listener;
      return () => {};
    },
    close: async () => {},
  };
  const services = fakeServices(sampleState());
  const hands = new UiDriver(services);
  const session = { access, looked } as ClusterSession;
  const shown = { isOpen: true };
  const end = tellSinceLeft(() => (shown.isOpen ? session : undefined))(hands.runtime);
  const open = () => {
    writing = 'reading';
  };
  return { hands, clock: services.clock, end, looks: () => looks, follows: () => follows, shown, open };
}

test('after the first frames one line says what happened since the user left, and stays for a while', async () => {
  const { hands, clock, open } = started();
  await clock.advance(3 * SECOND_MS);
  expect(hands.notice).toBe('');
  open();
  await clock.advance(SECOND_MS);
  expect(hands.notice).toBe('You left 8h ago (:since): no incident, 7h not watched');
  const { until = 0 } = hands.runtime.ui.getState().notice ?? {};
  expect(until - clock.monotonic()).toBeGreaterThan(15 * SECOND_MS);
});

test('an open dialog is not disturbed, and a history that cannot be read is said', async () => {
  const { hands, clock, open } = started();
  hands.runtime.open(messageDialog, { title: 'Secret', lines: [], scroll: 0 });
  open();
  await clock.advance(3 * SECOND_MS);
  expect(hands.notice).toBe('');
  const damaged = started(true);
  damaged.open();
  await damaged.clock.advance(3 * SECOND_MS);
  expect(damaged.hands.notice).toBe('You left 8h ago: the history cannot be read.');
});

test('a cluster of a fleet is looked at once it is opened', async () => {
  const { hands, clock, looks, shown, open } = started();
  shown.isOpen = false;
  open();
  await clock.advance(3 * SECOND_MS);
  hands.press('j');
  expect([looks(), hands.notice]).toEqual([0, '']);
  hands.runtime.onPress(() => {
    shown.isOpen = true;
  });
  hands.press('j');
  await clock.advance(SECOND_MS);
  expect([looks(), hands.notice]).toEqual([1, expect.stringContaining('You left 8h ago')]);
});

test('each key is a look, until the screen ends', async () => {
  const { hands, clock, looks, follows, end } = started();
  await clock.advance(2 * SECOND_MS);
  hands.press('j', 'k');
  expect([looks(), follows()]).toEqual([3, 1]);
  end();
  hands.press('j');
  expect([looks(), clock.waiting]).toEqual([3, 0]);
});
