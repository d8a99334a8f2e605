import { expect, test } from 'vitest';
import type { Subject } from '../../../src/triage/problem.ts';
import * as problemsOf from '../../../src/views/problems/problems.ts';
import { textOf, tonesOf } from '../../support/drawn-table.ts';
import { atRisk, sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';

const { countWords, relatedTo, shownProblems, subjectName, worstProblem } = problemsOf;
const state = sampleState();
const stream = { kind: 'stream', id: 's1', streamKey: 'news' } as const;
const group = { kind: 'group', name: 'Europe' } as const;
const members = ['cm-1', 'origin-1', 'transcode-1', 'edge-1a'];
const edge = { kind: 'application', name: 'live-edge-1a' } as const;

test.each<[Subject, string, readonly string[]]>([
  [{ ...stream, application: 'live' }, 'live/news', ['stream news', 'application live']],
  [stream, 'news', ['stream news']],
  [{ kind: 'server', name: 'edge-1a' }, 'edge-1a', ['server edge-1a', 'group Europe']],
  [{ kind: 'server', name: 'nowhere' }, 'nowhere', ['server nowhere']],
  [group, 'Europe', ['group Europe', ...members.map((one) => `server ${one}`)]],
  [edge, 'live-edge-1a', ['application live-edge-1a', 'server edge-1a']],
  [{ kind: 'application', name: 'nowhere' }, 'nowhere', ['application nowhere']],
  [{ kind: 'journal', object: 'Transcoder' }, 'Transcoder', ['journal of Transcoder']],
  [{ kind: 'cluster' }, 'cluster', []],
])('%j is called %s and leads to %j', (subject, name, related) => {
  expect(subjectName(subject)).toBe(name);
  expect(relatedTo(subject, state).map((one) => `${one.word} ${one.name}`)).toEqual(related);
});

test('incidents are counted by severity, worst first, and how many of them are acknowledged or planned', () => {
  const problems = (...severities: ('critical' | 'warning' | 'info')[]) =>
    countWords(severities.map((severity, n) => sampleProblem({ key: `k${n}`, severity })));
  const all = problems('warning', 'critical', 'warning', 'info', 'info');
  expect(textOf(all)).toBe('✖ 1 critical ▲ 2 warnings ● 2 info');
  expect(tonesOf(problems('warning'))).toEqual(['▲ 1 warning warn']);
  expect(tonesOf(problems())).toEqual(['none ok']);
  const acknowledged = sampleProblem({ key: 'known', acknowledged: { at: 0, note: '' } });
  const both = countWords([sampleProblem({ severity: 'warning' }), acknowledged]);
  expect(textOf(both)).toBe('✖ 1 critical ▲ 1 warning ✓ 1 acknowledged');
  const planned = sampleProblem({ key: 'work', acknowledged: { at: 0, note: '', planned: true } });
  expect(textOf(countWords([acknowledged, planned]))).toBe('✖ 2 critical ✓ 1 acknowledged ✓ 1 planned');
  const since = { at: 0, known: 'exact' } as const;
  const incident = { root: 'cause', since, severity: 'critical', times: 1 } as const;
  const parts = ['cause', 'effect'].map((key) => sampleProblem({ key, severity: 'warning', incident }));
  expect(textOf(countWords(parts))).toBe('✖ 1 critical');
});

test('an acknowledged problem is at the bottom, and in the header only where nothing else is wrong', () => {
  const acknowledged = { at: 0, note: 'known' };
  const problems = [
    sampleProblem({ key: 'known', acknowledged }),
    sampleProblem({ key: 'open', hit: atRisk(700) }),
    sampleProblem({ key: 'mild', severity: 'warning', title: 'Other', subject: group }),
  ];
  const keys = (filter: string) => shownProblems(problems, filter).map(({ key }) => key);
  expect(keys('')).toEqual(['open', 'mild', 'known']);
  expect(keys('sev:warning')).toEqual(['mild']);
  expect(keys('object:edge')).toEqual(['open', 'known']);
  expect(keys('viewers>500')).toEqual(['open']);
  expect(keys('rule:journal-pattern other')).toEqual(['mild']);
  expect(worstProblem(problems)?.key).toBe('open');
  expect(worstProblem(problems.slice(0, 1))?.key).toBe('known');
  expect(worstProblem([])).toBeUndefined();
});
