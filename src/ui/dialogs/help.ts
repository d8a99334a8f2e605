import type { CommandGroup } from '../../actions/command-spec.ts';
import { screenTable } from '../../actions/screen-table.ts';
import type { Line } from '../../base/text.ts';
import { fit, textWidth } from '../../base/width.ts';
import { definitions } from '../../views/definitions.ts';
import { targetOf } from '../primitives/list.ts';
import { editText, visiblePart } from '../primitives/text-field.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { Services } from '../services.ts';
import { dialogBox, dialogRect } from './box.ts';
import type { DialogModule, HelpDialog } from './dialog.ts';

const WIDTH = 76;

/** Every key and command out of the one table; typing searches. */
export const helpModule: DialogModule<HelpDialog> = {
  render(dialog, _view, services, window) {
    const rows = helpLines(services, dialog.field.value);
    const size = { width: WIDTH, height: Math.min(rows.length + 4, window.height) };
    const rect = dialogRect(window, { width: WIDTH, height: window.height - 2 });
    const visible = rect.height - 4;
    const scroll = Math.max(0, Math.min(dialog.scroll, rows.length - visible));
    const search = visiblePart(dialog.field, rect.width - 14);
    const content: Line[] = [
      [
        { text: 'Search: ', tone: 'dim' },
        { text: search.text, tone: 'bold' },
      ],
      [],
      ...rows.slice(scroll, scroll + visible),
    ];
    const more =
      rows.length > visible
        ? ` (${scroll + 1}–${Math.min(rows.length, scroll + visible)} of ${rows.length})`
        : '';
    return [
      dialogBox(
        'dialog.help',
        `Help${more}`,
        content,
        window,
        { ...size, height: rect.height },
        { x: 8 + search.cursor, y: 0 },
      ),
    ];
  },

  key(dialog, key, controller) {
    if (key.name === 'esc' || key.name === 'enter' || key.name === 'ctrl-c') {
      controller.close();
      return;
    }
    const scrolling = {
      down: 'move.down',
      up: 'move.up',
      pgdn: 'move.pageDown',
      pgup: 'move.pageUp',
    } as const;
    const command = scrolling[key.name as keyof typeof scrolling];
    if (command) {
      const rows = helpLines(controller.services, dialog.field.value).length;
      controller.update({
        scroll: Math.max(0, Math.min(rows - 1, targetOf(command, dialog.scroll, rows, 10) ?? 0)),
      });
      return;
    }
    const field = editText(dialog.field, key);
    if (field) controller.update({ field, scroll: 0 });
  },
};

/** The rows of the help for a search word; also what the README's key list is made of. */
function helpLines(services: Pick<Services, 'keymap'>, search: string): Line[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const lines: Line[] = [];
  let group: CommandGroup | undefined;
  for (const command of services.keymap.all) {
    const where = command.screens ? command.screens.map((name) => screenTable[name].title).join(', ') : '';
    const name = `:${command.palette?.name ?? command.id}`;
    const haystack =
      `${command.title} ${command.keys.join(' ')} ${name} ${where} ${command.group}`.toLowerCase();
    if (!words.every((word) => haystack.includes(word))) continue;
    if (command.group !== group) {
      if (lines.length > 0) lines.push([]);
      lines.push([{ text: command.group, tone: 'title' }]);
      group = command.group;
    }
    const room = Math.max(0, WIDTH - 4 - 16 - textWidth(command.title) - 2);
    lines.push([
      { text: fit(command.keys.join(' ') || '', 15), tone: 'accent' },
      { text: ` ${command.title}` },
      { text: fit(where === '' ? '' : `(${where})`, room, 'right'), tone: 'dim' },
    ]);
  }
  const meant = definitions.filter(({ word, meaning }) =>
    words.every((each) => `${word} ${meaning}`.toLowerCase().includes(each)),
  );
  if (meant.length > 0) lines.push([], [{ text: 'Words', tone: 'title' }]);
  for (const { word, meaning } of meant) lines.push(...wrapText(`${word}: ${meaning}`, WIDTH - 4));
  return lines.length > 0
    ? lines
    : [[{ text: 'Nothing matches. Backspace widens the search.', tone: 'dim' }]];
}
