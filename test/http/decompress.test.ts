import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { requestLabel } from '../../src/http/request.ts';
import { decompress } from '../../src/http/transport.ts';
import { dashboardRequest, failure } from './support.ts';

const text = Buffer.from('{"data":"compressed"}');
const context = { host: 'h', request: requestLabel(dashboardRequest) };
const decompressed = (body: Buffer, encoding?: string) => decompress(body, encoding, 1_000, context);

test.each([
  [' GZIP ', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['identity', text],
  ['', text],
  [undefined, text],
])('a body compressed as %j is restored', async (encoding, body) => {
  expect(await decompressed(body, encoding)).toEqual(text);
});

test('an empty body stays empty, whatever its encoding claims', async () => {
  for (const encoding of ['gzip', 'br', 'zstd'])
    expect(await decompressed(Buffer.alloc(0), encoding)).toHaveLength(0);
});

test.each([
  ['zstd', text],
  ['gzip', text],
  ['gzip', gzipSync(text).subarray(0, 20)],
  ['br', text],
])('a body that cannot be decompressed (%s) is named, and the request was sent', async (encoding, body) => {
  const message = expect.stringMatching(/^The response of h cannot be decompressed: /);
  const named = { code: 'BAD_ENCODING', message, sent: true };
  expect(await failure(decompressed(body, encoding))).toMatchObject(named);
});
