import { expect, test } from 'vitest';
import type { LogLine } from '../../src/http/observe.ts';
import { recordInto, type TapeEntry } from '../../src/recording/entry.ts';
import { T0 } from './entries.ts';

const LINE: LogLine = {
  at: T0,
  endpoint: 'dashboard',
  method: 'GET',
  path: '/api/cluster/dashboard',
  duration: 3,
  bytes: 0,
};

test.each<[string, Partial<LogLine>, boolean]>([
  ['no response', { code: 'REFUSED' }, true],
  ['a response, which is recorded elsewhere', { status: 500, code: 'REFUSED' }, false],
  ['an outcome without a failure', {}, false],
  ['a cancelled request', { code: 'ABORTED' }, false],
  ['a login', { code: 'REFUSED', endpoint: 'login', path: '/api/auth/login' }, false],
  ['a write', { code: 'REFUSED', endpoint: 'createUser', path: '/api/users' }, false],
])('of failures a recording keeps %s: %j', (_what, change, kept) => {
  const entries: TapeEntry[] = [];
  recordInto({ add: (entry) => entries.push(entry) }).log({ ...LINE, ...change });
  expect(entries.map(({ status, code }) => [status, code])).toEqual(kept ? [[0, 'REFUSED']] : []);
});
