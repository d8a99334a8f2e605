import { expect, test } from 'vitest';
import { launch } from './driver.ts';

test('for a screen reader the program prints sentences without frames on the ordinary screen', async () => {
  await using app = launch({ args: ['demo', '--seed', '1'], env: { INK_SCREEN_READER: 'true' } });
  await app.sees('Viewers:', 'Server edge-fra-1: CPU', 'Keys: 1 to 6');
  expect(app.text()).not.toMatch(/[│─━]/);
  expect(app.screen.alternate()).toBe(false);
  app.press('3');
  await app.sees('Servers.', 'Server edge-fra-1, edge');
  app.press('q');
  expect(await app.ends()).toBe(0);
  // A screen reader follows the cursor, which must not be hidden.
  expect(app.raw).not.toMatch(/\x1b\[\?1049h|\x1b\[\?25l/);
});
