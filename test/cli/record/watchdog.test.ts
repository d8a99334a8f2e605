import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { json, serveWithLogin } from '../../http/support.ts';
import { eventually } from '../../support/eventually.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { newHome, startCommand } from '../run-command.ts';

vi.mock('../../../src/base/clock.ts', async (importOriginal) => {
  const { ManualClock } = await import('../../support/manual-clock.ts');
  return { ...(await importOriginal<object>()), systemClock: new ManualClock() };
});
const told: string[] = [];
vi.mock('../../../src/cli/record/service-units.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  notifyService: async (_env: NodeJS.ProcessEnv, words: readonly string[]) => void told.push(...words),
}));
const clock = (await import('../../../src/base/clock.ts')).systemClock as ManualClock;

const PERIOD_MS = 60_000;

test('the service manager is told twice in each period that recording is alive, until it ends', async () => {
  const { url } = await serveWithLogin((_request, response) =>
    json(response, 200, { data: { list: [], topology: [] } }),
  );
  const home = newHome();
  const command = startCommand(
    ['record', '--url', url, '--username', 'op'],
    {
      CASTWATCH_PASSWORD: 'hunter2-secret',
      NOTIFY_SOCKET: join(home, 'socket'),
      WATCHDOG_USEC: `${PERIOD_MS}000`,
    },
    { home },
  );
  await eventually(() => expect(told).toEqual(['--ready', 'WATCHDOG=1']));
  for (let period = 0; period < 3; period++) {
    told.length = 0;
    await clock.advance(PERIOD_MS);
    expect(told).toEqual(['WATCHDOG=1', 'WATCHDOG=1']);
  }
  process.emit('SIGTERM');
  expect((await command.ended).code).toBe(0);
  told.length = 0;
  await clock.advance(PERIOD_MS);
  expect(told).toEqual([]);
});
