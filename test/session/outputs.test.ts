import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openTape } from '../../src/recording/open-tape.ts';
import { openOutputs } from '../../src/session/outputs.ts';
import { closedDirectory } from '../support/closed-directory.ts';
import { newFolder } from '../support/new-folder.ts';

const about = () => ({ at: systemClock.now(), endpoint: 'topology', path: '/t', duration: 1 }) as const;

/** The text on standard error. */
function errorLines(): () => string[] {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  return () => stderr.mock.calls.map(([text]) => String(text));
}

test('a recording holds only the cluster that it is named after, and each log line names its cluster', async () => {
  const folder = newFolder();
  const said = errorLines();
  const record = join(folder, 'a.cwr');
  const log = join(folder, 'a.log');
  const outputs = await openOutputs({ record, log }, 'first', systemClock);
  for (const cluster of ['first', 'second']) {
    const { tap, log } = outputs.hooks(cluster);
    tap?.({ ...about(), status: 200, body: Buffer.from(JSON.stringify({ cluster })) });
    log({ ...about(), method: 'GET', status: 200, bytes: 0 });
  }
  await outputs.close();
  expect(said()).toEqual([`castwatch: ${record} holds first only, not second\n`]);
  const tape = await openTape(record);
  const last = tape.latest('topology', '/t', systemClock.now());
  expect(last && Buffer.from(await tape.body(last)).toString()).toBe('{"cluster":"first"}');
  await tape.close();
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).cluster)).toEqual(['first', 'second']);
});

test('failures are shown on a screen, the first one also on a screen that opens later, and all at the end', async () => {
  const said = errorLines();
  const outputs = await openOutputs({}, 'one', systemClock);
  outputs.tell('the disk is full');
  const [first, second] = [[] as string[], [] as string[]];
  const detach = outputs.attach((message) => first.push(message));
  outputs.tell('the log has ended');
  detach();
  outputs.tell('nobody looks');
  outputs.attach((message) => second.push(message));
  expect([first, second]).toEqual([['the disk is full', 'the log has ended'], ['the disk is full']]);
  expect(said()).toEqual([]);
  await Promise.all([outputs.close(), outputs.close()]);
  const all = ['the disk is full', 'the log has ended', 'nobody looks'];
  expect(said()).toEqual(all.map((line) => `castwatch: ${line}\n`));
});

test('failed requests are recorded as well, and losses of a slow disk are reported at the end', async () => {
  const said = errorLines();
  const record = join(await closedDirectory(), 'a.cwr');
  const outputs = await openOutputs({ record }, 'one', systemClock);
  const { tap, log } = outputs.hooks('one');
  log({ ...about(), path: '/failed', method: 'GET', code: 'REFUSED', bytes: 0 });
  const body = Buffer.alloc(1024 * 1024, 'x');
  for (let answer = 0; answer < 70; answer++) tap?.({ ...about(), status: 200, body });
  await outputs.close();
  const lost = /^castwatch: the disk was too slow: \d answers are not in .*a\.cwr\n$/;
  expect(said()).toEqual([expect.stringMatching(lost)]);
  const tape = await openTape(record);
  expect(tape.latest('topology', '/failed', systemClock.now())?.code).toBe('REFUSED');
  await tape.close();
});
