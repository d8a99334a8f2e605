import { expect, test } from 'vitest';
import { createKeymap } from '../../src/actions/keymap.ts';
import { ownCommandsOf } from '../../src/config/own-commands.ts';
import { parseConfig } from '../../src/config/parse.ts';

type Keymap = Parameters<typeof createKeymap>;
const known = { checkOwnCommands: (keys: Keymap[0], own: Keymap[2]) => createKeymap(keys, 'live', own) };
const parse = (text: string) => parseConfig(`commands:\n${text}`, 'config.yaml', known);

test('what may change something asks first, and beside the screen it has half a minute', () => {
  const file = parse(
    '  ssh: { on: server, run: [ssh, "{server.host}"], terminal: true }\n  look: { on: entry, run: [echo], readOnly: true, timeout: 5s }',
  );
  expect(ownCommandsOf(file.commands)).toMatchObject([
    { name: 'ssh', title: 'Run ssh {server.host}', confirm: true, timeout: 30_000, terminal: true },
    { name: 'look', confirm: false, timeout: 5_000 },
  ]);
});

test.each([
  ['  x: { on: server, run: [ssh, "{server.ip}"] }', /:2:.*run\.1: there is no .*ip\}.*\{server\.host\}/],
  ['  x: { on: stream, run: [ssh, "{server.host}"] }', /no \{server\.host\} for a.* stream.*\{stream\.key\}/],
  ['  x: { on: server, run: ["{server.name}"] }', /the program itself cannot come from a server/],
  ['  x: { on: server, shell: true, run: ["ping {server.host}"] }', /would become code of .*; write "\$1"/],
  ['  x: { on: server, run: [] }', /must not be empty/],
  ['  x: { on: cloud, run: [a] }', /allowed: server, stream/],
  ['  X_1: { on: server, run: [a] }', /a name has lower-case letters/],
  ['  x: { on: server, run: [a], key: j }', /:2:3: .*‘j’ means ‘move\.down’ on servers already/],
  ['  x: { on: server, run: [a], key: abc }', /‘abc’ is not a key/],
  ['  x: { on: server, run: [a], key: O }\n  y: { on: server, run: [a], key: O }', /:3:3: .*‘O’ means ‘x’/],
  ['  x: { on: server, run: [a], ruin: 1 }', /unknown key "ruin" \(did you mean run\?\)/],
])('%s is an error that says what to write', (text, message) => {
  expect(() => parse(text)).toThrow(message);
});

test('a key may have a meaning on each kind of object, and one of keys: counts', () => {
  const two = '  x: { on: server, run: [a], key: O }\n  y: { on: stream, run: [a], key: O }';
  expect(() => parse(two)).not.toThrow();
  expect(() => parse(`${two}\nkeys: { app.quit: [O] }`)).toThrow(/‘O’ means ‘app\.quit’/);
});
