import type { ManagementApi } from '../../http/management.ts';
import type { Exchange } from '../../http/observe.ts';
import { endpoints } from '../../protocol/endpoints.ts';
import { replaceValues } from './replaced-values.ts';

/** One answer of an endpoint, with its texts replaced. */
export interface CapturedAnswer {
  /** Name and number of the endpoint, for readers. */
  readonly endpoint: string;
  readonly method: string;
  /** Below the base URL; a part in braces is a parameter. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  /** Bytes as they came. */
  readonly bytes: number;
  /** Undefined for a body that is not JSON: nothing of it is kept. */
  readonly body?: unknown;
}

/** Rows of a list: enough to show its shape. */
const ROWS = 50;

/** What is always asked; the rest needs an id out of these answers. */
const ASKED = ['dashboard', 'topology', 'journal', 'streams', 'applications'] as const;

/** The endpoints without any answer. */
export function unansweredIn(exchanges: readonly Exchange[]): readonly string[] {
  const missing = ASKED.filter((name) => !exchanges.some(({ endpoint }) => endpoint === name));
  return missing.map((name) => `${endpoints[name].code} ${name}`);
}

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
  const [stream] = streams.status === 'fulfilled' ? streams.value.value.list : [];
  const [application] = applications.status === 'fulfilled' ? applications.value.value.list : [];
  await Promise.allSettled([
    stream && api.streamBatch([stream.id]),
    application && api.applicationBatch([application.name]),
  ]);
}

/** The newest answer of each endpoint as a capture. Throws an error if some text cannot be replaced. */
export function captureOf(exchanges: readonly Exchange[], version: string) {
  const newest = [...new Map(exchanges.map((exchange) => [exchange.endpoint, exchange])).values()];
  const bodies = replaceValues(newest.map(({ body }) => jsonOf(body)));
  const answers = newest.map(({ endpoint, status, contentType, body }, index): CapturedAnswer => {
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
  return { schema: 'castwatch/capture/1', castwatch: version, answers } as const;
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
