import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { simulate } from '../../e2e/program.ts';
import { serve } from '../../http/support.ts';
import { configure, newHome, runCommand } from '../run-command.ts';

const profile = (name: string, url: string) =>
  `  ${name}:\n    url: ${url}\n    username: operator\n    password: { env: LAB_PASSWORD }\n`;

test('check tries every cluster, tells what is wrong with each, and exits with 1', async () => {
  const [good, refusing] = [await simulate(), await simulate()];
  const home = newHome();
  const other = profile('refusing', refusing.url).replace('operator', 'someone-else');
  configure(home, `clusters:\n${profile('good', good.url)}${profile('gone', 'http://127.0.0.1:9')}${other}`);
  const run = (...words: string[]) =>
    runCommand(['config', ...words], { LAB_PASSWORD: good.password }, { home });
  const { code, stdout } = await run('check');
  expect(code).toBe(1);
  const [machine, ...clusters] = stdout.split(/\n(?=\w+\n(?:ok|warn|BAD))/);
  expect(machine).toMatch(/ok {4}configuration {3}.*config\.yaml, clusters: 3/);
  expect(machine).toMatch(/warn {2}terminal/);
  const [whole = '', gone = '', refused = ''] = clusters;
  for (const line of ['reached', 'certificate', 'login', 'rights', 'clock'])
    expect(whole).toMatch(new RegExp(`\\nok {4}${line} `));
  expect(whole).not.toMatch(/BAD|warn/);
  expect(gone).toMatch(/^gone\nBAD {3}reached .*refuses connections/);
  expect(gone).not.toContain('login');
  expect(refused).toMatch(/\nBAD {3}login .*not accepted/);
  expect(refused).not.toContain('rights');
  expect((await run('show')).stdout).toContain('someone-else');
  const alone = await run('check', '--profile', 'good');
  expect([alone.code, alone.stdout]).toEqual([0, expect.stringMatching(/^(?!.*gone).*\ngood\n/s)]);
  expect(stdout + alone.stdout).not.toContain(good.password);
});

test('check asks each receiver of alerts and Prometheus whether it is there, and calls nobody', async () => {
  const good = await simulate();
  const asked: string[] = [];
  const { url: other } = await serve((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?', 1)[0]}`);
    response.end('{"status":"success","data":{"resultType":"matrix","result":[]}}');
  });
  const home = newHome();
  const receivers = (command: string) =>
    `alerts:\n  alertmanager: { urls: [${other}, "http://127.0.0.1:9"] }\n  command: [${command}]\n` +
    `  webhook: { url: "${other}/hook", private: true }\n  heartbeat: { url: "${other}/alive", private: true }\n` +
    `history: { prometheus: { url: "${other}" } }\n`;
  configure(home, `clusters:\n${profile('good', good.url)}${receivers('no-such-program')}`);
  const env = { LAB_PASSWORD: good.password };
  const { code, stdout } = await runCommand(['config', 'check'], env, { home });
  expect(code).toBe(1);
  expect(stdout).toMatch(/\nok {4}alertmanager .*answered 200 /);
  expect(stdout).toMatch(/\nBAD {3}alertmanager .*127\.0\.0\.1:9 refuses connections/);
  expect(stdout).toMatch(/\nBAD {3}command +no-such-program: /);
  expect(stdout).toMatch(/\nok {4}webhook .*answers \(200\)/);
  expect(stdout).toMatch(/\nok {4}Prometheus +answers/);
  const each = ['/alive', '/api/v1/query_range', '/api/v2/receivers', '/hook'].map((path) => `GET ${path}`);
  expect([...new Set(asked)].sort()).toEqual(each);
});

test('a state directory that others can write to is reported with a remedy', async () => {
  const home = newHome();
  mkdirSync(join(home, 'state/castwatch'), { recursive: true });
  chmodSync(join(home, 'state/castwatch'), 0o777);
  const { code, stdout } = await runCommand(['config', 'check'], {}, { home });
  expect(code).toBe(1);
  expect(stdout).toMatch(/BAD {3}state directory .*chmod go-w/);
  expect(stdout).toMatch(/warn {2}configuration .*none at .*\n.*castwatch init writes one/);
  expect(stdout).not.toContain('undefined');
});

test('a faulty configuration, and a profile with an unreadable password, exit with 1 and say why', async () => {
  const { url } = await simulate();
  const home = newHome();
  const check = () => runCommand(['config', 'check'], {}, { home });
  configure(home, 'clusters: 7\n');
  const faulty = await check();
  expect([faulty.code, faulty.stderr]).toEqual([1, '']);
  expect(faulty.stdout).toMatch(/\nBAD {3}configuration .*config\.yaml:1/);
  configure(home, `clusters:\n${profile('lab', url)}`);
  const unread = await check();
  expect([unread.code, unread.stderr]).toEqual([1, '']);
  expect(unread.stdout).toMatch(/\nlab\nok {4}reached [\s\S]*\nBAD {3}settings .*LAB_PASSWORD/);
});
