import { describe, expect, test } from 'vitest';
import type { FollowedIncident } from '../../src/alerts/follow.ts';
import type { IncidentAlert } from '../../src/alerts/incident-alert.ts';
import { type Message, nextMessages, nothingSent, type Sent } from '../../src/alerts/messages.ts';
import type { AlertRules } from '../../src/config/alerts.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { everyKind } from '../support/every-kind.ts';
import { type Sample, samplePart, sampleProblem } from '../support/sample-problem.ts';
import { sampleNow } from '../support/sample-state.ts';
import { alertFor, alertOfAll, rules, standing } from './rig.ts';

const carried = { viewers: 10, streams: 1, isManager: false };
const goneFacts = {
  kind: 'server-gone',
  facts: { of: 'server', carried, after: {} },
  form: undefined,
} as const;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Step = readonly [seconds: number, followed: readonly FollowedIncident[]];
const stands = (seconds: number, ...alerts: readonly IncidentAlert[]): Step => [seconds, standing(...alerts)];
const ended = (alert: IncidentAlert, seconds: number, returns = 0) => {
  return { alert, returns, endedAt: sampleNow + seconds * SECOND };
};
/** The incident as it is seen at each of these seconds after its end. */
const over = (alert: IncidentAlert, at: number, seconds: readonly number[], returns = 0) =>
  seconds.map((second): Step => [second, [ended(alert, at, returns)]]);

/** The events of each step, in words. */
function play(steps: readonly Step[], own: Partial<AlertRules> = {}): string {
  let sent: Sent = nothingSent;
  const told = steps.map(([seconds, followed]) => {
    const now = sampleNow + seconds * SECOND;
    const step = nextMessages(sent, followed, { rules: { ...rules, ...own }, cluster: 'eu', now });
    sent = step.sent;
    return step.messages.map(({ event, isLimit }: Message) => `${event}${isLimit ? ' limit' : ''}`).join();
  });
  return told.join('|');
}

const critical = alertFor('edge-1', { severity: 'critical' });
const warning = alertFor('edge-1', { severity: 'warning' });
const other = alertFor('edge-2', { severity: 'warning' });
const known = { ...critical, isKnown: true };
const swings = { ...warning, isForecast: true };
const storm = Array.from({ length: 6 }, (_, n) => alertFor(`edge-${n}`, { severity: 'warning' }));
const streams = (...keys: readonly string[]) => {
  const hit = { streams: { count: keys.length, first: keys.map((key) => ({ id: key, streamKey: key })) } };
  return alertFor('eu', { hit, subject: { kind: 'cluster' }, names: [{ kind: 'cluster' }] });
};
const rest = { ...streams('b'), id: 'other' };
const [manager, hot] = [sampleProblem({ key: 'm' }, goneFacts), sampleProblem()];
const kinds = ['server-hot'];
/** After ten minutes, until somebody knows. */
const remind = { every: 10 * MINUTE };

