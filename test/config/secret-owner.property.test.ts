import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { ConfigError } from '../../src/config/error.ts';
import type { TargetOptions } from '../../src/config/layers.ts';
import type { ProfileSettings, SecretSetting } from '../../src/config/profile-schema.ts';
import { resolveTarget } from '../../src/config/resolve.ts';
import type { SecretSource } from '../../src/config/secret.ts';
import { readSecret } from '../../src/config/secrets.ts';

const A = 'https://a.example.com';
const B = 'https://b.example.com';
const TYPED = 'https://typed.example.com';
const clouds = ['https://cloud-1.example.com', 'https://cloud-2.example.com'];

/** A secret that names its source: path, command or variable contain `owner` and which of the two secrets it is. */
const secretOf = (owner: string, what: string) =>
  fc.constantFrom<SecretSetting | undefined>(
    undefined,
    { file: `/${owner}/${what}` },
    { command: [owner, what] },
    { env: `${owner}__${what}` },
  );
const settingsOf = (owner: string): fc.Arbitrary<ProfileSettings> =>
  fc.record({
    password: secretOf(owner, 'password'),
    apiKey: secretOf(owner, 'key'),
    cloudUrl: fc.option(fc.constantFrom(...clouds), { nil: undefined }),
  });
const said = (owner: string): fc.Arbitrary<TargetOptions> =>
  fc.record({
    url: fc.constantFrom(undefined, A, B, TYPED),
    profile: fc.constantFrom(undefined, 'a', 'b'),
    cloudUrl: fc.option(fc.constantFrom(...clouds), { nil: undefined }),
    ...(owner === 'flags' && {
      passwordFile: fc.constantFrom(undefined, '/flags/password'),
      apiKeyFile: fc.constantFrom(undefined, '/flags/key'),
    }),
  });

function ownerOf(source: SecretSource | undefined): string | undefined {
  if (source?.kind === 'file') return source.path.split('/')[1];
  if (source?.kind === 'command') return source.command[0];
  if (source?.kind === 'env')
    return source.name.startsWith('CASTWATCH_') ? 'env' : source.name.split('__')[0];
  return undefined;
}

const world = fc.record({
  flags: said('flags'),
  environment: said('env'),
  env: fc.record({
    CASTWATCH_PASSWORD: fc.constantFrom(undefined, 'x'),
    CASTWATCH_API_KEY: fc.constantFrom(undefined, 'y'),
  }),
  defaults: settingsOf('defaults'),
  a: settingsOf('a'),
  b: settingsOf('b'),
  switches: fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
});

test('a secret is sent only to the URL that it was given for, after any switches', () => {
  const used = new Map<string, number>();
  fc.assert(
    fc.property(world, ({ flags, environment, env, defaults, a, b, switches }) => {
      const urls: Record<string, string> = { a: A, b: B };
      const file = { defaults, clusters: { a: { url: A, ...a }, b: { url: B, ...b } } };
      const sources = { flags, environment, env, config: { path: '/etc/config.yaml', file } };
      let start: ReturnType<typeof resolveTarget>;
      try {
        start = resolveTarget(sources);
      } catch (error) {
        if (error instanceof ConfigError && error.code === 'conflict') return;
        throw error;
      }
      if (!start) return;
      const startUrl = start.url;
      const owned: Record<string, readonly string[]> = {
        flags: [startUrl],
        env: [environment.url ?? urls[environment.profile ?? ''] ?? startUrl],
        defaults: [A, B],
        a: [A],
        b: [B],
      };
      const owners: Record<string, { readonly cloudUrl?: string | undefined }> = {
        flags,
        env: environment,
        defaults,
        a,
        b,
      };
      const targets = switches.map((profile) =>
        resolveTarget({ ...sources, switchTo: { profile, startUrl } }),
      );
      for (const target of [start, ...targets]) {
        if (!target) continue;
        for (const source of [target.password, target.apiKey]) {
          const owner = ownerOf(source);
          if (owner === undefined) continue;
          used.set(owner, (used.get(owner) ?? 0) + 1);
          expect(owned[owner], `${owner} to ${target.url}`).toContain(target.url);
        }
        const keyOwner = ownerOf(target.apiKey);
        const { cloudUrl } = owners[keyOwner ?? ''] ?? {};
        if (cloudUrl !== undefined) expect(target.cloudUrl).toBe(cloudUrl);
      }
    }),
    { numRuns: 5_000 },
  );
  // The property proves nothing if no secret is ever used.
  expect([...used.keys()].sort()).toEqual(['a', 'b', 'defaults', 'env', 'flags']);
});

test('the command of one profile gets no variable with a secret of another', async () => {
  const print = (name: string) => ({ command: ['sh', '-c', `echo "[$${name}]"`] });
  const clusters = {
    a: { url: A, password: { env: 'A_PASSWORD' } },
    b: { url: B, password: print('A_PASSWORD') },
  };
  const file = { defaults: { apiKey: { env: 'SHARED_KEY' } }, clusters };
  const own = { A_PASSWORD: 'a', SHARED_KEY: 'k', CASTWATCH_PASSWORD: 'c', B_ACCOUNT: 'left' };
  const env = { ...process.env, ...own };
  const sources = { flags: { profile: 'b' }, environment: { url: A }, env, config: { path: '/c', file } };
  const target = resolveTarget(sources);
  const read = async (name: string) => {
    const context = { clock: systemClock, env, secretVariables: target?.secretVariables };
    return (await readSecret({ kind: 'command', ...print(name) }, 'password', context)).reveal();
  };
  expect(await Promise.all(Object.keys(own).map(read))).toEqual(['[]', '[]', '[]', '[left]']);
});
