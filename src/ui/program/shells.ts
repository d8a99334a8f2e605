import type { DialogShell, OpenDialog, ScreenShell, Shell } from '../shell.ts';
import { sliceOf } from './navigation.ts';
import type { Program } from './program.ts';

/** The shell of the current screen. Its model is what the user sees, even if the command changes the state. */
export function screenShell(program: Program): ScreenShell<object> {
  const { ui } = program;
  const name = ui.getState().screen;
  const slice = () => sliceOf(ui.getState(), name);
  let frame = program.drawn(name);
  // Worked out only when it is needed, because a screen that was just opened is drawn soon anyway.
  const shown = () => {
    frame ??= program.shown(name);
    return frame;
  };
  const cluster = program.cluster();
  return {
    ...program,
    ...onlyIn(cluster, program),
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
    set: (patch) => program.setSlice(cluster, name, patch),
  };
}

/** The shell of an open dialog, even under another. Its view is the present: it is about to send something. */
export function dialogShell(program: Program, { id }: OpenDialog): DialogShell<object> {
  const { ui, view, area, size } = program;
  return {
    ...program,
    ...onlyIn(program.cluster(), program),
    view,
    window: { x: 0, y: 0, width: size.columns, height: size.rows },
    area,
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

/** Only while its cluster is shown: a late answer must not open a form, or move the user, in another cluster. */
function onlyIn(
  cluster: string | undefined,
  program: Program,
): Pick<Shell, 'open' | 'goTo' | 'goToList' | 'run' | 'follow'> {
  const here = <A extends unknown[]>(act: (...given: A) => void) => {
    return (...given: A) => {
      if (program.cluster() === cluster) act(...given);
      else program.notice(`${cluster ?? 'The fleet'}: its answer came after you had left it.`, 'warn');
    };
  };
  const openHere = here(program.open);
  return {
    open: (dialog, shown) => (dialog.anywhere ? program.open : openHere)(dialog, shown),
    goTo: here(program.goTo),
    goToList: here(program.goToList),
    run: here(program.run),
    follow: here(program.follow),
  };
}
