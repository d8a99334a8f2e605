import { expect, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { fakeServices, type Overrides } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

function start(overrides: Overrides = {}, screen: ScreenName = 'overview') {
  const services = fakeServices(sampleState(), overrides);
  const hands = new UiDriver(services, { columns: 120, rows: 40 }, screen);
  return { hands, services, ui: hands.runtime.ui.getState };
}

test('polling becomes faster and slower by factors of two and says its interval', () => {
  const { hands, services } = start();
  hands.press(':faster');
  expect([services.session.monitor.pace, hands.notice]).toEqual([0.5, 'Polling intervals × 0.5.']);
  hands.press(':slower');
  expect([services.session.monitor.pace, hands.notice]).toEqual([1, 'Polling at the usual pace.']);
  hands.press(':slower', ':slower');
  expect([services.session.monitor.pace, hands.notice]).toEqual([4, 'Polling intervals × 4.']);
});

test('a chosen theme is remembered; an unknown one is reported, and the old one stays', () => {
  const asked: (string | undefined)[] = [];
  const { hands, ui } = start({
    setTheme: (name) => {
      asked.push(name);
      return name === 'none'
        ? { theme: undefined, message: 'No such theme.' }
        : { theme: name ?? 'next', message: 'Done.' };
    },
  });
  hands.runtime.run('app.theme', 'paper');
  expect([ui().theme, hands.notice]).toEqual(['paper', 'Done.']);
  hands.runtime.run('app.theme', 'none');
  expect([ui().theme, hands.notice]).toEqual(['paper', 'No such theme.']);
  hands.runtime.run('app.theme', '');
  expect([ui().theme, asked]).toEqual(['next', ['paper', 'none', undefined]]);
});

test('the range of the charts goes round its choices, and says what is missing without a history', () => {
  const { hands, ui } = start();
  const seen = Array.from({ length: 7 }, () => {
    hands.runtime.run('time.span');
    return ui().display.span;
  });
  const hour = 3_600_000;
  expect(seen).toEqual([hour / 6, hour, 6 * hour, 24 * hour, 168 * hour, 720 * hour, undefined]);
  expect(hands.notice).toBe('Charts of the last minutes.');
});

test('the charts are compared with yesterday, with last week, or with nothing', () => {
  const { hands, ui } = start();
  for (const compare of ['yesterday', 'lastWeek', undefined]) {
    hands.runtime.run('time.compare');
    expect(ui().display.compare).toBe(compare);
  }
  expect(hands.notice).toContain('Charts show no comparison');
});

test('a key that does nothing here says where it works; one without a meaning says nothing', () => {
  const { hands } = start();
  hands.press('s');
  expect(hands.notice).toBe('s works on Problems, Servers, Applications and 1 more.');
  const other = start({}, 'servers').hands;
  expect(other.press('s', 'esc').notice).not.toContain('works on');
  expect(start().hands.press('ä').notice).toBe('');
});
