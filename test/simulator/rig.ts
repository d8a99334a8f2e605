import { expect, onTestFinished } from 'vitest';
import { ManualClock } from '../support/manual-clock.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../world/start.ts';

export interface RigResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; the test asserts on what it reads. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/** A simulator on a clock that stands still, and plain `fetch` to talk to it. */
export class Rig {
  readonly clock: ManualClock;
  readonly sim: Simulator;
  #token = '';

  constructor(sim: Simulator, clock: ManualClock) {
    this.sim = sim;
    this.clock = clock;
  }

  async login(username = this.sim.username, password = this.sim.password): Promise<RigResponse> {
    return this.send('POST', '/api/auth/login', { username, password }, '');
  }

  /** With the token of the first login, or the given one; '' sends none. */
  async send(method: string, path: string, body?: unknown, token?: string): Promise<RigResponse> {
    if (token === undefined && this.#token === '') this.#token = (await this.login()).body.data.accessToken;
    const bearer = token ?? this.#token;
    const response = await fetch(this.sim.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return read(response);
  }

  get(path: string): Promise<RigResponse> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown): Promise<RigResponse> {
    return this.send('POST', path, body);
  }

  /** B1 with these fields; files as [content, name]. */
  async create(
    fields: Readonly<Record<string, string | readonly [Uint8Array, string]>>,
    key?: string,
  ): Promise<RigResponse> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.set(name, value);
      else form.set(name, new Blob([new Uint8Array(value[0])]), value[1]);
    }
    const headers = { 'x-api-key': key ?? this.sim.apiKey };
    return read(
      await fetch(`${this.sim.cloudUrl}/api/request/stream`, { method: 'POST', body: form, headers }),
    );
  }

  async values(key?: string): Promise<RigResponse> {
    const headers: Record<string, string> = key === '' ? {} : { 'x-api-key': key ?? this.sim.apiKey };
    return read(await fetch(`${this.sim.cloudUrl}/api/request/stream/create-possible-values`, { headers }));
  }
}

async function read(response: Response): Promise<RigResponse> {
  const text = await response.text();
  const json = (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json ? JSON.parse(text) : undefined,
  };
}

export const number = expect.any(Number);
export const text = expect.any(String);

/** An object of exactly these members: texts, numbers, and others. */
export function shape(texts: string, numbers = '', others: object = {}): object {
  const all = (names: string, value: unknown) => names.split(' ').map((name) => [name, value]);
  const named = [...all(texts, text), ...all(numbers, number)].filter(([name]) => name !== '');
  return { ...Object.fromEntries(named), ...others };
}

export const oneOf = (words: string) => expect.stringMatching(new RegExp(`^(${words})$`));

/** A refusal with a message; with errors of exactly these fields, where they are given. */
export function refusal({ status, body }: RigResponse, fields?: readonly string[]): readonly unknown[] {
  return [status, typeof body.message, ...(fields ? [Object.keys(body.errors.attributes)] : [])];
}

/** Starts a simulator that ends with the test. */
export async function rig(options: SimulatorOptions = {}): Promise<Rig> {
  const clock = new ManualClock();
  const sim = await startSimulator({ clock, ...options });
  onTestFinished(() => sim.close());
  return new Rig(sim, clock);
}
