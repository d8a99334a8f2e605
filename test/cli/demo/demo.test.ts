import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import * as start from '../../../src/cli/demo/start-worker.ts';
import { eventually } from '../../support/eventually.ts';
import { openFiles } from '../../support/open-files.ts';
import { newHome, runCommand } from '../run-command.ts';
import { startOnScreen } from '../run-screen.ts';

const built = new URL('../../../dist/simulator-worker.js', import.meta.url);

/** The code of the thread is this file: usually the one that the build makes. */
function threadsRun(file: URL): void {
  vi.spyOn(start, 'startWorker').mockImplementation((workerData) => new Worker(file, { workerData }));
}
beforeEach(() => threadsRun(built));

/** A home with a directory for temporary files of its own. */
function withTemporary() {
  const home = newHome();
  const TMPDIR = join(home, 'tmp');
  mkdirSync(TMPDIR);
  return { home, env: { TMPDIR }, left: () => readdirSync(TMPDIR) };
}

test('the demo watches a simulated cluster and leaves nothing behind', async () => {
  const { home, env, left } = withTemporary();
  const threads: Worker[] = [];
  const keep = (thread: Worker) => void threads.push(thread);
  process.on('worker', keep);
  onTestFinished(() => void process.off('worker', keep));
  const app = startOnScreen(['demo', '--record', join(home, 'a.tape')], env, home);
  await app.sees(/demo \(steady\)[\s\S]*(origin|transcode|edge)-(fra|iad)-\d/);
  expect(app.text()).toContain('DEMO');
  expect(app.text()).not.toContain('READ-ONLY');
  app.keyboard.type('!');
  await app.sees(/Dashboard.*every 2s /);
  await app.escape('Can this screen be trusted?');
  expect(left()).toHaveLength(1);
  await app.quit();
  expect(left()).toEqual([]);
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  expect(openFiles(home)).not.toContainEqual(expect.stringContaining('a.tape'));
});

test('the demo of a fleet goes from one of its six clusters to another', async () => {
  const { home, env, left } = withTemporary();
  const app = startOnScreen(['demo', '--fleet'], env, home);
  await app.sees(/DEMO +6 clusters[\s\S]*us-west/);
  app.keyboard.type(':cluster us-west\r');
  await app.sees(/DEMO +us-west[\s\S]*Signal path/);
  app.keyboard.type('0');
  await app.sees(/DEMO +6 clusters/);
  await app.quit();
  expect(left()).toEqual([]);
});

test('a wrong option and a simulator that does not start leave nothing behind', async () => {
  const { home, env, left } = withTemporary();
  const refused = startOnScreen(['demo', '--fleet', '--scenario', 'steady'], env, home);
  expect(await refused.ended).toBe(2);
  expect(refused.errors()).toContain('--scenario');
  expect(left()).toEqual([]);
  threadsRun(new URL('data:text/javascript,throw new Error("no room for it")'));
  const tape = join(home, 'b.tape');
  const broken = startOnScreen(['demo', '--record', tape], env, home);
  expect(await broken.ended).toBe(1);
  expect(broken.errors()).toContain('no room for it');
  expect(left()).toEqual([]);
  expect(openFiles(home)).not.toContain(tape);
});

test('in kiosk mode it shows an incident and tours by itself', async () => {
  const { home, env } = withTemporary();
  const app = startOnScreen(['demo', '--kiosk', '1', '--read-only', '--speed', '20'], env, home);
  await app.sees(/demo \(incident\)/);
  expect(app.text()).toContain('READ-ONLY');
  await app.sees('Every server');
  await app.quit();
});

test('a fast demo has one clock for journal and screen', async () => {
  const { home, env } = withTemporary();
  const app = startOnScreen(['demo', '--speed', '32', '--screen', 'journal', '--seed', '1'], env, home);
  /** The times of the clock and of the newest entry, ms. */
  const times = () => {
    const rows = app.text().split('\n');
    const shown = [rows[0], rows.findLast((row) => row.includes('Stream:'))];
    return shown.map((row) => Date.parse(`1970-01-01T${row?.match(/\d\d:\d\d:\d\d/)?.[0]}Z`)) as [
      number,
      number,
    ];
  };
  const between = (from: number, to: number) => ((to - from) / 1_000 + 86_400) % 86_400;
  await app.sees(/following[\s\S]*Stream:/);
  const [start] = times();
  await eventually(() => {
    const [clock, newest] = times();
    expect(between(start, clock)).toBeGreaterThan(60);
    expect(between(newest, clock)).toBeLessThan(60);
  });
  await app.quit();
});

test('it says when there is no terminal, or no place for its files', async () => {
  const stderr = expect.stringContaining('For scripts: castwatch simulate.');
  expect(await runCommand(['demo'])).toEqual({ code: 3, stdout: '', stderr });
  const app = startOnScreen(['demo'], { TMPDIR: '/no-such-directory' });
  expect(await app.ended).toBe(2);
  expect(app.errors()).toContain('cannot write to the directory for temporary files /no-such-directory');
});
