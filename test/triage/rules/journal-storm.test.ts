import { expect, test } from 'vitest';
import { journalStorm } from '../../../src/triage/rules/journal-storm.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { context, evaluate, standing } from '../evaluate-rule.ts';
import { START } from '../support.ts';

test('a storm is many times the usual rate, and stays until half of its threshold', () => {
  const said = (lastMinute: number, usual: number | undefined, how = context()) => {
    const rates = new Map([['x', { lastMinute, usual, denseSince: START }]]);
    return evaluate(journalStorm, { journal: { rates } }, how);
  };
  const many = t.stormPerMinute;
  const usual = many / t.stormTimes;
  expect(said(many, usual)[0]).toMatch(/; usually/);
  expect([said(many - 1, 0), said(many, usual + 1)]).toEqual([[], []]);
  expect(said(many, undefined)[0]).not.toMatch(/usual/);
  expect(said(many, undefined, context({ isOneLook: true }))).toEqual([]);
  expect(said(many / 2, many, standing())).toHaveLength(1);
  expect(said(many / 2 - 1, many, standing())).toEqual([]);
  expect(said(many, many, standing())[0]).not.toMatch(/usual/);
});
