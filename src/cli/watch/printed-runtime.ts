import { holdSession } from '../../session/session-holder.ts';
import type { Size } from '../../ui/program/layout.ts';
import { Runtime } from '../../ui/program/runtime.ts';
import type { Services } from '../../ui/services.ts';
import { createUiStore } from '../../ui/store.ts';
import type { Frontend } from './frontend.ts';
import { watchServices } from './services.ts';
import type { WatchOptions } from './watch-options.ts';

/** There is no terminal to control. */
const noFrontend: Frontend = {
  control: () => {},
  repaint: () => {},
  toggleMouse: () => undefined,
  suspend: () => {},
  setTheme: () => ({ theme: undefined, message: '' }),
  handOver: async () => {},
};

/** The program without a terminal, for printed frames. */
export function printedRuntime(options: WatchOptions, size: Size, own: Partial<Services> = {}): Runtime {
  const { session, screen, display } = options;
  const services = watchServices(options, holdSession(session), noFrontend, () => runtime);
  const ui = createUiStore(screen, display);
  const runtime: Runtime = new Runtime({ ...services, ...own }, ui, size, () => {});
  return runtime;
}
