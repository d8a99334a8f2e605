import type { ScreenName } from '../../actions/screen-table.ts';
import type { DialogShell, OpenDialog, ScreenShell, Shell } from '../shell.ts';
import type { Size } from './layout.ts';
import { sliceOf } from './navigation.ts';
import type { ScreenFrame } from './screen-frame.ts';

/** The program as shells know it. */
interface Program extends Shell {
  readonly cluster: () => string | undefined;
  readonly setSlice: (cluster: string | undefined, screen: ScreenName, patch: object) => void;
}

/** The program, and what its screens show. */
interface Host extends Program {
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
  const cluster = host.cluster();
  return {
    ...host,
    ...onlyIn(cluster, host),
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
    set: (patch) => host.setSlice(cluster, name, patch),
  };
}

/**
 * The shell of an open dialog, even when another dialog opens over it. Its view is the present, because the dialog
 * is about to send something.
 */
export function dialogShell(
  shell: Program & { readonly size: Size },
  { id }: OpenDialog,
): DialogShell<object> {
  const { ui, size } = shell;
  return {
    ...shell,
    ...onlyIn(shell.cluster(), shell),
    view: shell.view,
    window: { x: 0, y: 0, width: size.columns, height: size.rows },
    area: shell.area,
    update: (patch) =>
      ui.setState(({ dialogs }) => ({
        dialogs: dialogs.map((open) =>
          open.id === id
            ? {
                ...open,
                shown: { ...open.shown, ...(typeof patch === 'function' ? patch(open.shown) : patch) },
              }
            : open,
        ),
      })),
    close: () => ui.setState(({ dialogs }) => ({ dialogs: dialogs.filter((open) => open.id !== id) })),
  };
}

/**
 * What a shell may do only while its cluster is shown. An answer that comes later must not open a form, or move the
 * user, in another cluster.
 */
function onlyIn(
  cluster: string | undefined,
  host: Program,
): Pick<Shell, 'open' | 'goTo' | 'goToList' | 'run' | 'follow'> {
  const here = <A extends unknown[]>(act: (...given: A) => void) => {
    return (...given: A) => {
      if (host.cluster() === cluster) act(...given);
      else host.notice(`${cluster ?? 'The fleet'}: its answer came after you had left it.`, 'warn');
    };
  };
  const openHere = here(host.open);
  return {
    open: (dialog, shown) => (dialog.anywhere ? host.open : openHere)(dialog, shown),
    goTo: here(host.goTo),
    goToList: here(host.goToList),
    run: here(host.run),
    follow: here(host.follow),
  };
}