type Life = readonly [what: string, events: string, steps: readonly Step[], own?: Partial<AlertRules>];
const lives: readonly Life[] = [
  [
    'an incident is raised once and cleared once, a minute after its end',
    'raised||||cleared|',
    [stands(0, critical), stands(2, critical), ...over(critical, 10, [10, 69, 70]), [72, []]],
  ],
  ['a return holds 300 s', 'raised||cleared', [stands(0, critical), ...over(critical, 10, [309, 310], 1)]],
  ['a time to hold', '|raised', [stands(29, critical), stands(30, critical)], { hold: 30 * SECOND }],
  [
    'a worse severity is told at once, a milder one after a minute',
    'raised|changed|||changed',
    [0, 1, 2, 61, 63].map((seconds) => stands(seconds, seconds === 1 ? critical : warning)),
  ],
  [
    'a flapping object is one alert, and it clears after five calm minutes',
    'raised|||||||||cleared',
    [
      ...[0, 60, 120, 180].flatMap((at, returns): Step[] => [
        [at, [{ alert: critical, returns }]],
        [at + 30, [ended(critical, at + 30, returns)]],
      ]),
      ...[480, 780].map((at): Step => [at, []]),
    ],
  ],
  ['reminder', 'raised|reminder|', [stands(0, critical), stands(600, critical), stands(1200, known)], remind],
  ['what is known is not raised', '|', [stands(0, known), stands(1200, known)], remind],
  ['a severity that is high enough', 'raised', [stands(0, warning)], { severity: 'warning' }],
  ['a severity that is too low', '', [stands(0, warning)], { severity: 'critical' }],
  ['a kind that is named', 'raised', [stands(0, warning)], { kinds }],
  ['another kind', '', [stands(0, warning)], { kinds: ['server-gone'] }],
  ['a kind of any member', 'raised', [stands(0, alertOfAll(manager, hot))], { kinds }],
  ['a kind of no member', '', [stands(0, alertOfAll(manager))], { kinds }],
  ['a cluster that is named', 'raised', [stands(0, warning)], { clusters: ['eu'] }],
  ['another cluster', '', [stands(0, warning)], { clusters: ['us'] }],
  [
    'the last message within the limit says so, and the rest is sent together an hour later',
    'raised|raised|raised limit||||raised limit',
    [...storm.map((_, n) => stands(n, ...storm.slice(0, n + 1))), stands(3600, ...storm)],
    { limit: 3 },
  ],
  [
    'an incident of the last program that is not found again is cleared after five minutes, also above the limit',
    'raised limit|||cleared limit',
    [stands(0, critical), ...[60, 300, 360].map((at): Step => [at, []])],
    { limit: 1 },
  ],
  [
    'critical incidents are raised, and become critical, also above the limit',
    'raised limit||changed limit,raised limit',
    [stands(0, warning), stands(1, warning, other), stands(2, critical, other, alertFor('edge-4'))],
    { limit: 1 },
  ],
  [
    'a loss that returns with other streams is another one, and the first is over',
    'raised||cleared,raised',
    [stands(0, streams('a')), ...over(streams('a'), 60, [60]), stands(119, streams('b'))],
  ],
  [
    'half as much again is told, less is not',
    'raised||grew',
    [4, 5, 6].map((count, at) => stands(60 * at, streams(...[...'abcdef'].slice(0, count)))),
  ],
  [
    'an incident is not over while another one has some of its objects',
    'raised|raised||cleared,cleared',
    [
      stands(0, streams('a', 'b')),
      ...[60, 180].map((at): Step => [at, [ended(streams('a', 'b'), 60), ...standing(rest)]]),
      [240, [ended(streams('a', 'b'), 60), ended(rest, 60)]],
    ],
  ],
  [
    'a forecast that swings is told once',
    `raised${'|'.repeat(18)}`,
    Array.from({ length: 19 }, (_, n): Step => {
      return n % 2 === 0 ? stands(600 * n, swings) : [600 * n, [ended(swings, 600 * n)]];
    }),
  ],
  ['a forecast is over after 59 m', 'raised||cleared', [stands(0, swings), ...over(swings, 0, [3539, 3540])]],
];

for (const [what, events, steps, own] of lives) test(what, () => expect(play(steps, own)).toBe(events));

test('milder incidents travel together, each outage alone, and so do their ends', () => {
  const mild = ['edge-1', 'edge-2', 'edge-3'].map((name) => alertFor(name, { severity: 'warning' }));
  const outages = ['edge-4', 'edge-5'].map((name) => alertFor(name));
  const both = standing(...mild, ...outages);
  const over = both.map((one) => ({ ...one, endedAt: sampleNow + SECOND }));
  const told = (isSingle: boolean) => {
    const raised = nextMessages(nothingSent, both, { rules, cluster: 'eu', now: sampleNow, isSingle });
    const step = { rules, cluster: 'eu', now: sampleNow + 2 * MINUTE, isSingle };
    return [raised, nextMessages(raised.sent, over, step)].map(({ messages }) =>
      messages.map(({ alert, also = [] }) => [alert, ...also].map((one) => one?.words.culprit).join(' ')),
    );
  };
  const grouped = ['edge-1 edge-2 edge-3', 'edge-4', 'edge-5'];
  expect(told(false)).toEqual([grouped, grouped]);
  expect(told(true)[0]).toEqual(['edge-1', 'edge-2', 'edge-3', 'edge-4', 'edge-5']);
});

type Told = readonly [seconds: number, problems: readonly [Problem, ...Problem[]]];

