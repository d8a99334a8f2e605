import { expect, test } from 'vitest';
import { launch } from './driver.ts';
import { ANSWERED } from './fresh.ts';
import { access, runProgram, simulate } from './program.ts';

/*
 * Features that a Node release may break: the start, SQLite, a screen. CI also runs this file on the oldest supported
 * release.
 */

test('a snapshot is complete, with nothing on standard error', async () => {
  const { args, env } = access(await simulate({ scenario: 'quiet' }));
  const { code, stdout, stderr } = await runProgram(['snapshot', ...args], env);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ partial: false });
});

test('the screens are shown, the history is written, and Node prints no warning', async () => {
  const { args, env } = access(await simulate({ scenario: 'quiet' }));
  await using app = launch({ args, env, columns: 120, rows: 40 });
  await app.sees('Cluster', ANSWERED);
  for (const [key, title] of [
    ['3', '┌─ Servers '],
    ['4', '┌─ Streams '],
    ['2', 'Problems, worst first'],
  ] as const) {
    app.press(key);
    await app.sees(title);
  }
  expect(app.raw).not.toMatch(/Warning:|trace-warnings/);
  app.press('q');
  expect(await app.ends()).toBe(0);
});
