import { expect, test } from 'vitest';
import { resolveTheme } from '../../src/ui/theme/resolve.ts';
import { launch } from './driver.ts';
import { access, simulate } from './program.ts';

test('has the colours of the theme on a terminal', async () => {
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
});
