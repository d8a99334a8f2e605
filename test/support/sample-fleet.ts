import { NetworkError } from '../../src/http/errors.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../src/http/request.ts';
import { openClusterSession } from '../../src/session/cluster-session.ts';
import { openFleet } from '../../src/session/fleet.ts';
import type { MemberCaps } from '../../src/session/member-cost.ts';
import { plainTarget } from './hostile-stack.ts';
import { ManualClock } from './manual-clock.ts';
import {
  applicationsJson,
  dashboardJson,
  journalJson,
  sampleStart,
  streamsJson,
  topologyJson,
} from './sample-json.ts';

const MINUTE_MS = 60_000;
/** The minute of the sample data that is answered. */
const MINUTE = 10;

/** What happens to a request in place of its honest answer. */
export type Break = (
  request: HttpRequest,
  honest: (body?: unknown) => HttpResponse,
) => HttpResponse | Promise<HttpResponse>;

/** Always the same, so that nothing changes unless a test changes it. */
function honestBody({ endpoint }: HttpRequest): unknown {
  if (endpoint === 'dashboard') return dashboardJson(MINUTE);
  if (endpoint === 'topology') return topologyJson(MINUTE);
  if (endpoint === 'streams') return streamsJson(MINUTE);
  if (endpoint === 'applications') return applicationsJson(MINUTE);
  return journalJson(MINUTE);
}

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
      const honest = (body: unknown = honestBody(request)): HttpResponse => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
        duration: 1,
      });
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
      return (
        requests
          .get(name)
          ?.splice(0)
          .filter((one) => one === endpoint).length ?? 0
      );
    },
    stateOf(name: string) {
      const member = fleet.members.find((each) => each.name === name);
      if (!member) throw new Error(`no ${name}`);
      return member.session.store.getState();
    },
  };
}
