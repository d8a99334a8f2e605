import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createCommand } from '../../src/alerts/command.ts';
import { systemClock } from '../../src/base/clock.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { alertFor, messageOf } from './rig.ts';

const node = process.execPath;

function run(program: string, { message = messageOf(), words = [] as readonly string[] } = {}) {
  const [argv, env] = [[node, '-e', program, ...words], { PATH: '' }];
  return createCommand({ argv, env, timeout: 20_000, clock: systemClock }).deliver('id-1', message);
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

test('a command that fails, or is not there, is tried again, with its reason', async () => {
  const failed = { kind: 'later', outcome: 'exit code 3: no route' };
  expect(await run('console.error("no route"); process.exit(3)')).toEqual(failed);
  const missing = createCommand({ argv: ['/no/such/program'], env: {}, timeout: 1_000, clock: systemClock });
  const notRun = { kind: 'later', outcome: expect.stringContaining('could not be run') };
  expect(await missing.deliver('id', messageOf())).toMatchObject(notRun);
});

test('whether a command is there is told without running it', async () => {
  const reach = (program: string, PATH: string) =>
    createCommand({ argv: [program], env: { PATH }, timeout: 1_000, clock: systemClock }).reach();
  const there = [await reach(node, ''), await reach(basename(node), `/no/such/folder:${dirname(node)}`)];
  expect(there).toEqual(Array(2).fill({ kind: 'sent', outcome: 'can be run' }));
  const lacking = { kind: 'refused', outcome: 'is not found, or may not be run' };
  const missing = [
    ['/no/such/program', dirname(node)],
    [basename(node), '/no/such/folder'],
    [import.meta.filename],
  ];
  for (const [program = '', PATH = ''] of missing) expect(await reach(program, PATH)).toEqual(lacking);
});

test('a command that does not read its input still counts, however long the message is', async () => {
  const message = { ...messageOf(), cluster: 'x'.repeat(1_000_000) };
  const { kind } = await run('process.stdin.destroy(); process.exit(0)', { message });
  expect(kind).toBe('sent');
});

test('closing ends a command that still runs', async () => {
  const clock = new ManualClock();
  const argv = [node, '-e', 'setInterval(() => {}, 1e6)'];
  const way = createCommand({ argv, env: {}, timeout: 1_000, clock });
  const result = way.deliver('id', messageOf());
  await way.close();
  expect(await result).toMatchObject({ kind: 'later' });
});
