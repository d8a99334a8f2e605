import { expect, test } from 'vitest';
import { access, simulate } from '../../e2e/program.ts';
import { eventually } from '../../support/eventually.ts';
import { configure, newHome } from '../run-command.ts';
import { startOnScreen } from '../run-screen.ts';

test('the monitor draws data, handles keys and restores the terminal', async () => {
  const { args, env } = access(await simulate());
  const app = startOnScreen(args, env);
  await app.sees(/(edge|origin)-fra-1/);
  expect(app.device()).toContain('\x1b[?1049h');
  expect(app.keyboard.isRaw).toBe(true);
  app.keyboard.type('4');
  await app.sees('PUBLISHED');
  await app.quit();
  expect(app.device().lastIndexOf('\x1b[?1049l')).toBeGreaterThan(app.device().lastIndexOf('\x1b[?1049h'));
  expect(app.keyboard.isRaw).toBe(false);
  expect(process.listenerCount('SIGTSTP')).toBe(0);
});

test('a refused login asks for another password on the screen and continues with it', async () => {
  const simulator = await simulate();
  const { args } = access(simulator);
  const app = startOnScreen(args, { CASTWATCH_PASSWORD: 'not-this-one' });
  await app.sees('Login of operator refused. Password:');
  app.keyboard.type('\x1b');
  await app.sees('r asks for the password again');
  app.keyboard.type('r');
  await app.sees('Login of operator refused. Password:');
  for (const letter of `${simulator.password}\r`) app.keyboard.type(letter);
  await app.sees(/(edge|origin)-fra-1/);
  await app.quit();
  expect(app.output.take()).not.toContain(simulator.password);
});

test('a critical problem is announced in the configured way', async () => {
  const simulator = await simulate({ scenario: 'steady', faults: [{ kind: 'error-500', endpoint: 'all' }] });
  const { args, env } = access(simulator);
  const home = newHome();
  configure(home, 'notify: osc9\n');
  const app = startOnScreen(['--interval', '1', '--theme', 'dark', ...args], env, home);
  await app.sees('STALE');
  await eventually(() => expect(app.output.writes.join('')).toContain('\x1b]9;castwatch: '));
  // What ends such a sequence rings no bell.
  expect(app.output.writes.join('').replaceAll(/\x1b\][^\x07]*\x07/g, '')).not.toContain('\x07');
  await app.quit();
});
