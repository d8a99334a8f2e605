import nodeConsole from 'node:console';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fixture, json, serveWithLogin } from '../http/support.ts';
import { eventually } from '../support/eventually.ts';
import { manualSystemClock } from '../support/manual-system-clock.ts';
import { openFiles } from '../support/open-files.ts';
import { anyPassword, endBySignal, newHome, startCommand } from './run-command.ts';
import { startOnScreen } from './run-screen.ts';

const { clock, inTime, comesInTime } = manualSystemClock();

/** Arguments to watch a cluster without servers, and whether nothing of the program goes on. */
async function emptyCluster() {
  const { url, server, hits } = await serveWithLogin((_request, response) =>
    json(response, 200, { data: { list: [], topology: [] } }),
  );
  // Each answer says that neither side closes idle connections.
  server.keepAliveTimeout = 600_000;
  const connected = promisify(server.getConnections.bind(server));
  const expectEnded = () => {
    expect(clock.waiting).toBe(0);
    return eventually(async () => expect(await connected()).toBe(0));
  };
  return { expectEnded, hits, args: ['--url', url, '--username', 'op'] };
}

/** What would keep the process from a crash, or get the signals of others. */
const listeners = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);

test.each([
  ['a picture of a screen', ['snapshot', '--screen', 'overview']],
  ['a snapshot', ['snapshot']],
  ['config check', ['config', 'check']],
  ['the monitor without a terminal', ['--no-history']],
  ['a check', ['check', '--interval', '1']],
])('%s leaves no timer, connection or listener that would keep the process alive', async (_what, words) => {
  const { args, expectEnded, hits } = await emptyCluster();
  const before = listeners();
  await comesInTime(startCommand([...words, ...args], anyPassword).ended);
  expect(hits.length).toBeGreaterThan(1);
  await expectEnded();
  expect(listeners()).toEqual(before);
});

test('a recording leaves nothing running', async () => {
  const home = newHome();
  const { args, expectEnded } = await emptyCluster();
  const command = startCommand(['record', ...args], anyPassword, { home });
  await inTime(() => expect(command.stderr).toContain('the history is being written'));
  expect(clock.waiting).toBeGreaterThan(0);
  expect((await endBySignal(command)).code).toBe(0);
  expect(openFiles(home)).toEqual([]);
  await expectEnded();
});

test('the exporter follows its certificate and leaves nothing running, and on loopback prints no warning', async () => {
  const { args, expectEnded } = await emptyCluster();
  const [cert, key] = ['localhost.pem', 'key.pem'].map((name) => {
    const file = join(newHome(), name);
    writeFileSync(file, fixture(name), { mode: 0o600 });
    return file;
  }) as [string, string];
  const words = ['export', '--listen', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key];
  const command = startCommand([...words, ...args], anyPassword);
  await inTime(() => expect(command.stdout).toContain('/metrics'));
  expect([clock.waiting > 0, command.stderr]).toEqual([true, '']);
  writeFileSync(cert, 'half a fi');
  await clock.advance(60_000);
  await eventually(() => expect(command.stderr).toContain('the previous certificate stays in use'));
  expect(await endBySignal(command)).toMatchObject({ code: 0 });
  await expectEnded();
});

test('the monitor leaves nothing running, and no listener for signals, resizes or a slow link', async () => {
  const home = newHome();
  const before = listeners();
  const { args, expectEnded } = await emptyCluster();
  const words = ['--theme', 'dark', '--no-history', '--record', join(home, 'a.tape')];
  const app = startOnScreen([...words, ...args], anyPassword, home);
  await inTime(() => expect(app.text()).toContain('Problems'));
  expect(clock.waiting).toBeGreaterThan(0);
  const written = app.output.writes.length;
  app.output.blocked = true;
  app.keyboard.type('2');
  await inTime(() => expect(app.output.writes.length).toBeGreaterThan(written));
  await app.quit();
  await expectEnded();
  expect(listeners()).toEqual(before);
  expect(app.output.listenerCount('resize')).toBe(0);
});

test('the monitor for screen readers leaves nothing running', async () => {
  const home = newHome();
  const { args, expectEnded } = await emptyCluster();
  // Ink patches the console, which does not work with the one of the tests.
  vi.stubGlobal('console', nodeConsole);
  onTestFinished(() => void vi.unstubAllGlobals());
  const app = startOnScreen(args, { ...anyPassword, INK_SCREEN_READER: 'true' }, home);
  await inTime(() => expect(app.output.writes.join('')).toContain('Overview'));
  expect(clock.waiting).toBeGreaterThan(0);
  await app.quit();
  expect(openFiles(home)).not.toContainEqual(expect.stringContaining('.db'));
  // A screen reader follows the cursor on the ordinary screen: it must not be hidden, nor rows be framed.
  expect(app.output.writes.join('')).not.toMatch(/\x1b\[\?1049h|\x1b\[\?25l|[│─━]/);
  await expectEnded();
});
