import type { Exchange, Log, Tap } from '../http/observe.ts';
import { type EndpointName, endpoints } from '../protocol/endpoints.ts';

/**
 * One request in a recording: a response, or the failure to get one, with the status 0 and a path without its query. It has no
 * request headers and no login.
 */
export interface TapeEntry extends Exchange {
  /** Code of the failure (`REFUSED`, …). */
  readonly code?: string | undefined;
}

/** A receiver of entries. It returns at once and never throws. */
export interface TapeSink {
  add(entry: TapeEntry): void;
}

const nothing = new Uint8Array();

/**
 * The two hooks of `http/connect.ts` that feed a recording. Responses come through the tap; failures come only
 * through the log, without their query.
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

/** Only endpoints that read, and never the login: bodies with secrets must not be recorded. */
export function isRecordable(endpoint: EndpointName): boolean {
  return endpoint !== 'login' && endpoints[endpoint].reads;
}
