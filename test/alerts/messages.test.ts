import { describe, expect, test } from 'vitest';
import type { FollowedIncident } from '../../src/alerts/follow.ts';
import { type Message, nextMessages, nothingSent, type Sent } from '../../src/alerts/messages.ts';
import type { AlertRules } from '../../src/config/alerts.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { everyKind } from '../support/every-kind.ts';
import { type Sample, samplePart, sampleProblem } from '../support/sample-problem.ts';
import { sampleNow } from '../support/sample-state.ts';
import { alertFor, alertOfAll, rules, standing } from './rig.ts';

const goneFacts = {
  kind: 'server-gone',
  facts: {
    of: 'server',
    carried: { viewers: 10, streams: 1, isManager: false },
    after: {},
  },
  form: undefined,
} as const;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Steps through times (ms after the sample's) and returns the events of each step. */
function play(
  steps: readonly (readonly [number, readonly FollowedIncident[]])[],
  own: Partial<AlertRules> = {},
) {
  let sent: Sent = nothingSent;
  return steps.map(([after, followed]) => {
    const step = nextMessages(sent, followed, {
      rules: { ...rules, ...own },
      cluster: 'eu',
      now: sampleNow + after,
    });
    sent = step.sent;
    return step.messages.map(({ event, isLimit }: Message) => `${event}${isLimit ? ' limit' : ''}`);
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
  const steps = [29, 30].map((after) => [after * SECOND, standing(critical)] as const);
  expect(play(steps, { hold: 30 * SECOND })).toEqual([[], ['raised']]);
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
  const cases: readonly [string, Partial<AlertRules>, number][] = [
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

test('the last message within the limit says so, and the rest is sent together an hour later', () => {
  const storm = Array.from({ length: 6 }, (_, n) => alertFor(`edge-${n}`, { severity: 'warning' }));
  const steps = storm.map((_, n) => [n * SECOND, standing(...storm.slice(0, n + 1))] as const);
  expect(play([...steps, [HOUR, standing(...storm)]], { limit: 3 })).toEqual([
    ...[['raised'], ['raised'], ['raised limit'], [], [], []],
    ['raised limit'],
  ]);
});

test('an incident of the last program that is not found again is cleared after five minutes, also above the limit', () => {
  const steps = [0, 1, 5, 6].map((after) => [after * MINUTE, after === 0 ? standing(critical) : []] as const);
  expect(play(steps, { limit: 1 }).flat()).toEqual(['raised limit', 'cleared limit']);
});

test('critical incidents are raised, and become critical, also above the limit', () => {
  const other = alertFor('edge-2', { severity: 'warning' });
  const steps = [
    [0, standing(warning)],
    [SECOND, standing(warning, other)],
    [2 * SECOND, standing(critical, other, alertFor('edge-4'))],
  ] as const;
  expect(play(steps, { limit: 1 })).toEqual([...[['raised limit'], [], ['changed limit', 'raised limit']]]);
});

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
  const told = (...steps: readonly (readonly [number, readonly [Problem, ...Problem[]]])[]) => {
    let sent: Sent = nothingSent;
    return steps.flatMap(([after, problems]) => {
      const now = sampleNow + after;
      const step = nextMessages(sent, standing(alertOfAll(...problems)), { rules, cluster: 'eu', now });
      sent = step.sent;
      return step.messages.map(({ event, added = [] }) => [event, ...added]);
    });
  };
  const first = gone('edge-1');
  const second = gone('edge-2');

  test('a second server that is gone is told once, by name', () => {
    expect(
      told(
        [0, [first]],
        [5 * MINUTE, [first, second]],
        [6 * MINUTE, [first, second]],
        [HOUR, [first, second]],
      ),
    ).toEqual([['raised'], ['grew', 'Server outage: edge-2']]);
  });

  test('another cause is told once, with what was taken for it before', () => {
    const [readAnew, first] = [alertOfAll(second, gone('edge-1')), alertOfAll(gone('edge-1'))];
    const alert = {
      ...readAnew,
      id: first.id,
      before: { name: 'Server outage: edge-1', until: sampleNow + MINUTE },
    };
    let sent = nextMessages(nothingSent, standing(first), { rules, cluster: 'eu', now: sampleNow }).sent;
    const steps = [MINUTE, HOUR].map((after) => {
      const step = nextMessages(sent, standing(alert), { rules, cluster: 'eu', now: sampleNow + after });
      sent = step.sent;
      return step.messages.map(({ event, added }) => [event, ...(added ?? [])]);
    });
    expect(steps).toEqual([
      [['grew', 'another cause, Server outage: edge-1 before', 'Server outage: edge-2']],
      [],
    ]);
  });

  test('so is one in the row of its group', () => {
    const steps = told(
      [0, [group('a', 'b')]],
      [MINUTE, [group('a', 'b', 'c')]],
      [2 * MINUTE, [group('b', 'c')]],
    );
    expect(steps).toEqual([['raised'], ['grew', 'Server outage: c']]);
  });

  test('a new critical problem is told, its milder effects and a growing count are not', () => {
    const hit = { viewers: { lost: 90, degraded: 0 } };
    const loss = sampleProblem({ key: 'loss:eu', subject: { kind: 'group', name: 'eu' }, hit });
    const mild = sampleProblem({ key: 'health:cluster', severity: 'warning', subject: { kind: 'cluster' } });
    const grown = gone('edge-1', { hit: { viewers: { lost: 900, degraded: 0 } } });
    expect(told([0, [first]], [MINUTE, [grown, mild]], [2 * MINUTE, [grown, mild, loss]])).toEqual([
      ['raised'],
      ['grew', 'Server load: eu'],
    ]);
  });

  test('what only counts the harm of others is no more harm, however bad', () => {
    const short = sampleProblem({ key: 'group-short:eu', severity: 'critical' }, everyKind['group-short']);
    expect(told([0, [first]], [5 * MINUTE, [first, short]])).toEqual([['raised']]);
  });

  test('an effect that becomes critical is told, one that is acknowledged is not', () => {
    const mild = sampleProblem({
      key: 'loss:eu',
      severity: 'warning',
      subject: { kind: 'group', name: 'eu' },
      hit: { viewers: { lost: 90, degraded: 0 } },
    });
    const known = gone('edge-2', { acknowledged: { at: sampleNow, note: 'work' } });
    const worse: Problem = { ...mild, severity: 'critical' };
    expect(
      told([0, [first, mild]], [MINUTE, [first, mild, known]], [2 * MINUTE, [first, worse, known]]),
    ).toEqual([['raised'], ['grew', 'Server load: eu']]);
  });

  test('an outage that spreads within moments is one more message', () => {
    const all = ['edge-2', 'edge-3', 'edge-4'].map((name) => gone(name));
    const steps = [2, 4, 6, 30, 32].map((seconds, index): [number, [Problem, ...Problem[]]] => [
      seconds * SECOND,
      [first, ...all.slice(0, index + 1)],
    ]);
    expect(told([0, [first]], ...steps)).toEqual([
      ['raised'],
      ['grew', 'Server outage: edge-2', 'Server outage: edge-3', 'Server outage: edge-4'],
    ]);
  });

  test('one that flaps is told once, and one that returned for good is told when it is gone again', () => {
    const flaps = [3, 4, 5, 6].map((minutes): [number, [Problem, ...Problem[]]] => [
      minutes * MINUTE,
      minutes % 2 === 0 ? [first, second] : [first],
    ]);
    expect(
      told(
        [0, [first]],
        [2 * MINUTE, [first, second]],
        ...flaps,
        [7 * MINUTE, [first]],
        [12 * MINUTE, [first]],
        [13 * MINUTE, [first, second]],
      ),
    ).toEqual([['raised'], ['grew', 'Server outage: edge-2'], ['grew', 'Server outage: edge-2']]);
  });
});

describe('what is the same incident, and what is over', () => {
  const streams = (...keys: readonly string[]) =>
    alertFor('eu', {
      hit: { streams: { count: keys.length, first: keys.map((key) => ({ id: key, streamKey: key })) } },
      subject: { kind: 'cluster' },
      names: [{ kind: 'cluster' }],
    });
  const ended = (alert = critical, at = MINUTE) => ({ alert, returns: 0, endedAt: sampleNow + at });

  test('a loss that returns with other streams is another one, and the first is over', () => {
    const steps = play([
      [0, standing(streams('a'))],
      [MINUTE, [ended(streams('a'))]],
      [2 * MINUTE - SECOND, standing(streams('b'))],
    ]);
    expect(steps).toEqual([['raised'], [], ['cleared', 'raised']]);
  });

  test('half as much again is told, less is not', () => {
    const steps = play([
      [0, standing(streams('a', 'b', 'c', 'd'))],
      [MINUTE, standing(streams('a', 'b', 'c', 'd', 'e'))],
      [2 * MINUTE, standing(streams('a', 'b', 'c', 'd', 'e', 'f'))],
    ]);
    expect(steps).toEqual([['raised'], [], ['grew']]);
  });

  test('an incident is not over while another one has some of its objects', () => {
    const rest = { ...streams('b'), id: 'other' };
    const steps = play([
      [0, standing(streams('a', 'b'))],
      [MINUTE, [ended(streams('a', 'b')), ...standing(rest)]],
      [3 * MINUTE, [ended(streams('a', 'b')), ...standing(rest)]],
      [4 * MINUTE, [ended(streams('a', 'b')), ended(rest)]],
    ]);
    expect(steps).toEqual([['raised'], ['raised'], [], ['cleared', 'cleared']]);
  });

  test('a forecast that swings is told once', () => {
    const swings = { ...warning, isForecast: true };
    const steps = Array.from(
      { length: 19 },
      (_, n) => [n * 10 * MINUTE, n % 2 === 0 ? standing(swings) : [ended(swings, n * 10 * MINUTE)]] as const,
    );
    expect(play(steps).flat()).toEqual(['raised']);
  });

  test('kinds mean any member of an incident', () => {
    const [manager, server] = [sampleProblem({ key: 'm' }, goneFacts), sampleProblem()];
    const kinds = ['server-hot'];
    expect(play([[0, standing(alertOfAll(manager, server))]], { kinds })).toEqual([['raised']]);
    expect(play([[0, standing(alertOfAll(manager))]], { kinds })).toEqual([[]]);
  });
});
