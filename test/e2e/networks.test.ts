import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fixturePath } from '../http/support.ts';
import { eventually } from '../support/eventually.ts';
import { openGate } from '../support/gate.ts';
import { httpProxy } from '../support/http-proxy.ts';
import { newFolder } from '../support/new-folder.ts';
import type { Simulator } from '../world/start.ts';
import { goodCertificate } from './fault-rig.ts';
import { heard, runProgram, simulate } from './program.ts';

/** A folder with the certificates of the fixtures and a configuration, of which `settings` names a cluster each. */
function home(url: string, { username, password }: Simulator, settings: Readonly<Record<string, string>>) {
  const folder = newFolder();
  // Servers that root starts work as other users.
  chmodSync(folder, 0o755);
  for (const name of ['localhost.pem', 'stranger.pem', 'expired.pem', 'key.pem'])
    copyFileSync(fixturePath(name), join(folder, name));
  writeFileSync(join(folder, 'password'), password);
  for (const name of ['key.pem', 'password']) chmodSync(join(folder, name), 0o600);
  const common = `url: "${url}", username: ${username}, password: { file: password }, caFile: localhost.pem`;
  const clusters = Object.entries(settings).map(([name, own]) => `  ${name}: { ${common}, ${own} }\n`);
  writeFileSync(join(folder, 'config.yaml'), `clusters:\n${clusters.join('')}`, { mode: 0o600 });
  const run = (command: string | readonly string[], profile: string) =>
    runProgram([command, '--config', join(folder, 'config.yaml'), '--profile', profile].flat());
  return { folder, run };
}

const isWhole = (json: string) => JSON.parse(json).partial === false;

test('the program as it is shipped goes through a proxy, and names one that wants a login', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { host, asked } = await httpProxy({ login: 'ann:s3cret' });
  const gate = await openGate(simulator.url, goodCertificate);
  onTestFinished(() => gate.close());
  const { run } = home(`https://localhost:${gate.port}`, simulator, {
    good: `proxy: "http://ann:s3cret@${host}"`,
    bad: `proxy: "http://ann:hunter2@${host}"`,
  });
  const { code, stdout } = await run('snapshot', 'good');
  expect([code, isWhole(stdout)]).toEqual([0, true]);
  expect(new Set(asked)).toEqual(new Set([`CONNECT localhost:${gate.port}`]));
  const refused = await run('check', 'bad');
  expect(refused.code).toBe(3);
  expect(refused.stdout).toMatch(/^CASTWATCH UNKNOWN - The proxy .* wants a user and password.*\(407\).*\n$/);
  for (const profile of ['good', 'bad']) {
    const shown = await run(['config', 'show'], profile);
    expect(refused.stdout + shown.stdout + shown.stderr).not.toMatch(/s3cret|hunter2/);
  }
});

const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
const programOf = (name: string) => places.map((place) => join(place, name)).find((file) => existsSync(file));
const [squid, nginx] = [programOf('squid'), programOf('nginx')];

/** Starts a server in the foreground, waits until it takes connections, and ends it with the test. */
async function serveBy(program: string, args: readonly string[], port: number): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, told] = [heard(child.stdout), heard(child.stderr)];
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await eventually(async () => {
    expect(child.exitCode, out() + told()).toBeNull();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

test.skipIf(squid === undefined || nginx === undefined)(
  'squid and an nginx that wants client certificates let the program through, or it says what is missing',
  async () => {
    const simulator = await simulate({ scenario: 'quiet' });
    const [tls, open, login] = [await freePort(), await freePort(), await freePort()];
    const cert = 'clientCert: { cert: localhost.pem, key: key.pem }';
    const through = `proxy: "http://127.0.0.1:${open}"`;
    const { folder, run } = home(`https://localhost:${tls}`, simulator, {
      whole: `${cert}, ${through}`,
      login: `${cert}, proxy: "http://ann:s3cret@127.0.0.1:${login}"`,
      wrong: `${cert}, proxy: "http://ann:hunter2@127.0.0.1:${login}"`,
      uncertain: through,
      stranger: `clientCert: { cert: stranger.pem, key: key.pem }, ${through}`,
    });
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('nginx.conf', nginxConfiguration(folder, tls, simulator.url));
    write('squid.conf', squidConfiguration(folder, open, login));
    write('login.sh', 'while read -r given; do [ "$given" = "ann s3cret" ] && echo OK || echo ERR; done');
    await serveBy(nginx ?? '', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], tls);
    await serveBy(squid ?? '', ['-N', '-f', join(folder, 'squid.conf')], login);

    for (const profile of ['whole', 'login']) {
      const { code, stdout } = await run('snapshot', profile);
      expect([profile, code, isWhole(stdout)]).toEqual([profile, 0, true]);
    }
    const faults: Readonly<Record<string, RegExp>> = {
      wrong: /The proxy .* wants a user and password, or refuses those that it got \(407\)/,
      uncertain: /asks for a client certificate \(mTLS\)/,
      stranger: /refuses the client certificate: it is of an authority that the server does not accept/,
    };
    for (const [profile, words] of Object.entries(faults)) {
      const { code, stdout, stderr } = await run('check', profile);
      expect([code, stdout]).toEqual([3, expect.stringMatching(words)]);
      expect(stdout + stderr).not.toMatch(/s3cret|hunter2/);
    }
  },
);

function nginxConfiguration(folder: string, port: number, to: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
http {
  access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port} ssl; ssl_certificate localhost.pem; ssl_certificate_key key.pem;
    ssl_client_certificate localhost.pem; ssl_verify_client on;
    location / { proxy_pass ${to}; }
  }
}
`;
}

/** Who comes to the second port needs a login. */
function squidConfiguration(folder: string, open: number, login: number): string {
  return `http_port 127.0.0.1:${open}
http_port 127.0.0.1:${login} name=login
auth_param basic program /bin/sh ${folder}/login.sh
acl withLogin myportname login
acl known proxy_auth REQUIRED
http_access deny withLogin !known
http_access allow all
cache deny all
cache_log /dev/null
access_log none
pid_filename none
pinger_enable off
coredump_dir none
shutdown_lifetime 0 seconds
`;
}
