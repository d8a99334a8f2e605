import type { Line } from '../../base/text.ts';
import { fit, textWidth } from '../../base/width.ts';
import { dialogBox, dialogRect } from '../primitives/dialog-box.ts';
import { targetOf } from '../primitives/list.ts';
import type { Dialog, DialogKeys, Shell } from '../shell.ts';

const MAX_COLUMNS = 64;
/** Width of the frame and of the mark before each item, in cells. */
const FRAME_COLUMNS = 8;

export interface MenuItem {
  readonly label: string;
  readonly note: string;
  readonly chosen: boolean;
  readonly run: () => void;
}

export interface MenuDialog {
  readonly title: string;
  /** What Enter and further keys do, for the footer. */
  readonly hints: DialogKeys;
  /** Asked again for each frame. */
  readonly items: () => readonly MenuItem[];
  readonly index: number;
  /** Most cells in width, for long labels. */
  readonly columns?: number | undefined;
  /** Handles further keys besides Enter and moving; true if the key was used. `select` moves the selection. */
  readonly keys?: (name: string, index: number, select: (index: number) => void) => boolean;
}

/** Opens a menu with the item that is in force selected; `enter` says what Enter does. */
export function openMenu(
  { open }: Pick<Shell, 'open'>,
  { enter, ...words }: Pick<MenuDialog, 'title' | 'columns'> & { readonly enter: string },
  items: () => readonly MenuItem[],
): void {
  const chosen = items().findIndex((item) => item.chosen);
  const hints = [['Enter', enter] as const, ['Esc', 'close'] as const];
  open(menuDialog, { ...words, hints, index: Math.max(0, chosen), items });
}

/** A list of items: Enter runs the selected one. The item in force is marked. */
export const menuDialog: Dialog<MenuDialog> = {
  render(dialog, _view, _services, window) {
    const items = dialog.items();
    const notes = Math.max(0, ...items.map(({ note }) => textWidth(note)));
    const labels = Math.max(0, ...items.map(({ label }) => textWidth(label)));
    const content = Math.max(labels + notes, textWidth(dialog.title));
    const wanted = {
      width: Math.min(dialog.columns ?? MAX_COLUMNS, content + FRAME_COLUMNS),
      height: items.length + 2,
    };
    const { width, height } = dialogRect(window, wanted);
    const visible = height - 2;
    const first = Math.max(0, Math.min(dialog.index - visible + 1, items.length - visible));
    const rows = items.slice(first, first + visible).map(({ label, note, chosen }, row): Line => {
      const on = first + row === dialog.index ? ('select' as const) : ('dialog' as const);
      return [
        { text: chosen ? '● ' : '  ', tone: 'accent', on },
        { text: fit(label, width - 4 - 2 - notes - 1), tone: chosen ? 'bold' : 'plain', on },
        { text: ` ${fit(note, notes, 'right')}`, tone: 'dim', on },
      ];
    });
    return [
      dialogBox({ id: 'dialog.menu', title: dialog.title, content: rows, size: { width, height } }, window),
    ];
  },

  keys: ({ hints }) => [['↑↓', 'choose'], ...hints],

  key(dialog, key, shell) {
    const items = dialog.items();
    const item = items[dialog.index];
    if (key.name === 'enter' && item) {
      shell.close();
      item.run();
      return;
    }
    if (dialog.keys?.(key.name, dialog.index, (index) => shell.update({ index }))) return;
    const command = shell.services.keymap.lookup(key.name, 'overview');
    if (command === 'app.back' || command === 'app.quit') shell.close();
    else if (command) {
      const target = targetOf(command, dialog.index, items.length, 10);
      if (target !== undefined) shell.update({ index: Math.max(0, Math.min(target, items.length - 1)) });
    }
  },
};
