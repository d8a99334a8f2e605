import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { environmentFindings } from '../../../src/cli/config/check.ts';
import type { Paths } from '../../../src/config/paths.ts';
import { newHome } from '../run-command.ts';

/** The finding about one item, on a terminal of that size. */
async function finding(
  what: string,
  env: NodeJS.ProcessEnv,
  size?: readonly [columns: number, rows: number],
  changed?: (home: string) => Partial<Paths>,
) {
  const [columns, rows] = size ?? [80, 24];
  const terminal = { isTTY: true, columns, rows };
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(terminal as unknown as typeof process.stdout);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue({ isTTY: true } as unknown as typeof process.stdin);
  onTestFinished(() => void vi.restoreAllMocks());
  const home = newHome();
  const paths = { stateDir: join(home, 'a/state'), cacheDir: join(home, 'cache'), configFile: '' };
  mkdirSync(paths.cacheDir, { mode: 0o700 });
  writeFileSync(join(home, 'file'), '');
  const found = (await environmentFindings(env, { ...paths, ...changed?.(home) })).find(
    (each) => each.what === what,
  );
  return { ...found, words: found?.words.replaceAll(home, '~') };
}

test('reports a terminal with its size, one that is too small, or none', async () => {
  const env = { TERM: 'xterm-256color' };
  expect(await finding('terminal', env)).toEqual({
    what: 'terminal',
    state: 'ok',
    words: 'xterm-256color, 80×24',
  });
  expect(await finding('terminal', env, [40, 12])).toMatchObject({ state: 'ok' });
  for (const size of [
    [39, 12],
    [40, 11],
  ] as const)
    expect(await finding('terminal', env, size)).toMatchObject({
      state: 'warn',
      advice: 'Make the window larger: at least 40×12.',
    });
  expect(await finding('terminal', { TERM: 'dumb' })).toMatchObject({
    state: 'warn',
    words: expect.stringContaining('cannot place a cursor'),
    advice: expect.stringContaining('castwatch snapshot'),
  });
});

test('reports the locale in use, and what to do when it forces ASCII', async () => {
  expect(await finding('locale', { LANG: 'de_DE.UTF-8' })).toEqual({
    what: 'locale',
    state: 'ok',
    words: 'de_DE.UTF-8: UTF-8',
  });
  const env = { LC_ALL: 'C', LANG: 'de_DE.UTF-8' };
  expect(await finding('locale', env)).toMatchObject({
    state: 'warn',
    words: 'C: drawn with ASCII only',
    advice: expect.stringContaining('export LC_ALL=C.UTF-8'),
  });
});

test('reports the colours in use, and what to do for more of them', async () => {
  const words = async (env: NodeJS.ProcessEnv) => {
    const { state, words: said, advice } = await finding('colours', env);
    return [state, said, advice !== undefined];
  };
  expect(await words({ TERM: 'xterm', COLORTERM: 'truecolor' })).toEqual(['ok', '24 bit', false]);
  expect(await words({ TERM: 'xterm-256color' })).toEqual(['ok', '256', false]);
  expect(await words({ TERM: 'linux' })).toEqual(['warn', '16', true]);
  expect(await words({ TERM: 'xterm', COLORTERM: 'truecolor', NO_COLOR: '1' })).toEqual([
    'ok',
    'none, because NO_COLOR is set',
    false,
  ]);
  expect(await words({ TERM: 'dumb' })).toEqual(['ok', 'none', false]);
});

test('reports how text reaches the clipboard', async () => {
  expect(await finding('clipboard', {})).toEqual({
    what: 'clipboard',
    state: 'ok',
    words: 'OSC 52, if the terminal takes it',
    advice: undefined,
  });
  expect(await finding('clipboard', { TMUX: '/tmp/tmux' })).toMatchObject({
    words: 'OSC 52 through tmux',
    advice: expect.stringContaining('set -g set-clipboard on'),
  });
  expect(await finding('clipboard', { STY: '1.pts' })).toMatchObject({
    words: 'OSC 52 through screen',
    advice: undefined,
  });
});

test('reports a directory that exists, and one that will be made', async () => {
  expect(await finding('cache directory', {})).toMatchObject({ state: 'ok', words: '~/cache' });
  expect(await finding('state directory', {})).toMatchObject({
    state: 'ok',
    words: '~/a/state, made when it is needed',
  });
});

test('a directory cannot be made when a file is in its place or above it', async () => {
  const cacheAt = (path: string) =>
    finding('cache directory', {}, undefined, (home) => ({ cacheDir: join(home, path) }));
  const advice = 'Move that file away, or name another place with XDG_CACHE_HOME.';
  expect(await cacheAt('file/below/castwatch')).toMatchObject({
    state: 'bad',
    words: '~/file is a file: ~/file/below/castwatch cannot be made below it',
    advice,
  });
  expect(await cacheAt('file')).toMatchObject({ state: 'bad', words: '~/file is a file', advice });
});
