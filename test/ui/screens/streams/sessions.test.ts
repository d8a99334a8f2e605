import { expect, test } from 'vitest';
import { fakeHistory, fakeReads } from '../../../support/fake-history.ts';
import { samplePeriod } from '../../../support/sample-period.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import type { UiDriver } from '../../../support/ui-driver.ts';
import { openScreen } from '../../open-screen.ts';

const DAY = 86_400_000;

/** Streams with the sessions view open; a week has one stream more than a day. */
function sessions(known = true) {
  const day = [
    samplePeriod('derby', {
      interruptions: 2,
      availableMs: 0.999 * DAY,
      downMs: DAY / 1000,
      viewerMinutesAtRisk: 7,
      available: { least: 0.999, most: 0.999 },
    }),
    samplePeriod('news', { viewerMinutes: 900 }),
  ];
  const whole = { streamKey: undefined, streams: 2, peakViewers: undefined, interruptions: 2 };
  const applications = [samplePeriod('', { ...whole }), samplePeriod('', { ...whole, application: 'vod' })];
  const sessionPeriods = (span: number) => ({
    period: { from: sampleNow - span, to: sampleNow },
    basis: { watchedMs: span, outageMs: 0 },
    absence: 'counts' as const,
    streams: span === DAY ? day : [...day, samplePeriod('opera', {})],
    applications,
  });
  const session = known ? { access: fakeHistory(), reads: fakeReads({ sessionPeriods }) } : {};
  const opened = { size: { columns: 160, rows: 30 }, services: { session } };
  return openScreen('streams', sampleState(), opened).hands.press('v', 'v');
}

const order = (hands: UiDriver) => hands.screen.match(/\b(derby|news|opera)\b/g);

test('shows each stream with its availability, worst first, and the availability of all', () => {
  const hands = sessions();
  hands.sees('99.95% available, 2 interruptions, 2 sessions', /live +derby .* 99\.90% +2 /);
  expect(order(hands)).toEqual(['derby', 'news']);
});

test('sorts sessions by any column, changes the period, and Esc returns to the streams', () => {
  const hands = sessions();
  hands.press('S');
  expect(order(hands)).toEqual(['news', 'derby']);
  hands.sees('last 24 h').press(':span').sees('last 7 d');
  expect(order(hands)).toContain('opera');
  hands.press(':span').sees('last 30 d').press(':span').sees('last 24 h').press('esc').lacks('Sessions of');
  expect(sessions(false).screen).toContain('No history is kept');
});

test('filters sessions by name and by figures', () => {
  const hands = sessions();
  hands.press('/').type('interr>1').press('enter').sees('Sessions of the last 24 h');
  expect(order(hands)).toEqual(['derby']);
  hands.sees('99.90% available, 2 interruptions, 1 session');
});

test('Tab groups sessions by application, and Enter shows the streams of an application', () => {
  const hands = sessions();
  hands
    .press('tab')
    .sees(/live +all 2 streams/, /vod +all 2 streams/)
    .press('enter');
  expect(order(hands)).toEqual(['derby', 'news']);
});
