import { expect, onTestFinished, test, vi } from 'vitest';
import { bareTarget } from '../../../src/cli/cluster/bare-target.ts';
import { parseArguments } from '../../../src/cli/options/options.ts';
import { watchSettings, whyNoScreen } from '../../../src/cli/watch/settings.ts';
import type { ConfigFile } from '../../../src/config/profile-schema.ts';
import type { ClusterTarget } from '../../../src/config/resolve.ts';

/** The settings of the screens for these words on the command line. */
function settingsOf(words: readonly string[], file: ConfigFile = {}, of: Partial<ClusterTarget> = {}) {
  const env = { LANG: 'C.UTF-8' };
  const target = { ...bareTarget('lab', 'https://lab.example.com'), ...of };
  return watchSettings(parseArguments(words, env), env, { path: undefined, file }, target);
}

test.each([
  ['http://192.0.2.1', true],
  ['https://192.0.2.1', false],
  ['http://127.0.0.1:8080', false],
])('data to %s can be read on the way: %j', (url, insecure) => {
  expect(settingsOf([], {}, { url }).facts.insecure).toBe(insecure);
});

test('there is a cloud when both its address and its key are known', () => {
  const cloudUrl = 'https://cloud.example.com';
  const apiKey = { kind: 'prompt' } as const;
  expect(settingsOf([], {}, { cloudUrl, apiKey }).facts.cloudUrl).toBe(cloudUrl);
  expect(settingsOf([], {}, { cloudUrl }).facts.cloudUrl).toBeUndefined();
  expect(settingsOf([], {}, { apiKey }).facts.cloudUrl).toBeUndefined();
});

test('--low-bandwidth paints every five seconds, and only then', () => {
  expect(settingsOf(['--low-bandwidth'])).toMatchObject({
    minInterval: 5_000,
    display: { lowBandwidth: true },
  });
  expect(settingsOf([])).toMatchObject({ minInterval: 0, display: { lowBandwidth: false } });
});

test('the theme comes from the command line, then the cluster, then the configuration, then the terminal', () => {
  const file = { theme: 'light' };
  const of = { theme: 'contrast' };
  expect(settingsOf(['--theme', 'dark'], file, of).theme).toBe('dark');
  expect(settingsOf([], file, of).theme).toBe('contrast');
  expect(settingsOf([], file).theme).toBe('light');
  expect(settingsOf([]).theme).toBe('auto');
});

test('the mouse comes from the command line, then the configuration, and is off by default', () => {
  expect(settingsOf(['--no-mouse'], { mouse: true }).mouse).toBe(false);
  expect(settingsOf(['--mouse']).mouse).toBe(true);
  expect(settingsOf([], { mouse: true }).mouse).toBe(true);
  expect(settingsOf([]).mouse).toBe(false);
});

test('defaults: bits, the bell, the Overview', () => {
  expect(settingsOf([])).toMatchObject({ display: { units: 'bits', ascii: false }, notify: 'bell' });
  expect(settingsOf([]).screen).toBe('overview');
  const file = { units: 'bytes', notify: 'none' } as const;
  expect(settingsOf(['--ascii', '--screen', 'streams'], file)).toMatchObject({
    display: { units: 'bytes', ascii: true },
    charset: 'ascii',
    notify: 'none',
    screen: 'streams',
  });
});

test.each([
  [true, true, 'xterm', undefined],
  [false, true, 'xterm', 'standard output is not a terminal.'],
  [true, false, 'xterm', 'standard input is not a terminal.'],
  [true, true, 'dumb', 'this terminal cannot place a cursor (TERM=dumb).'],
])('output a terminal %j, input %j, TERM=%s: %j', (output, input, TERM, why) => {
  onTestFinished(() => void vi.restoreAllMocks());
  const stream = (isTTY: boolean) => ({ isTTY }) as unknown as typeof process.stdout & typeof process.stdin;
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(stream(output));
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stream(input));
  expect(whyNoScreen({ TERM })).toBe(why);
});
