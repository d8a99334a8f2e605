import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { commandNames } from '../../src/cli/options/commands.ts';
import { json, loginResponse, serve } from '../http/support.ts';
import { eventually } from '../support/eventually.ts';
import { configure, endBySignal, newHome, runCommand, startCommand } from './run-command.ts';
import { startOnScreen } from './run-screen.ts';

/*
 * A protection belongs to the risk, not to one command: each command that asks clusters asks a fleet of hostile ones at
 * once, beside a good one.
 */

const FOREIGN = 'edge\u202e\x1b]0;owned\x07\x9b2J\nforged';
const good = { list: [], topology: [{ serverName: 'edge-1' }] };
const list = Array.from({ length: 30_000 }, (_, n) => ({ id: `${n}`, streamKey: 'k', name: `${n}` }));
const objects = Buffer.from(JSON.stringify({ data: { list } }));
const blanks = Buffer.alloc(1_000_000, ' ');
const foreign = { id: FOREIGN, streamKey: FOREIGN, message: FOREIGN, serverName: FOREIGN };
const told = [{ message: 'password-of-secrets token-of-secrets' }];
let polls = 0;
const newNames = () => Array.from({ length: 300 }, (_, n) => ({ serverName: `new-${polls}-${n}` }));

type Attack = (response: ServerResponse, path: string, trap: string) => void;
const data = (response: ServerResponse, value: object) => json(response, 200, { data: value });
/** What each hostile cluster answers, by the protection against it. */
const attacks: Readonly<Record<string, Attack>> = {
  bytes(response) {
    const go = () => {
      while (!response.destroyed && response.write(blanks));
    };
    response.on('drain', go);
    go();
  },
  items(response, path) {
    if (!/streams|applications/.test(path)) return data(response, good);
    response.setHeader('content-type', 'application/json');
    response.end(objects);
  },
  names: (response) => data(response, { list: [], topology: newNames(), poll: polls++ }),
  redirects: (response, path, trap) => json(response, 302, {}, { location: `${trap}${path}` }),
  secrets: (response) => json(response, 400, { errors: told }),
  text: (response) => data(response, { list: [foreign], topology: [foreign] }),
  time: () => {},
};

async function hostileFleet() {
  const asked: Record<string, number> = {};
  // As in the process that `check --timeout` starts.
  const env: Record<string, string> = { CASTWATCH_TIMED: '1' };
  let [sent, yaml] = [0, 'clusters:\n'];
  const { url: trap, hits } = await serve((_, response) => data(response, good));
  const honest: Attack = (response) => data(response, good);
  for (const [name, attack] of Object.entries({ ...attacks, good: honest })) {
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
  const home = newHome();
  configure(home, yaml);
  /** `asked`: requests by cluster; `trapped`: those after a redirect; `sent`: bytes of the longest answer. */
  return { home, env, asked, trapped: hits, sent: () => sent };
}

/** Runs a command to its end, or until the good cluster was asked often beside one that is paused; returns its output. */
type Run = (fleet: Awaited<ReturnType<typeof hostileFleet>>) => Promise<string>;
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
    await eventually(() => expect(asked.good).toBeGreaterThan(before + 2));
    const text = args[0] === 'export' ? await (await fetch(command.stdout.trim())).text() : '';
    await endBySignal(command);
    return text + command.stdout + command.stderr;
  };

const asksClusters: Readonly<Record<string, Run>> = {
  async monitor({ home, env }) {
    const screen = startOnScreen(['--all'], env, home);
    // It polls a cluster that nobody looks at so seldom that a pause would take half a minute.
    await screen.sees(/bytes +The response of/);
    await screen.sees(/ text +whether all is well/);
    const text = screen.text();
    screen.keyboard.type('q');
    await screen.ended;
    return text;
  },
  snapshot: once('snapshot', '--profile', 'good,bytes,items,names,redirects,secrets,text'),
  check: once('check', '--all', '--timeout', '10'),
  export: goesOn('export', '--all', '--listen', '127.0.0.1:0'),
  record: goesOn('record', '--all'),
};
/** Take one cluster at a time, or none; what they read is attacked by tests of their own. */
const others =
  'init capture mcp alerts config demo simulate report sessions capacity history replay completion man';

test('each command is here', () => {
  const here = [...Object.keys(asksClusters), ...others.split(' ')];
  expect(here.toSorted()).toEqual(commandNames.toSorted());
});

test.each(Object.keys(asksClusters))(
  '%s: bytes, items, names, redirects, secrets, foreign text and time are bounded',
  async (name) => {
    const fleet = await hostileFleet();
    const printed = await asksClusters[name]?.(fleet);
    expect(fleet.sent()).toBeLessThan(60_000_000);
    expect(fleet.trapped).toEqual([]);
    expect(Object.keys(fleet.asked)).toEqual(
      expect.arrayContaining(['good', ...Object.keys(attacks).slice(0, -1)]),
    );
    expect(printed).not.toMatch(/(password|token)-of-|\x1b|\x07|\x9b|\u202e|^forged/m);
    expect(printed).toContain('good');
  },
);
