import { expect, test } from 'vitest';
import type { Finding, RuleInput } from '../../../src/triage/rule.ts';
import { session } from '../../../src/triage/rules/session.ts';
import { worded } from '../../support/sample-problem.ts';
import { context } from '../evaluate-rule.ts';
import { bench } from '../support.ts';

const empty = bench().state();

test.each([
  ['refused', 'critical', 'Login refused'],
  ['failed', 'critical', 'Login does not succeed'],
  ['waiting', 'warning', 'Login does not succeed'],
  ['ok', undefined, undefined],
] as const)('a login that is %s gives the severity %s', (status, severity, title) => {
  const facts = { state: { ...empty, session: { ...empty.session, status } } };
  const [found] = session.evaluate(facts as RuleInput, context());
  expect(found && worded(found as Finding)).toEqual(severity && expect.objectContaining({ severity, title }));
});
