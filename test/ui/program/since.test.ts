import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { turn } from '../../../src/base/turn.ts';
import type { HandoverIncident } from '../../../src/history/report/handover.ts';
import type { SessionAccess } from '../../../src/ui/services.ts';
import { emptyHandover, fakeHistory } from '../../support/fake-history.ts';
import { calm, fakeServices } from '../../support/fake-services.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const since = sampleNow - 3 * HOUR_MS;
const hot = sampleProblem({ since, noticedAt: since, title: 'Server hot' });
const incident: HandoverIncident = {
  problem: { ...hot, worst: 'critical', seenAt: sampleNow },
  worst: 'critical',
  since,
  noticedAt: since,
  until: undefined,
  bill: undefined,
  isEndWatched: true,
  others: 0,
  times: 1,
  acknowledged: { at: since + MINUTE_MS, note: '', by: 'anna' },
};
const change = { at: since, object: 'edge-2', message: 'Configuration reloaded', times: 1, objects: 1 };

/** The interface over a history with this incident and one change; `asked` are the periods that were read. */
function since8h(overrides: Partial<SessionAccess> = {}, found: readonly HandoverIncident[] = [incident]) {
  const asked: (readonly [number, number])[] = [];
  const history = fakeHistory({
    handover: async (from, to) => {
      asked.push([from, to]);
      const unknown = [{ from: to - 2 * HOUR_MS, to: to - HOUR_MS }];
      const more = found.length > 0 && { incidents: found, changes: [change], unknown };
      return { ...emptyHandover(from, to), ...more };
    },
  });
  const sought: number[] = [];
  const services = fakeServices(sampleState(), { session: { access: history, ...overrides } });
  services.show(sampleState(), { ...calm, problems: [hot] });
  const hands = new UiDriver(services);
  Object.assign(hands.runtime, { seek: (at: number) => sought.push(at) });
  const run = async (argument?: string) => {
    hands.runtime.run('history.since', argument);
    for (let turns = 0; turns < 5; turns++) await turn();
  };
  return { hands, asked, sought, run };
}

test('Enter leads to what stands, to the time of what ended, and to the journal of a change', async () => {
  const { hands, run, sought } = since8h();
  await run();
  hands.press('enter');
  expect([hands.runtime.ui.getState().screen, sought]).toEqual(['problems', []]);
  expect(hands.dialogs).toEqual([]);
  await run();
  hands.press('down', 'enter');
  expect([hands.runtime.ui.getState().screen, sought]).toEqual(['journal', [change.at + 499]]);
  const over = since8h({}, [{ ...incident, until: since + HOUR_MS }]);
  await over.run();
  over.hands.press('enter');
  expect([over.hands.runtime.ui.getState().screen, over.sought]).toEqual(['problems', [since + 499]]);
});

test.each([
  ['2h', 2 * HOUR_MS],
  ['-30m', 30 * MINUTE_MS],
  ['', 8 * HOUR_MS],
])('the period begins where it was typed, else a shift ago: %s', async (typed, span) => {
  const { asked, run } = since8h();
  await run(typed);
  expect(asked).toEqual([[sampleNow - span, sampleNow]]);
});

test('without a typed time it begins when the user left', async () => {
  const { asked, run, hands } = since8h({ looked: { left: sampleNow - 5 * HOUR_MS } });
  await run();
  expect(asked).toEqual([[sampleNow - 5 * HOUR_MS, sampleNow]]);
  hands.sees(/Since \d\d:\d\d, 5h ago: 1 incident, .*1 acknowledged by anna/);
});

test.each([
  ['soon', {}, 'is no time before now'],
  ['40d', {}, 'more than 31 days'],
  ['2h', { access: undefined }, 'No history is kept'],
])('what cannot be answered is said: %s', async (typed, overrides, words) => {
  const { hands, run, asked } = since8h(overrides);
  await run(typed);
  expect([hands.notice, asked]).toEqual([expect.stringContaining(words), []]);
});

test('a quiet time is one line, and no dialog', async () => {
  const { hands, run } = since8h({}, []);
  await run('2h');
  expect([hands.notice, hands.dialogs]).toEqual([expect.stringMatching(/, 2h ago: no incident\.$/), []]);
});
