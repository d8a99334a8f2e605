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
  const terminal = { isTTY: true, columns, rows } as never;
  for (const stream of ['stdout', 'stdin'] as const)
    vi.spyOn(process, stream, 'get').mockReturnValue(terminal);
  onTestFinished(() => void vi.restoreAllMocks());
  const home = newHome();
  const paths = { stateDir: join(home, 'a/state'), cacheDir: join(home, 'cache'), configFile: '' };
  mkdirSync(paths.cacheDir, { mode: 0o700 });
  writeFileSync(join(home, 'file'), '');
  const findings = await environmentFindings(env, { ...paths, ...changed?.(home) });
  const found = findings.find((each) => each.what === what);
  return { ...found, words: found?.words.replaceAll(home, '~') };
}

const truecolor = { TERM: 'xterm', COLORTERM: 'truecolor' };
const noColor = 'none, because NO_COLOR is set';

test.each<[string, NodeJS.ProcessEnv, string, string, string | undefined]>([
  ['terminal', { TERM: 'xterm-256color' }, 'ok', 'xterm-256color, 80×24', undefined],
  ['terminal', { TERM: 'dumb' }, 'warn', 'cannot place a cursor', 'castwatch snapshot'],
  ['locale', { LANG: 'de_DE.UTF-8' }, 'ok', 'de_DE.UTF-8: UTF-8', undefined],
  ['locale', { LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, 'warn', 'C: drawn with ASCII', 'export LC_ALL=C.UTF-8'],
  ['colours', truecolor, 'ok', '24 bit', undefined],
  ['colours', { TERM: 'xterm-256color' }, 'ok', '256', undefined],
  ['colours', { TERM: 'linux' }, 'warn', '16', ''],
  ['colours', { ...truecolor, NO_COLOR: '1' }, 'ok', noColor, undefined],
  ['colours', { TERM: 'dumb' }, 'ok', 'none$', undefined],
  ['clipboard', {}, 'ok', 'OSC 52, if the terminal takes it', undefined],
  ['clipboard', { TMUX: '/tmp/tmux' }, 'ok', 'OSC 52 through tmux', 'set -g set-clipboard on'],
  ['clipboard', { STY: '1.pts' }, 'ok', 'OSC 52 through screen', undefined],
  ['cache directory', {}, 'ok', '~/cache', undefined],
  ['state directory', {}, 'ok', '~/a/state, made when it is needed', undefined],
])('reports %s of %j as %s: %s', async (what, env, state, words, advice) => {
  const found = await finding(what, env);
  expect([found.state, found.words]).toEqual([state, expect.stringMatching(words)]);
  expect(found.advice).toEqual(advice === undefined ? undefined : expect.stringContaining(advice));
});

test('a terminal of 40×12 is large enough, a smaller one is not', async () => {
  const state = async (columns: number, rows: number) =>
    (await finding('terminal', { TERM: 'xterm' }, [columns, rows])).state;
  expect([await state(40, 12), await state(39, 12), await state(40, 11)]).toEqual(['ok', 'warn', 'warn']);
});

test.each([
  ['file/below/castwatch', '~/file is a file: ~/file/below/castwatch cannot be made below it'],
  ['file', '~/file is a file'],
])('a directory cannot be made at %s, where a file is in its place or above it', async (path, words) => {
  const found = await finding('cache directory', {}, undefined, (home) => ({ cacheDir: join(home, path) }));
  const advice = 'Move that file away, or name another place with XDG_CACHE_HOME.';
  expect(found).toMatchObject({ state: 'bad', words, advice });
});
