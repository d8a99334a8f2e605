import { describe, expect, test } from 'vitest';
import { createMouse } from '../../../src/ui/program/mouse.ts';
import { type StreamsSlice, streamsStart } from '../../../src/ui/screens/streams/slice.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { UiDriver } from '../../support/ui-driver.ts';
import { answeredStreams } from '../answered-streams.ts';

describe('the mouse in two lists of a screen', () => {
  function open() {
    const hands = new UiDriver(fakeServices(answeredStreams()), { columns: 120, rows: 40 }, 'streams');
    hands.runtime.start();
    const mouse = createMouse(hands.runtime);
    const paneOf = (id: string) => hands.runtime.panes().find((pane) => pane.id === id);
    const slice = () => (hands.runtime.ui.getState().slices.streams ?? streamsStart) as StreamsSlice;
    /** Presses on a row of a pane, counted from its border. */
    const press = (id: string, row: number) => {
      const { x = 0, y = 0 } = paneOf(id)?.rect ?? {};
      mouse({ kind: 'press', x: x + 12, y: y + row });
    };
    return { mouse, paneOf, slice, press };
  }

  test('a click selects the row below the pointer and focuses its list', () => {
    const { paneOf, slice, press } = open();
    press('streams.worst', 2);
    expect(slice()).toMatchObject({
      part: 'worst',
      worst: { selectedId: paneOf('streams.worst')?.list?.ids[0] },
    });
    press('streams.all', 4);
    const chosen = paneOf('streams.all')?.list?.ids[2];
    expect(slice()).toMatchObject({ part: 'all', all: { selectedId: chosen, index: 2 } });
    expect(paneOf('streams.all')).toMatchObject({ focus: true, list: { selected: chosen } });
    press('streams.all', 4);
    expect(slice().opened).toBe(chosen);
  });

  test('the wheel scrolls the list below the pointer', () => {
    const { mouse, paneOf, slice } = open();
    const { x = 0, y = 0 } = paneOf('streams.worst')?.rect ?? {};
    mouse({ kind: 'wheel', up: true, x: x + 3, y: y + 3 });
    expect(slice().part).toBe('worst');
  });
});
