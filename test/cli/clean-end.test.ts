import nodeConsole from 'node:console';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { json, serveWithLogin } from '../http/support.ts';
import { eventually } from '../support/eventually.ts';
import { manualSystemClock } from '../support/manual-system-clock.ts';
import { openFiles } from '../support/open-files.ts';
import { endBySignal, newHome, startCommand } from './run-command.ts';
import { startOnScreen } from './run-screen.ts';

const clock = manualSystemClock();

const env = { CASTWATCH_PASSWORD: 'hunter2-secret' };

/** Arguments to watch a cluster without servers, and the number of connections to it. */
async function emptyCluster() {
  const { url, server, hits } = await serveWithLogin((_request, response) =>
    json(response, 200, { data: { list: [], topology: [] } }),
  );
  // Each answer says that neither side closes idle connections.
  server.keepAliveTimeout = 600_000;
  const connected = () => promisify(server.getConnections.bind(server))();
  return { connected, hits, args: ['--url', url, '--username', 'op'] };
}

/** Advances time until the condition holds. */
function inTime(assertion: () => void): Promise<void> {
  return eventually(async () => {
    await clock.advance(50);
    assertion();
  });
}

test.each([
  ['a picture of a screen', ['snapshot', '--no-token-cache', '--screen', 'overview']],
  ['a snapshot', ['snapshot', '--no-token-cache']],
  ['config check', ['config', 'check']],
  ['the monitor without a terminal', ['--no-history']],
  ['a check', ['check', '--no-token-cache', '--interval', '1']],
])('%s leaves no timer, connection or listener that would keep the process alive', async (_what, words) => {
  const { args, connected, hits } = await emptyCluster();
  const before = process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection');
  const command = startCommand([...words, ...args], env);
  let isOver = false;
  void command.ended.finally(() => {
    isOver = true;
  });
  await inTime(() => expect(isOver).toBe(true));
  expect(hits.length).toBeGreaterThan(1);
  expect(clock.waiting).toBe(0);
  await eventually(async () => expect(await connected()).toBe(0));
  expect(process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection')).toBe(
    before,
  );
});

test('a recording leaves nothing running', async () => {
  const home = newHome();
  const { args, connected } = await emptyCluster();
  const command = startCommand(['record', ...args], env, { home });
  await inTime(() => expect(command.stderr).toContain('the history is being written'));
  expect(clock.waiting).toBeGreaterThan(0);
  expect((await endBySignal(command)).code).toBe(0);
  expect(clock.waiting).toBe(0);
  expect(openFiles(home)).toEqual([]);
  await eventually(async () => expect(await connected()).toBe(0));
});

test('the exporter follows its certificate and leaves nothing running, and on loopback prints no warning', async () => {
  const { args, connected } = await emptyCluster();
  const [cert, key] = ['localhost.pem', 'key.pem'].map((name) => {
    const file = join(newHome(), name);
    writeFileSync(file, readFileSync(join(import.meta.dirname, '../http/fixtures', name)), { mode: 0o600 });
    return file;
  }) as [string, string];
  const words = ['export', '--listen', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key];
  const command = startCommand([...words, ...args], env);
  await inTime(() => expect(command.stdout).toContain('/metrics'));
  expect([clock.waiting > 0, command.stderr]).toEqual([true, '']);
  writeFileSync(cert, 'half a fi');
  await clock.advance(60_000);
  await eventually(() => expect(command.stderr).toContain('the previous certificate stays in use'));
  expect(await endBySignal(command)).toMatchObject({ code: 0 });
  expect(clock.waiting).toBe(0);
  await eventually(async () => expect(await connected()).toBe(0));
});

test('the monitor leaves nothing running, and no listener for signals, resizes or a slow link', async () => {
  const home = newHome();
  const counts = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
  const listeners = counts();
  const { args, connected } = await emptyCluster();
  const words = ['--theme', 'dark', '--no-history', '--record', join(home, 'a.tape')];
  const app = startOnScreen([...words, ...args], env, home);
  await inTime(() => expect(app.text()).toContain('Problems'));
  expect(clock.waiting).toBeGreaterThan(0);
  const written = app.output.writes.length;
  app.output.blocked = true;
  app.keyboard.type('2');
  await inTime(() => expect(app.output.writes.length).toBeGreaterThan(written));
  await app.quit();
  expect(clock.waiting).toBe(0);
  await eventually(async () => expect(await connected()).toBe(0));
  expect(counts()).toEqual(listeners);
  expect(app.output.listenerCount('resize')).toBe(0);
});

test('the monitor for screen readers leaves nothing running', async () => {
  const home = newHome();
  const { args, connected } = await emptyCluster();
  // Ink patches the console, which does not work with the one of the tests.
  vi.stubGlobal('console', nodeConsole);
  onTestFinished(() => void vi.unstubAllGlobals());
  const app = startOnScreen(args, { ...env, INK_SCREEN_READER: 'true' }, home);
  await inTime(() => expect(app.output.writes.join('')).toContain('Overview'));
  expect(clock.waiting).toBeGreaterThan(0);
  await app.quit();
  expect(clock.waiting).toBe(0);
  expect(openFiles(home)).not.toContainEqual(expect.stringContaining('.db'));
  // A screen reader follows the cursor on the ordinary screen: it must not be hidden, nor rows be framed.
  expect(app.output.writes.join('')).not.toMatch(/\x1b\[\?1049h|\x1b\[\?25l|[│─━]/);
  await eventually(async () => expect(await connected()).toBe(0));
});
