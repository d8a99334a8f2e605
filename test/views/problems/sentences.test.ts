import { expect, test } from 'vitest';
import type { KindAndFacts } from '../../../src/triage/kind-facts.ts';
import { problemSentence, problemTitle } from '../../../src/views/problems/words.ts';
import { sampleProblem } from '../../support/sample-problem.ts';

const edge = { kind: 'server', name: 'edge-1' } as const;
const sentence = (kindAndFacts: KindAndFacts) =>
  problemSentence(sampleProblem({ subject: edge }, kindAndFacts));
const none = { count: 0, first: [] };
const named = (...first: string[]) => ({ count: first.length, first });

test.each<[string, KindAndFacts]>([
  ['Topology is a mockup', { kind: 'topology-doubt', form: 'mockup', facts: { doubt: 'mockup', known: 3 } }],
  ['No cluster manager', { kind: 'manager', form: 'none', facts: {} }],
  ['Login does not succeed', { kind: 'session', form: 'failing', facts: { status: 'failed' } }],
  ['Journal restarted', { kind: 'restart', facts: { of: 'journal', event: 'ids began again' } }],
  ['Surge of streams', { kind: 'surge', facts: { of: 'streams', gained: 9, before: 9, gainers: none } }],
])('the title %s', (title, kindAndFacts) => {
  expect(problemTitle(sampleProblem({}, kindAndFacts))).toBe(title);
});

test.each<[string, KindAndFacts]>([
  [
    'the login as ann is delayed (five a minute are allowed): soon',
    { kind: 'session', form: 'failing', facts: { status: 'waiting', username: 'ann', message: 'soon' } },
  ],
  ['the login gets no answer', { kind: 'session', form: 'failing', facts: { status: 'logging-in' } }],
  [
    'journal was never answered: refused',
    { kind: 'stale', facts: { of: 'resource', name: 'journal', answered: false, error: 'refused' } },
  ],
  ['journal is stale', { kind: 'stale', facts: { of: 'resource', name: 'journal', answered: true } }],
  [
    'the server reports mockupEnabled: its servers are not real',
    { kind: 'topology-doubt', form: 'mockup', facts: { doubt: 'mockup', known: 3 } },
  ],
  [
    'the server lists no servers at all; doubted, not counted as an outage',
    { kind: 'topology-doubt', form: 'empty', facts: { doubt: 'empty', known: 0 } },
  ],
  [
    'one recent journal entry, the newest: disk is full',
    { kind: 'journal-pattern', facts: { title: 'Disk', count: 1, text: 'disk is full' } },
  ],
  [
    '“Handshake failed” on 4 objects, 20 times: origin-1, origin-2, origin-3 and 1 more',
    {
      kind: 'journal-failures',
      facts: {
        text: 'Handshake failed',
        count: 20,
        objects: { count: 4, first: ['origin-1', 'origin-2', 'origin-3'] },
      },
    },
  ],
  ['edge-1 wrote 400 journal entries in a minute', { kind: 'journal-storm', facts: { perMinute: 400 } }],
])('of castwatch and its data: %s', (words, kindAndFacts) => {
  expect(sentence(kindAndFacts)).toBe(words);
});

const gone = (facts: object) => {
  const carried = { viewers: 0, streams: 0, isManager: false };
  return { kind: 'server-gone', facts: { of: 'server', carried, after: {}, ...facts } } as KindAndFacts;
};
const streams = { lost: 4, missing: named(), isUnread: false };
const idle = 'edge-1 is missing from the topology; it was idle';
const after = (facts: object) => gone({ after: facts });
const ofGroup = (back: number) => gone({ of: 'group', servers: named('a', 'b'), back });

test.each<[string, KindAndFacts]>([
  ['edge-1: memory 97%', { kind: 'server-hot', facts: { measures: [{ figure: 'mem', used: 97 }] } }],
  [idle, gone({})],
  [
    'edge-1 was missing for 40s and back; it had 7 viewers',
    gone({ missedFor: 40_000, carried: { viewers: 7, streams: 0, isManager: false } }),
  ],
  ['edge-1 was missing for 9s and back, 4 times in a row; it was idle', gone({ missedFor: 9_000, times: 4 })],
  [`${idle}; all 4 streams are back`, after({ streams })],
  [
    `${idle}; not checked again yet: news`,
    after({ streams: { ...streams, missing: named('news'), isUnread: true } }),
  ],
  [`${idle}; missing: news`, after({ streams: { ...streams, lost: 1, missing: named('news') } })],
  [`${idle}; the others took over its viewers`, after({ viewers: { hit: 0, back: 0, isMeasured: true } })],
  [`${idle}; 60 viewers lost`, after({ viewers: { hit: 60, back: 0, isMeasured: false } })],
  ['2 servers of edge-1 went missing together, all are back: a, b; they were idle', ofGroup(2)],
  ['2 servers of edge-1 went missing together: a, b; they were idle', ofGroup(0)],
  ['edge-1: ids began again', { kind: 'restart', facts: { of: 'journal', event: 'ids began again' } }],
  ['edge-1 has 90 viewers but sends 800 kbit/s', { kind: 'edge-delivery', facts: { viewers: 90, out: 1e5 } }],
])('of servers: %s', (words, kindAndFacts) => {
  expect(sentence(kindAndFacts)).toBe(words);
});

const loss = (facts: object) =>
  ({
    kind: 'loss',
    facts: { of: 'viewers', lost: 400, before: 500, losers: none, ...facts },
  }) as KindAndFacts;
const parted = (facts: object) =>
  ({
    kind: 'parted',
    facts: { pair: 'out/viewers', part: 'delivery', percent: -35, ...facts },
  }) as KindAndFacts;

test.each<[string, KindAndFacts]>([
  ['−400 of 500 viewers (80%), the same share on all 3 servers', loss({ alike: 3 })],
  ['−400 of 500 viewers (80%), in the whole cluster', loss({ alike: 1 })],
  ['−400 of 500 viewers (80%); nothing in common is known', loss({})],
  ['edge-1: sends −58% for what it gets', parted({ pair: 'out/in', percent: -58 })],
  ['edge-1: streams 35% thinner; their number +5%', parted({ pair: 'in/streams', second: 5 })],
  ['edge-1: −35% a viewer', parted({})],
  ['edge-1: viewers +9%, out −20%', parted({ first: -20, second: 9 })],
  ['edge-1: viewers +10%, out −20%: sessions without traffic', parted({ first: -20, second: 10 })],
])('of figures: %s', (words, kindAndFacts) => {
  expect(sentence(kindAndFacts)).toBe(words);
});
