import { expect, test } from 'vitest';
import type { Line } from '../../../../src/base/text.ts';

import { streamsStart } from '../../../../src/ui/screens/streams/slice.ts';
import { streamFilter } from '../../../../src/views/streams/streams.ts';
import { textOf } from '../../../support/drawn-table.ts';
import { fakeServices } from '../../../support/fake-services.ts';

import { sampleState } from '../../../support/sample-state.ts';
import { UiDriver } from '../../../support/ui-driver.ts';

function open() {
  const state = sampleState();
  const { value } = state.streams;
  if (!value) throw new Error('The sample has streams.');
  const query = streamFilter.query(streamsStart, streamsStart.sort);
  const answered = { ...state, streams: { ...state.streams, value: { ...value, query } } };
  const services = fakeServices(answered);
  const hands = new UiDriver(services, { columns: 120, rows: 40 }, 'streams');
  hands.runtime.start();
  /** The title of the pane that has the selection, and the selected row. */
  const selected = () => {
    const isSelected = (line: Line) => line.some(({ on }) => on === 'select');
    const panes = hands.runtime.panes().filter(({ id }) => id.startsWith('streams.'));
    const pane = panes.find(({ lines }) => lines.some(isSelected));
    return [/[A-Z]\w+/.exec(textOf(pane?.lines[0]))?.[0], textOf(pane?.lines.find(isSelected))] as const;
  };
  return { services, hands, selected };
}

test('the cursor moves from the last unhealthy stream to the first of all streams', () => {
  const { hands, selected } = open();
  hands.press('tab');
  const seen = new Set<string>();
  while (selected()[0] === 'Unhealthy' && seen.size < 20) {
    seen.add(selected()[1]);
    hands.press('j');
  }
  expect(seen.size).toBeGreaterThan(1);
  expect(selected()[0]).toBe('Streams');
});

test('the cursor moves through the watch list, and :watch removes a stream from it', () => {
  const { hands, selected } = open();
  hands.press(':watch', 'j', ':watch');
  for (let view = 0; view < 3 && !hands.screen.includes('┌─ Watch'); view++) hands.press('v');
  const first = selected()[1];
  hands.press('j');
  expect(selected()[1]).not.toBe(first);
  hands.press(':watch');
  expect(hands.notice).toBe('No longer watched.');
  hands.sees(first.trim().split(/\s+/)[2] ?? 'nothing');
});
