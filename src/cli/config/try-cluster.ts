import { systemClock } from '../../base/clock.ts';
import { duration } from '../../base/format.ts';
import { createClockSkew } from '../../cluster/clock-skew.ts';
import type { Connection, ConnectOptions } from '../../http/connect.ts';
import { BadCredentials, CastwatchError, HttpError } from '../../http/errors.ts';
import { createTransport } from '../../http/transport.ts';
import { endpoints } from '../../protocol/endpoints.ts';
import type { Finding } from './findings.ts';

/** With a larger difference of the clocks, times on the screen differ noticeably from the server's own log, ms. */
const SKEW_MS = 5_000;

/** Whether the URL answers, with a trusted certificate. Sends no secret, and does not count as a login. */
export async function tryUrl(
  target: Pick<ConnectOptions, 'url' | 'allowHttp' | 'caFile' | 'route'>,
): Promise<{ readonly findings: readonly Finding[]; readonly code: string | undefined }> {
  const { host, hostname, port, protocol } = new URL(target.url);
  try {
    const transport = createTransport({ ...target, clock: systemClock });
    try {
      const { duration: ms } = await transport.send({
        endpoint: 'topology',
        method: 'GET',
        path: endpoints.topology.path,
        headers: {},
      });
      const words = protocol === 'https:' ? 'trusted, valid, and issued for this name' : 'none: plain HTTP';
      return {
        code: undefined,
        findings: [
          { what: 'reached', state: 'ok', words: `${host} answered in ${Math.round(ms)} ms` },
          { what: 'certificate', state: 'ok', words },
        ],
      };
    } finally {
      await transport.close();
    }
  } catch (error) {
    if (!(error instanceof CastwatchError)) throw error;
    const { code, message } = error;
    const what =
      code.startsWith('TLS_') || code === 'CA_FILE' || code === 'CLIENT_CERT' ? 'certificate' : 'reached';
    const advice = code === 'TLS_UNKNOWN' ? takeCertificate(`${hostname}:${port || 443}`) : undefined;
    return { code, findings: [{ what, state: 'bad', words: message, advice }] };
  }
}

/**
 * A self-signed certificate is its own authority. It came over the network, so it can only be compared with the
 * server's.
 */
function takeCertificate(address: string): string {
  return (
    `A self-signed one is its own authority: openssl s_client -connect ${address} </dev/null | openssl x509 >cluster.pem; ` +
    'compare openssl x509 -in cluster.pem -noout -fingerprint -sha256 with what the server has.'
  );
}

/** Checks the login only. `isRefused`: another user or password may be accepted. */
export async function tryLogin(connection: Connection): Promise<Finding & { readonly isRefused?: boolean }> {
  try {
    await connection.session.token();
    return { what: 'login', state: 'ok', words: 'accepted' };
  } catch (error) {
    if (!(error instanceof CastwatchError)) throw error;
    return { what: 'login', state: 'bad', words: refusalWords(error), isRefused: hasRefused(error) };
  }
}

const hasRefused = (error: CastwatchError): boolean =>
  error instanceof BadCredentials && error.cause instanceof HttpError && error.cause.status !== 404;

/** Without the next try of the session, which is closed: whoever asked decides about it. */
function refusalWords(error: CastwatchError): string {
  if (!(error instanceof BadCredentials) || !(error.cause instanceof HttpError)) return error.message;
  const { status, serverMessage = 'without a reason' } = error.cause;
  if (status === 404) return 'there is no login at this address (404): check the URL';
  return `user name or password were not accepted (${status}); the server says: ${serverMessage}`;
}

/**
 * What the user may read, and the difference of the clocks. Changes nothing; whether the user may write is known
 * only after a write.
 */
export async function tryRights({ api }: Connection): Promise<readonly Finding[]> {
  let skew: number | undefined;
  const one = { rowsPerPage: 1 };
  const reads = {
    dashboard: api.dashboard().then(({ generatedAt, duration: ms }) => {
      if (generatedAt !== undefined) skew = createClockSkew().add(generatedAt, systemClock.now(), ms);
    }),
    topology: api.topology(),
    streams: api.streams(one),
    applications: api.applications(one),
    journal: api.journal(one),
  };
  const settled = await Promise.allSettled(Object.values(reads));
  const findings = Object.keys(reads).flatMap((name, index): Finding[] => {
    const result = settled[index];
    return result?.status === 'rejected' ? [refused(name, result.reason)] : [];
  });
  if (findings.length === 0)
    findings.push({ what: 'rights', state: 'ok', words: 'the user may read everything on the screens' });
  return [...findings, clockFinding(skew)];
}

function refused(name: string, error: unknown): Finding {
  if (!(error instanceof CastwatchError)) throw error;
  const forbidden = error instanceof HttpError && error.status === 403;
  return {
    what: 'rights',
    state: forbidden ? 'warn' : 'bad',
    words: `${name}: ${error.message}`,
    advice: forbidden ? 'Its screen stays empty. Another user of the server may be allowed to.' : undefined,
  };
}

function clockFinding(skew: number | undefined): Finding {
  if (skew === undefined)
    return { what: 'clock', state: 'warn', words: 'the server does not report its time' };
  if (Math.abs(skew) < SKEW_MS) return { what: 'clock', state: 'ok', words: "the server's clock agrees" };
  return {
    what: 'clock',
    state: 'warn',
    words: `the server's clock is ${duration(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} this machine's`,
    advice: 'castwatch corrects for it. Times in other programs will differ: look at timedatectl on both.',
  };
}
