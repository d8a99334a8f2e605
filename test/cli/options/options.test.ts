import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flagOf } from '../../../src/cli/options/lookup.ts';
import { parseArguments, UsageError } from '../../../src/cli/options/options.ts';
import { options } from '../../../src/cli/options/table.ts';

const parse = (line: string, env: NodeJS.ProcessEnv = {}) =>
  parseArguments(line.split(' ').filter(Boolean), env);

function refused(argv: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  try {
    parseArguments(argv, env);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'not refused';
}

test('without arguments the monitor starts with nothing set', () => {
  expect(parse('')).toEqual({ command: 'monitor', options: {}, flags: {}, environment: {}, input: [] });
});

test('values of each type are read', () => {
  expect(parse('--url https://x --interval 2.5 --read-only --no-mouse --screen=streams').flags).toEqual({
    url: 'https://x',
    interval: 2.5,
    readOnly: true,
    mouse: false,
    screen: 'streams',
  });
  expect(parse('demo --seed 42 --scenario incident').flags).toEqual({ seed: 42, scenario: 'incident' });
  expect(parse('check --warn cpu=80 --crit cpu=95 --format json --polls 3').flags).toMatchObject({
    warn: ['cpu=80'],
    crit: ['cpu=95'],
    format: 'json',
  });
  expect(parse('replay night.tape --speed 8')).toMatchObject({ command: 'replay', input: ['night.tape'] });
  expect(parse('--ascii demo').command).toBe('demo');
  expect(parse('replay -- --odd-name').input).toEqual(['--odd-name']);
});

test('the command line overrides the environment, and the origin is known', () => {
  const env = { CASTWATCH_URL: 'https://env', CASTWATCH_USERNAME: 'anna', CASTWATCH_PROFILE: '' };
  const read = parse('--url https://flag', env);
  expect(read.options).toEqual({ url: 'https://flag', username: 'anna' });
  expect(read.flags).toEqual({ url: 'https://flag' });
  expect(read.environment).toEqual({ url: 'https://env', username: 'anna' });
  expect(parse('simulate', env).environment).toEqual({});
});

test.each([
  ['--intervall 5', 'unknown option --intervall. Did you mean --interval?'],
  ['--URL x', 'Did you mean --url?'],
  ['-x', 'unknown option -x'],
  ['--no-ascii', 'unknown option --no-ascii'],
  ['--url', '--url needs a value: --url=URL'],
  ['--url --ascii', '--url needs a value'],
  ['--url=', '--url needs a value'],
  ['--url a --url b', '--url is given more than once'],
  ['--ascii=yes', '--ascii takes no value'],
  ['--interval often', '--interval: expected a number from 1 to 64'],
  ['replay x --speed 65', '--speed: expected a number from 0.25 to 64'],
  ['simulate --streams 100001', '--streams: expected a whole number from 0 to 100000'],
  ['check --polls 1', '--polls: expected a whole number from 2 to 100'],
  ['demo --seed 1.5', '--seed: expected a whole number from 0'],
  ['demo --seed 1e3', '--seed: expected a whole number from 0'],
  ['--screen stream', '--screen: did you mean streams? Allowed: overview, problems'],
  ['snapshot --format text', '--format: allowed: json, table'],
  ['check --format table', '--format: allowed: text, json'],
  ['simulate --url https://x', '--url is not for castwatch simulate, but for: castwatch, snapshot, check,'],
  ['--port 80', '--port is not for castwatch without a command, but for: simulate'],
  ['dmeo', 'unknown command "dmeo". Did you mean demo? Commands: init, config, demo'],
  ['demo extra', 'demo takes no argument: castwatch demo'],
  ['replay', 'replay takes one argument: castwatch replay FILE'],
  ['replay a b', 'replay takes one argument'],
  ['completion tcsh', 'completion knows bash, zsh, fish'],
])('castwatch %s is refused: %s', (line, message) => {
  expect(refused(line.split(' '))).toContain(message);
});

test('there is no option for a secret, and a typed secret is not repeated', () => {
  const words = '--password=hunter2 --api-key=hunter2 --pasword=hunter2 https://anna:hunter2@host -phunter2=';
  const alone = words.split(' ').map((word) => [word]);
  for (const argv of [...alone, ['--password', 'hunter2'], ['--url', 'x', 'hunter2 with spaces']]) {
    const message = refused(argv);
    expect(message).not.toBe('not refused');
    expect(message.replace('-phunter2', '')).not.toContain('hunter2');
  }
  expect(refused(['--password', 'x'])).toContain('use --password-file FILE or CASTWATCH_PASSWORD');
  expect(options.map(([name]) => name)).not.toContain('password');
});

test('--help and --version work although other arguments are missing', () => {
  expect(parse('replay --help')).toMatchObject({ command: 'replay', flags: { help: true } });
  expect(parse('-h').flags.help).toBe(true);
  expect(parse('-v').flags.version).toBe(true);
  // The letter of a command comes before a general one.
  expect(parse('check -vvv').flags).toEqual({ verbose: 3 });
});

test('any arguments are accepted or refused in words', () => {
  const names = options.map(([name]) => flagOf(name));
  const odd = ['demo', 'check', '--', '-', '-h', '--a.b', '--__proto__', '--constructor'];
  const words = [...names, ...names.map((name) => `${name}=`), ...odd];
  const word = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 8 }));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
      expect(refused(argv).length).toBeGreaterThan(5);
    }),
    { numRuns: 1000 },
  );
});

test.each(['../../evil', '/etc/x', 'a/b', '.hidden', 'a\nb', 'a b', '-x', 'a\x1b[2J', 'x'.repeat(65)])(
  'a profile cannot be named %j, by option or by variable',
  (name) => {
    const rule = 'a name has letters, digits';
    for (const command of ['init', 'check', 'record'])
      expect(refused([command, `--profile=${name}`])).toContain(`--profile: ${rule}`);
    expect(refused([], { CASTWATCH_PROFILE: name })).toContain(`CASTWATCH_PROFILE: ${rule}`);
  },
);
