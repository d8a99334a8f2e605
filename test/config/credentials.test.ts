import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { credentialName, expandReadable, readablePath } from '../../src/config/credentials.ts';
import { loadConfig } from '../../src/config/load.ts';
import { resolveTarget } from '../../src/config/resolve.ts';
import { newFolder } from '../support/new-folder.ts';

/** The directory in which systemd puts the copies for a service. */
function credentials(copies: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [path, text] of Object.entries(copies))
    writeFileSync(join(folder, credentialName(path)), text, { mode: 0o400 });
  vi.stubEnv('CREDENTIALS_DIRECTORY', folder);
  return folder;
}

test('two paths never share the name of a credential, and each name is one that systemd takes', () => {
  const path = fc.string({ unit: fc.constantFrom('/', '-', '_', '.', 'a', '2', 'd', ' ', 'é', ':') });
  fc.assert(
    fc.property(path, path, (one, other) => {
      const [first, second] = [credentialName(`/${one}`), credentialName(`/${other}`)];
      expect(first === second).toBe(one === other);
      expect(first).toMatch(/^[\w.-]*$/);
    }),
  );
});

test('a service reads the copies of configuration and secrets, and the paths in it stay relative to the original', async () => {
  const eu = '{ url: "https://eu.example.net", password: { file: eu.password }, caFile: ca.pem }';
  const [path, secret] = ['/home/ann/castwatch/config.yaml', '/home/ann/castwatch/eu.password'];
  const folder = credentials({ [path]: `clusters: { eu: ${eu} }`, [secret]: 'secret' });
  const config = await loadConfig(path, true);
  const target = resolveTarget({ flags: { profile: 'eu' }, environment: {}, env: {}, config });
  expect(target?.password).toEqual({ kind: 'file', path: join(folder, 'home-ann-castwatch-eu.password') });
  expect(target?.caFile).toBe('/home/ann/castwatch/ca.pem');
});

test('without a copy, or without a service manager, the file itself is read', () => {
  credentials({});
  expect(readablePath('/etc/castwatch/password')).toBe('/etc/castwatch/password');
  vi.stubEnv('CREDENTIALS_DIRECTORY', undefined);
  expect(expandReadable('password', '/etc/castwatch/config.yaml')).toBe('/etc/castwatch/password');
});
