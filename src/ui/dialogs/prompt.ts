import type { Line } from '../../base/text.ts';
import { cut, textWidth } from '../../base/width.ts';
import {
  editText,
  insertText,
  maskedField,
  type TextField,
  textField,
  visiblePart,
} from '../primitives/text-field.ts';
import type { Dialog, DialogShell } from '../shell.ts';

/** One line of input at the foot of the screen, for a filter, a time or a file name. */
export interface PromptDialog {
  readonly label: string;
  readonly field: TextField;
  /** Show dots in place of the text. */
  readonly masked?: boolean | undefined;
  /** Called with each change, so that a list is filtered during typing. */
  readonly live?: ((value: string) => void) | undefined;
  /** An error about the value, shown beside it; undefined if there is none. The typed text is kept. */
  readonly check?: ((value: string) => string | undefined) | undefined;
  /** Earlier inputs of this prompt, newest first; up and down go through them. */
  readonly history?: readonly string[] | undefined;
  /** Index in `history`; undefined while a new text is typed. */
  readonly recalled?: number | undefined;
  /** Text beside the value, such as a count. */
  readonly note?: (() => string) | undefined;
  readonly submit: (value: string) => void;
  /** Called on Esc: restores the state before the prompt. */
  readonly cancel?: (() => void) | undefined;
}

/** The prompt covers only the footer, so that the filtered list stays visible. */
export const promptDialog: Dialog<PromptDialog> = {
  onFooter: true,
  render(dialog, _view, _services, window) {
    const problem = dialog.check?.(dialog.field.value);
    const label = ` ${dialog.label} `;
    const before = textWidth(label);
    const room = Math.max(4, window.width - before - 2);
    const shown = visiblePart(dialog.masked ? maskedField(dialog.field) : dialog.field, room);
    const used = before + textWidth(shown.text);
    const figures = dialog.note?.() ?? '';
    const keys = `Enter apply · Esc cancel${dialog.history?.length ? ' · ↑ earlier' : ''}`;
    const note =
      problem === undefined ? `  ${figures === '' ? '' : `${figures} · `}${keys}` : `  ✖ ${problem}`;
    const tone = problem === undefined ? 'dim' : 'crit';
    const line: Line = [
      { text: label, tone: 'accent', on: 'bar' },
      { text: shown.text, tone: 'bold', on: 'bar' },
      { text: cut(note, Math.max(0, window.width - used - 1)), tone, on: 'bar' },
      { text: ' '.repeat(window.width), on: 'bar' },
    ];
    return [
      {
        id: 'dialog.prompt',
        rect: { x: window.x, y: window.y + window.height - 1, width: window.width, height: 1 },
        lines: [line],
        layer: 20,
        cursor: { x: before + shown.cursor, y: 0 },
      },
    ];
  },

  key(dialog, key, shell) {
    if (key.name === 'esc' || key.name === 'ctrl-c') {
      shell.close();
      dialog.cancel?.();
      return;
    }
    if (key.name === 'enter') {
      if (dialog.check?.(dialog.field.value) !== undefined) return;
      shell.close();
      dialog.submit(dialog.field.value);
      return;
    }
    if (key.name === 'up' || key.name === 'down') return recall(dialog, key.name === 'up' ? 1 : -1, shell);
    const field = editText(dialog.field, key);
    if (field) change(dialog, field, shell);
  },

  paste(dialog, text, shell) {
    change(dialog, insertText(dialog.field, text.replace(/\s+/g, ' ')), shell);
  },
};

/** Goes through earlier inputs. Below the newest one the field is empty. */
function recall(dialog: PromptDialog, step: 1 | -1, shell: DialogShell<PromptDialog>): void {
  const { history = [], recalled = -1 } = dialog;
  const at = Math.max(-1, Math.min(history.length - 1, recalled + step));
  if (at === recalled) return;
  shell.update({ recalled: at < 0 ? undefined : at });
  change(dialog, textField(history[at] ?? ''), shell);
}

function change(dialog: PromptDialog, field: TextField, shell: DialogShell<PromptDialog>): void {
  shell.update({ field });
  if (field.value !== dialog.field.value) dialog.live?.(field.value);
}
