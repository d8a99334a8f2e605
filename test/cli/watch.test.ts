import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { access, simulate } from '../e2e/program.ts';
import { eventually } from '../support/eventually.ts';
import { FakeOutput } from '../support/fake-output.ts';
import { headless } from '../support/headless.ts';
import { Keyboard } from '../support/keyboard.ts';
import { configure, newHome, stubEnvironment } from './run-command.ts';

// The terminal of whoever runs the tests is not ours.
vi.mock('../../src/ui/terminal/foreground.ts', () => ({ isForeground: () => true }));

const window = { columns: 120, rows: 40 };

/** The monitor inside this process, on a terminal that has no window. */
function startMonitor(args: readonly string[], env: Readonly<Record<string, string>>, home = newHome()) {
  const whole = stubEnvironment(home, { TERM: 'xterm-256color', ...env });
  const screen = headless(window.columns, window.rows);
  /** What is written past Node's streams, so that it is out before a process ends. */
  const device = join(home, 'terminal');
  const output = Object.assign(new FakeOutput(window.columns, window.rows), { fd: openSync(device, 'a') });
  const write = output.write.bind(output);
  output.write = (data, done) => {
    void screen.write(data);
    return write(data, done);
  };
  const keyboard = Object.assign(new Keyboard(), { isRaw: false });
  keyboard.setRawMode = (raw?: boolean) => {
    keyboard.isRaw = raw ?? false;
  };
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(output as unknown as typeof process.stdout);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(keyboard.stream as unknown as typeof process.stdin);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    screen.dispose();
  });
  return {
    ended: run(args, whole),
    keyboard,
    output,
    text: () => screen.text().join('\n'),
    device: () => readFileSync(device, 'latin1'),
    sees: (what: string | RegExp) => eventually(() => expect(screen.text().join('\n')).toMatch(what)),
  };
}

test('the monitor draws what it polls, takes keys, and gives the terminal back', async () => {
  const { args, env } = access(await simulate());
  const app = startMonitor(args, env);
  await app.sees('edge-fra-1');
  expect(app.device()).toContain('\x1b[?1049h');
  expect(app.keyboard.isRaw).toBe(true);
  app.keyboard.type('3');
  await app.sees('PUBLISHED');
  app.keyboard.type('q');
  expect(await app.ended).toBe(0);
  expect(app.device().lastIndexOf('\x1b[?1049l')).toBeGreaterThan(app.device().lastIndexOf('\x1b[?1049h'));
  expect(app.keyboard.isRaw).toBe(false);
  expect(process.listenerCount('SIGTSTP')).toBe(0);
});

test('a refused login asks for another password on the screen, and goes on with it', async () => {
  const simulator = await simulate();
  const { args } = access(simulator);
  const app = startMonitor(args, { CASTWATCH_PASSWORD: 'not-this-one' });
  await app.sees('Login of operator refused. Password:');
  app.keyboard.type('\x1b');
  await app.sees('r asks for the password once more');
  app.keyboard.type('r');
  await app.sees('Login of operator refused. Password:');
  for (const letter of `${simulator.password}\r`) app.keyboard.type(letter);
  await app.sees('edge-fra-1');
  app.keyboard.type('q');
  expect(await app.ended).toBe(0);
  expect(app.output.take()).not.toContain(simulator.password);
});

test('a critical problem is told in the way that the configuration names', async () => {
  const simulator = await simulate({ scenario: 'steady', faults: [{ kind: 'error-500', endpoint: 'all' }] });
  const { args, env } = access(simulator);
  const home = newHome();
  configure(home, 'notify: osc9\n');
  const app = startMonitor(['--interval', '1', '--theme', 'dark', ...args], env, home);
  await app.sees('STALE');
  await eventually(() => expect(app.output.writes.join('')).toContain('\x1b]9;castwatch: '));
  app.keyboard.type('q');
  expect(await app.ended).toBe(0);
});
