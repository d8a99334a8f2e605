import { describe, expect, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { streamsStart } from '../../../src/ui/screens/streams/slice.ts';
import { streamFilter } from '../../../src/views/streams/streams.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const WIDE = { columns: 140, rows: 50 };

/** The sample, with its streams as the answer to the first request of the screen. */
function answered() {
  const state = sampleState();
  const { value } = state.streams;
  if (!value) throw new Error('The sample has streams.');
  const query = streamFilter.query(streamsStart, streamsStart.sort);
  return { ...state, streams: { ...state.streams, value: { ...value, query } } };
}

/** The screen without its left half, where the list is. */
const rightOf = (hands: UiDriver) =>
  hands.screen
    .split('\n')
    .map((row) => row.slice(80))
    .join('\n');

describe.each([
  ['servers', /Server (\S+)/],
  ['streams', /Stream (\S+)/],
  ['applications', /Application (\S+)/],
] as const satisfies readonly (readonly [ScreenName, RegExp])[])('beside the list of %s', (screen, title) => {
  const open = (size: { columns: number; rows: number }) =>
    new UiDriver(fakeServices(answered()), size, screen);

  test('the detail of the selected row is shown from 140 columns on and follows the selection', () => {
    const hands = open(WIDE);
    const first = title.exec(rightOf(hands))?.[1];
    const second = title.exec(rightOf(hands.press('down')))?.[1];
    expect(first).toBeDefined();
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
    expect(title.exec(rightOf(hands.press('up')))?.[1]).toBe(first);
  });

  test('Enter opens the detail over the whole window', () => {
    const hands = open(WIDE);
    const beside = title.exec(rightOf(hands))?.[0] ?? '';
    const opened = hands.press('enter').screen;
    expect(opened.split('\n').some((row) => row.indexOf(beside) >= 0 && row.indexOf(beside) < 20)).toBe(true);
  });

  test('a narrower window shows the list alone', () => {
    expect(rightOf(open({ columns: 139, rows: 50 }))).not.toMatch(/┌─ (Server|Stream|Application) \S/);
  });
});
