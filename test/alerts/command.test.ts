import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createCommand } from '../../src/alerts/command.ts';
import { systemClock } from '../../src/base/clock.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { alertFor, messageOf } from './rig.ts';

const node = process.execPath;

function run(
  program: string,
  { timeout = 20_000, message = messageOf(), words = [] as readonly string[] } = {},
) {
  const argv = [node, '-e', program, ...words];
  return createCommand({ argv, env: { PATH: '' }, timeout, clock: systemClock }).deliver('id-1', message);
}

test('a command gets the message as JSON on its standard input, and its output is kept', async () => {
  const result = await run(`
    let text = '';
    process.stdin.on('data', (chunk) => (text += chunk)).on('end', () => {
      const { incident } = JSON.parse(text);
      console.log(process.env.CASTWATCH_EVENT, process.env.CASTWATCH_MESSAGE_ID, incident.culprit);
    });
  `);
  expect(result).toEqual({ kind: 'sent', outcome: 'exit code 0: raised id-1 edge-1' });
});

test('text of a server is never an argument, and reaches no shell', async () => {
  const message = messageOf('raised', alertFor('$(touch x); --evil'));
  const result = await run('console.log(process.argv.slice(1).join())', { message, words: ['$HOME;*'] });
  expect(result.outcome).toBe('exit code 0: $HOME;*');
});

test('a command that fails is tried again, with its reason', async () => {
  expect(await run('console.error("no route"); process.exit(3)')).toEqual({
    kind: 'later',
    outcome: 'exit code 3: no route',
  });
});

test('a command that is not there is reported', async () => {
  const missing = createCommand({ argv: ['/no/such/program'], env: {}, timeout: 1_000, clock: systemClock });
  expect(await missing.deliver('id', messageOf())).toMatchObject({
    kind: 'later',
    outcome: expect.stringContaining('could not be run'),
  });
});

test('whether a command is there is told without running it', async () => {
  const reach = (program: string, PATH: string) =>
    createCommand({ argv: [program], env: { PATH }, timeout: 1_000, clock: systemClock }).reach();
  const found = { kind: 'sent', outcome: 'can be run' };
  expect(await reach(node, '')).toEqual(found);
  expect(await reach(basename(node), `/no/such/folder:${dirname(node)}`)).toEqual(found);
  const lacking = { kind: 'refused', outcome: 'is not found, or may not be run' };
  expect(await reach('/no/such/program', dirname(node))).toEqual(lacking);
  expect(await reach(basename(node), '/no/such/folder')).toEqual(lacking);
  expect(await reach(import.meta.filename, '')).toEqual(lacking);
});

test('a command that does not read its input still counts, however long the message is', async () => {
  const long = { ...messageOf(), cluster: 'x'.repeat(1_000_000) };
  expect(await run('process.stdin.destroy(); process.exit(0)', { message: long })).toMatchObject({
    kind: 'sent',
  });
});

test('closing ends a command that still runs', async () => {
  const clock = new ManualClock();
  const argv = [node, '-e', 'setInterval(() => {}, 1e6)'];
  const way = createCommand({ argv, env: {}, timeout: 1_000, clock });
  const result = way.deliver('id', messageOf());
  await way.close();
  expect(await result).toMatchObject({ kind: 'later' });
});
