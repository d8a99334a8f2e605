import type { ScreenName } from '../../actions/screen-table.ts';
import type { Dialog, OpenDialog } from '../dialog.ts';
import type { DialogShell, ScreenShell, Shell } from '../shell.ts';
import type { Size } from './layout.ts';
import { sliceOf } from './navigation.ts';
import type { ScreenFrame } from './screen-frame.ts';

/** The program, and what its screens show. */
interface Host extends Shell {
  readonly shown: (screen: ScreenName) => ScreenFrame;
  readonly drawn: (screen: ScreenName) => ScreenFrame | undefined;
}

/**
 * The shell of the current screen. Its model is what the user sees when the command comes, even if the command
 * changes the state.
 */
export function screenShell(host: Host): ScreenShell<object> {
  const { ui } = host;
  const name = ui.getState().screen;
  const slice = () => sliceOf(ui.getState(), name);
  let frame = host.drawn(name);
  // Worked out only when it is needed, because a screen that was just opened is drawn soon anyway.
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

/**
 * The shell of an open dialog, even when another dialog opens over it. Its view is the present, because the dialog
 * is about to send something.
 */
export function dialogShell(shell: Shell & { readonly size: Size }, { id }: OpenDialog): DialogShell<Dialog> {
  const { ui, size } = shell;
  return {
    ...shell,
    view: shell.view,
    window: { x: 0, y: 0, width: size.columns, height: size.rows },
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
