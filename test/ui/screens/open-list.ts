import type { ScreenName } from '../../../src/actions/screen-table.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { bodyArea } from '../../../src/ui/program/layout.ts';
import { Runtime } from '../../../src/ui/program/runtime.ts';
import { createUiStore } from '../../../src/ui/store.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { pressOn } from '../../support/key-press.ts';
import { rowsOf } from '../../support/screen-rows.ts';

const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;

/** The program on a list screen: presses keys, and reads the slice (`initial` until a key changes it) and the rows of that screen. */
export function openList<S>(screen: ScreenName, initial: S, state: ClusterState, columns = 120) {
  const services = fakeServices(state);
  const ui = createUiStore(screen, display);
  const size = { columns, rows: 40 };
  const runtime = new Runtime(services, ui, size, () => {});
  runtime.start();
  const press = (...names: readonly string[]) => {
    for (const name of names) pressOn(runtime, name);
  };
  return {
    services,
    ui,
    runtime,
    press,
    type: (text: string) => press(...[...text].map((character) => (character === ' ' ? 'space' : character))),
    slice: () => (ui.getState().slices[screen] ?? initial) as S,
    rows: () =>
      rowsOf(
        runtime.panes().filter(({ id }) => id.startsWith(screen)),
        bodyArea(size),
      ),
  };
}