describe('harm that is added to a standing incident', () => {
  const gone = (name: string, changes: Sample = {}) =>
    sampleProblem(
      { key: `server-gone:${name}`, subject: { kind: 'server', name }, noticedAt: sampleNow, ...changes },
      goneFacts,
    );
  const group = (...names: readonly string[]) =>
    sampleProblem(
      {
        key: 'server-gone:group/eu',
        subject: { kind: 'group', name: 'eu' },
        noticedAt: sampleNow,
        folded: {
          count: names.length,
          first: names.map((name) =>
            samplePart({ severity: 'critical', subject: { kind: 'server', name } }, goneFacts),
          ),
        },
      },
      goneFacts,
    );
  /** The messages about incidents with these problems over time: event and what was added. */
  const told = (...steps: readonly Told[]) => {
    let sent: Sent = nothingSent;
    return steps.flatMap(([after, problems]) => {
      const now = sampleNow + after * SECOND;
      const step = nextMessages(sent, standing(alertOfAll(...problems)), { rules, cluster: 'eu', now });
      sent = step.sent;
      return step.messages.map(({ event, added = [] }) => [event, ...added]);
    });
  };
  const [first, second, ...more] = ['edge-1', 'edge-2', 'edge-3', 'edge-4'].map((name) => gone(name)) as [
    Problem,
    Problem,
    Problem,
    Problem,
  ];
  const hit = { viewers: { lost: 90, degraded: 0 } };
  const loss = sampleProblem({ key: 'loss:eu', subject: { kind: 'group', name: 'eu' }, hit });
  const milder: Problem = { ...loss, severity: 'warning' };
  const mild = sampleProblem({ key: 'health:cluster', severity: 'warning', subject: { kind: 'cluster' } });
  const grown = gone('edge-1', { hit: { viewers: { lost: 900, degraded: 0 } } });
  const known = gone('edge-2', { acknowledged: { at: sampleNow, note: 'work' } });
  const short = sampleProblem({ key: 'group-short:eu', severity: 'critical' }, everyKind['group-short']);
  const outage = 'Server outage: edge-2';

  type Added = readonly (readonly string[])[];
  test.each<[what: string, added: Added, ...steps: Told[]]>([
    [
      'a second server that is gone is told once, by name',
      [[outage]],
      [0, [first]],
      ...[300, 360, 3_600].map((at): Told => [at, [first, second]]),
    ],
    [
      'so is one in the row of its group',
      [['Server outage: c']],
      [0, [group('a', 'b')]],
      [60, [group('a', 'b', 'c')]],
      [120, [group('b', 'c')]],
    ],
    [
      'a new critical problem is told, its milder effects and a growing count are not',
      [['Server load: eu']],
      [0, [first]],
      [60, [grown, mild]],
      [120, [grown, mild, loss]],
    ],
    [
      'what only counts the harm of others is no more harm, however bad',
      [],
      [0, [first]],
      [300, [first, short]],
    ],
    [
      'an effect that becomes critical is told, one that is acknowledged is not',
      [['Server load: eu']],
      [0, [first, milder]],
      [60, [first, milder, known]],
      [120, [first, loss, known]],
    ],
    [
      'an outage that spreads within moments is one more message',
      [[outage, 'Server outage: edge-3', 'Server outage: edge-4']],
      [0, [first]],
      [2, [first, second]],
      [4, [first, second, more[0]]],
      ...[6, 30, 32].map((at): Told => [at, [first, second, ...more]]),
    ],
    [
      'one that flaps is told once, and one that returned for good is told when it is gone again',
      [[outage], [outage]],
      [0, [first]],
      ...[2, 3, 4, 5, 6].map((minute): Told => [60 * minute, minute % 2 ? [first] : [first, second]]),
      ...[7, 12].map((minute): Told => [60 * minute, [first]]),
      [780, [first, second]],
    ],
  ])('%s', (_what, added, ...steps) => {
    expect(told(...steps)).toEqual([['raised'], ...added.map((names) => ['grew', ...names])]);
  });

  test('another cause is told once, with what was taken for it before, unless that was told', () => {
    const [readAnew, first] = [alertOfAll(second, gone('edge-1')), alertOfAll(gone('edge-1'))];
    const toldSince = (until: number) => {
      const before = { name: 'Server outage: edge-1', until: sampleNow + until };
      let sent = nextMessages(nothingSent, standing(first), { rules, cluster: 'eu', now: sampleNow }).sent;
      return [MINUTE, HOUR].flatMap((after) => {
        const alert = { ...readAnew, id: first.id, before };
        const step = nextMessages(sent, standing(alert), { rules, cluster: 'eu', now: sampleNow + after });
        sent = step.sent;
        return step.messages.map(({ event, added = [] }) => [event, ...added]);
      });
    };
    const cause = 'another cause, Server outage: edge-1 before';
    expect(toldSince(1)).toEqual([['grew', cause, 'Server outage: edge-2']]);
    expect(toldSince(0)).toEqual([['grew', 'Server outage: edge-2']]);
  });
});
