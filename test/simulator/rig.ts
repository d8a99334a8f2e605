import { expect, onTestFinished } from 'vitest';
import { ManualClock } from '../support/manual-clock.ts';
import { type SimulatorOptions, startSimulator } from '../world/start.ts';

/** What a server answered; a test asserts on what it reads. */
export type Json = ReturnType<typeof JSON.parse>;

interface RigResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

async function read(response: Response): Promise<RigResponse> {
  const text = await response.text();
  const json = (response.headers.get('content-type') ?? '').includes('json');
  const { status, headers } = response;
  return { status, headers, text, body: json ? JSON.parse(text) : undefined };
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

/** A refusal, which has a message. */
export const refusal = ({ status, body }: RigResponse): readonly unknown[] => [status, typeof body.message];

const jsonOf = (body: unknown) =>
  typeof body === 'string' || body === undefined ? body : JSON.stringify(body);

/** A simulator on a clock that stands still until the test ends, and plain `fetch` to talk to it. */
export async function rig(options: SimulatorOptions = {}) {
  const clock = new ManualClock();
  const sim = await startSimulator({ clock, ...options });
  onTestFinished(() => sim.close());
  let own = '';
  const login = (username = sim.username, password = sim.password) =>
    send('POST', '/api/auth/login', { username, password }, '');
  /** With the token of the first login, or the given one; '' sends none. */
  const send = async (method: string, path: string, body?: unknown, token?: string): Promise<RigResponse> => {
    if (token === undefined) own ||= (await login()).body.data.accessToken;
    const bearer = token ?? own;
    const headers = {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return read(await fetch(sim.url + path, { method, redirect: 'manual', headers, body: jsonOf(body) }));
  };
  const cloud = async (path: string, key: string, init: RequestInit = {}) => {
    const headers = key === '' ? {} : { 'x-api-key': key };
    return read(await fetch(`${sim.cloudUrl}/api/request/stream${path}`, { ...init, headers }));
  };
  return {
    clock,
    sim,
    login,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
    /** B1 with these fields; files as [content, name]. */
    create(fields: Readonly<Record<string, string | readonly [Uint8Array, string]>>, key = sim.apiKey) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) {
        if (typeof value === 'string') body.set(name, value);
        else body.set(name, new Blob([new Uint8Array(value[0])]), value[1]);
      }
      return cloud('', key, { method: 'POST', body });
    },
    values: (key = sim.apiKey) => cloud('/create-possible-values', key),
  };
}

export type Rig = Awaited<ReturnType<typeof rig>>;
