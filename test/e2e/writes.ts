import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Gate, openGate } from '../support/gate.ts';
import type { EndpointName, FaultKind } from '../world/faults.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../world/start.ts';
import { type Driver, type LaunchOptions, launch } from './driver.ts';
import { seesFresh } from './fresh.ts';

interface DeskOptions {
  readonly screen: 'users' | 'transcoding' | 'cloud';
  readonly simulator?: SimulatorOptions;
  readonly args?: readonly string[];
  readonly prepare?: LaunchOptions['prepare'];
  readonly env?: LaunchOptions['env'];
  readonly command?: LaunchOptions['command'];
}

/** Requests that only read; every other one is a write. */
const READS = /^(GET |POST \/api\/auth\/login|POST \/api\/(streams|applications|viewers)\/batch)/;

/** The real program at a simulated cluster behind a gate, and the state of the cluster over plain HTTP. */
export class Desk {
  readonly sim: Simulator;
  readonly gate: Gate;
  readonly app: Driver;
  #token = '';
  #until = 0;

  constructor(sim: Simulator, gate: Gate, app: Driver) {
    this.sim = sim;
    this.gate = gate;
    this.app = app;
  }

  /** All requests that write, in order, as `PATCH /api/users/2 200`; without those of `ask`. */
  writes(): string[] {
    return this.sim.requests
      .map(({ method, path, status }) => `${method} ${path} ${status}`)
      .filter((request) => !READS.test(request));
  }

  /** The writes of the program during an action, once every request of it is answered. */
  async written(work: () => Promise<unknown>): Promise<string[]> {
    const before = this.writes().length;
    await work();
    return this.writes().slice(before);
  }

  /** Sends over plain HTTP as the operator, past the gate and the program; does not appear in `writes`. */
  async ask(method: string, path: string, attributes?: object): Promise<{ status: number; data: unknown }> {
    if (this.#token === '' || this.sim.world.now() > this.#until) {
      this.#token = await this.login(this.sim.username, this.sim.password);
      this.#until = this.sim.world.now() + 800_000;
    }
    const seen = this.sim.requests.length;
    const response = await fetch(this.sim.url + path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: attributes === undefined ? null : JSON.stringify({ data: { attributes } }),
    });
    const { data } = (await response.json()) as { data?: unknown };
    const mine = this.sim.requests.findIndex((one, index) => index >= seen && one.path === path);
    if (mine >= 0) this.sim.requests.splice(mine, 1);
    return { status: response.status, data };
  }

  /** The token of a user who may log in; empty if the cluster refuses. */
  async login(username: string, password: string): Promise<string> {
    const response = await fetch(`${this.sim.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const { data } = (await response.json()) as { data?: { accessToken?: string } };
    return data?.accessToken ?? '';
  }

  /** The outcomes of the writes in the audit. */
  audit(): Record<string, unknown>[] {
    return this.auditLines().filter(({ outcome }) => outcome !== 'sent');
  }

  /** All its lines; none if nothing was written yet. */
  auditLines(): Record<string, unknown>[] {
    const path = join(this.app.home, 'state/castwatch/audit.jsonl');
    return (existsSync(path) ? readFileSync(path, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  /** Waits until the screen shows it, wherever its lines were broken. */
  async tells(...what: readonly RegExp[]): Promise<void> {
    for (const part of what)
      await this.app.until(() => part.test(flat(this.app.text())), `the screen tells ${part}`);
  }

  /** From the form to its review, and sends it. */
  async send(): Promise<void> {
    await this.review();
    this.app.press('y');
  }

  async review(): Promise<void> {
    this.app.press('enter');
    await this.app.sees('y send');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
    this.gate.close();
    await this.sim.close();
  }
}

/** Polls are rare, so that the write gets the failure and not a poll before it. */
export async function openDesk(options: DeskOptions): Promise<Desk> {
  const sim = await startSimulator({ seed: 3, ...options.simulator });
  const gate = await openGate(sim.url);
  const url = `http://127.0.0.1:${gate.port}`;
  const app = launch({
    args: [
      ...['--url', url, '--username', sim.username, '--cloud-url', `${url}/cloud`],
      ...['--interval', '64', '--screen', options.screen, ...(options.args ?? [])],
    ],
    // So wide that a dialog leaves only borders beside it.
    columns: 88,
    rows: 40,
    env: { CASTWATCH_PASSWORD: sim.password, CASTWATCH_API_KEY: sim.apiKey, ...options.env },
    ...(options.prepare && { prepare: options.prepare }),
    ...(options.command && { command: options.command }),
  });
  await seesFresh(app);
  await app.sees('? help');
  return new Desk(sim, gate, app);
}

interface Trouble {
  readonly name: string;
  readonly begin: (desk: Desk, endpoint: EndpointName) => void;
  /** What the form says. */
  readonly says: RegExp;
  /** How many requests of the write reach the server, each answered with the status that the name begins with. */
  readonly requests: number;
}

const fault =
  (kind: FaultKind) =>
  ({ sim }: Desk, endpoint: EndpointName) =>
    sim.faults.set({ kind, endpoint });

/** Failures that every write may have, and after which only a message remains. */
const troubles: readonly Trouble[] = [
  { name: '401', begin: fault('unauthorized'), says: /\(401\)/, requests: 1 },
  { name: '429', begin: fault('rate-limit'), says: /too many requests.*7s/i, requests: 1 },
  { name: '429 without a time', begin: fault('rate-limit-bare'), says: /too many requests/i, requests: 1 },
  { name: '500', begin: fault('error-500'), says: /\(500\)/, requests: 1 },
  { name: '301', begin: fault('redirect'), says: /redirects.*never follows/, requests: 1 },
  {
    name: 'no connection',
    begin: ({ gate }) => gate.refuse(),
    says: /Not sent, nothing changed/,
    requests: 0,
  },
];

/**
 * Sends the form once for each failure: each is reported in words, sends at most that one request, and leaves
 * everything as it was typed. Afterwards all works again, and nothing has been sent by itself.
 */
export async function sendThroughFailures(
  desk: Desk,
  endpoint: EndpointName,
  sent: { readonly request: string; readonly stays: readonly RegExp[] },
): Promise<void> {
  const { app, sim, gate } = desk;
  for (const { name, begin, says, requests } of troubles) {
    const before = desk.writes().length;
    // After a refused token it is renewed and the write sent again.
    const times = name === '401' ? 2 : requests;
    const expected = Array.from({ length: times }, () => `${sent.request} ${name.slice(0, 3)}`);
    begin(desk, endpoint);
    await desk.send();
    await app.until(
      () => says.test(flat(app.text())) && desk.writes().length >= before + times,
      `${name} is told by ${says}`,
    );
    // What may have happened has its own dialog above the form.
    if (app.text().includes('May have happened')) app.press('esc');
    await desk.tells(...sent.stays);
    expect(desk.writes().slice(before), name).toEqual(expected);
    sim.faults.clear();
    await gate.open();
  }
}

/** The screen as one line, without borders. */
function flat(text: string): string {
  return text
    .replace(/[│┌┐└┘─]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
