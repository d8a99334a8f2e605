import * as z from 'zod';
import type { ManagementApi } from '../../http/management.ts';
import type { Exchange } from '../../http/observe.ts';
import { endpoints } from '../../protocol/endpoints.ts';
import { replaceValues } from './replaced-values.ts';

const answerSchema = z.object({
  /** Name and number of the endpoint, for readers. */
  endpoint: z.string(),
  method: z.string(),
  /** Below the base URL; a part in braces is a parameter. */
  path: z.string(),
  status: z.number().int(),
  contentType: z.string().nullable(),
  /** Bytes as they came. */
  bytes: z.number().int(),
  /** Undefined for a body that is not JSON: nothing of it is kept. */
  body: z.unknown().optional(),
});

const captureSchema = z.object({
  schema: z.literal('castwatch/capture/1'),
  castwatch: z.string(),
  answers: z.array(answerSchema),
});

/** One answer of each endpoint, with its texts replaced. */
export type Capture = z.infer<typeof captureSchema>;

/** Rows of a list: enough to show its shape. */
const ROWS = 50;

/**
 * Asks every endpoint that only reads and names nothing that the user would have to type. Errors are part of what is
 * captured, and end nothing.
 */
export async function askAll(api: ManagementApi): Promise<void> {
  const page = { page: 1, rowsPerPage: ROWS };
  const settled = await Promise.allSettled([
    api.dashboard(),
    api.topology(),
    api.journal(page),
    api.streams(page),
    api.applications(page),
  ]);
  const [, , , streams, applications] = settled;
  await Promise.allSettled([
    ...(streams.status === 'fulfilled' ? [firstStream(api, streams.value.value.list)] : []),
    ...(applications.status === 'fulfilled' ? [firstApplication(api, applications.value.value.list)] : []),
  ]);
}

async function firstStream(
  api: ManagementApi,
  [first]: readonly { readonly id?: string | null | undefined }[],
): Promise<void> {
  if (first?.id) await api.streamBatch([first.id]);
}

async function firstApplication(
  api: ManagementApi,
  [first]: readonly { readonly name?: string | null | undefined }[],
): Promise<void> {
  if (first?.name) await api.applicationBatch([first.name]);
}

/** The newest answer of each endpoint as a capture. Throws an error if some text cannot be replaced. */
export function captureOf(exchanges: readonly Exchange[], version: string): Capture {
  const newest = [...new Map(exchanges.map((exchange) => [exchange.endpoint, exchange])).values()];
  const bodies = replaceValues(newest.map(({ body }) => jsonOf(body)));
  const answers = newest.map(({ endpoint, status, contentType, body }, index) => {
    const { code, method, path } = endpoints[endpoint];
    return {
      endpoint: `${code} ${endpoint}`,
      method,
      path,
      status,
      contentType: contentType?.split(';', 1)[0]?.slice(0, 60) ?? null,
      bytes: body.length,
      body: bodies[index],
    };
  });
  return { schema: 'castwatch/capture/1', castwatch: version, answers };
}

/** Throws an error that can be shown if a text is no capture. */
export function parseCapture(text: string): Capture {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('it is no JSON');
  }
  const result = captureSchema.safeParse(json);
  if (result.success) return result.data;
  throw new Error('it was not written by castwatch capture, or by a newer version');
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
