import type { ScreenName } from '../../../src/actions/screen-table.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { bodyArea } from '../../../src/ui/program/layout.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { rowsOf } from '../../support/screen-rows.ts';
import { UiDriver } from '../../support/ui-driver.ts';

export function openList<S>(screen: ScreenName, initial: S, state: ClusterState, columns = 120) {
  const services = fakeServices(state);
  const size = { columns, rows: 40 };
  const hands = new UiDriver(services, size, screen);
  const { runtime } = hands;
  runtime.start();
  return {
    services,
    runtime,
    ui: runtime.ui,
    press: (...names: readonly string[]) => void hands.press(...names),
    type: (text: string) => void hands.type(text),
    slice: () => (runtime.ui.getState().slices[screen] ?? initial) as S,
    rows: () =>
      rowsOf(
        runtime.panes().filter(({ id }) => id.startsWith(screen)),
        bodyArea(size),
      ),
  };
}
