import { expect, test } from 'vitest';
import { textWidth } from '../../src/base/width.ts';
import { resolveTheme } from '../../src/ui/theme/resolve.ts';
import { launch } from './driver.ts';
import { access, CONTROLS, runProgram, simulate } from './program.ts';

test('a screen in a pipe is plain text of the size asked for, with data', async () => {
  const { args, env } = access(await simulate());
  const asked = ['snapshot', '--screen', 'streams', '--size', '130x34', ...args];
  // A wish for colours is one for screens.
  const { code, stdout, stderr } = await runProgram(asked, { ...env, LANG: 'C.UTF-8', FORCE_COLOR: '3' });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toMatch(CONTROLS);
  const lines = stdout.slice(0, -1).split('\n');
  expect(lines).toHaveLength(34);
  expect(Math.max(...lines.map(textWidth))).toBe(130);
  expect(stdout).toContain('PUBLISHED');
});

test('on a terminal it has the colours of the theme, unless NO_COLOR is set', async () => {
  const simulator = await simulate();
  const { args, env } = access(simulator);
  const asked = ['snapshot', '--screen', 'overview', '--theme', 'light', ...args];
  const options = { columns: 100, rows: 30, args: asked };
  await using coloured = launch({ ...options, env });
  expect(await coloured.ends()).toBe(0);
  expect(coloured.screen.alternate()).toBe(false);
  const y = coloured.screen.text().findIndex((row) => row.includes('castwatch'));
  const x = coloured.screen.text()[y]?.indexOf('castwatch') ?? -1;
  const accent = resolveTheme('light', 'truecolor').style('accent', undefined);
  expect(coloured.screen.cell(x, y).fg).toBe(accent.fg);
  // The prompt has a row, too: nothing has scrolled away.
  expect(y).toBe(0);
  await using plain = launch({ ...options, env: { ...env, NO_COLOR: '1' } });
  expect(await plain.ends()).toBe(0);
  expect(plain.text()).toContain('castwatch');
  expect(plain.raw).not.toMatch(/\x1b\[[\d;]*[34]8;/);
});

test('what fails is in the picture, and the exit code is 1; where nothing is read there is none', async () => {
  const simulator = await simulate({ faults: [{ kind: 'error-500', endpoint: 'streams' }] });
  const { args, env } = access(simulator);
  const partial = await runProgram(['snapshot', '--screen', 'streams', ...args], env);
  expect(partial.code).toBe(1);
  expect(partial.stdout).toContain('500');
  const nothing = await runProgram(
    ['snapshot', '--screen', 'overview', '--url', 'http://127.0.0.1:9', '--username', 'me'],
    { CASTWATCH_PASSWORD: 'x' },
  );
  expect(nothing).toMatchObject({ code: 3, stdout: '' });
  expect(nothing.stderr).toContain('refuses connections');
});

test.each([
  [['--screen', 'overview', '--size', '3x3'], /--size: expected COLUMNSxROWS, from 40x12/],
  [['--screen', 'overview', '--size', '80*24'], /--size: expected COLUMNSxROWS/],
  [['--size', '80x24'], /--size goes with --screen/],
  [['--screen', 'overview', '--format', 'json'], /leave out --format/],
  [['--screen', 'overvieww'], /did you mean overview/],
])('%j is refused in words', async (wrong, words) => {
  const { code, stdout, stderr } = await runProgram(['snapshot', ...wrong]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(words);
});
