import { expect, test } from 'vitest';
import { session } from '../../../src/triage/rules/session.ts';
import { worded } from '../../support/sample-problem.ts';
import { findingsOf } from '../evaluate-rule.ts';
import { bench } from '../support.ts';

const empty = bench().state();

test.each([
  ['refused', 'critical', 'Login refused'],
  ['failed', 'critical', 'Login does not succeed'],
  ['waiting', 'warning', 'Login does not succeed'],
  ['ok', undefined, undefined],
] as const)('a login that is %s gives the severity %s', (status, severity, title) => {
  const [found] = findingsOf(session, { state: { session: { ...empty.session, status } } });
  expect(found && worded(found)).toEqual(severity && expect.objectContaining({ severity, title }));
});
