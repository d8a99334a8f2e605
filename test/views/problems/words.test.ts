import { expect, test } from 'vitest';
import type { KindAndFacts } from '../../../src/triage/kind-facts.ts';
import { withoutStart } from '../../../src/views/problems/clauses.ts';
import {
  fitClauses,
  fullClauses,
  problemSentence,
  problemTitle,
  shortClauses,
} from '../../../src/views/problems/words.ts';
import { everyKind } from '../../support/every-kind.ts';
import { samplePart, sampleProblem } from '../../support/sample-problem.ts';

const clauses = [
  'out 98% of cap',
  ' (10.2 Gbit/s of 10.3 Gbit/s)',
  ' · CPU 89%',
  '. Effects: Viewers unhealthy',
];
const sentence = clauses.join('');

test('a sentence that is too long ends after a whole clause, never within a figure', () => {
  expect(fitClauses(clauses, 200)).toBe(sentence);
  expect(fitClauses(clauses, sentence.length)).toBe(sentence);
  expect(fitClauses(clauses, sentence.length - 1)).toBe(
    'out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) · CPU 89% …',
  );
  expect(fitClauses(clauses, 55)).toBe('out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) · CPU 89% …');
  expect(fitClauses(clauses, 50)).toBe('out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) …');
  expect(fitClauses(clauses, 35)).toBe('out 98% of cap …');
});

test('a short first clause is replaced by cut text where it would leave most of the room empty', () => {
  const gone = ['gone', ', since the power supply of the second rack failed'];
  expect(fitClauses(gone, 30)).toBe('gone, since the power supply …');
  expect(fitClauses(gone, 18)).toBe('gone …');
  expect(fitClauses(gone, 19)).toBe('gone, since the …');
});

test('gives the clauses after a number of characters', () => {
  expect(withoutStart(['ab', 'cd', 'ef'], 3)).toEqual(['d', 'ef']);
  expect(withoutStart(['ab', 'cd'], 0)).toEqual(['ab', 'cd']);
});

const zombie: KindAndFacts = { kind: 'stream-zombie', facts: { stillFor: 246_000, viewers: 281 } };
const news = { kind: 'stream', id: '1', streamKey: 'news', application: 'live' } as const;

test('a row leaves out the name that has its own column', () => {
  const stream = sampleProblem({ subject: news }, zombie);
  expect(shortClauses(stream).join('')).toBe(
    'is published, but received no byte for 4m 06s; 281 viewers wait for it',
  );
  expect(fitClauses(shortClauses(stream), 55)).toBe('is published, but received no byte for 4m 06s …');
  expect(problemSentence(stream)).toBe(
    'news on live is published, but received no byte for 4m 06s; 281 viewers wait for it',
  );
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
  const unread = {
    kind: 'stale',
    facts: { of: 'unread', name: 'journal', error: 'permission denied' },
  } as const;
  expect(problemSentence(sampleProblem({}, unread))).toBe('journal: permission denied');
  const gone = samplePart(
    { severity: 'critical', subject: { kind: 'server', name: 'edge-9' } },
    everyKind['server-gone'],
  );
  const many = { kind: 'server-gone', facts: { of: 'many' } } as const;
  expect(problemSentence(sampleProblem({ folded: { count: 7, first: [gone] } }, many))).toMatch(
    /^7 outages at once; the worst: edge-9/,
  );
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
