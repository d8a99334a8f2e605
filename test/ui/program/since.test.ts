import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { turn } from '../../../src/base/turn.ts';
import type { HandoverIncident } from '../../../src/history/report/handover.ts';
import type { SessionAccess } from '../../../src/ui/services.ts';
import { emptyHandover, fakeHistory } from '../../support/fake-history.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { openScreen } from '../open-screen.ts';

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
  const services = { session: { access: history, ...overrides } };
  const { hands } = openScreen('users', sampleState(), { problems: [hot], services });
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
  expect([hands.ui.screen, sought]).toEqual(['problems', []]);
  expect(hands.dialogs).toEqual([]);
  await run();
  hands.press('down', 'enter');
  expect([hands.ui.screen, sought]).toEqual(['journal', [change.at + 499]]);
  const over = since8h({}, [{ ...incident, until: since + HOUR_MS }]);
  await over.run();
  over.hands.press('enter');
  expect([over.hands.ui.screen, over.sought]).toEqual(['problems', [since + 499]]);
});

test.each<[string | undefined, number, Partial<SessionAccess>?]>([
  ['2h', 2],
  ['-30m', 0.5],
  // A shift ago, or when the user left.
  ['', 8],
  [undefined, 5, { looked: { left: sampleNow - 5 * HOUR_MS } }],
])('the period of ‘%s’ begins %d hours ago', async (typed, hours, overrides = {}) => {
  const { asked, run, hands } = since8h(overrides);
  await run(typed);
  expect(asked).toEqual([[sampleNow - hours * HOUR_MS, sampleNow]]);
  hands.sees(/Since \d\d:\d\d, .* ago: 1 incident, .*1 acknowledged by anna/);
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
