import type { Link } from '../base/link.ts';
import type { Dialog, DialogController, OpenDialog } from './dialogs/dialog.ts';
import { bodyArea, type Size } from './layout.ts';
import { sliceOf } from './navigation.ts';
import type { Rewind } from './rewind.ts';
import type { Controller } from './screen.ts';
import type { UiStore } from './store.ts';
import type { View } from './view.ts';

/** What screens and dialogs may do with the user interface: `Runtime` is it. */
interface ControllerHost
  extends Pick<Controller<object>, 'services' | 'open' | 'goTo' | 'back' | 'notice' | 'copy'>,
    Pick<DialogController<Dialog>, 'run'> {
  readonly ui: UiStore;
  readonly rewind: Rewind;
  readonly size: Size;
  view(): View;
  follow(link: Link): void;
}

/** For the screen that is shown. */
export function screenController(host: ControllerHost): Controller<object> {
  const { ui, services } = host;
  const name = ui.getState().screen;
  const slice = () => sliceOf(ui.getState(), name);
  return {
    view: host.view(),
    services,
    area: bodyArea(host.size),
    slice,
    set: (patch) =>
      ui.setState(({ slices }) => ({ slices: { ...slices, [name]: { ...slice(), ...patch } } })),
    open: (dialog) => host.open(dialog),
    goTo: (screen, patch) => host.goTo(screen, patch),
    back: () => host.back(),
    seek: (at) => (services.replay ?? host.rewind).seek(at),
    run: (command) => host.run(command),
    notice: (text, tone) => host.notice(text, tone),
    copy: (text, what) => host.copy(text, what),
  };
}

/** For an open dialog, whatever is opened over it meanwhile. */
export function dialogController(host: ControllerHost, { id }: OpenDialog): DialogController<Dialog> {
  const { ui } = host;
  return {
    view: host.view(),
    services: host.services,
    area: bodyArea(host.size),
    update: (patch) =>
      ui.setState(({ dialogs }) => ({
        dialogs: dialogs.map((open) =>
          open.id === id
            ? ({ ...open, ...(typeof patch === 'function' ? patch(open) : patch) } as OpenDialog)
            : open,
        ),
      })),
    close: () => ui.setState(({ dialogs }) => ({ dialogs: dialogs.filter((open) => open.id !== id) })),
    open: (next) => host.open(next),
    run: (command, argument) => host.run(command, argument),
    follow: (link) => host.follow(link),
    notice: (text, tone) => host.notice(text, tone),
    copy: (text, what) => host.copy(text, what),
  };
}
