import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Attack, attacks, hostileServer } from '../support/hostile-server.ts';
import { newFolder } from '../support/new-folder.ts';
import { type Driver, launch } from './driver.ts';
import { runProgram, simulate } from './program.ts';

/** CPU time of the main thread until a key is answered. Without its limits the program would compute for seconds or for ever. */
const KEY_CPU_MS = 1_500;
/** Unit of the times in `/proc`. */
const TICK_MS = 10;
const MEMORY_MB = 400;

async function attacked(attack: Attack, isAttacked?: (path: string) => boolean) {
  const simulator = await simulate({ scenario: 'quiet' });
  const server = await hostileServer(simulator.url, attack, isAttacked);
  const args = ['--url', server.url, '--username', simulator.username, '--interval', '1'];
  return { server, args, env: { CASTWATCH_PASSWORD: simulator.password } };
}

/** CPU time of the slowest key on the main thread, ms; keys are pressed as long as the attack lasts. */
async function slowestKey(app: Driver, isOver: () => boolean): Promise<number> {
  let dearest = 0;
  do {
    const before = computed(app);
    app.press('?');
    await app.sees('Search:');
    dearest = Math.max(dearest, computed(app) - before);
    app.press('esc');
    await app.seesNo('Search:');
  } while (!isOver());
  return dearest;
}

/** CPU time of the main thread so far, ms; wall time would be longer on a busy machine. 0 where it is unknown. */
function computed({ pty: { pid } }: Driver): number {
  if (process.platform !== 'linux') return 0;
  const [, fields = ''] = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return TICK_MS * ((user ?? 0) + (system ?? 0));
}

test('under each attack keys are answered, memory is limited, and q ends the program', async () => {
  let attack: Attack = (response, honest) => void response.end(honest);
  const { server, args, env } = await attacked((response, honest) => attack(response, honest));
  await using app = launch({ args, env });
  await app.sees('Overview');
  for (const [what, next] of Object.entries(attacks)) {
    let answers = 0;
    attack = async (response, honest) => {
      await next(response, honest);
      answers++;
    };
    await app.until(() => answers > 0, `the attack has begun: ${what}`);
    app.press(server.attacked % 2 === 0 ? '2' : '1');
    expect(await slowestKey(app, () => answers > 1), what).toBeLessThan(KEY_CPU_MS);
    expect(app.text(), what).not.toMatch(/error of its own|NaN|Infinity/);
  }
  if (process.platform === 'linux') expect(app.memory()).toBeLessThan(MEMORY_MB);
  app.press('q');
  expect(await app.ends()).toBe(0);
});

test('a configured pattern that takes too long on a journal line does not block keys, check -t and SIGTERM', async () => {
  const { args, env, server } = await attacked(
    (response, honest) => {
      const body = JSON.parse(honest);
      for (const entry of body.data.list) entry.message = `${'a'.repeat(60)}!`;
      response.end(JSON.stringify(body));
    },
    (path) => path.includes('/journal'),
  );
  const config = join(newFolder(), 'config.yaml');
  writeFileSync(
    config,
    "defaults: {journalPatterns: [{match: '(\\w+\\s?)+failed', severity: critical, title: Hangs}]}\n",
    { mode: 0o600 },
  );
  const { code, stdout } = await runProgram(['check', '-t', '20', '--config', config, ...args], env);
  expect([code, stdout]).toEqual([1, expect.stringContaining('the pattern of “Hangs” takes too long')]);

  await using app = launch({ args: ['--config', config, ...args], env });
  await app.sees('Overview');
  const until = server.attacked + 4;
  expect(await slowestKey(app, () => server.attacked >= until)).toBeLessThan(KEY_CPU_MS);
  app.press('2');
  await app.sees('Journal pattern not used');
  process.kill(app.pty.pid, 'SIGTERM');
  expect(await app.ends()).toBeGreaterThan(0);
});
