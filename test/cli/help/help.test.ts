import { expect, test } from 'vitest';
import { helpText } from '../../../src/cli/help/help.ts';
import { commandTable } from '../../../src/cli/options/commands.ts';
import { parseArguments } from '../../../src/cli/options/options.ts';
import { options } from '../../../src/cli/options/table.ts';

/** The help of a command, each entry on one line. */
const flat = (...asked: Parameters<typeof helpText>) => helpText(...asked).replaceAll(/\n {26}/g, ' ');

test('the general help has how to start, the commands and the options, in that order', () => {
  const help = flat('monitor', 200);
  expect(help).toMatch(
    /^castwatch \[options\]\n\nWatch a cluster[^\n]+\n\nStart here:\n {2}castwatch demo [\s\S]+\n\nCommands:\n {2}init {20}Ask[\s\S]+\n {2}replay FILE {13}Play[\s\S]+\n\nOptions:\n {2}--url URL {15}base URL/,
  );
  expect(help).not.toMatch(/^ {2}monitor/m);
  expect(help).toContain('\n\nPasswords and keys are never options: CASTWATCH_PASSWORD, CASTWATCH_API_KEY,');
  expect(help).toMatch(/\ncastwatch COMMAND --help shows the options of a command\.\n$/);
});

test('the help of a command has its description, its argument and only its own options', () => {
  const help = flat('replay', 200);
  expect(help).toMatch(
    /^castwatch replay FILE \[options\]\n\nPlay a recording on the same screens\.\n\nOptions:\n/,
  );
  expect(help).not.toMatch(/Commands:|Start here|--url|Passwords/);
  expect(help).toContain('\n  --[no-]mouse            take clicks and the wheel\n');
  expect(help).toContain('\n  --ascii                 draw with ASCII characters only\n');
  expect(help).toMatch(/\n {2}--theme NAME {12}colours; [^\n]*: auto, dark, light, /);
  expect(help).toContain(
    '\n  -h, --help              show this help; after a command, the help of the command\n',
  );
  expect(flat('monitor', 200)).toContain('[CASTWATCH_URL]\n');
  // Each command has its own formats.
  expect(flat('check', 200)).toContain(
    '\n  --format FORMAT         output format; the first one is the default: text, json\n',
  );
});

test('a long option has its description below it, and lines are filled', () => {
  expect(helpText('snapshot')).toMatch(
    /\n {2}--fields NAME,NAME\.NAME\n {26}only these members of the JSON, such as\n/,
  );
  // Twenty-four characters and two blanks just fit.
  expect(helpText('monitor')).toMatch(/\n {2}--password-file FILE {4}file with/);
  for (const width of [60, 80, 120]) {
    const lines = helpText('demo', width).split('\n');
    for (const [at, line] of lines.entries()) {
      expect(line.length).toBeLessThanOrEqual(width);
      const next = lines[at + 1] ?? '';
      if (/^ {26}\S/.test(next) && /^.{24} {2}\S/.test(line))
        expect(`${line} ${next.trim().split(' ')[0]}`.length).toBeGreaterThan(width);
    }
  }
});

test('a narrow window gets descriptions of at least twenty characters', () => {
  const words = helpText('replay', 30)
    .split('\n')
    .filter((line) => line.startsWith(' '.repeat(26)));
  expect(Math.max(...words.map((line) => line.trim().length))).toBeGreaterThan(15);
});

/** Minimum and maximum of each number, and whether it must be whole, as the manual promises. */
const bounds: Readonly<Record<string, readonly [least: number, most: number, whole?: true]>> = {
  interval: [1, 64],
  kiosk: [1, 3600],
  speed: [0.25, 64],
  seed: [0, 4294967295, true],
  servers: [8, 2000, true],
  streams: [0, 100000, true],
  journalRate: [0, 10000],
  port: [0, 65535, true],
  streamMetrics: [0, 10000, true],
  polls: [2, 100, true],
  timeout: [1, 3600],
};

test('each number is accepted within its limits only', () => {
  const numbers = options.flatMap(([name, spec]) => (spec.type === 'number' ? [[name, spec] as const] : []));
  expect(
    Object.fromEntries(
      numbers.map(([name, { min, max, integer }]) => [name, integer ? [min, max, true] : [min, max]]),
    ),
  ).toEqual(bounds);
});

test('flags can be repeated, negated and abbreviated exactly where that is marked', () => {
  const flags = options.flatMap(([name, spec]) => (spec.type === 'flag' ? [[name, spec] as const] : []));
  expect(flags.flatMap(([name, { negatable }]) => (negatable ? [name] : []))).toEqual([
    'history',
    'withhold',
    'mouse',
    'tokenCache',
  ]);
  expect(flags.flatMap(([name, { counted }]) => (counted ? [name] : []))).toEqual(['verbose']);
  const texts = options.flatMap(([name, spec]) => (spec.type === 'text' ? [[name, spec] as const] : []));
  expect(texts.flatMap(([name, { multiple }]) => (multiple ? [name] : []))).toEqual([
    'metric',
    'label',
    'allowHost',
    'warn',
    'crit',
  ]);
  expect(texts.flatMap(([name, { path }]) => (path ? [name] : []))).toEqual([
    'passwordFile',
    'apiKeyFile',
    'config',
    'caFile',
    'log',
    'record',
    'file',
    'from',
    'cast',
    'tlsCert',
    'tlsKey',
    'tokenFile',
  ]);
  expect(texts.flatMap(([name, { profile }]) => (profile ? [name] : []))).toEqual(['profile']);
});

test('a letter means the option of the command before a general one', () => {
  expect(parseArguments(['check', '-vvv'], {}).flags).toEqual({ verbose: 3 });
  expect(parseArguments(['-v'], {}).flags).toEqual({ version: true });
  expect(commandTable).toHaveLength(19);
});
