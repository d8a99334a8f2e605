import type { IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import { configure, newHome } from '../cli/run-command.ts';
import { simulate } from '../e2e/program.ts';
import { json, loginResponse, serve } from '../http/support.ts';
import type { Simulator, SimulatorOptions } from '../world/start.ts';

/** Simulated clusters, and a home whose configuration names them all. Each has a user and a password of its own. */
export async function fleetHome(simulations: Readonly<Record<string, SimulatorOptions>>, more = '') {
  const home = newHome();
  /** The password of each cluster, in a variable of its own. */
  const env: Record<string, string> = {};
  const clusters: Record<string, Simulator> = {};
  const lines: string[] = [];
  for (const [index, [name, options]] of Object.entries(simulations).entries()) {
    const own = { username: `user-${name}`, password: `secret-of-${name}`, seed: index + 1 };
    const simulator = await simulate({ scenario: 'quiet', servers: 8, streams: 20, ...own, ...options });
    const variable = `PASSWORD_${index}`;
    clusters[name] = simulator;
    env[variable] = own.password;
    lines.push(
      `  ${name}: { url: '${simulator.url}', username: ${own.username}, password: { env: ${variable} }, interval: 1 }\n`,
    );
  }
  configure(home, `clusters:\n${lines.join('')}${more}`);
  return { home, env, clusters };
}

/** Six clusters, of which three cannot be read: one hangs, one refuses the login, one answers with garbage. */
export async function brokenFleet() {
  const fleet = await fleetHome({
    eu: {},
    hangs: { faults: [{ kind: 'black-hole' }] },
    us: {},
    refuses: {},
    garbage: { faults: [{ kind: 'truncated-json' }] },
    ap: {},
  });
  fleet.env.PASSWORD_3 = 'not-this-one';
  return fleet;
}

/** A cluster that keeps every byte that it is sent. Each has a token and a name of its servers of its own. */
async function listener(name: string, refuses: boolean) {
  const received: string[] = [];
  const { url } = await serve((request: IncomingMessage, response, body) => {
    received.push([request.method, request.url, JSON.stringify(request.headers), body].join(' '));
    const isLogin = request.url?.endsWith('/api/auth/login') === true;
    if (isLogin && refuses) json(response, 403, { message: `not you at ${name}` });
    else if (isLogin) json(response, 200, loginResponse(`token-of-${name}`));
    else json(response, 200, { data: { list: [], topology: [{ serverName: `server-of-${name}` }] } });
  });
  return { name, url, all: () => received.join('\n') };
}

interface ListenerSettings {
  /** Accepts no login. */
  readonly refuses?: string;
  /** Has no password in the configuration. */
  readonly prompts?: string;
  /** More settings of each. */
  readonly more?: (name: string, url: string) => string;
}

/** Clusters that keep what they are sent, each with its own secrets in a configuration that names them all. */
export async function listeners(names: readonly string[], settings: ListenerSettings = {}) {
  const { refuses, prompts, more = () => '' } = settings;
  const home = newHome();
  const clusters = await Promise.all(names.map((name) => listener(name, name === refuses)));
  const lines = clusters.map(({ name, url }) => {
    const password = name === prompts ? '' : `, password: { env: PW_${name} }`;
    return `  ${name}: { url: '${url}', username: user-of-${name}${password}${more(name, url)} }\n`;
  });
  configure(home, `clusters:\n${lines.join('')}`);
  const env = Object.fromEntries(names.map((name) => [`PW_${name}`, `password-of-${name}`]));
  /** Each got its own password, and no word of another. */
  const expectApart = () => {
    for (const { name, all } of clusters) {
      expect(all()).toContain(`password-of-${name}`);
      for (const other of clusters) {
        if (other.name === name) continue;
        expect(all()).not.toContain(`-of-${other.name}`);
        expect(all()).not.toContain(new URL(other.url).host);
      }
    }
  };
  return { home, env, clusters, expectApart };
}
