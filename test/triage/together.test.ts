import { expect, test } from 'vitest';
import type { Severity } from '../../src/triage/problem.ts';
import type { Finding, Rule, Verdict } from '../../src/triage/rule.ts';
import { tellTogether } from '../../src/triage/together.ts';

const rule = { name: 'sick', together: { title: 'Sick', what: 'streams are sick', causes: ['away'] } };
const MOST = 3;

function sick(
  streamKey: string,
  application?: string,
  viewersAtRisk?: number,
  severity: Severity = 'warning',
) {
  const subject = { kind: 'stream', id: streamKey, streamKey, application } as const;
  const key = `sick:${application}/${streamKey}`;
  return { key, severity, subject, title: 'Sick', reason: `${streamKey} is sick`, viewersAtRisk };
}
const many = (count: number, application?: string) =>
  Array.from({ length: count }, (_, index) => sick(`${application}${index}`, application));
const told = (verdicts: readonly Verdict[], of: object = rule) =>
  tellTogether(of as Rule, verdicts, MOST) as readonly Finding[];
/** The rows: what no other finding explains. */
const rows = (verdicts: readonly Verdict[]) => {
  const all = told(verdicts);
  const keys = new Set(all.map(({ key }) => key));
  return all.filter((one) => !one.explainedBy?.some((key) => keys.has(key))).map(({ key }) => key);
};

test.each([
  ['as many as are told singly', many(3, 'live'), ['sick:live/live0', 'sick:live/live1', 'sick:live/live2']],
  ['more, of one application', many(4, 'live'), ['sick:many/live']],
  ['more, of two', [...many(4, 'live'), ...many(4, 'vod')], ['sick:many/live', 'sick:many/vod']],
  [
    'more of one, and some of another',
    [...many(4, 'live'), ...many(2, 'vod')],
    ['sick:many/live', 'sick:vod/vod0', 'sick:vod/vod1'],
  ],
  ['more rows than that', [...many(4, 'live'), ...many(3, 'vod')], ['sick:many']],
  ['more, of no application', many(4), ['sick:many']],
  ['fewer that were measured', [...many(3, 'live'), { key: 'x', unmeasured: true as const }], undefined],
])('findings are one row where they are too many: %s', (_, verdicts, expected) => {
  expect(rows(verdicts)).toEqual(expected ?? verdicts.map(({ key }) => key));
});

test('what was not measured stays so beside what is told together', () => {
  const unmeasured = { key: 'x', unmeasured: true as const };
  expect(told([...many(4, 'live'), unmeasured])[0]).toBe(unmeasured);
  expect(told([...many(7, 'live'), ...many(4), unmeasured])[0]).toBe(unmeasured);
});

test('a rule that tells nothing together keeps its findings', () => {
  expect(told(many(9, 'live'), { name: 'sick' })).toHaveLength(9);
});

test('the worst come first: by severity, then by viewers; their viewers are counted together', () => {
  const all = [
    sick('few', 'live', 5),
    sick('unknown', 'live'),
    sick('most', 'live', 90),
    sick('bad', 'live', 1, 'critical'),
    sick('worst', 'live', 2, 'critical'),
  ];
  const [whole, ...singles] = told(all);
  expect(whole).toMatchObject({
    key: 'sick:many/live',
    severity: 'critical',
    subject: { kind: 'application', name: 'live' },
    reason: '5 streams are sick: worst, bad, most and 2 more; the worst: worst is sick',
    viewersAtRisk: 98,
    figure: 5,
    explainedBy: ['away:many/live'],
  });
  expect(singles.map(({ reason }) => reason.split(' ')[0])).toEqual([
    'worst',
    'bad',
    'most',
    'few',
    'unknown',
  ]);
  expect(told(many(4, 'live'))[0]?.viewersAtRisk).toBeUndefined();
});

test('of very many the twenty worst are kept, and all are counted', () => {
  const [whole, ...singles] = told(many(50, 'live'));
  expect([whole?.folded?.count, whole?.folded?.first.length, singles.length]).toEqual([50, 20, 20]);
});
