import { expect, onTestFinished, test, vi } from 'vitest';
import { bareTarget } from '../../../src/cli/cluster/bare-target.ts';
import { parseArguments } from '../../../src/cli/options/options.ts';
import { watchSettings, whyNoScreen } from '../../../src/cli/watch/settings.ts';
import type { ConfigFile } from '../../../src/config/profile-schema.ts';
import type { ClusterTarget } from '../../../src/config/resolve.ts';

const cloudUrl = 'https://cloud.example.com';
const apiKey = { kind: 'prompt' } as const;
const facts = (of: object) => ({ facts: of });

test.each<[what: string, settings: object, words?: string, file?: ConfigFile, of?: Partial<ClusterTarget>]>([
  ['HTTP to another machine', facts({ insecure: true }), '', {}, { url: 'http://192.0.2.1' }],
  ['HTTPS', facts({ insecure: false }), '', {}, { url: 'https://192.0.2.1' }],
  ['HTTP to this machine', facts({ insecure: false }), '', {}, { url: 'http://127.0.0.1:8080' }],
  ['address and key of a cloud', facts({ cloudUrl }), '', {}, { cloudUrl, apiKey }],
  ['an address without a key', facts({ cloudUrl: undefined }), '', {}, { cloudUrl }],
  ['a key without an address', facts({ cloudUrl: undefined }), '', {}, { apiKey }],
  ['a slow link', { minInterval: 5_000, display: { lowBandwidth: true } }, '--low-bandwidth'],
  ['a theme of the command', { theme: 'dark' }, '--theme dark', { theme: 'light' }, { theme: 'contrast' }],
  ['a theme of the cluster', { theme: 'contrast' }, '', { theme: 'light' }, { theme: 'contrast' }],
  ['a theme of the configuration', { theme: 'light' }, '', { theme: 'light' }],
  ['the mouse switched off', { mouse: false }, '--no-mouse', { mouse: true }],
  ['the mouse switched on', { mouse: true }, '--mouse'],
  ['the mouse in the configuration', { mouse: true }, '', { mouse: true }],
  ['ASCII', { display: { ascii: true }, charset: 'ascii' }, '--ascii'],
  ['a first screen', { screen: 'streams' }, '--screen streams'],
  [
    'units and no bell',
    { display: { units: 'bytes' }, notify: 'none' },
    '',
    { units: 'bytes', notify: 'none' },
  ],
  ['nothing', { theme: 'auto', mouse: false, minInterval: 0, notify: 'bell', screen: 'overview' }],
  ['nothing (display)', { display: { units: 'bits', ascii: false, lowBandwidth: false } }],
])('%s: %j', (_what, settings, words = '', file = {}, of = {}) => {
  const env = { LANG: 'C.UTF-8' };
  const target = { ...bareTarget('lab', 'https://lab.example.com'), ...of };
  const given = parseArguments(words.split(' ').filter(Boolean), env);
  expect(watchSettings(given, env, { path: undefined, file }, target)).toMatchObject(settings);
});

test('a TZ that names no zone is told on the screens', () => {
  const faultWith = (env: NodeJS.ProcessEnv) => {
    const target = bareTarget('lab', 'https://lab.example.com');
    return watchSettings(parseArguments([], env), env, { path: undefined, file: {} }, target).facts.zoneFault;
  };
  expect([faultWith({ TZ: 'Mars/Base' }), faultWith({})]).toEqual([
    expect.stringMatching('names no time zone'),
    undefined,
  ]);
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
