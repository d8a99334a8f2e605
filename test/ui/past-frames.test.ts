import { expect, test } from 'vitest';
import { screenNames } from '../../src/actions/screen-table.ts';
import { clockTime } from '../../src/base/format.ts';
import { replayed } from '../support/fake-replay.ts';
import { fakeServices } from '../support/fake-services.ts';
import { sampleNow, sampleState } from '../support/sample-state.ts';
import { UiDriver } from '../support/ui-driver.ts';

const SIZE = { columns: 140, rows: 50 };
const HELD_MS = 42_000;

async function frozen(screen: (typeof screenNames)[number]) {
  const services = fakeServices(sampleState());
  const hands = new UiDriver(services, SIZE, screen);
  hands.press('space');
  await services.clock.advance(HELD_MS);
  return hands;
}

const rowsOf = (hands: UiDriver) => {
  const rows = hands.screen.split('\n');
  return { header: rows[0] ?? '', body: rows.slice(3, -1).join('\n'), footer: rows.at(-1) ?? '' };
};

test.each(screenNames)(
  'a frozen frame of %s shows the time of its moment and how to leave it',
  async (screen) => {
    const { header, footer, body } = rowsOf(await frozen(screen));
    expect(header).toContain(clockTime(sampleNow));
    expect(header).not.toContain(clockTime(sampleNow + HELD_MS));
    expect(header).toContain('FROZEN 42s');
    expect(footer).toContain('space go on');
    expect(footer).not.toMatch(/freeze|refresh|acknowledge|\bedit\b|\badd\b/);
    expect(body).not.toMatch(/\bnow │/);
  },
);

test('a frame of a recording has time axes that end at its moment, and says how fast it plays', () => {
  const { body } = rowsOf(replayed({ playing: true, speed: 10 }, SIZE).hands);
  expect(body).not.toMatch(/\bnow │/);
  expect(body).toContain(clockTime(sampleNow));
  expect(body).toContain('10×');
});
