import { type Line, toned } from '../../base/text.ts';
import { fit } from '../../base/width.ts';
import { dialogBox, dialogRect } from '../primitives/dialog-box.ts';
import { editText, textField, visiblePart } from '../primitives/text-field.ts';
import type { Dialog } from '../shell.ts';
import { type PaletteDialog, paletteEntries } from './palette-entries.ts';

/** Wide enough for the longest title of a command between its name and its key. */
const DIALOG_COLUMNS = 108;
/** Below this width keys are not shown. */
const MIN_COLUMNS_WITH_NOTE = 76;
const LIST_ROWS = 12;
const LABEL_COLUMNS = 24;
const NOTE_COLUMNS = 18;

/** `:` runs a command or opens an object by name. Text after a command's name is its argument: `:streams live`. */
export const paletteDialog: Dialog<PaletteDialog> = {
  render(dialog, view, services, window) {
    const found = paletteEntries(dialog.field.value, { ...dialog, services, view });
    const size = { width: DIALOG_COLUMNS, height: LIST_ROWS + 4 };
    const { width, height } = dialogRect(window, size);
    const visible = Math.max(1, height - 4);
    const search = visiblePart(dialog.field, width - 8);
    const first = Math.max(0, Math.min(dialog.index - visible + 1, found.length - visible));
    const note = width < MIN_COLUMNS_WITH_NOTE ? 0 : NOTE_COLUMNS;
    const rows: Line[] = found.slice(first, first + visible).map((entry, row) => {
      const on = first + row === dialog.index ? ('select' as const) : ('dialog' as const);
      return [
        { text: fit(entry.label, LABEL_COLUMNS), tone: 'accent', on },
        { text: fit(entry.text, width - 4 - LABEL_COLUMNS - note), on },
        { text: fit(entry.note, note, 'right'), tone: 'dim', on },
      ];
    });
    if (rows.length === 0) rows.push(toned('Nothing found.', 'dim'));
    const content: Line[] = [
      [
        { text: ':', tone: 'accent' },
        { text: search.text, tone: 'bold' },
      ],
      [],
      ...rows,
    ];
    const cursor = { x: 1 + search.cursor, y: 0 };
    return [
      dialogBox({ id: 'dialog.palette', title: 'Command or object name', content, size, cursor }, window),
    ];
  },

  keys: () => [
    ['Enter', 'run'],
    ['Tab', 'complete'],
    ['↑↓', 'choose'],
    ['Esc', 'close'],
  ],

  key(dialog, key, shell) {
    if (key.name === 'esc' || key.name === 'ctrl-c') return shell.close();
    const { services, view } = shell;
    const found = paletteEntries(dialog.field.value, { ...dialog, services, view });
    const chosen = found[dialog.index];
    if (chosen && (key.name === 'tab' || (key.name === 'enter' && chosen.asksMore)))
      return shell.update({ field: textField(chosen.completion), index: 0 });
    if (key.name === 'enter') {
      if (!chosen) return;
      shell.close();
      if (chosen.run.kind === 'run') {
        if (chosen.run.on) shell.goToList(chosen.run.on);
        shell.run(chosen.run.id, chosen.run.argument);
      } else if (chosen.run.kind === 'elsewhere') shell.openCluster(chosen.run.cluster, chosen.run);
      else shell.follow(chosen.run);
      return;
    }
    if (key.name === 'down' || key.name === 'up') {
      const step = key.name === 'down' ? 1 : -1;
      shell.update({ index: Math.max(0, Math.min(found.length - 1, dialog.index + step)) });
      return;
    }
    const field = editText(dialog.field, key);
    if (field) shell.update({ field, index: 0 });
  },
};
