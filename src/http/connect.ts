import { systemClock } from '../base/clock.ts';
import { authorize, authorizeByKey } from './authorize.ts';
import { Client } from './client.ts';
import type { CloudApi } from './cloud.ts';
import { createCloudApi } from './cloud.ts';
import { hedge } from './hedge.ts';
import { cloudRate, managementRate, rateLimit } from './limits.ts';
import type { Route } from './line.ts';
import { loginLimiterOf } from './login-limiter.ts';
import type { ManagementApi } from './management.ts';
import { createManagementApi } from './management.ts';
import { type Log, observe, type Tap } from './observe.ts';
import { compose, type Transport } from './request.ts';
import { type RetryOptions, retry } from './retry.ts';
import { Secrets } from './secrets.ts';
import { LoginSession, type SessionOptions } from './session.ts';
import { noSession, type Session } from './session-interface.ts';
import { createTransport, type TransportOptions } from './transport.ts';

type Login = Pick<SessionOptions, 'credentials' | 'tokens' | 'unattended'>;
type Wire = Pick<TransportOptions, 'caFile' | 'allowHttp' | 'limits' | 'clock'>;

export interface ConnectOptions extends Login, Wire {
  /** Base URL of interface A. */
  readonly url: string;
  /** Base URL of interface B. */
  readonly cloudUrl?: string | undefined;
  readonly apiKey?: (() => Promise<string>) | undefined;
  /** The key that interface A takes instead of a login. */
  readonly serverKey?: (() => Promise<string>) | undefined;
  /** Refuses every endpoint that does not only read. */
  readonly readOnly?: boolean | undefined;
  /** The way to the URL, and to a cloud URL of the same server; another one gets only its proxy. */
  readonly route?: TransportOptions['route'];
  readonly retry?: RetryOptions | undefined;
  /** Called with each response of an endpoint that only reads; for recordings. */
  readonly tap?: Tap | undefined;
  readonly log?: Log | undefined;
  /** A recording instead of the network. Then there is no login, and URLs are not checked. */
  readonly transport?: Transport | undefined;
}

export interface Connection {
  readonly api: ManagementApi;
  /** Undefined without `cloudUrl` and `apiKey`. */
  readonly cloud: CloudApi | undefined;
  readonly session: Session;
  /** Ends all requests at once; they reject with `Aborted`. */
  close(): Promise<void>;
}

/**
 * Connects a cluster's clients: retry → authorization → hedge → rate limit → recorder and log → transport. Sends
 * nothing by itself. Throws `InvalidInput` for an unsafe URL or an unreadable CA file.
 */
export function connect(options: ConnectOptions): Connection {
  const clock = options.clock ?? systemClock;
  const readOnly = options.readOnly ?? false;
  const secrets = new Secrets();
  const { allowHttp, caFile, limits, tap, log } = options;
  const remember = (secret: string) => secrets.add(secret);
  const open = (url: string, route: ConnectOptions['route']) =>
    options.transport ?? createTransport({ url, allowHttp, caFile, route, remember, limits, clock });

  const transport = open(options.url, options.route);
  const wire = compose(
    (request) => transport.send(request),
    rateLimit(managementRate, clock),
    observe(clock, { tap, log }),
  );
  const { serverKey } = options;
  const session =
    options.transport || serverKey
      ? noSession
      : new LoginSession({
          send: wire,
          credentials: options.credentials,
          clock,
          limiter: loginLimiterOf(clock, new URL(options.url).origin),
          secrets,
          tokens: options.tokens,
          unattended: options.unattended,
        });
  const authorization = serverKey ? authorizeByKey(serverKey, remember) : authorize(session);
  const send = compose(wire, retry(clock, options.retry), authorization, hedge(clock));
  const api = createManagementApi(new Client({ send, clock, secrets, readOnly }));

  const { cloudUrl, apiKey } = options;
  const cloudTransport =
    cloudUrl === undefined || !apiKey ? undefined : open(cloudUrl, routeToCloud(options, cloudUrl));
  const cloudSend =
    cloudTransport && apiKey
      ? compose(
          (request) => cloudTransport.send(request),
          retry(clock, options.retry),
          authorizeByKey(apiKey, remember),
          rateLimit(cloudRate, clock),
          observe(clock, { tap, log }),
        )
      : undefined;
  const cloud = cloudSend && createCloudApi(new Client({ send: cloudSend, clock, secrets, readOnly }));

  return {
    api,
    cloud,
    session,
    async close() {
      session.close();
      await Promise.all([transport.close(), cloudTransport?.close()]);
    },
  };
}

/** Headers and certificate are secrets for the server of the URL, and its socket leads to no other. */
function routeToCloud({ url, route }: ConnectOptions, cloudUrl: string): ConnectOptions['route'] {
  if (new URL(url).origin === new URL(cloudUrl).origin) return route;
  const shared = ({ proxy }: Route): Route => ({ proxy });
  return typeof route === 'function' ? async () => shared(await route()) : route && shared(route);
}
