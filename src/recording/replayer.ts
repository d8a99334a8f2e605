import { Aborted, type CastwatchError, InvalidInput, NetworkError, TooLarge } from '../http/errors.ts';
import { type NetworkCode, networkError } from '../http/network-error.ts';
import { type HttpRequest, labelOf, type RawAnswer, type Transport } from '../http/request.ts';
import { isRecordable } from './entry.ts';
import type { ReplayClock } from './replay-clock.ts';
import type { Tape } from './tape.ts';
import type { Position } from './tape-index.ts';

/** How far a poll of the replay may be ahead of the one that was recorded, ms of the recording. */
const TOLERANCE = 500;
const LIMIT_BYTES = 64 * 1024 * 1024;
const HOST = 'the server (as recorded)';

/**
 * A `Transport` that answers from a recording, at the time of a replay clock: with what the program knew then.
 * A request that was under way at that moment is answered when it was answered then; failures fail again.
 * Closing ends what waits; tape and clock belong to the caller.
 */
export function createReplayer(tape: Tape, clock: ReplayClock): Transport {
  const open = new Set<() => void>();
  return {
    async send(request) {
      const label = labelOf(request);
      if (!isRecordable(request.endpoint)) {
        throw new InvalidInput(
          'RECORDING',
          `This is a recording: “${label.title}” was not sent. A recording cannot be changed.`,
          {
            request: label,
          },
        );
      }
      for (;;) {
        if (request.signal?.aborted) throw new Aborted({ request: label, sent: false });
        const now = clock.now();
        const next = tape.next(request.endpoint, request.path, now);
        const latest = tape.latest(request.endpoint, request.path, now);
        const underWay = next && (!latest || next.at - next.duration <= now + TOLERANCE);
        if (underWay && clock.state.playing) {
          if (await wait(clock, next.at - now, request.signal, open)) continue;
          throw new Aborted({ request: label, sent: false });
        }
        if (latest) return answer(tape, latest, request);
        throw new InvalidInput(
          'NOT_RECORDED',
          `“${label.title}” is not in the recording${next ? ' at this time yet' : ''}`,
          {
            request: label,
          },
        );
      }
    },
    async close() {
      for (const end of [...open]) end();
    },
  };
}

async function answer(tape: Tape, position: Position, request: HttpRequest): Promise<RawAnswer> {
  if (position.code !== undefined) throw failure(position.code, request);
  const { status, contentType, duration } = position;
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
  try {
    return { status, headers, body: await tape.body(position), duration };
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidInput('RECORDING', `The recording cannot be read: ${said}`, {
      cause,
      request: labelOf(request),
    });
  }
}

function failure(code: string, request: HttpRequest): CastwatchError {
  const options = { request: labelOf(request), sent: true };
  if (code === 'TOO_LARGE') return new TooLarge(LIMIT_BYTES, options);
  if (isNetworkCode(code)) return networkError(code, HOST, options);
  return new NetworkError(code, `The request failed (${code})`, options);
}

const networkCodes: Readonly<Record<NetworkCode, true>> = {
  REFUSED: true,
  DNS: true,
  UNREACHABLE: true,
  TIMEOUT_CONNECT: true,
  TIMEOUT_HEADERS: true,
  TIMEOUT_BODY: true,
  RESET: true,
  BAD_HTTP: true,
  TLS_EXPIRED: true,
  TLS_UNKNOWN: true,
  TLS_NAME: true,
  TLS_FAILED: true,
  NETWORK: true,
};

function isNetworkCode(code: string): code is NetworkCode {
  return Object.hasOwn(networkCodes, code);
}

/** Until `ms` were played, or the replay jumped, stood still or changed its speed; false where it was called off. */
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
    signal?.addEventListener('abort', callOff, { once: true });
    open.add(callOff);
  });
}
