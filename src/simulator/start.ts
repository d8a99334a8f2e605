import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Clock, systemClock } from '../base/clock.ts';
import { scaledClock } from '../base/scaled-clock.ts';
import { CloudStreams } from './cloud.ts';
import { hash } from './rng.ts';
import { buildServer, CLOUD_BASE } from './server.ts';
import { Users } from './users.ts';
import { World, type WorldOptions } from './world.ts';

export interface SimulatorOptions extends Partial<WorldOptions> {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  /** Seconds of the cluster, its tokens and its limits, per second of the clock; default 1. */
  speed?: number;
  /** From this Unix ms of the clock on `speed` applies; default: at once. */
  fastFrom?: number;
  username?: string;
  password?: string;
  apiKey?: string;
  /** A key that interface A accepts as X-Api-Key instead of a token; default: none. */
  serverKey?: string;
  /** Default 900,000. */
  tokenLifetimeMs?: number;
  /** The environment variable that is reported to fix the license key, so that replacing it is a 409. */
  licenseLockedBy?: string;
  /** Most cloud streams that may be live at once; default 10. */
  liveLimit?: number;
  /** Adds hooks of a test to the server, such as faults, before its routes are there. */
  extend?: (app: FastifyInstance, running: Running) => void;
}

/** What such hooks may need. `url` returns the server's address once it listens. */
export interface Running {
  readonly world: World;
  readonly clock: Clock;
  readonly url: () => string;
}

/** Addresses and credentials of a simulated cluster. */
export interface Address {
  /** Base URL of interface A, without `/api`. */
  readonly url: string;
  /** Base URL of interface B, without `/api/request`. */
  readonly cloudUrl: string;
  readonly username: string;
  readonly password: string;
  readonly apiKey: string;
}

export interface Simulator extends Address {
  readonly world: World;
  close(): Promise<void>;
}

/** What a client of a simulated cluster needs, and nothing else. */
export function addressOf({ url, cloudUrl, username, password, apiKey }: Address): Address {
  return { url, cloudUrl, username, password, apiKey };
}

/** Starts a simulated cluster; resolves once it listens. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = '127.0.0.1', port = 0, seed = 1, clock: base = systemClock } = options;
  const clock = scaledClock(base, options.speed ?? 1, options.fastFrom ?? base.now());
  const username = options.username ?? 'operator';
  const password = options.password ?? 'operator-1';
  const apiKey = options.apiKey ?? `cw_${hash(seed, 121).toString(16)}${hash(seed, 122).toString(16)}`;
  const world = new World({ ...options, seed, scenario: options.scenario ?? 'steady', clock });
  world.settings.licenseLockedBy = options.licenseLockedBy;
  const context = {
    world,
    users: new Users(username, password),
    cloud: new CloudStreams(seed, options.liveLimit ?? 10),
    clock,
    apiKey,
    serverKey: options.serverKey,
    tokenLifetimeMs: options.tokenLifetimeMs ?? 900_000,
  };
  let url = '';
  const secret = createHash('sha256').update(`${seed} ${password}`).digest('hex');
  const app = await buildServer(context, secret, (server) =>
    options.extend?.(server, { world, clock, url: () => url }),
  );
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo;
  url = `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
  return {
    url,
    cloudUrl: `${url}${CLOUD_BASE}`,
    username,
    password,
    apiKey,
    world,
    close: () => app.close(),
  };
}
