import type { CommandSpec } from '../../actions/command-spec.ts';
import type { CommandId } from '../../actions/commands.ts';
import type { Line } from '../../base/text.ts';
import { fit } from '../../base/width.ts';
import { editText, textField, visiblePart } from '../primitives/text-field.ts';
import type { Services } from '../services.ts';
import { dialogBox } from './box.ts';
import type { DialogModule, PaletteDialog } from './dialog.ts';

const WIDTH = 64;
const ROWS = 12;

/** `:` runs any command by name; what follows the name is its argument: `:streams live`, `:server node-3`. */
export const paletteModule: DialogModule<PaletteDialog> = {
  render(dialog, _view, services, window) {
    const found = matches(services, dialog.field.value);
    const search = visiblePart(dialog.field, WIDTH - 8);
    const first = Math.max(0, Math.min(dialog.index - ROWS + 1, found.length - ROWS));
    const rows: Line[] = found.slice(first, first + ROWS).map((command, row) => {
      const on = first + row === dialog.index ? ('select' as const) : ('dialog' as const);
      return [
        {
          text: fit(
            `:${nameOf(command)}${command.palette?.argument ? ` ‹${command.palette.argument}›` : ''}`,
            25,
          ),
          tone: 'accent',
          on,
        },
        { text: fit(command.title, WIDTH - 4 - 25 - 12), on },
        { text: fit(command.keys.join(' '), 12, 'right'), tone: 'dim', on },
      ];
    });
    if (rows.length === 0) rows.push([{ text: 'No such command. Backspace, or Esc.', tone: 'dim' }]);
    const content: Line[] = [
      [
        { text: ':', tone: 'accent' },
        { text: search.text, tone: 'bold' },
      ],
      [],
      ...rows,
    ];
    return [
      dialogBox(
        'dialog.palette',
        'Command',
        content,
        window,
        { width: WIDTH, height: ROWS + 4 },
        { x: 1 + search.cursor, y: 0 },
      ),
    ];
  },

  key(dialog, key, controller) {
    if (key.name === 'esc' || key.name === 'ctrl-c') {
      controller.close();
      return;
    }
    const found = matches(controller.services, dialog.field.value);
    const chosen = found[dialog.index];
    if (key.name === 'enter') {
      if (!chosen) return;
      controller.close();
      controller.run(chosen.id, argumentOf(dialog.field.value));
      return;
    }
    if (key.name === 'tab' && chosen) {
      controller.update({ field: textField(`${nameOf(chosen)} `), index: 0 });
      return;
    }
    if (key.name === 'down' || key.name === 'up') {
      const step = key.name === 'down' ? 1 : -1;
      controller.update({ index: Math.max(0, Math.min(found.length - 1, dialog.index + step)) });
      return;
    }
    const field = editText(dialog.field, key);
    if (field) controller.update({ field, index: 0 });
  },
};

type Known = CommandSpec & { readonly id: CommandId };

function nameOf(command: Known): string {
  return command.palette?.name ?? command.id;
}

function argumentOf(typed: string): string {
  return /^\S+\s+(.*)$/s.exec(typed.trim())?.[1] ?? '';
}

/** Commands whose name or title holds what was typed; names that begin with it come first. */
function matches(services: Services, typed: string): readonly Known[] {
  const word = typed.trimStart().split(/\s+/)[0]?.toLowerCase() ?? '';
  const scored = services.keymap.all.flatMap((command) => {
    const name = nameOf(command).toLowerCase();
    // `:server node-3` is what people type for the screen that is called Servers.
    const score =
      name === word
        ? 0
        : name.startsWith(word)
          ? 1
          : name.includes(word)
            ? 2
            : command.title.toLowerCase().includes(word)
              ? 3
              : -1;
    return score < 0 ? [] : [{ command, score }];
  });
  return scored.sort((a, b) => a.score - b.score).map((entry) => entry.command);
}
