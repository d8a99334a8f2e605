import { expect, test } from 'vitest';
import type { KindAndFacts } from '../../../src/triage/kind-facts.ts';
import { withoutStart } from '../../../src/views/problems/clauses.ts';
import * as words from '../../../src/views/problems/words.ts';
import { everyKind } from '../../support/every-kind.ts';
import { samplePart, sampleProblem } from '../../support/sample-problem.ts';

const { fitClauses, fullClauses, problemSentence, problemTitle, shortClauses } = words;
const load = ['out 98% of cap', ' (10.2 Gbit/s of 10.3 Gbit/s)', ' · CPU 89%'];
const clauses = [...load, '. Effects: Viewers unhealthy'];
const sentence = clauses.join('');

test('a sentence that is too long ends after a whole clause, never within a figure', () => {
  expect(fitClauses(clauses, 200)).toBe(sentence);
  expect(fitClauses(clauses, sentence.length)).toBe(sentence);
  for (const room of [sentence.length - 1, 55]) expect(fitClauses(clauses, room)).toBe(`${load.join('')} …`);
  expect(fitClauses(clauses, 50)).toBe('out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) …');
  expect(fitClauses(clauses, 35)).toBe('out 98% of cap …');
});

test('a short first clause is replaced by cut text where it would leave most of the room empty', () => {
  const gone = ['gone', ', since the power supply of the second rack failed'];
  const fitted = [18, 19, 30].map((room) => fitClauses(gone, room));
  expect(fitted).toEqual(['gone …', 'gone, since the …', 'gone, since the power supply …']);
});

test('gives the clauses after a number of characters', () => {
  expect(withoutStart(['ab', 'cd', 'ef'], 3)).toEqual(['d', 'ef']);
  expect(withoutStart(['ab', 'cd'], 0)).toEqual(['ab', 'cd']);
});

const zombie: KindAndFacts = { kind: 'stream-zombie', facts: { stillFor: 246_000, viewers: 281 } };
const news = { kind: 'stream', id: '1', streamKey: 'news', application: 'live' } as const;

test('a row leaves out the name that has its own column', () => {
  const stream = sampleProblem({ subject: news }, zombie);
  const still = 'is published, but received no byte for 4m 06s';
  expect(shortClauses(stream).join('')).toBe(`${still}; 281 viewers wait for it`);
  expect(fitClauses(shortClauses(stream), 55)).toBe(`${still} …`);
  expect(problemSentence(stream)).toBe(`news on live ${still}; 281 viewers wait for it`);
  expect(shortClauses(sampleProblem()).join('')).toBe('CPU 97%');
  expect(problemSentence(sampleProblem())).toBe('edge-1a: CPU 97%');
});

test('the count in the title of many is not repeated', () => {
  const first = [samplePart({ severity: 'warning', subject: news }, zombie)];
  const many = sampleProblem({ subject: { kind: 'cluster' }, folded: { count: 1_200, first } }, zombie);
  expect(problemTitle(many)).toBe('Zombie streams');
  expect(fullClauses(many).join('')).toMatch(/^1.20k streams are published but receive no data: news/);
  expect(shortClauses(many).join('')).toMatch(/^news and 1.20k more; the worst: news on live is published/);
});

