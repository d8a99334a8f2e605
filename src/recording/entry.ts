import type { Log, Tap } from '../http/observe.ts';
import { type EndpointName, endpoints } from '../protocol/endpoints.ts';

/** One request as a recording keeps it: a response, or the failure to get one. Never headers of the request, never a login. */
export interface TapeEntry {
  /** Arrival of the response, or of the failure, Unix ms. */
  readonly at: number;
  readonly endpoint: EndpointName;
  /** Below the base URL. With its query for a response, without for a failure. */
  readonly path: string;
  /** 0 where there was no response. */
  readonly status: number;
  /** Of the failure (`REFUSED`, …). */
  readonly code?: string | undefined;
  readonly contentType?: string | undefined;
  /** From sending to `at`, ms. */
  readonly duration: number;
  readonly body: Uint8Array;
}

/** A receiver of entries: a file, or the memory of the last hour. Returns at once and never throws. */
export interface TapeSink {
  add(entry: TapeEntry): void;
}

const nothing = new Uint8Array();

/**
 * The two hooks of `http/connect.ts` that feed a recording. Answers come by the tap; failures are known to the
 * log alone, without their query.
 */
export function recordInto(sink: TapeSink): { readonly tap: Tap; readonly log: Log } {
  return {
    tap: (exchange) => sink.add(exchange),
    log: ({ at, endpoint, path, status, code, duration }) => {
      if (status !== undefined || code === undefined || code === 'ABORTED' || !isRecordable(endpoint)) return;
      sink.add({ at, endpoint, path, status: 0, code, duration, body: nothing });
    },
  };
}

/** Only endpoints that read, and never the login: bodies with secrets must not get onto a tape. */
export function isRecordable(endpoint: EndpointName): boolean {
  return endpoint !== 'login' && endpoints[endpoint].reads;
}
