import { putLast } from '../base/maps.ts';
import { errorMessage } from '../base/system-error.ts';
import { turn } from '../base/turn.ts';
import { Aborted, type CastwatchError, InvalidInput, NetworkError, TooLarge } from '../http/errors.ts';
import { isNetworkCode, networkError } from '../http/network-error.ts';
import { type HttpRequest, type HttpResponse, requestLabel } from '../http/request.ts';
import { type EndpointName, endpoints } from '../protocol/endpoints.ts';
import { isRecordable } from './entry.ts';
import type { ReplayClock } from './replay-clock.ts';
import type { Tape } from './tape.ts';
import type { Position } from './tape-index.ts';

/** How much earlier a poll of the replay may be than the recorded one, ms of the recording. */
const TOLERANCE_MS = 500;
/**
 * The same response is not given again if the next one is less than this away, ms; for rare responses the time is
 * longer.
 */
const STALE_GAP_MS = 5_000;
const MAX_STALE_GAP_MS = 20_000;
const MOST_GIVEN = 1_000;
const HOST = 'the server (as recorded)';

/**
 * A `Transport` that answers from a recording, at the time of a replay clock, with only what had arrived by then. A
 * request that was under way at that moment is answered at the time of its original response; failures fail again.
 * Polls slightly earlier than the recorded ones wait for those, so that the screen changes exactly when it did
 * then, independent of jitter. Closing ends waiting requests; tape and clock belong to the caller.
 */
export function createReplayer(tape: Tape, clock: ReplayClock) {
  const open = new Set<() => void>();
  const given = new Map<string, Position>();
  let answering = 0;
  const mustWait = (request: HttpRequest, latest: Position | undefined, next: Position, now: number) => {
    if (!latest || next.at - next.duration <= now + TOLERANCE_MS) return true;
    if (given.get(request.path) !== latest) return false;
    return next.at - now <= Math.max(STALE_GAP_MS, Math.min(MAX_STALE_GAP_MS, (next.at - latest.at) / 2));
  };
  const give = async (position: Position, request: HttpRequest) => {
    putLast(given, request.path, position, MOST_GIVEN);
    answering++;
    try {
      return await answer(tape, position, request);
    } finally {
      answering--;
    }
  };
  return {
    async send(request: HttpRequest): Promise<HttpResponse> {
      const label = requestLabel(request);
      if (!isRecordable(request.endpoint)) {
        throw new InvalidInput(
          'RECORDING',
          `This is a recording: “${label.title}” was not sent. A recording cannot be changed.`,
          { request: label },
        );
      }
      // Requests while the recording is paused are answered at once; the others wait for their time.
      const patient = clock.moving;
      for (;;) {
        if (request.signal?.aborted) throw new Aborted({ request: label, sent: false });
        const now = clock.now();
        const next = tape.next(request.endpoint, request.path, now);
        const latest =
          tape.latest(request.endpoint, request.path, now) ?? tape.alike(request.endpoint, request.path, now);
        if (next && patient && mustWait(request, latest, next, now)) {
          if (await wait(clock, next.at - now, request.signal, open)) continue;
          throw new Aborted({ request: label, sent: false });
        }
        if (latest) return give(latest, request);
        const missing = `“${label.title}” is not in the recording${next ? ' at this time yet' : ''}`;
        throw new InvalidInput('NOT_RECORDED', missing, { request: label });
      }
    },
    /** Resolves once no response is being read, and every waiting caller has its response. */
    async idle() {
      do await turn();
      while (answering > 0);
    },
    /** When a request to this endpoint that was answered before has its next recorded answer, Unix ms. */
    nextAnswer(endpoint: EndpointName) {
      const now = clock.now();
      const next = [...given].flatMap(([path, position]) =>
        position.endpoint === endpoint ? (tape.next(endpoint, path, now)?.at ?? []) : [],
      );
      return next.length === 0 ? undefined : Math.min(...next);
    },
    async close() {
      for (const end of [...open]) end();
    },
  };
}

async function answer(tape: Tape, position: Position, request: HttpRequest): Promise<HttpResponse> {
  if (position.code !== undefined) throw failure(position.code, request);
  const { status, contentType, duration, length } = position;
  if (length > endpoints[request.endpoint].maxBytes) throw failure('TOO_LARGE', request);
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
  try {
    return { status, headers, body: await tape.body(position), duration };
  } catch (cause) {
    const about = { cause, request: requestLabel(request) };
    throw new InvalidInput('RECORDING', `The recording cannot be read: ${errorMessage(cause)}`, about);
  }
}

function failure(code: string, request: HttpRequest): CastwatchError {
  const options = { request: requestLabel(request), sent: true };
  if (code === 'TOO_LARGE') return new TooLarge(endpoints[request.endpoint].maxBytes, options);
  if (isNetworkCode(code)) return networkError(code, HOST, options);
  return new NetworkError(code, `The request failed (${code})`, options);
}

/** Waits until `ms` were played, or the replay jumped, paused or changed its speed. False if it was cancelled. */
function wait(
  clock: ReplayClock,
  ms: number,
  signal: AbortSignal | undefined,
  open: Set<() => void>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (goOn: boolean) => {
      cancel();
      unsubscribe();
      signal?.removeEventListener('abort', callOff);
      open.delete(callOff);
      resolve(goOn);
    };
    const callOff = () => finish(false);
    const cancel = clock.after(ms, () => finish(true));
    const unsubscribe = clock.onChange(() => finish(true));
    signal?.addEventListener('abort', callOff);
    open.add(callOff);
  });
}
