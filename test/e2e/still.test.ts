import { expect, test } from 'vitest';
import { launch } from './driver.ts';

test('what cannot be watched leaves words on an ordinary terminal, not a screen', async () => {
  await using wrong = launch({
    args: ['--url', 'ftp://cluster', '--username', 'x'],
    env: { CASTWATCH_PASSWORD: 'x' },
  });
  expect(await wrong.ends()).toBe(2);
  expect(wrong.screen.alternate()).toBe(false);
  expect(wrong.text()).toContain('castwatch:');
});

test('the still frame is the first thing on the screen, and the data comes into it without blanking it', async () => {
  await using app = launch({ args: ['demo'] });
  await app.sees('hottest first');
  expect(app.raw.split('\x1b[?1049h').length - 1).toBe(1);
  expect(app.raw.indexOf('Application groups')).toBeLessThan(app.raw.indexOf('hottest first'));
  app.press('q');
  expect(await app.ends()).toBe(0);
  expect(app.screen.alternate()).toBe(false);
});
