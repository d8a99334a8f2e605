import { tableKeys } from '../../src/base/table.ts';

/** The endpoints by their short names, each with the beginning of its paths; the first one counts. */
const routes = {
  login: '/api/auth/login',
  users: '/api/users',
  streams: '/api/streams',
  applications: '/api/applications',
  viewers: '/api/viewers',
  journal: '/api/cluster/journal',
  dashboard: '/api/cluster/dashboard',
  topology: '/api/cluster/topology',
  transcode: '/api/transcode',
  license: '/api/license',
  'cloud-values': '/cloud/api/request/stream/',
  'cloud-create': '/cloud/api/request/stream',
} as const;
export type EndpointName = keyof typeof routes;
export const endpointNames = tableKeys(routes);

/** The endpoint of a route of the simulator. */
export function endpointOf(route: string | undefined): EndpointName | undefined {
  return endpointNames.find((name) => route?.startsWith(routes[name]));
}

/** The kinds of faults and what they do. */
export const faultKinds = {
  'black-hole': 'accepts the request and never answers',
  reset: 'breaks the connection in the middle of the body',
  'slow-drip': 'sends the body a few bytes a second',
  'truncated-json': 'ends the body too early',
  html: 'answers like a proxy: 502 and a page',
  'wrong-content-type': 'says that JSON is text/plain',
  'wrong-shape': 'valid JSON of another shape',
  'bad-item': 'one broken item among good ones',
  'giant-body': 'a body without end',
  redirect: '301 to elsewhere',
  unauthorized: '401 to every request but the login',
  'revoked-token': '401 to tokens issued before the fault began',
  'rate-limit': '429 with Retry-After',
  'rate-limit-bare': '429 without Retry-After',
  'error-500': '500 to every request',
  'order-refused': '400 to every orderBy',
  'order-ignored': 'the order asked for is ignored; the journal answers oldest first',
  'empty-topology': 'a topology without servers',
  restart: 'the cluster restarts: younger counters, journal ids begin again',
  'clock-skew': "the server's clock is an hour ahead",
  clock: "the server's clock jumps to and fro by an hour, every ten seconds",
  'unknown-words': 'unknown states, types and grades, and additional fields',
  'connection-ids': 'viewers are looked up by connectionIds; ids is a 400',
  'empty-update-refused': '400 to updates with nothing in them',
  'license-fixed': 'an environment variable fixes the license key: replacing it is a 409',
  'text-numbers': 'percentages come as text',
  mono: 'every application does everything: its type is MONO',
  mockup: 'the topology says that it is a mockup',
  'feed-sink': 'the dashboard counts feed and sink groups',
  'no-transcoding': 'the plan of the cloud permits no transcoding',
  'hostile-text': 'escape sequences in every string',
} as const;
export type FaultKind = keyof typeof faultKinds;

export interface FaultSpec {
  readonly kind: FaultKind;
  /** Default: all endpoints. */
  readonly endpoint?: EndpointName | undefined;
  /** Seconds after the simulator's start, by its clock; default: at once. */
  readonly at?: number;
  /** Seconds; default: until cleared. */
  readonly duration?: number;
}

/**
 * Reads `kind[:endpoint][@start[+duration]]`, as in `black-hole:dashboard@30+60`.
 * @throws RangeError that lists what is allowed
 */
export function parseFault(text: string): FaultSpec {
  const match = /^([a-z0-9-]+)(?::([a-z-]+))?(?:@(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?)?$/.exec(text.trim());
  const [, kind, endpoint, at, duration] = match ?? [];
  if (kind === undefined || !Object.hasOwn(faultKinds, kind)) {
    const kinds = Object.keys(faultKinds).join(', ');
    const form = 'KIND[:ENDPOINT][@START[+SECONDS]], as in black-hole:dashboard@30+60';
    throw new RangeError(`not a fault: "${text}". Write ${form}, with one of: ${kinds}`);
  }
  const named = endpointNames.find((name) => name === endpoint);
  if (endpoint !== undefined && !named)
    throw new RangeError(
      `not an endpoint: "${endpoint}" in "${text}". Use one of: ${endpointNames.join(', ')}`,
    );
  return {
    kind: kind as FaultKind,
    endpoint: named,
    ...(at === undefined ? {} : { at: Number(at) }),
    ...(duration === undefined ? {} : { duration: Number(duration) }),
  };
}

interface Armed {
  readonly spec: FaultSpec;
  /** Milliseconds of the clock's monotonic time. */
  readonly from: number;
  readonly to: number;
  /** Applied already (only `restart` is applied just once). */
  fired: boolean;
}

/** The active faults of a simulator. */
export class Faults {
  readonly #monotonic: () => number;
  readonly #start: number;
  #armed: Armed[] = [];

  /** @param monotonic milliseconds of the simulator's clock */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
    this.#start = monotonic();
  }

  /** Replaces all faults. Those without `at` begin now. */
  set(...specs: readonly FaultSpec[]): void {
    this.#armed = specs.map((spec) => {
      const from = spec.at === undefined ? this.#monotonic() : this.#start + spec.at * 1000;
      return { spec, from, to: from + (spec.duration ?? Number.POSITIVE_INFINITY) * 1000, fired: false };
    });
  }

  clear(): void {
    this.#armed = [];
  }

  /** Kinds of faults that apply to the endpoint now. */
  active(endpoint: EndpointName): ReadonlySet<FaultKind> {
    const now = this.#monotonic();
    const kinds = new Set<FaultKind>();
    for (const { spec, from, to } of this.#armed) {
      // All endpoints that need a token answer 401. The login itself works, unless it is named.
      const every = spec.kind !== 'unauthorized' || endpoint !== 'login';
      const hits = spec.endpoint === undefined ? every : spec.endpoint === endpoint;
      if (hits && now >= from && now < to) kinds.add(spec.kind);
    }
    return kinds;
  }

  /** Seconds since the simulator's start, for faults that change over time. */
  get seconds(): number {
    return (this.#monotonic() - this.#start) / 1000;
  }

  /** Tokens older than this are revoked, ms; undefined: none is. */
  get revokedAge(): number | undefined {
    const now = this.#monotonic();
    const from = this.#armed
      .filter((a) => a.spec.kind === 'revoked-token' && now >= a.from && now < a.to)
      .map((a) => now - a.from);
    return from.length > 0 ? Math.min(...from) : undefined;
  }

  /** How many ms ago a restart was due that has not been carried out; undefined if there is none. */
  takeRestart(): number | undefined {
    const now = this.#monotonic();
    const due = this.#armed.find((a) => a.spec.kind === 'restart' && !a.fired && now >= a.from);
    if (!due) return undefined;
    due.fired = true;
    return now - due.from;
  }
}
