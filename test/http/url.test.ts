import { expect, test } from 'vitest';
import { isLoopback } from '../../src/base/loopback.ts';
import { assertSafeUrl, pathPrefix } from '../../src/http/url.ts';

const here = ['localhost:1', '127.0.0.1', '127.9.9.9', '2130706433', '[::1]:80'].map(
  (host) => `http://${host}`,
);
const tricks = 'http://a.localhost http://127.0.0.1.evil.test http://localhost.evil.test'.split(' ');
const elsewhere = [...tricks, 'http://10.0.0.1', 'http://0.0.0.0', 'https://example.test'];

test.each([...here, ...elsewhere])('%s is this machine or not', (url) => {
  expect(isLoopback(url)).toBe(here.includes(url));
});

const good = ['https://cluster.test', 'https://cluster.test:8443/prefix/', 'http://localhost:8080'];
const bad = 'ftp://cluster.test cluster.test localhost:8080 https://user:secret@cluster.test'.split(' ');
const more = ['https://cluster.test/?token=secret', 'https://cluster.test/#x', ''];

test.each([...good, 'http://cluster.test', ...bad, ...more])('%s as base URL', (url) => {
  if (good.includes(url)) expect(assertSafeUrl(url).href).toContain('//');
  else {
    const code = url === 'http://cluster.test' ? 'HTTPS_REQUIRED' : 'BAD_URL';
    expect(() => assertSafeUrl(url)).toThrow(expect.objectContaining({ code }));
    expect(() => assertSafeUrl(url)).not.toThrow('secret');
  }
});

test('plain HTTP needs to be allowed', () => {
  expect(assertSafeUrl('http://cluster.test', { allowHttp: true }).host).toBe('cluster.test');
  expect(pathPrefix(new URL('https://cluster.test/a/b//'))).toBe('/a/b');
  expect(pathPrefix(new URL('https://cluster.test'))).toBe('');
});
