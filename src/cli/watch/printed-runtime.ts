import type { Readable } from '../../base/readable.ts';
import { holdSession } from '../../session/session-holder.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { Size } from '../../ui/program/layout.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import type { Frontend } from './frontend.ts';
import { createRuntime } from './services.ts';
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

/** The program without a terminal, for printed frames; its problems are those of `triage`. */
export function printedRuntime(
  options: WatchOptions,
  size: Size,
  triage: Readable<TriageState> = options.session.triage,
): Runtime {
  const holder = { ...holdSession(options.session), triage };
  return createRuntime(options, holder, noFrontend, { size, quit: () => {} });
}