test.each(Object.values(everyKind))('$kind has a title and a complete sentence', (kind) => {
  const problem = sampleProblem({}, kind);
  const words = `${problemTitle(problem)}: ${problemSentence({ ...problem, folded: undefined })}`;
  expect(words).not.toMatch(/undefined|NaN|null|\[object|—| {2}/);
  expect(problemTitle(problem)).not.toBe('');
});

test('lost and gained traffic is a bitrate, lost viewers a number', () => {
  const { loss, surge } = everyKind;
  const said = (one: object) => problemSentence(sampleProblem({}, one as KindAndFacts));
  for (const of of ['in', 'out']) {
    expect(said({ ...loss, facts: { ...loss.facts, of } })).toMatch(/−3\.20 kbit\/s of 3\.60 kbit\/s/);
    expect(said({ ...surge, facts: { ...surge.facts, of } })).toMatch(/bit\/s/);
  }
  expect(said(loss)).toMatch(/−400 of 450/);
});

test('data that was never read is named with the reason, and several outages with the worst of them', () => {
  const facts = { of: 'unread', name: 'journal', error: 'permission denied' } as const;
  expect(problemSentence(sampleProblem({}, { kind: 'stale', facts }))).toBe('journal: permission denied');
  const subject = { kind: 'server', name: 'edge-9' } as const;
  const gone = samplePart({ severity: 'critical', subject }, everyKind['server-gone']);
  const many = { kind: 'server-gone', facts: { of: 'many' } } as const;
  const seven = sampleProblem({ folded: { count: 7, first: [gone] } }, many);
  expect(problemSentence(seven)).toMatch(/^7 outages at once; the worst: edge-9/);
});

test('a surge names the servers that gained, or says that all did', () => {
  const facts = { of: 'viewers', gained: 500, before: 1_000, alike: 3 } as const;
  const words = (gainers: { count: number; first: { name: string; gained: number; had: number }[] }) =>
    problemSentence(sampleProblem({}, { kind: 'surge', facts: { ...facts, gainers } }));
  expect(words({ count: 0, first: [] })).toContain('the same share on all 3 servers');
  const one = words({ count: 1, first: [{ name: 'edge-1', gained: 450, had: 50 }] });
  expect(one).toContain('edge-1 +450');
  expect(one).not.toContain('alike');
});

const edge = { kind: 'server', name: 'edge-1' } as const;
const sentenceFor = (kindAndFacts: KindAndFacts) =>
  problemSentence(sampleProblem({ subject: edge }, kindAndFacts));
const none = { count: 0, first: [] };
const named = (...first: string[]) => ({ count: first.length, first });

const login = (facts: object) => ({ kind: 'session', form: 'failing', facts }) as KindAndFacts;
const ann = { username: 'ann', message: 'soon' };
const stale = (facts: object) =>
  ({ kind: 'stale', facts: { of: 'resource', name: 'journal', ...facts } }) as KindAndFacts;
const doubt = (form: 'mockup' | 'empty', known: number) =>
  ({ kind: 'topology-doubt', form, facts: { doubt: form, known } }) as KindAndFacts;
const disk = { title: 'Disk', count: 1, text: 'disk is full' };
const objects = { count: 4, first: ['origin-1', 'origin-2', 'origin-3'] };

test.each<[string, KindAndFacts]>([
  ['Topology is a mockup', doubt('mockup', 3)],
  ['No cluster manager', { kind: 'manager', form: 'none', facts: {} }],
  ['Login does not succeed', login({ status: 'failed' })],
  ['Journal restarted', { kind: 'restart', facts: { of: 'journal', event: 'ids began again' } }],
  ['Surge of streams', { kind: 'surge', facts: { of: 'streams', gained: 9, before: 9, gainers: none } }],
])('the title %s', (title, kindAndFacts) => {
  expect(problemTitle(sampleProblem({}, kindAndFacts))).toBe(title);
});

test.each<[string, KindAndFacts]>([
  ['the login as ann is delayed (five a minute are allowed): soon', login({ status: 'waiting', ...ann })],
  ['the login gets no answer', login({ status: 'logging-in' })],
  ['journal was never answered: refused', stale({ answered: false, error: 'refused' })],
  ['journal is stale', stale({ answered: true })],
  ['the server reports mockupEnabled: its servers are not real', doubt('mockup', 3)],
  ['the server lists no servers at all; doubted, not counted as an outage', doubt('empty', 0)],
  ['one recent journal entry, the newest: disk is full', { kind: 'journal-pattern', facts: disk }],
  [
    '“Handshake failed” on 4 objects, 20 times: origin-1, origin-2, origin-3 and 1 more',
    { kind: 'journal-failures', facts: { text: 'Handshake failed', count: 20, objects } },
  ],
  ['edge-1 wrote 400 journal entries in a minute', { kind: 'journal-storm', facts: { perMinute: 400 } }],
])('of castwatch and its data: %s', (words, kindAndFacts) => {
  expect(sentenceFor(kindAndFacts)).toBe(words);
});

const seven = { viewers: 7, streams: 0, isManager: false };
const gone = (facts: object) => {
  const carried = { viewers: 0, streams: 0, isManager: false };
  return { kind: 'server-gone', facts: { of: 'server', carried, after: {}, ...facts } } as KindAndFacts;
};
const ofGroup = (back: number, times?: number) =>
  gone({ of: 'group', servers: named('a', 'b'), back, times });

test.each<[string, KindAndFacts]>([
  ['edge-1: memory 97%', { kind: 'server-hot', facts: { measures: [{ figure: 'mem', used: 97 }] } }],
  ['edge-1 is missing from the topology; it was idle', gone({})],
  ['edge-1 was missing for 40s and back; it had 7 viewers', gone({ missedFor: 40_000, carried: seven })],
  ['edge-1 was missing for 9s and back, 4 times in a row; it was idle', gone({ missedFor: 9_000, times: 4 })],
  ['2 servers of edge-1 went missing together, all are back: a, b; they were idle', ofGroup(2)],
  ['2 servers of edge-1 went missing together: a, b; they were idle', ofGroup(0)],
  ['2 servers of edge-1 went missing together, 3 times in a row: a, b; they were idle', ofGroup(0, 3)],
  ['edge-1: ids began again', { kind: 'restart', facts: { of: 'journal', event: 'ids began again' } }],
  ['edge-1 has 90 viewers but sends 800 kbit/s', { kind: 'edge-delivery', facts: { viewers: 90, out: 1e5 } }],
])('of servers: %s', (words, kindAndFacts) => {
  expect(sentenceFor(kindAndFacts)).toBe(words);
});

const lost = { of: 'viewers', lost: 400, before: 500, losers: none };
const loss = (facts: object) => ({ kind: 'loss', facts: { ...lost, ...facts } }) as KindAndFacts;
const apart = { pair: 'out/viewers', part: 'delivery', percent: -35 };
const parted = (facts: object) => ({ kind: 'parted', facts: { ...apart, ...facts } }) as KindAndFacts;
const thinner = { pair: 'in/streams', streams: { less: 8, all: 30 } };

test.each<[string, KindAndFacts]>([
  ['−400 of 500 viewers (80%), the same share on all 3 servers', loss({ alike: 3 })],
  ['−400 of 500 viewers (80%), in the whole cluster', loss({ alike: 1 })],
  ['−400 of 500 viewers (80%); nothing in common is known', loss({})],
  ['edge-1: sends −58% for what it gets', parted({ pair: 'out/in', percent: -58 })],
  ['edge-1: 8 of 30 streams 35% thinner', parted(thinner)],
  ['edge-1: 8 of 30 streams send nothing', parted({ ...thinner, percent: -100 })],
  ['edge-1: −35% a viewer', parted({})],
  ['edge-1: viewers +9%, out −20%', parted({ first: -20, second: 9 })],
  ['edge-1: viewers +10%, out −20%: sessions without traffic', parted({ first: -20, second: 10 })],
])('of figures: %s', (words, kindAndFacts) => {
  expect(sentenceFor(kindAndFacts)).toBe(words);
});

test('publishers of several applications that send less are named, not the servers they send to', () => {
  const parts = ['live', 'news'].map((name) => ({
    ...parted(thinner),
    severity: 'warning' as const,
    subject: { kind: 'application' as const, name },
  }));
  const names = [{ kind: 'server' as const, name: 'origin-1' }];
  const many = {
    ...parted(thinner),
    subject: { kind: 'cluster' as const },
    names,
    folded: { count: 2, first: parts },
  };
  expect(problemSentence(many)).toBe('live, news: the worst: 8 of 30 streams 35% thinner');
});
