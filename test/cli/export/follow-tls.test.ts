import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { MINUTE_MS } from '../../../src/base/durations.ts';
import { followTls } from '../../../src/cli/export/export.ts';
import { readListenTls } from '../../../src/cli/export/listen.ts';
import { serveMetrics } from '../../../src/cli/export/metrics-server.ts';
import { fixture } from '../../http/support.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { newFolder } from '../../support/new-folder.ts';

/** A server over TLS whose files may be renewed, as `castwatch export` runs it. */
async function served() {
  const folder = newFolder();
  const files = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') };
  const renew = (name: string) => writeFileSync(files.tlsCert, fixture(name));
  renew('localhost.pem');
  writeFileSync(files.tlsKey, fixture('key.pem'), { mode: 0o600 });
  const clock = new ManualClock();
  const read = () => readListenTls(files, {});
  const known = await read();
  const server = await serveMetrics({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    tls: known,
    clock,
    metrics: async () => ({ type: 'text/plain', text: '' }),
  });
  onTestFinished(() => server.close());
  const warnings: string[] = [];
  let looks = 0;
  const counted = () => read().finally(() => looks++);
  followTls({ known, read: counted, use: server.useTls, warn: (words) => warnings.push(words) }, clock);
  /** Advances a minute and waits until the files have been read. */
  const minute = async () => {
    const before = looks;
    await clock.advance(MINUTE_MS);
    await expect.poll(() => looks).toBe(before + 1);
    await expect.poll(() => clock.waiting).toBe(1);
  };
  return { files, renew, warnings, minute, serves: () => certificateAt(server.url) };
}

/** The certificate that a new connection gets, PEM. */
function certificateAt(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', reject).on('secureConnect', () => {
      resolve(socket.getPeerX509Certificate()?.toString() ?? '');
      socket.destroy();
    });
  });
}

test('a renewed certificate is served within a minute without a restart', async () => {
  const { renew, warnings, minute, serves } = await served();
  expect(await serves()).toBe(fixture('localhost.pem'));
  for (const next of ['stranger.pem', 'expired.pem']) {
    renew(next);
    await minute();
    expect(await serves()).toBe(fixture(next));
  }
  expect(warnings).toEqual([]);
});

test('a certificate that cannot be used causes one warning, and the old one is served until it can', async () => {
  const { files, renew, warnings, minute, serves } = await served();
  for (const text of ['half a fi', 'half a fi', fixture('localhost.pem'), 'half a fi']) {
    writeFileSync(files.tlsCert, text);
    await minute();
    expect(await serves()).toBe(fixture('localhost.pem'));
  }
  const words = `the previous certificate stays in use: --tls-cert: ${files.tlsCert} holds no certificate in PEM.`;
  expect(warnings).toEqual([words, words]);
  renew('stranger.pem');
  await minute();
  expect(await serves()).toBe(fixture('stranger.pem'));
});

test('a renewed key that others can read is not used until its mode is fixed, with a warning', async () => {
  const { files, renew, warnings, minute, serves } = await served();
  const before = await serves();
  renew('stranger.pem');
  chmodSync(files.tlsKey, 0o644);
  await minute();
  await minute();
  expect(warnings).toEqual([expect.stringMatching(/previous certificate stays .*chmod 600/)]);
  expect(await serves()).toBe(before);
  chmodSync(files.tlsKey, 0o600);
  await minute();
  expect(await serves()).not.toBe(before);
});
