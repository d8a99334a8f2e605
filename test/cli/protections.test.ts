import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { commandTable } from '../../src/cli/options/commands.ts';
import { json, loginResponse, serve } from '../http/support.ts';
import { eventually } from '../support/eventually.ts';
import { configure, newHome, runCommand, startCommand } from './run-command.ts';
import { startOnScreen } from './run-screen.ts';

/*
 * A protection belongs to the risk, not to one command: each command that asks clusters asks a fleet of hostile ones at
 * once, beside a good one.
 */

const FOREIGN = 'edge\u202e\x1b]0;owned\x07\x9b2J\nforged';
const good = { list: [], topology: [{ serverName: 'edge-1' }] };
const honest: Attack = (response) => json(response, 200, { data: good });
let polls = 0;
const names = () => Array.from({ length: 2_000 }, (_, n) => ({ serverName: `new-${polls}-${n}` }));
const objects = Array.from({ length: 30_000 }, (_, n) => ({ id: `${n}`, streamKey: 'k', name: `${n}` }));

/** What each hostile cluster answers, by the protection against it. */
type Attack = (response: ServerResponse, path: string, trap: string) => void;
const attacks: Readonly<Record<string, Attack>> = {
  bytes(response) {
    response.setHeader('content-type', 'application/json');
    const go = () => {
      while (!response.destroyed && response.write(' '.repeat(1_000_000)));
    };
    response.on('drain', go);
    go();
  },
  items: (response, path) =>
    json(response, 200, {
      data: /streams|applications/.test(path) ? { list: objects, hasNext: false } : good,
    }),
  names: (response) => json(response, 200, { data: { list: [], topology: names() }, n: polls++ }),
  redirects: (response, path, trap) => json(response, 302, {}, { location: `${trap}${path}` }),
  secrets: (response) =>
    json(response, 400, { errors: [{ message: 'password-of-secrets token-of-secrets' }] }),
  text: (response) =>
    json(response, 200, {
      data: {
        list: [{ id: FOREIGN, streamKey: FOREIGN, message: FOREIGN }],
        topology: [{ serverName: FOREIGN }],
      },
    }),
  time: () => {},
};

interface Hostile {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Requests by cluster, and those that followed a redirect. */
  readonly asked: Readonly<Record<string, number>>;
  /** Most bytes that one answer without end could send. */
  readonly sent: () => number;
}

async function hostileFleet(): Promise<Hostile> {
  const asked: Record<string, number> = { trap: 0 };
  const home = newHome();
  // As in the process that `check --timeout` starts.
  const env: Record<string, string> = { CASTWATCH_TIMED: '1' };
  let [sent, yaml] = [0, 'clusters:\n'];
  const { url: trap } = await serve((_, response) => {
    asked.trap = (asked.trap ?? 0) + 1;
    json(response, 200, { data: good });
  });
  for (const [name, attack] of Object.entries<Attack>({ ...attacks, good: honest })) {
    const { url } = await serve((request, response) => {
      const path = request.url ?? '';
      if (path.endsWith('/api/auth/login')) return json(response, 200, loginResponse(`token-of-${name}`));
      asked[name] = (asked[name] ?? 0) + 1;
      const { socket } = response;
      response.on('close', () => (sent = Math.max(sent, socket?.bytesWritten ?? 0)));
      attack(response, path, trap);
    });
    env[`PW_${name}`] = `password-of-${name}`;
    yaml += `  ${name}: { url: '${url}', username: op, password: { env: PW_${name} }, interval: 1 }\n`;
  }
  configure(home, yaml);
  return { home, env, asked, sent: () => sent };
}

/** What each command prints until it ends, or until it has been asked to after the good cluster was asked often. */
type Run = (fleet: Hostile) => Promise<string>;
const once =
  (...args: readonly string[]): Run =>
  async ({ home, env }) => {
    const { stdout, stderr } = await runCommand(args, env, { home });
    return stdout + stderr;
  };
const goesOn =
  (...args: readonly string[]): Run =>
  async ({ home, env, asked }) => {
    const command = startCommand(args, env, { home });
    await eventually(() => expect(command.stderr).toMatch(/bytes: paused: it sent/));
    const before = asked.good ?? 0;
    await eventually(() => expect(asked.good).toBeGreaterThan(before + 5));
    const text = args[0] === 'export' ? await (await fetch(command.stdout.trim())).text() : '';
    process.emit('SIGTERM');
    await command.ended;
    return text + command.stdout + command.stderr;
  };

const asksClusters: Readonly<Record<string, readonly Run[]>> = {
  monitor: [
    async ({ home, env, asked }) => {
      const screen = startOnScreen(['--all'], env, home);
      await screen.sees(/bytes.*paused/);
      await eventually(() => expect(asked.redirects).toBeGreaterThan(1));
      const text = screen.text();
      screen.keyboard.type('q');
      await screen.ended;
      return text;
    },
  ],
  snapshot: [once('snapshot', '--profile', 'good,bytes,items,names,redirects,secrets,text')],
  check: [once('check', '--all', '--timeout', '10')],
  export: [goesOn('export', '--all', '--listen', '127.0.0.1:0')],
  record: [goesOn('record', '--all')],
};

/** These ask no cluster of the configuration, or take one: their tests attack them. */
const others = ['init', 'capture', 'mcp', 'alerts'];
const asksNone = 'config demo simulate report sessions capacity history replay completion man'.split(' ');

test('each command is here', () => {
  const here = [...Object.keys(asksClusters), ...others, ...asksNone];
  expect(here.toSorted()).toEqual(commandTable.map(({ name }) => name).toSorted());
});

test.each(Object.entries(asksClusters).flatMap(([name, runs]) => runs.map((run) => ({ name, run }))))(
  '$name: bytes, items, names, redirects, secrets, foreign text and time are bounded',
  async ({ run }) => {
    const fleet = await hostileFleet();
    const before = process.memoryUsage().rss;
    const printed = await run(fleet);
    expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000);
    expect(fleet.sent()).toBeLessThan(60_000_000);
    expect(fleet.asked).toMatchObject({ trap: 0 });
    for (const name of ['good', 'bytes', 'items', 'names', 'redirects', 'secrets', 'text'])
      expect([name, fleet.asked[name] ?? 0]).not.toEqual([name, 0]);
    expect(printed).not.toMatch(/(password|token)-of-/);
    expect(printed).not.toMatch(/\x1b|\x07|\x9b|\u202e|^forged/m);
    expect(printed).toContain('good');
  },
);
