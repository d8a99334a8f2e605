import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { access, simulate } from '../../e2e/program.ts';
import { json, serveWithLogin } from '../../http/support.ts';
import { anyPassword, newHome, runCommand } from '../run-command.ts';

test('a capture has no name of the cluster, and the simulated cluster that serves it is read like the real one', async () => {
  const real = await simulate({ scenario: 'quiet' });
  const { args, env } = access(real);
  const home = newHome();
  const file = join(home, 'report.capture');
  const { code, stdout } = await runCommand(['capture', file, ...args], env, { home });
  expect([code, stdout]).toEqual([0, expect.stringContaining('A11 dashboard (200)')]);
  const text = readFileSync(file, 'utf8');
  const { servers, streams } = JSON.parse((await runCommand(['snapshot', ...args], env, { home })).stdout);
  const { name, host } = servers[0];
  for (const own of [name, host, streams[0].streamKey, real.username, real.password, 'Bearer'])
    expect(text).not.toContain(own);
  const again = await runCommand(['capture', file, ...args], env, { home });
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('Nothing was written')]);

  const served = await simulate({ captured: JSON.parse(text).answers });
  const words = ['snapshot', '--url', served.url, '--username', served.username, '--no-token-cache'];
  const read = await runCommand(words, { CASTWATCH_PASSWORD: served.password }, { home });
  const copy = JSON.parse(read.stdout);
  expect(copy.servers).toHaveLength(servers.length);
  expect(copy.servers[0].cpuPercent).not.toBeNull();
  expect(copy.resources.dashboard).toMatchObject({ ok: true, unreadable: 0 });
  expect(Math.abs(Date.parse(copy.resources.dashboard.serverTime) - Date.now())).toBeLessThan(60_000);
});

test('answers that cannot be read are captured, too, and a page of a proxy leaves only its length', async () => {
  const { url } = await serveWithLogin((request, response) => {
    if (request.url?.includes('dashboard'))
      return json(response, 200, { data: { secretList: ['the-vault'] } });
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>proxy.internal</h1>');
  });
  const file = join(newHome(), 'odd.capture');
  const capture = (at: string) => runCommand(['capture', file, '--url', at, '--username', 'op'], anyPassword);
  const silent = { code: 3, stdout: '', stderr: expect.stringContaining('refuses connections') };
  expect(await capture('http://127.0.0.1:9')).toEqual(silent);
  expect((await capture(url)).code).toBe(0);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/vault|proxy/);
  const { answers } = JSON.parse(text);
  expect(answers).toContainEqual(
    expect.objectContaining({ endpoint: 'A12 topology', status: 502, contentType: 'text/html', bytes: 23 }),
  );
  expect(answers[0].body.data.secretList[0]).toMatch(/^[a-z]{3}-[a-z]{5}$/);
});
