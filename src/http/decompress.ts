import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { TooLarge } from './errors.ts';
import { networkError } from './network-error.ts';
import type { RequestLabel } from './request.ts';

/** Sent with each request; `decompress` reads exactly these. */
export const acceptEncoding = 'gzip, br';

/**
 * Undoes `content-encoding`, never beyond `limit` bytes, however small the bomb. (undici's own interceptor for
 * this warns on standard error that it is experimental, in the middle of the screen.)
 */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  limit: number,
  context: { readonly host: string; readonly request: RequestLabel },
): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity' || body.length === 0) return body;
  const undo =
    name === 'gzip' || name === 'x-gzip'
      ? promisify(gunzip)
      : name === 'br'
        ? promisify(brotliDecompress)
        : undefined;
  if (!undo) throw networkError('BAD_HTTP', context.host, { request: context.request, sent: true });
  try {
    return await undo(body, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw new TooLarge(limit, { request: context.request });
    throw networkError('BAD_HTTP', context.host, { request: context.request, sent: true, cause: error });
  }
}
