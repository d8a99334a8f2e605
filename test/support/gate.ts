import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A connection to a server that a test can break: a TCP relay, with TLS in front if a certificate is given. */
export async function openGate(target: string, certificate?: Certificate) {
  const to = Number(new URL(target).port);
  const pairs = new Set<readonly [Socket, Socket]>();
  let swallowing = false;
  let listening = true;

  const onSocket = (client: Socket) => {
    const server = connect(to, '127.0.0.1');
    const pair = [client, server] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    if (!swallowing) relay(pair);
  };
  const relay = ([client, server]: readonly [Socket, Socket]) => {
    client.pipe(server);
    server.pipe(client);
  };
  const breakAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };

  const gate: Server | TlsServer = certificate
    ? createTlsServer({ ...certificate }, onSocket)
    : createServer(onSocket);
  // A client that rejects the certificate is part of the test.
  gate.on('tlsClientError', () => {});
  const listen = (port: number) =>
    new Promise<void>((fulfil, reject) => {
      gate.once('error', reject);
      gate.listen(port, certificate ? undefined : '127.0.0.1', () => {
        gate.off('error', reject);
        fulfil();
      });
    });
  await listen(0);
  const { port } = gate.address() as AddressInfo;

  return {
    port,
    /** Closes the port and all connections. */
    refuse() {
      if (listening) gate.close();
      listening = false;
      breakAll();
    },
    /** Accepts connections and bytes and passes nothing on: a link that is cut without notice. */
    swallow() {
      swallowing = true;
      for (const [client, server] of pairs) {
        client.unpipe(server).pause();
        server.unpipe(client).pause();
      }
    },
    /** Shows another certificate to new connections; the old ones are closed. */
    present(next: Certificate) {
      (gate as TlsServer).setSecureContext({ ...next });
      breakAll();
    },
    /** Everything works again; swallowed bytes arrive now. */
    async open() {
      if (swallowing) for (const pair of pairs) relay(pair);
      swallowing = false;
      if (!listening) await listen(port);
      listening = true;
    },
    close() {
      breakAll();
      if (listening) gate.close();
      listening = false;
    },
  };
}
