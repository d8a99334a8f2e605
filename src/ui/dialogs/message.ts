import { lineWidth } from '../../base/width.ts';
import type { MessageDialog } from '../dialog.ts';
import { dialogBox, dialogRect } from '../primitives/dialog-box.ts';
import { targetOf } from '../primitives/list.ts';
import type { DialogModule } from './module.ts';

/** Text to read: Esc, Enter or q close it, the moving keys scroll. */
export const messageModule: DialogModule<MessageDialog> = {
  render(dialog, _view, _services, window) {
    const width = Math.max(dialog.title.length + 24, ...dialog.lines.map((line) => lineWidth(line) + 4));
    const size = { width, height: dialog.lines.length + 2 };
    const visible = dialogRect(window, size).height - 2;
    const scroll = Math.max(0, Math.min(dialog.scroll, dialog.lines.length - visible));
    const shown = dialog.lines.slice(scroll, scroll + visible);
    const part = ` (${scroll + 1}–${scroll + shown.length} of ${dialog.lines.length})`;
    const title = shown.length < dialog.lines.length ? `${dialog.title}${part}` : dialog.title;
    return [dialogBox({ id: 'dialog.message', title, content: shown, size }, window)];
  },

  key(dialog, key, shell) {
    const command = shell.services.keymap.lookup(key.name, 'overview');
    if (command === 'app.back' || command === 'app.quit' || command === 'move.open') shell.close();
    else if (command) {
      const target = targetOf(command, dialog.scroll, dialog.lines.length, 10);
      if (target !== undefined)
        shell.update({ scroll: Math.max(0, Math.min(target, dialog.lines.length - 1)) });
    }
  },
};
