import { expect, test } from 'vitest';
import type { Services } from '../../../src/ui/services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { openScreen } from '../open-screen.ts';

test('polling becomes faster and slower by factors of two and says its interval', () => {
  const { hands, services } = openScreen('overview');
  const after = (...keys: string[]) => [hands.press(...keys).notice, services.session.monitor.pace];
  expect(after(':faster')).toEqual(['Polling intervals × 0.5.', 0.5]);
  expect(after(':slower')).toEqual(['Polling at the usual pace.', 1]);
  expect(after(':slower', ':slower')).toEqual(['Polling intervals × 4.', 4]);
});

test('a chosen theme is remembered; an unknown one is reported, and the old one stays', () => {
  const asked: (string | undefined)[] = [];
  const setTheme: Services['setTheme'] = (name) => {
    asked.push(name);
    if (name === 'none') return { theme: undefined, message: 'No such theme.' };
    return { theme: name ?? 'next', message: 'Done.' };
  };
  const { hands } = openScreen('overview', sampleState(), { services: { setTheme } });
  hands.runtime.run('app.theme', 'paper');
  expect([hands.ui.theme, hands.notice]).toEqual(['paper', 'Done.']);
  hands.runtime.run('app.theme', 'none');
  expect([hands.ui.theme, hands.notice]).toEqual(['paper', 'No such theme.']);
  hands.runtime.run('app.theme', '');
  expect([hands.ui.theme, asked]).toEqual(['next', ['paper', 'none', undefined]]);
});

test('the range of the charts goes round its choices, and says what is missing without a history', () => {
  const { hands } = openScreen('overview');
  const seen = Array.from({ length: 7 }, () => {
    hands.runtime.run('time.span');
    return hands.ui.display.span;
  });
  const hour = 3_600_000;
  expect(seen).toEqual([hour / 6, hour, 6 * hour, 24 * hour, 168 * hour, 720 * hour, undefined]);
  expect(hands.notice).toBe('Charts of the last minutes.');
});

test('the charts are compared with yesterday, with last week, or with nothing', () => {
  const { hands } = openScreen('overview');
  for (const compare of ['yesterday', 'lastWeek', undefined]) {
    hands.runtime.run('time.compare');
    expect(hands.ui.display.compare).toBe(compare);
  }
  expect(hands.notice).toContain('Charts show no comparison');
});

test('a key that does nothing here says where it works; one without a meaning says nothing', () => {
  const { hands } = openScreen('overview');
  hands.press('s');
  expect(hands.notice).toBe('s works on Problems, Servers, Applications and 1 more.');
  const other = openScreen('servers').hands;
  expect(other.press('s', 'esc').notice).not.toContain('works on');
  expect(openScreen('overview').hands.press('ä').notice).toBe('');
});
