import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openGate } from '../support/gate.ts';
import { launch } from './driver.ts';
import { goodCertificate } from './fault-rig.ts';
import { simulate, start } from './program.ts';

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

    await using check = launch({ args: ['config', 'check', '--profile', 'lab'], env });
    expect(await check.ends()).toBe(0);
    await check.sees('ok    configuration', 'ok    Node', 'ok    colours', 'ok    login', 'ok    clock');

    await using again = launch({ args: ['init', '--url', sim.url, '--username', sim.username], env });
    await again.sees('password of operator:');
    again.type(`${sim.password}\r`);
    await again.sees('Name of this cluster');
    again.type('second\r');
    await again.sees('Keep the password');
    again.type('c\r');
    await again.sees('Command that prints it');
    again.type('echo something else\r');
    await again.sees('another password');
    again.type('a\r');
    await again.sees('+     url:', 'prompt: true', 'Write them?');
    again.type('\r');
    expect(await again.ends()).toBe(0);
    const both = readFileSync(join(folder, 'config.yaml'), 'utf8');
    expect(both.replace(/ {2}second:[\s\S]*?warn: 85.*\n/, '')).toBe(written);
    expect(both).toContain('  second:\n');
  });

  test('a URL that does not answer is reported, and nothing is written', async () => {
    await using app = launch({ args: ['init', '--url', 'http://127.0.0.1:9'] });
    expect(await app.ends()).toBe(3);
    await app.sees('BAD   reached', 'refuses connections');
  });

  test('a self-signed certificate: init says how to get it, and trusts it once it is named', async () => {
    const sim = await simulate();
    const gate = await openGate(sim.url, goodCertificate);
    await using app = launch({
      args: ['init', '--url', `https://localhost:${gate.port}`],
      prepare: (home) => {
        writeFileSync(join(home, 'cluster.pem'), goodCertificate.cert);
        return {};
      },
    });
    await app.sees(`openssl s_client -connect localhost:${gate.port}`, 'PEM file of the authority:');
    app.type('no-such-file.pem\r');
    await app.sees(/cannot be read[\s\S]*PEM file of the authority:/);
    app.type('cluster.pem\r');
    await app.sees('trusted, valid, and issued for this name', 'user:');
    app.type(`${sim.username}\r`);
    await app.sees('password of operator:');
    app.type(`${sim.password}\r`);
    await app.sees('Name of this cluster');
    app.type('\r');
    await app.sees('Keep the password');
    app.type('a\r');
    expect(await app.ends()).toBe(0);
    expect(readFileSync(join(app.home, 'config/castwatch/config.yaml'), 'utf8')).toMatch(
      /caFile: .*\/cluster\.pem/,
    );
    gate.close();
  });

  test('while a URL is tried, typed keys are not shown, and Ctrl-C ends init', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const connected = once(silent, 'connection');
    const { port } = silent.address() as AddressInfo;
    await using app = launch({ args: ['init', '--url', `http://127.0.0.1:${port}`] });
    await connected;
    app.type('typed-ahead\r').press('ctrl-c');
    expect(await app.ends()).toBe(130);
    expect(app.raw).not.toContain('typed-ahead');
    silent.close();
  });

  test('check names the line of a mistake and exits with 1', async () => {
    await using app = launch({
      args: ['config', 'check'],
      env: { LANG: 'C', COLORTERM: '' },
      prepare: (home) => {
        mkdirSync(join(home, 'config/castwatch'), { recursive: true, mode: 0o700 });
        writeFileSync(join(home, 'config/castwatch/config.yaml'), 'clusters:\n  a:\n    url: htp://x\n', {
          mode: 0o600,
        });
        return {};
      },
    });
    expect(await app.ends()).toBe(1);
    await app.sees('BAD   configuration', 'config.yaml:3:10: clusters.a.url', 'warn  locale');
  });

  test('a terminal without any configuration is offered init and the demo', async () => {
    await using app = launch({ args: [] });
    await app.sees('castwatch needs to know which cluster to watch', '(i)nit, (d)emo or (q)uit? [i]');
    app.type('d\r');
    await app.sees('DEMO');
    app.press('q');
    expect(await app.ends()).toBe(0);
    await using asked = launch({ args: [] });
    await asked.sees('(i)nit');
    asked.press('enter');
    await asked.sees('URL of the cluster');
    asked.press('ctrl-c');
    expect(await asked.ends()).not.toBe(0);
  });

  test('without a terminal it says so', async () => {
    const child = start(['init']);
    let said = '';
    for await (const chunk of child.stderr.setEncoding('utf8')) said += chunk;
    expect(said).toContain('there is no terminal to ask on; run it on a terminal');
  });

  test('TERM=dumb counts as a terminal', async () => {
    await using app = launch({ args: ['demo'], env: { TERM: 'dumb' } });
    expect(await app.ends()).toBe(3);
    await app.sees('this terminal cannot place a cursor (TERM=dumb)');
  });
});
