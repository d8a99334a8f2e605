import { expect, test } from 'vitest';
import type { Line } from '../../../src/base/text.ts';
import { messageDialog } from '../../../src/ui/dialogs/message.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const numbered = (count: number): Line[] =>
  Array.from({ length: count }, (_, index) => [{ text: `line ${index + 1}.` }]);

function open(lines: readonly Line[], rows = 24): UiDriver {
  const hands = new UiDriver(fakeServices(sampleState()), { columns: 80, rows });
  hands.runtime.open(messageDialog, { title: 'Words', lines, scroll: 0 });
  return hands;
}

/** First and last visible line. */
function inSight(hands: UiDriver): string[] {
  const lines = [...hands.screen.matchAll(/line \d+\./g)].map(([text]) => text);
  return [lines.at(0) ?? '', lines.at(-1) ?? ''];
}

test('the moving keys scroll a long message and stop at its ends', () => {
  const hands = open(numbered(50));
  hands.sees('Words (1–20 of 50)');
  expect(inSight(hands)).toEqual(['line 1.', 'line 20.']);
  expect(inSight(hands.press('k'))).toEqual(['line 1.', 'line 20.']);
  expect(inSight(hands.press('j', 'j'))).toEqual(['line 3.', 'line 22.']);
  expect(inSight(hands.press('pgdn'))).toEqual(['line 23.', 'line 42.']);
  expect(inSight(hands.press('G'))).toEqual(['line 31.', 'line 50.']);
  expect(inSight(hands.press('g'))).toEqual(['line 1.', 'line 20.']);
  expect(open(numbered(20)).screen).toMatch(/┌─ Words ─+┐/);
});

test('an answer that comes only once is hidden until asked for, and dropped only after a warning', () => {
  const hands = open([[{ text: 'Done.' }]]);
  const once = { lines: [[{ text: 'password once-1' }]], state: 'hidden' as const };
  hands.runtime.open(messageDialog, { title: 'Words', lines: [[{ text: 'Done.' }]], scroll: 0, once });
  hands.lacks('once-1').press('ctrl-r').sees('password once-1').press('ctrl-r').lacks('once-1');
  hands.press('esc').sees('cannot be read again');
  expect(hands.dialogs).toHaveLength(2);
  expect(hands.press('esc').dialogs).toHaveLength(1);
});
