import { type Line, toned } from '../../base/text.ts';
import { lineWidth } from '../../base/width.ts';
import { dialogBox, dialogRect } from '../primitives/dialog-box.ts';
import { targetOf } from '../primitives/list.ts';
import type { Dialog } from '../shell.ts';

export interface MessageDialog {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly scroll: number;
  /** The text is shown only once and may hold secrets: Ctrl-R reveals it, and only a second Esc closes it. */
  readonly once?:
    | { readonly lines: readonly Line[]; readonly state: 'hidden' | 'shown' | 'closing' }
    | undefined;
  /** Reads again what the text is about. */
  readonly again?: ((close: () => void) => void) | undefined;
}

function linesOf({ lines, once }: MessageDialog): readonly Line[] {
  if (!once) return lines;
  if (once.state === 'shown') return [...lines, [], ...once.lines, [], toned('Ctrl-R hides', 'dim')];
  const words =
    once.state === 'closing'
      ? '▲ The answer cannot be read again. Esc again closes, Ctrl-R shows it.'
      : 'Ctrl-R shows the whole answer; it cannot be read again.';
  return [...lines, [], toned(words, 'warn')];
}

function sizeOf({ title }: MessageDialog, lines: readonly Line[]) {
  const width = Math.max(title.length + 24, ...lines.map((line) => lineWidth(line) + 4));
  return { width, height: lines.length + 2 };
}

/** Text to read: Esc, Enter or q close it, moving keys scroll. */
export const messageDialog: Dialog<MessageDialog> = {
  anywhere: true,
  render(dialog, _view, _services, window) {
    const lines = linesOf(dialog);
    const size = sizeOf(dialog, lines);
    const visible = dialogRect(window, size).height - 2;
    const scroll = Math.max(0, Math.min(dialog.scroll, lines.length - visible));
    const shown = lines.slice(scroll, scroll + visible);
    const part = ` (${scroll + 1}–${scroll + shown.length} of ${lines.length})`;
    const title = shown.length < lines.length ? `${dialog.title}${part}` : dialog.title;
    return [dialogBox({ id: 'dialog.message', title, content: shown, size }, window)];
  },

  keys: ({ once, again }) => [
    ['↑↓ PgDn PgUp', 'read'],
    ...(again ? [['r', 'read back'] as const] : []),
    ...(once ? [['Ctrl-R', once.state === 'shown' ? 'hide' : 'show'] as const] : []),
    ['Esc', 'close'],
  ],

  key(dialog, key, shell) {
    const { once, again } = dialog;
    if (again && key.name === 'r') return again(shell.close);
    if (once && key.name === 'ctrl-r')
      return shell.update({ once: { ...once, state: once.state === 'shown' ? 'hidden' : 'shown' } });
    const command = shell.services.keymap.lookup(key.name, 'overview');
    if (command === 'app.back' || command === 'app.quit' || command === 'move.open') {
      if (once && once.state !== 'closing') shell.update({ once: { ...once, state: 'closing' } });
      else shell.close();
    } else if (command) {
      const lines = linesOf(dialog);
      const visible = dialogRect(shell.window, sizeOf(dialog, lines)).height - 2;
      const last = Math.max(0, lines.length - visible);
      // A page is all visible rows: nobody needs the last one again.
      const target = targetOf(command, Math.min(dialog.scroll, last), lines.length, visible + 1);
      if (target !== undefined) shell.update({ scroll: Math.max(0, Math.min(target, last)) });
    }
  },
};
