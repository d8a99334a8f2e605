import { NetworkError } from '../../src/http/errors.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../src/http/request.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { openFleet } from '../../src/session/fleet.ts';
import type { MemberCaps } from '../../src/session/member-cost.ts';
import { httpResponse } from '../http/support.ts';
import { plainTarget } from './hostile-stack.ts';
import { ManualClock } from './manual-clock.ts';
import { sampleBody, sampleStart } from './sample-json.ts';

const MINUTE_MS = 60_000;
/** The minute of the sample data that is answered. */
const MINUTE = 10;

/** What happens to a request in place of its honest answer. */
export type Break = (
  request: HttpRequest,
  honest: (body?: unknown) => HttpResponse,
) => HttpResponse | Promise<HttpResponse>;

export function failing(code: string): Break {
  return () => {
    throw new NetworkError(code, `the cluster fails with ${code}`, { sent: true });
  };
}

/** Several sample clusters in one fleet, in accelerated time and without a network. */
export function openSampleFleet(names: readonly string[], caps?: MemberCaps) {
  const clock = new ManualClock(sampleStart + MINUTE * MINUTE_MS);
  const requests = new Map<string, string[]>(names.map((name) => [name, []]));
  const breaks = new Map<string, Break>();
  const transportOf = (name: string): Transport => ({
    async send(request) {
      requests.get(name)?.push(request.endpoint);
      // Always the same, so that nothing changes unless a test changes it.
      const honest = (body: unknown = sampleBody(request, MINUTE)) => httpResponse(200, body);
      return breaks.get(name)?.(request, honest) ?? honest();
    },
    close: async () => {},
  });
  const fleet = openFleet(
    names.map((name) => ({
      name,
      facts: undefined,
      open: () =>
        openClusterSession({
          target: { ...plainTarget, ofSeveral: true, name, url: `https://${name}.example.net` },
          clock,
          transport: transportOf(name),
          credentials: async () => ({ username: '', password: '' }),
          random: () => 0,
          caps,
        }),
    })),
    clock,
  );
  return {
    clock,
    fleet,
    breaks,
    /** How often an endpoint of a cluster was asked since the last call. */
    asked(name: string, endpoint: string): number {
      const all = requests.get(name)?.splice(0) ?? [];
      return all.filter((one) => one === endpoint).length;
    },
    stateOf(name: string) {
      const member = fleet.members.find((each) => each.name === name);
      if (!member) throw new Error(`no ${name}`);
      return member.session.store.getState();
    },
  };
}
