import { expect, test } from 'vitest';
import { isLoopback } from '../../src/base/loopback.ts';
import { assertSafeUrl, pathPrefix } from '../../src/http/url.ts';

test.each<[string, boolean]>([
  ['http://localhost:1', true],
  ['http://a.localhost', false],
  ['http://127.0.0.1', true],
  ['http://127.9.9.9', true],
  ['http://2130706433', true],
  ['http://[::1]:80', true],
  ['http://127.0.0.1.evil.test', false],
  ['http://localhost.evil.test', false],
  ['http://10.0.0.1', false],
  ['http://0.0.0.0', false],
  ['https://example.test', false],
])('%s is loopback: %s', (url, loopback) => {
  expect(isLoopback(url)).toBe(loopback);
});

test.each<[string, string | undefined]>([
  ['https://cluster.test', undefined],
  ['https://cluster.test:8443/prefix/', undefined],
  ['http://localhost:8080', undefined],
  ['http://cluster.test', 'HTTPS_REQUIRED'],
  ['ftp://cluster.test', 'BAD_URL'],
  ['cluster.test', 'BAD_URL'],
  ['localhost:8080', 'BAD_URL'],
  ['https://user:secret@cluster.test', 'BAD_URL'],
  ['https://cluster.test/?token=secret', 'BAD_URL'],
  ['https://cluster.test/#x', 'BAD_URL'],
  ['', 'BAD_URL'],
])('%s as base URL: %s', (url, code) => {
  if (code === undefined) expect(assertSafeUrl(url).href).toContain('//');
  else {
    expect(() => assertSafeUrl(url)).toThrow(expect.objectContaining({ code }));
    expect(() => assertSafeUrl(url)).not.toThrow('secret');
  }
});

test('plain HTTP needs to be allowed', () => {
  expect(assertSafeUrl('http://cluster.test', { allowHttp: true }).host).toBe('cluster.test');
  expect(pathPrefix(new URL('https://cluster.test/a/b//'))).toBe('/a/b');
  expect(pathPrefix(new URL('https://cluster.test'))).toBe('');
});
