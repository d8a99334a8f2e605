import { describe, expect, test } from 'vitest';
import type { FollowedIncident } from '../../src/alerts/follow.ts';
import { type Message, nextMessages, nothingSent, type Rules, type Sent } from '../../src/alerts/messages.ts';
import { sampleNow } from '../support/sample-state.ts';
import { alertFor, rules, standing } from './rig.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Steps through times (ms after the sample's) and returns the events of each step. */
function play(steps: readonly (readonly [number, readonly FollowedIncident[]])[], own: Partial<Rules> = {}) {
  let sent: Sent = nothingSent;
  return steps.map(([after, followed]) => {
    const step = nextMessages(sent, followed, {
      rules: { ...rules, ...own },
      cluster: 'eu',
      now: sampleNow + after,
    });
    sent = step.sent;
    return step.messages.map(({ event }: Message) => event);
  });
}

const critical = alertFor('edge-1', { severity: 'critical' });
const warning = alertFor('edge-1', { severity: 'warning' });

test('an incident is raised once and cleared once, a minute after its end', () => {
  const ended = (at: number) => [{ alert: critical, returns: 0, endedAt: sampleNow + at }];
  expect(
    play([
      [0, standing(critical)],
      [2 * SECOND, standing(critical)],
      [10 * SECOND, ended(10 * SECOND)],
      [69 * SECOND, ended(10 * SECOND)],
      [70 * SECOND, ended(10 * SECOND)],
      [72 * SECOND, []],
    ]),
  ).toEqual([['raised'], [], [], [], ['cleared'], []]);
});

test('an incident is raised only when it has lasted for the time of the rule', () => {
  expect(
    play(
      [
        [29 * SECOND, standing(critical)],
        [30 * SECOND, standing(critical)],
      ],
      { hold: 30 * SECOND },
    ),
  ).toEqual([[], ['raised']]);
});

test('a worse severity is told at once, a milder one after a minute', () => {
  expect(
    play([
      [0, standing(warning)],
      [1 * SECOND, standing(critical)],
      [2 * SECOND, standing(warning)],
      [61 * SECOND, standing(warning)],
      [63 * SECOND, standing(warning)],
    ]),
  ).toEqual([['raised'], ['changed'], [], [], ['changed']]);
});

test('a flapping object is one alert, and it clears after five calm minutes', () => {
  const flapping = [0, 1, 2, 3].flatMap((times): [number, FollowedIncident[]][] => [
    [times * MINUTE, [{ alert: critical, returns: times }]],
    [
      times * MINUTE + 30 * SECOND,
      [{ alert: critical, returns: times, endedAt: sampleNow + times * MINUTE + 30 * SECOND }],
    ],
  ]);
  const events = play([...flapping, [8 * MINUTE, []], [13 * MINUTE, []]]).flat();
  expect(events).toEqual(['raised', 'cleared']);
});

test('what nobody acknowledged is repeated, and what is known is not', () => {
  const known = { ...critical, isKnown: true };
  const every = { every: 10 * MINUTE };
  expect(
    play(
      [
        [0, standing(critical)],
        [10 * MINUTE, standing(critical)],
        [20 * MINUTE, standing(known)],
      ],
      every,
    ).flat(),
  ).toEqual(['raised', 'reminder']);
  expect(play([[0, standing(known)]], every).flat()).toEqual([]);
});

describe('the rules of a way', () => {
  const cases: readonly [string, Partial<Rules>, number][] = [
    ['a severity that is high enough', { severity: 'warning' }, 1],
    ['a severity that is too low', { severity: 'critical' }, 0],
    ['a kind that is named', { kinds: ['server-hot'] }, 1],
    ['another kind', { kinds: ['server-gone'] }, 0],
    ['a cluster that is named', { clusters: ['eu'] }, 1],
    ['another cluster', { clusters: ['us'] }, 0],
  ];
  test.each(cases)('%s', (_, own, messages) => {
    expect(play([[0, standing(warning)]], own).flat()).toHaveLength(messages);
  });
});

test('a storm sends as many messages as the limit allows, says so once, and sends the rest an hour later', () => {
  const storm = standing(...Array.from({ length: 100 }, (_, index) => alertFor(`edge-${index}`)));
  const [first = [], second = [], later = []] = play(
    [
      [0, storm],
      [2 * SECOND, storm],
      [HOUR, storm],
    ],
    { limit: 60 },
  );
  expect([
    first.filter((event) => event === 'raised').length,
    first.filter((event) => event === 'limited').length,
  ]).toEqual([60, 1]);
  expect(second).toEqual([]);
  expect(later.filter((event) => event === 'raised')).toHaveLength(40);
});

test('an end is told also above the limit', () => {
  const over = [{ alert: critical, returns: 0, endedAt: sampleNow }];
  expect(
    play(
      [
        [0, standing(critical)],
        [MINUTE, over],
      ],
      { limit: 1 },
    ).flat(),
  ).toEqual(['raised', 'cleared']);
});

test('an incident of the last program that is not found again is cleared after five minutes', () => {
  expect(
    play([
      [0, standing(critical)],
      [MINUTE, []],
      [5 * MINUTE, []],
      [6 * MINUTE, []],
    ]).flat(),
  ).toEqual(['raised', 'cleared']);
});
