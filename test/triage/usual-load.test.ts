import { expect, test } from 'vitest';
import { createHistory } from '../../src/cluster/create-history.ts';
import type { Severity } from '../../src/triage/problem.ts';
import type { Finding } from '../../src/triage/rule.ts';
import { unusualLoad } from '../../src/triage/rules/unusual-load.ts';
import { defaultThresholds as t } from '../../src/triage/thresholds.ts';
import { loadChange, type UsualFigure } from '../../src/triage/usual-load.ts';
import { signed } from '../../src/views/problems/clauses.ts';
import { sentenceOf } from '../support/sample-problem.ts';
import { context, findingsOf } from './evaluate-rule.ts';
import { START, total } from './support.ts';

const MINUTE = 60_000;

/** A history of viewers, a poll every ten seconds; `at` gives them by the minute, the last of which is now. */
function watched(minutes: number, at: (minute: number) => number) {
  const history = createHistory();
  let now = START;
  for (let minute = 0; minute <= minutes; minute += 1 / 6) {
    now = START + minute * MINUTE;
    history.dashboard(total(at(minute)), now, 10_000, 0);
  }
  return { history, now };
}

function change(minutes: number, at: (minute: number) => number, usual?: UsualFigure) {
  const { history, now } = watched(minutes, at);
  return loadChange(history, 'total/viewers', now, usual);
}

const week = { median: 1_000, low: 800, high: 1_500, thin: false };

test('the load is compared with the last hour: neither earlier times nor single moments count', () => {
  expect(change(600, (minute) => (minute < 530 ? 100 : 1_000))).toMatchObject({ now: 1_000, percent: 0 });
  expect(change(21, () => 1_000)).toMatchObject({ percent: 0 });
  expect(change(15, () => 1_000)).toBeUndefined();
});

test('an hour without any viewer is nothing to compare with', () => {
  expect(change(60, (minute) => (minute < 59 ? 0 : 1_000))).toBeUndefined();
  expect(change(15, () => 1_000, { ...week, median: 0 })).toBeUndefined();
});

test.each([
  [1_000, 0, 0],
  [1_500, 50, 0],
  [1_600, 60, 10],
  [800, -20, 0],
  [700, -30, -10],
])(
  'where other weeks had 800 to 1,500 viewers at this hour, %i are %i%% more, %i%% of it unusual',
  (now, percent, unexplained) => {
    const against = 'this hour of other weeks';
    expect(change(5, () => now, week)).toMatchObject({ percent, unexplained, against });
  },
);

test('too few weeks give no usual hour', () => {
  expect(change(60, () => 900, { ...week, thin: true })?.against).toBe('the last hour');
});

/** The finding for this many viewers at an hour that usually has 1,000, or `usual`. */
function said(viewers: number, standing?: Severity, usual = 1_000): Finding | undefined {
  const { history, now } = watched(5, () => viewers);
  const always = { median: usual, low: usual, high: usual, thin: false };
  const usualOf = (key: string) => (key === 'total/viewers' ? always : undefined);
  return findingsOf(
    unusualLoad,
    { state: { history }, usual: usualOf },
    context({ now, active: () => standing }),
  )[0];
}

test('a load is unusual from its share on, a warning from a larger share on, until it is clearly closer', () => {
  const more = (percent: number) => 1_000 + 10 * percent;
  expect([said(more(t.loadDiffer) - 1), said(more(t.loadDiffer))?.severity]).toEqual([undefined, 'info']);
  expect(said(more(t.loadWarn) - 1)?.severity).toBe('info');
  expect(said(more(t.loadWarn))?.severity).toBe('warning');
  expect(sentenceOf(said(more(-t.loadDiffer)))).toBe(
    `viewers −${t.loadDiffer}% against this hour of other weeks: 700, usual 1.00k`,
  );
  const least = more(t.loadDiffer - t.clearMargin);
  expect([said(least - 1, 'info'), said(least, 'info')?.severity]).toEqual([undefined, 'info']);
});

test('a few more viewers are no unusual load, whatever their share', () => {
  expect([said(149, undefined, 100), said(150, undefined, 100)?.severity]).toEqual([undefined, 'warning']);
});

test('a change is told as a rounded share, and none as ±0%', () => {
  expect([12.4, -31.6, 0.49, -0.49, 0.5].map(signed)).toEqual(['+12%', '−32%', '±0%', '±0%', '+1%']);
});
