import type { ScreenName } from '../../actions/screen-table.ts';
import type { Dialog, OpenDialog } from '../dialog.ts';
import type { DialogShell, ScreenShell, Shell } from '../shell.ts';
import { sliceOf } from './navigation.ts';
import type { ScreenFrame } from './screen-frame.ts';

/** The program, and what its screens show. */
interface Host extends Shell {
  readonly shown: (screen: ScreenName) => ScreenFrame;
  readonly drawn: (screen: ScreenName) => ScreenFrame | undefined;
}

/** For the screen that is shown: what the user sees as the command comes, whatever the command changes. */
export function screenShell(host: Host): ScreenShell<object> {
  const { ui } = host;
  const name = ui.getState().screen;
  const slice = () => sliceOf(ui.getState(), name);
  let frame = host.drawn(name);
  // Worked out where it is asked for: a screen that was just opened is about to be drawn anyway.
  const shown = () => {
    frame ??= host.shown(name);
    return frame;
  };
  return {
    ...host,
    get view() {
      return shown().view;
    },
    get area() {
      return shown().area;
    },
    get model() {
      return shown().model;
    },
    slice,
    set: (patch) =>
      ui.setState(({ slices }) => ({ slices: { ...slices, [name]: { ...slice(), ...patch } } })),
  };
}

/** For an open dialog, whatever is opened over it meanwhile. Its view is that of now: it is about to send. */
export function dialogShell(shell: Shell, { id }: OpenDialog): DialogShell<Dialog> {
  const { ui } = shell;
  return {
    ...shell,
    view: shell.view,
    area: shell.area,
    update: (patch) =>
      ui.setState(({ dialogs }) => ({
        dialogs: dialogs.map((open) =>
          open.id === id
            ? ({ ...open, ...(typeof patch === 'function' ? patch(open) : patch) } as OpenDialog)
            : open,
        ),
      })),
    close: () => ui.setState(({ dialogs }) => ({ dialogs: dialogs.filter((open) => open.id !== id) })),
  };
}
