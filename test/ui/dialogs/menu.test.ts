import { expect, test, vi } from 'vitest';
import { menuDialog } from '../../../src/ui/dialogs/menu.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

function open(count = 40) {
  const ran = vi.fn();
  const hands = new UiDriver(fakeServices(sampleState()), { columns: 80, rows: 24 });
  const items = Array.from({ length: count }, (_, index) => {
    return { label: `item ${index + 1}.`, note: '', chosen: false, run: () => ran(index + 1) };
  });
  hands.runtime.open(menuDialog, { title: 'Sort', hints: [], index: 0, items: () => items });
  /** The rows of the menu without its frame and its help. */
  const rows = () =>
    [...hands.screen.matchAll(/│ (..item \d+\..*?) │/g)].map(([, row = '']) => row.trimEnd());
  const selected = () => hands.on('select').flatMap((text) => (text.includes('item') ? [text.trim()] : []));
  return { hands, ran, rows, selected };
}

test('the moving keys select, stop at the ends, and keep the selection visible', () => {
  const { hands, rows, selected } = open();
  const steps = [[], ['k'], ['j', 'down'], ['pgdn'], ['G', 'j']].map((keys) => {
    hands.press(...keys);
    return [selected().join(), rows()[0]?.trim(), rows().at(-1)?.trim()];
  });
  expect(steps).toEqual([
    ['item 1.', 'item 1.', 'item 20.'],
    ['item 1.', 'item 1.', 'item 20.'],
    ['item 3.', 'item 1.', 'item 20.'],
    ['item 12.', 'item 1.', 'item 20.'],
    ['item 40.', 'item 21.', 'item 40.'],
  ]);
  hands.press('g');
  expect(rows()[0]).toContain('item 1.');
});

test.each([
  ['enter', [[2]]],
  ['esc', []],
  ['q', []],
])('%s closes the menu and runs what is selected: %j', (key, calls) => {
  const { hands, ran } = open();
  hands.press('j', key);
  expect([hands.dialogs, ran.mock.calls, hands.quits]).toEqual([[], calls, 0]);
});
