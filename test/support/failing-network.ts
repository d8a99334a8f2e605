import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Fails } from './failing-disk.ts';

/** How an exchange fails; a connection only before it has begun. */
const FAULTS = ['closed', 'half', 'cut'] as const;

/** Lets connections and exchanges of a server fail; `done` says what was asked. */
export function failNetwork(server: Server, fails: Fails) {
  const done: string[] = [];
  const emit = server.emit;
  server.emit = (event: string, ...args: unknown[]) => {
    if (event === 'connection' && fails(done.push('connect'))) {
      (args[0] as IncomingMessage['socket']).destroy();
      return true;
    }
    if (event !== 'request') return emit.apply(server, [event, ...args] as never);
    const [request, response] = args as [IncomingMessage, ServerResponse];
    if (!fails(done.push(`${request.method} ${request.url}`)))
      return emit.apply(server, [event, ...args] as never);
    const fault = FAULTS[done.length % FAULTS.length];
    if (fault === 'closed') return request.socket.destroy() !== undefined;
    const end = response.end.bind(response);
    response.end = ((text: string) => {
      // Half of it with the length of all; or half of it as if that were all.
      if (fault === 'cut') return end(text.slice(0, text.length / 2));
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return response;
    }) as typeof response.end;
    return emit.apply(server, [event, ...args] as never);
  };
  return {
    done,
    restore() {
      server.emit = emit;
    },
  };
}
