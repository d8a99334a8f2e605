import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPEN_METRICS_TYPE } from './open-metrics.ts';

export interface MetricsServer {
  /** Base URL, without a path. */
  readonly url: string;
  close(): Promise<void>;
}

/** More scrapers than anybody has; whoever opens more waits. */
const MOST_CONNECTIONS = 64;
/** ms within which a request must have come whole. */
const REQUEST_TIME = 5_000;

/** Serves `/metrics` and `/healthz`, and nothing else. Rejects where the address cannot be listened on. */
export async function serveMetrics(
  address: { readonly host: string; readonly port: number },
  text: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer(
    { requestTimeout: REQUEST_TIME, headersTimeout: REQUEST_TIME },
    (request, response) => {
      const path = (request.url ?? '').split('?', 1)[0];
      const answer = (status: number, type: string, body: string) =>
        send(response, status, type, body, request.method === 'HEAD');
      if (path !== '/metrics' && path !== '/healthz')
        answer(404, PLAIN, 'not found; there are /metrics and /healthz\n');
      else if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD');
        answer(405, PLAIN, 'only GET and HEAD\n');
      } else if (path === '/healthz') answer(200, PLAIN, 'ok\n');
      else {
        text().then(
          (body) => answer(200, OPEN_METRICS_TYPE, body),
          () => answer(500, PLAIN, 'castwatch itself failed here; please report it\n'),
        );
      }
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(address.port, address.host);
  await once(server, 'listening');
  const { address: host, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const PLAIN = 'text/plain; charset=utf-8';

function send(response: ServerResponse, status: number, type: string, body: string, headOnly: boolean): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(headOnly ? undefined : body);
}
