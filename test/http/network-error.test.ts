import { expect, test } from 'vitest';
import { fromSystemError } from '../../src/http/network-error.ts';
import { requestLabel } from '../../src/http/request.ts';
import { dashboardRequest } from './support.ts';

const context = { request: requestLabel(dashboardRequest), sent: false };
const withCode = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

test.each<[string, string, RegExp]>([
  ['ECONNREFUSED', 'REFUSED', /refuses connections/],
  ['ENOTFOUND', 'DNS', /not known to DNS/],
  ['EAI_AGAIN', 'DNS', /DNS/],
  ['EHOSTUNREACH', 'UNREACHABLE', /no route/],
  ['UND_ERR_CONNECT_TIMEOUT', 'TIMEOUT_CONNECT', /No connection/],
  ['ECONNRESET', 'RESET', /closed the connection/],
  ['CERT_HAS_EXPIRED', 'TLS_EXPIRED', /not valid at this time/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS_UNKNOWN', /--ca-file/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TLS_UNKNOWN', /--ca-file/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS_NAME', /another name/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS_FAILED', /HTTPS/],
  ['EWHATEVER', 'NETWORK', /failed/],
])('%s is reported as %s', (code, ours, words) => {
  const error = fromSystemError(withCode(code), 'cluster.test:443', context);
  const request = { title: 'dashboard' };
  expect(error).toMatchObject({ name: 'NetworkError', code: ours, sent: false, request });
  expect(error.message).toMatch(words);
  expect(error.message).toContain('cluster.test:443');
});

test('with several addresses the first failure counts', () => {
  const error = new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')]);
  expect(fromSystemError(error, 'h', context)).toMatchObject({ code: 'REFUSED' });
});

test.each([
  Object.assign(new Error('odd'), { code: 7 }),
  new AggregateError([]),
  new AggregateError([null]),
  'a text',
  null,
  undefined,
])('any thrown value becomes a network failure: %s', (thrown) => {
  expect(fromSystemError(thrown, 'h', context)).toMatchObject({ code: 'NETWORK' });
});

test('causes keep their messages without anything that may contain data', () => {
  const error = Object.assign(withCode('ECONNRESET'), { data: 'secret', message: 'a\u001b[2Jb' });
  const { cause } = fromSystemError(error, 'h', context);
  expect((cause as Error).message).toMatch(/ECONNRESET: a[^\u001b]\[2Jb$/);
  expect(cause).not.toHaveProperty('data');
});
