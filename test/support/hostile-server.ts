import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { serve } from '../http/support.ts';

const MIB = 1024 * 1024;

/** The response that a hostile server sends in place of the good one, `honest`. */
export type Attack = (response: ServerResponse, honest: string) => void | Promise<void>;

const json =
  (body: string): Attack =>
  (response) =>
    void response.end(body);

/** The good response, changed. */
function changed(change: (data: Record<string, unknown>) => void): Attack {
  return (response, honest) => {
    const body = JSON.parse(honest);
    change(body.data);
    // A number too large for JSON.stringify is written as text that JSON.parse understands.
    response.end(JSON.stringify(body).replaceAll('"1e308"', '1e308'));
  };
}

function eachServer(change: (server: Record<string, unknown>) => void): Attack {
  return changed((data) => {
    for (const server of (data.topology as Record<string, unknown>[]) ?? []) change(server);
  });
}

const servers = (units: string) => `{"data":{"topology":[${units}]}}`;
const nested = `${'{"upLinks":['.repeat(4_000)}${']}'.repeat(4_000)}`;
const longName = `edge${'a\u0301\u0302\u0303\u0304\u0305'.repeat(33_000)}`;

/** Attacks on the responses of dashboard and topology. Each is limited in size, so that a failing test ends. */
export const attacks = {
  'numbers of 1e308 as traffic': changed((data) => inflate(data)),
  'four thousand nested links': (response, honest) => {
    response.end(honest.replace('"upLinks":[]', `"upLinks":[${nested}]`));
  },
  'gzip of 63 MB of empty lists': (response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(bomb());
  },
  'a list as long as is taken': json(servers(`${'{},'.repeat(90_000)}{}`)),
  '24 MB of servers': json(servers(`${'{"serverName":"s","groups":["g"]},'.repeat((24 * MIB) / 35)}{}`)),
  '300,000 chunks of one byte': async (response) => {
    for (let sent = 0; sent < 300_000 && !response.destroyed; sent++) {
      if (sent % 1_000 > 0) response.write(' ');
      else await new Promise((fulfil) => response.write(' ', fulfil));
    }
    response.end(servers(''));
  },
  'names of 200,000 characters with combining marks': eachServer((server) => {
    server.serverName = longName;
  }),
} satisfies Record<string, Attack>;

let bombed: Buffer | undefined;
function bomb(): Buffer {
  bombed ??= gzipSync(servers(`${'[],'.repeat(21 * MIB)}[]`));
  return bombed;
}

/** Every number becomes 1e308. */
function inflate(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const members = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    if (typeof member === 'number') members[name] = '1e308';
    else inflate(member);
  }
}

/** A cluster, `target`, that answers correctly except for paths that `attack` changes. Listens on loopback. */
export async function hostileServer(
  target: string,
  attack: Attack,
  isAttacked = (path: string) => /\/(dashboard|topology)/.test(path),
) {
  let attacked = 0;
  const { url } = await serve(async (request, response, sent) => {
    try {
      const { status, body } = await forward(target, request, sent);
      response.statusCode = status;
      response.setHeader('content-type', 'application/json');
      if (status === 200 && isAttacked(request.url ?? '')) {
        await attack(response, body);
        attacked++;
      } else response.end(body);
    } catch {
      response.destroy();
    }
  });
  return {
    url,
    /** Number of responses that were attacks. */
    get attacked() {
      return attacked;
    },
  };
}

async function forward(target: string, request: IncomingMessage, body: string) {
  const { authorization, 'content-type': type } = request.headers;
  const response = await fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
    ...(body !== '' && { body }),
  });
  return { status: response.status, body: await response.text() };
}
