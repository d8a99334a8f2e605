import { expect, test } from 'vitest';
import { Causes, withFollowers } from '../../src/triage/causes.ts';
import type { Severity } from '../../src/triage/problem.ts';
import type { Finding } from '../../src/triage/rule.ts';

const finding = (key: string, more: Partial<Finding> = {}): Finding => ({
  key,
  severity: 'warning',
  subject: { kind: 'server', name: key.split(':')[1] ?? '' },
  title: 'Server load',
  reason: 'hot',
  ...more,
});

/** The cause of each finding; `stands` says which of them are reported, and how severe. */
function causes(all: readonly Finding[], stands: Readonly<Record<string, Severity>>) {
  const found = new Causes({
    finding: (key) => all.find((one) => one.key === key),
    severity: (key) => stands[key],
  });
  return all.map(({ key }) => found.of(key));
}

test('what stands explains what follows from it, over what does not stand in between', () => {
  const chain = [
    finding('a:1'),
    finding('b:1', { explainedBy: ['a:1'] }),
    finding('c:1', { explainedBy: ['b:1'] }),
  ];
  expect(causes(chain, { 'a:1': 'warning' })).toEqual([undefined, 'a:1', 'a:1']);
  expect(causes(chain, { 'b:1': 'warning' })).toEqual([undefined, undefined, 'b:1']);
  expect(causes(chain, {})).toEqual([undefined, undefined, undefined]);
});

test('nothing milder explains what is worse, and nothing itself', () => {
  const worse = [finding('a:1'), finding('b:1', { severity: 'critical', explainedBy: ['a:1', 'b:1'] })];
  expect(causes(worse, { 'a:1': 'warning', 'b:1': 'critical' })).toEqual([undefined, undefined]);
  expect(causes(worse, { 'a:1': 'critical', 'b:1': 'critical' })).toEqual([undefined, 'a:1']);
});

test('of two that explain each other one stays', () => {
  const pair = [finding('a:1', { explainedBy: ['b:1'] }), finding('b:1', { explainedBy: ['a:1'] })];
  const [first, second] = causes(pair, { 'a:1': 'warning', 'b:1': 'warning' });
  expect([first, second].filter((cause) => cause === undefined)).toHaveLength(1);
});

test('what follows is named by title, once, without a name that was said already', () => {
  const words = (...followers: Finding[]) => withFollowers(finding('server-hot:edge-1'), followers).reason;
  expect(words()).toBe('hot');
  expect(words(finding('edge-delivery:edge-1', { title: 'Edge delivery' }))).toBe(
    'hot. With it: Edge delivery',
  );
  expect(
    words(
      finding('server-hot:edge-2'),
      finding('server-hot:edge-3'),
      finding('limit:x', { title: 'Limit near' }),
    ),
  ).toBe('hot. With it: Limit near (x), Server load (edge-2, edge-3)');
  const everywhere = finding('health:cluster', { title: 'Viewers unhealthy', subject: { kind: 'cluster' } });
  expect(words(everywhere)).toBe('hot. With it: Viewers unhealthy');
});

test('viewers and streams are its own, or those of what follows; of viewers the greatest figure', () => {
  const streams = { count: 3, first: [] };
  const followers = [
    finding('a:1', { viewersAtRisk: 5 }),
    finding('b:1', { viewersAtRisk: 9, streams }),
    finding('c:1'),
  ];
  expect(withFollowers(finding('x:1'), followers)).toMatchObject({ viewersAtRisk: 9, streams });
  expect(withFollowers(finding('x:1', { viewersAtRisk: 0 }), followers).viewersAtRisk).toBe(9);
  expect(withFollowers(finding('x:1', { viewersAtRisk: 7 }), followers).viewersAtRisk).toBe(7);
  expect(withFollowers(finding('x:1'), [finding('c:1')]).viewersAtRisk).toBeUndefined();
});

test('the many that a finding stands for are not named again, and twenty followers are kept', () => {
  const folded = { count: 2, first: [] };
  const followers = [finding('server-gone:a'), finding('limit:b', { title: 'Limit near' })];
  const told = withFollowers(finding('server-gone:EU', { folded }), followers);
  expect(told.reason).toBe('hot. With it: Limit near (b)');
  expect(told.followers).toHaveLength(1);
  expect(withFollowers(finding('server-gone:EU'), followers).followers).toHaveLength(2);
  const many = Array.from({ length: 30 }, (_, index) => finding(`a:${index}`));
  expect(withFollowers(finding('x:1'), many).followers).toHaveLength(20);
  expect(withFollowers(finding('x:1'), []).followers).toBeUndefined();
});
