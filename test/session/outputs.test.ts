import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openTape } from '../../src/recording/open-tape.ts';
import { openOutputs } from '../../src/session/outputs.ts';

test('a recording holds the cluster that it is named after; the log names whose each line is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'castwatch-outputs-'));
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  try {
    const record = join(folder, 'a.cwr');
    const log = join(folder, 'a.log');
    const outputs = await openOutputs({ record, log }, 'first', systemClock);
    for (const cluster of ['first', 'second']) {
      const { tap, log } = outputs.hooks(cluster);
      const endpoint = 'topology';
      const body = Buffer.from(JSON.stringify({ cluster }));
      tap?.({ at: systemClock.now(), endpoint, path: '/t', status: 200, body, duration: 1 });
      log({ at: systemClock.now(), endpoint, method: 'GET', path: '/t', duration: 1, status: 200, bytes: 0 });
    }
    await outputs.close();
    expect(stderr.mock.calls.map(([text]) => text)).toEqual([
      `castwatch: ${record} holds first only, not second\n`,
    ]);
    const tape = await openTape(record);
    const last = tape.latest('topology', '/t', systemClock.now());
    expect(last && Buffer.from(await tape.body(last)).toString()).toBe('{"cluster":"first"}');
    await tape.close();
    const lines = (await readFile(log, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).cluster)).toEqual(['first', 'second']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
