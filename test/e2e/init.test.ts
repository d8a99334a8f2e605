import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { httpProxy } from '../support/http-proxy.ts';
import { launch } from './driver.ts';
import { ANSWERED } from './fresh.ts';
import { simulate } from './program.ts';

describe('from an empty home to a watched cluster', () => {
  test('init asks, tries and writes, and then the profile is watched', async () => {
    const sim = await simulate();
    await using app = launch({ args: ['init', '--url', sim.url] });
    await app.sees('ok    reached', 'user:');
    app.type(`${sim.username}\r`);
    await app.sees('password of operator:');
    app.type('wrong\rtyped-ahead\r');
    await app.sees(/BAD {3}login[\s\S]*password of operator:/);
    app.type(`${sim.password}\r`);
    await app.sees('ok    login', 'ok    rights', 'ok    clock', 'Name of this cluster');
    app.type('lab\r');
    await app.sees('Keep the password');
    app.press('enter');
    expect(await app.ends()).toBe(0);
    for (const hidden of [sim.password, 'typed-ahead']) expect(app.raw).not.toContain(hidden);
    const folder = join(app.home, 'config/castwatch');
    for (const name of ['config.yaml', 'lab.password'])
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const written = readFileSync(join(folder, 'config.yaml'), 'utf8');
    expect(written).toContain(`url: ${sim.url}`);
    expect(written).not.toContain(sim.password);

    const env = { XDG_CONFIG_HOME: join(app.home, 'config') };
    // The only cluster of the file needs no name.
    await using watching = launch({ args: [], env });
    await watching.sees(/(edge|origin)-fra-1/);
    watching.press('q');
    expect(await watching.ends()).toBe(0);
  });

  test('a terminal without any configuration is offered init and the demo, which asks no proxy', async () => {
    const { host, asked: proxied } = await httpProxy();
    const proxy = `http://${host}`;
    await using app = launch({ args: [], env: { HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy } });
    await app.sees('castwatch needs to know which cluster to watch', '(i)nit, (d)emo or (q)uit? [i]');
    app.type('d\r');
    await app.sees('DEMO', ANSWERED);
    app.press('q');
    expect(await app.ends()).toBe(0);
    expect(proxied).toEqual([]);
    await using asked = launch({ args: [] });
    await asked.sees('(i)nit');
    asked.press('enter');
    await asked.sees('URL of the cluster');
    asked.press('ctrl-c');
    expect(await asked.ends()).not.toBe(0);
  });
});
