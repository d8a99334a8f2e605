import { request as ask, createServer } from 'node:http';
import { connect } from 'node:net';
import { listen } from '../http/support.ts';

interface ProxyOptions {
  /** `user:password` that it wants. */
  readonly login?: string;
  /** What it answers instead of leading anywhere. */
  readonly status?: number;
}

/** An HTTP proxy on loopback that ends with the test. Whatever name it is asked for, it leads to this machine. */
export async function httpProxy({ login, status }: ProxyOptions = {}) {
  const asked: string[] = [];
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const refusal = (given: string | undefined) => status ?? (given === wanted ? undefined : 407);
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    asked.push(`${method} ${url}`);
    const refused = refusal(headers['proxy-authorization']);
    if (refused !== undefined) return response.writeHead(refused).end();
    const { pathname, search, port } = new URL(url);
    const onward = ask({ port, host: '127.0.0.1', path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    return request.pipe(onward);
  });
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push(`CONNECT ${url}`);
    const refused = refusal(headers['proxy-authorization']);
    if (refused !== undefined) return socket.end(`HTTP/1.1 ${refused} No\r\n\r\n`);
    const onward = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const one of [onward, socket])
      one.on('error', () => socket.destroy()).on('close', () => onward.destroy());
    return onward;
  });
  return { host: `127.0.0.1:${await listen(server)}`, asked };
}
