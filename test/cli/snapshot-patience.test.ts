import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ManualClock } from '../../src/base/manual-clock.ts';
import { parseArguments } from '../../src/cli/options.ts';
import { snapshotCommand } from '../../src/cli/snapshot.ts';
import { json, serveWithLogin } from '../http/support.ts';
import { eventually } from '../support/eventually.ts';

vi.mock('../../src/base/clock.ts', async (importOriginal) => {
  const { ManualClock } = await import('../../src/base/manual-clock.ts');
  return { ...(await importOriginal<object>()), systemClock: new ManualClock() };
});
const clock = (await import('../../src/base/clock.ts')).systemClock as ManualClock;

/** How long the server takes for each page of the streams, of which there is no end, ms. */
const SLOW_MS = 5_000;

test('a list without end takes a minute: then what was read is printed, and what is missing is named', async () => {
  const home = mkdtempSync(join(tmpdir(), 'castwatch-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const name of ['XDG_CONFIG_HOME', 'XDG_STATE_HOME']) vi.stubEnv(name, home);
  const waiting: (() => void)[] = [];
  let pages = 0;
  const { url } = await serveWithLogin((request, response) => {
    const list = [{ id: `s-${pages}`, streamKey: 'k' }];
    const answer = () => json(response, 200, { data: { list, hasNext: true, itemsPerPage: 1 }, meta: {} });
    if (!request.url?.startsWith('/api/streams')) json(response, 200, { data: { list: [], topology: [] } });
    else {
      pages++;
      waiting.push(answer);
    }
  });
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    printed += text;
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  const env = { CASTWATCH_PASSWORD: 'hunter2-secret' };
  const args = parseArguments(['snapshot', '--url', url, '--username', 'op', '--no-token-cache'], env);
  const begun = clock.monotonic();
  let code: number | undefined;
  const ended = snapshotCommand(args, env).then((value) => {
    code = value ?? -1;
  });
  while (code === undefined) {
    await eventually(() => expect(code !== undefined || waiting.length > 0).toBe(true));
    await clock.advance(SLOW_MS);
    waiting.shift()?.();
    if (clock.monotonic() - begun >= 60_000) await ended;
  }
  vi.restoreAllMocks();
  expect(clock.monotonic() - begun).toBe(60_000);
  expect(code).toBe(1);
  expect(JSON.parse(printed)).toMatchObject({
    partial: true,
    resources: {
      dashboard: { ok: true },
      streams: { ok: false, error: { code: 'TIMEOUT', message: 'not read within 60 s' } },
    },
  });
});
