import { expect, test } from 'vitest';
import { chooseClusters, chooseOne, memberOf } from '../../../src/cli/cluster/choose.ts';
import { parseArguments } from '../../../src/cli/options/options.ts';
import { parseConfig } from '../../../src/config/parse.ts';
import { resolveTarget } from '../../../src/config/resolve.ts';

const cluster = (name: string) => `${name}: { url: https://${name}.example.com, username: ops }`;
const of = (text: string) => ({ path: 'c.yaml', file: parseConfig(text, 'c.yaml') });
const one = of(`clusters: { ${cluster('eu')} }`);
const three = `clusters: { ${cluster('eu')}, ${cluster('us')}, ${cluster('ap')} }\nfleets: { live: [us, eu] }\n`;

function choose(words: string, config = of(three), env: NodeJS.ProcessEnv = {}) {
  return chooseClusters(parseArguments(words.split(' ').filter(Boolean), env), config);
}

test.each([
  ['--all', 'all', ['eu', 'us', 'ap']],
  ['--profile eu --profile ap', 'eu, ap', ['eu', 'ap']],
  ['--profile eu,ap', 'eu, ap', ['eu', 'ap']],
  ['--profile live', 'live', ['us', 'eu']],
  ['--profile live --profile ap --profile eu', 'live, ap, eu', ['us', 'eu', 'ap']],
  ['record --all', 'all', ['eu', 'us', 'ap']],
  ['', 'all', ['eu', 'us', 'ap']],
])('%s', (words, name, profiles) => {
  expect(choose(words)).toEqual({ kind: 'fleet', name, profiles });
});

test('without an option: the environment, the default, which may be a fleet, else the only cluster', () => {
  const several = choose('', undefined, { CASTWATCH_PROFILE: 'us,ap' });
  expect(several).toEqual({ kind: 'fleet', name: 'us, ap', profiles: ['us', 'ap'] });
  expect(choose('', one)).toEqual({ kind: 'one', flags: { profile: 'eu' } });
  expect(choose('', of(`${three}default: us`))).toEqual({ kind: 'one', flags: { profile: 'us' } });
  expect(choose('', of(`${three}default: live`))).toMatchObject({ kind: 'fleet', name: 'live' });
  expect(choose('', of('{}'))).toEqual({ kind: 'none' });
});

test('a fleet of one is still a fleet, because its answers have the form of several', () => {
  expect(choose('--all', one)).toEqual({ kind: 'fleet', name: 'all', profiles: ['eu'] });
});

test('a command for scripts is never changed by another cluster in the configuration', () => {
  expect(choose('record')).toEqual({ kind: 'none' });
});

test.each([
  ['--all --profile eu', '--all and --profile: leave one of them out'],
  ['--all --username anna', '--username is for one cluster, and there are several (all)'],
  ['--profile live --password-file x', '--password-file is for one cluster, and there are several (live)'],
  ['--profile live --url https://x', 'the URL https://x is of one cluster, and live are several'],
  ['--profile liv', 'did you mean live?; there are: eu, us, ap, live'],
  ['--profile eu, --profile us', '--profile: a name has letters'],
])('%s is refused', (words, message) => {
  expect(() => choose(words)).toThrow(message);
});

test('a command that takes one cluster refuses several', () => {
  const args = parseArguments(['capture', 'FILE', '--profile', 'live'], {});
  expect(() => chooseOne(args, of(three))).toThrow('castwatch capture takes one cluster, and ‘live’ means 2');
});

const passwords = (config: typeof one, env: NodeJS.ProcessEnv) => {
  const { flags, environment } = parseArguments(['record', '--all'], env);
  return Object.keys(config.file.clusters ?? {}).map((profile) => {
    const switchTo = memberOf(profile, config);
    return resolveTarget({ flags, environment, env, config, switchTo })?.password.kind;
  });
};

test('only the cluster that the environment names, or the only one, gets the password of the environment', () => {
  const env = { CASTWATCH_PASSWORD: 'x' };
  expect(passwords(of(three), env)).toEqual(['prompt', 'prompt', 'prompt']);
  const named = { ...env, CASTWATCH_URL: 'https://us.example.com' };
  expect(passwords(of(three), named)).toEqual(['prompt', 'env', 'prompt']);
  expect(passwords(one, env)).toEqual(['env']);
});

test('options of the program hold for each of several clusters', () => {
  const { flags, environment } = parseArguments(['--all', '--read-only', '--interval', '5'], {});
  const config = of(three);
  const switchTo = memberOf('us', config);
  const target = resolveTarget({ flags, environment, env: {}, config, switchTo });
  expect(target).toMatchObject({ name: 'us', readOnly: true, interval: 5 });
});
