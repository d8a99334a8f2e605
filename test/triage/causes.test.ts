import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Causes, withFollowers } from '../../src/triage/causes.ts';
import type { KindAndFacts } from '../../src/triage/kind-facts.ts';
import { type Severity, viewersHit } from '../../src/triage/problem.ts';
import { severityRank } from '../../src/triage/rank.ts';
import type { Finding, FindingMembers } from '../../src/triage/rule.ts';
import { problemSentence } from '../../src/views/problems/words.ts';
import { atRisk, cpuAt } from '../support/sample-problem.ts';

const HOT: KindAndFacts = { kind: 'server-hot', facts: { measures: [] } };
const LIMIT: KindAndFacts = {
  kind: 'limit',
  form: 'near',
  facts: { measure: 'out', value: 1, limit: 1, used: 99 },
};
const GONE: KindAndFacts = { kind: 'server-gone', facts: { of: 'many' } };

const finding = (
  key: string,
  more: Partial<FindingMembers> = {},
  kindAndFacts: KindAndFacts = HOT,
): Finding => ({
  ...kindAndFacts,
  key,
  severity: 'warning',
  subject: { kind: 'server', name: key.split(':')[1] ?? '' },
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

test('a standing problem explains its consequences, also through causes in between that do not stand', () => {
  const chain = [
    finding('a:1'),
    finding('b:1', { explainedBy: ['a:1'] }),
    finding('c:1', { explainedBy: ['b:1'] }),
  ];
  expect(causes(chain, { 'a:1': 'warning' })).toEqual([undefined, 'a:1', 'a:1']);
  expect(causes(chain, { 'b:1': 'warning' })).toEqual([undefined, undefined, 'b:1']);
  expect(causes(chain, {})).toEqual([undefined, undefined, undefined]);
});

test('a milder problem never explains a worse one, and no problem explains itself', () => {
  const worse = [finding('a:1'), finding('b:1', { severity: 'critical', explainedBy: ['a:1', 'b:1'] })];
  expect(causes(worse, { 'a:1': 'warning', 'b:1': 'critical' })).toEqual([undefined, undefined]);
  expect(causes(worse, { 'a:1': 'critical', 'b:1': 'critical' })).toEqual([undefined, 'a:1']);
});

test('when two problems explain each other, one of them stays', () => {
  const pair = [finding('a:1', { explainedBy: ['b:1'] }), finding('b:1', { explainedBy: ['a:1'] })];
  const [first, second] = causes(pair, { 'a:1': 'warning', 'b:1': 'warning' });
  expect([first, second].filter((cause) => cause === undefined)).toHaveLength(1);
});

test('consequences are named once by title, without a name that was mentioned already', () => {
  const words = (...followers: Finding[]) => {
    const cause = { ...finding('server-hot:edge-1'), ...cpuAt(97) };
    return problemSentence({ ...cause, ...withFollowers(cause, followers) });
  };
  expect(words()).toBe('edge-1: CPU 97%');
  expect(
    words(finding('edge-delivery:edge-1', {}, { kind: 'edge-delivery', facts: { viewers: 9, out: 0 } })),
  ).toBe('edge-1: CPU 97%. Effects: Edge delivery');
  expect(
    words(finding('server-hot:edge-2'), finding('server-hot:edge-3'), finding('limit:x', {}, LIMIT)),
  ).toBe('edge-1: CPU 97%. Effects: Limit near (x), Server load (edge-2, edge-3)');
  const everywhere = finding(
    'health:cluster',
    { subject: { kind: 'cluster' } },
    { kind: 'health', facts: { share: 50, bad: 1, graded: 2 } },
  );
  expect(words(everywhere)).toBe('edge-1: CPU 97%. Effects: Viewers unhealthy');
});

test('a problem has its own viewers and streams, or those of its consequences; of viewers the highest figure', () => {
  const streams = { count: 3, first: [] };
  const followers = [
    finding('a:1', { hit: atRisk(5) }),
    finding('b:1', { hit: { ...atRisk(9), streams } }),
    finding('c:1'),
  ];
  expect(withFollowers(finding('x:1'), followers)).toMatchObject({ hit: { ...atRisk(9), streams } });
  expect(viewersHit(withFollowers(finding('x:1', { hit: atRisk(0) }), followers).hit)).toBe(9);
  expect(viewersHit(withFollowers(finding('x:1', { hit: atRisk(7) }), followers).hit)).toBe(7);
  expect(withFollowers(finding('x:1'), [finding('c:1')]).hit.viewers).toBeUndefined();
});

test('the members of a folded finding are not named again, and at most twenty consequences are kept', () => {
  const folded = { count: 2, first: [] };
  const followers = [finding('server-gone:a', {}, GONE), finding('limit:b', {}, LIMIT)];
  const result = withFollowers(finding('server-gone:EU', { folded }, GONE), followers);
  expect(result.follows).toMatchObject([{ what: { kind: 'limit' }, names: { count: 1, first: ['b'] } }]);
  expect(result.followers).toHaveLength(1);
  expect(withFollowers(finding('server-gone:EU', {}, GONE), followers).followers).toHaveLength(2);
  const many = Array.from({ length: 30 }, (_, index) => finding(`a:${index}`));
  expect(withFollowers(finding('x:1'), many).followers).toHaveLength(20);
  expect(withFollowers(finding('x:1'), []).followers).toBeUndefined();
});

test('a consequence names its cause by key', () => {
  const { followers } = withFollowers(finding('x:1'), [finding('a:1')]);
  expect(followers).toMatchObject([{ cause: finding('x:1').key }]);
});

test('no finding follows from a problem that is less severe, however they explain each other', () => {
  const severity = fc.constantFrom<Severity>('info', 'warning', 'critical');
  const explainedBy = fc.array(fc.integer({ min: 0, max: 7 }).map(String), { maxLength: 4 });
  const one = fc.record({ severity, explainedBy });
  fc.assert(
    fc.property(fc.array(one, { minLength: 8, maxLength: 8 }), (drawn) => {
      const all = drawn.map((members, index) => finding(String(index), members));
      const rankOf = (key: string | undefined) => all.find((each) => each.key === key)?.severity;
      const found = causes(all, Object.fromEntries(all.map((each) => [each.key, each.severity])));
      found.forEach((cause, index) => {
        if (cause === undefined) return;
        expect(cause).not.toBe(String(index));
        expect(severityRank[rankOf(cause) ?? 'info']).toBeGreaterThanOrEqual(
          severityRank[all[index]?.severity ?? 'critical'],
        );
      });
    }),
  );
});
