import { screenTable } from '../../actions/screen-table.ts';
import type { Line, Rect } from '../../base/text.ts';
import { fit, textWidth } from '../../base/width.ts';
import { definitions } from '../../views/formats/definitions.ts';
import type { HelpDialog } from '../dialog.ts';
import { dialogBox, dialogRect } from '../primitives/dialog-box.ts';
import { targetOf } from '../primitives/list.ts';
import { editText, visiblePart } from '../primitives/text-field.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { Services } from '../services.ts';
import type { DialogModule } from './module.ts';

/** Longer rows are hard to read. */
const MAX_COLUMNS = 150;
const KEY_COLUMNS = 14;
const GAP_COLUMNS = 3;

/** All keys and commands from the command table; typing searches them. */
export const helpModule: DialogModule<HelpDialog> = {
  render(dialog, _view, services, window) {
    const rect = helpRect(window);
    const rows = helpLines(services, dialog, rect.width - 4);
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
        {
          id: 'dialog.help',
          title: `Help${more}`,
          content,
          size: rect,
          cursor: { x: 8 + search.cursor, y: 0 },
        },
        window,
      ),
    ];
  },

  key(dialog, key, shell) {
    if (key.name === 'esc' || key.name === 'enter' || key.name === 'ctrl-c') {
      shell.close();
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
      const { width } = helpRect(shell.area);
      const rows = helpLines(shell.services, dialog, width - 4).length;
      shell.update({
        scroll: Math.max(0, Math.min(rows - 1, targetOf(command, dialog.scroll, rows, 10) ?? 0)),
      });
      return;
    }
    const field = editText(dialog.field, key);
    if (field) shell.update({ field, scroll: 0 });
  },
};

function helpRect(window: Rect): Rect {
  return dialogRect(window, { width: MAX_COLUMNS, height: window.height - 2 });
}

/**
 * The rows of the help for a search word: first commands of this screen, then general ones, then those of other
 * screens.
 */
function helpLines(
  { keymap }: Pick<Services, 'keymap'>,
  { field, screen }: HelpDialog,
  width: number,
): Line[] {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const here = keymap.all.filter(({ screens }) => screens?.includes(screen));
  const general = keymap.all.filter(({ screens }) => !screens);
  const elsewhere = keymap.all.filter(({ screens }) => screens && !screens.includes(screen));
  const sections = new Map<string, HelpCommand[]>([[`On ${screenTable[screen].title}`, here]]);
  for (const command of general) add(sections, command.group, command);
  for (const command of elsewhere) add(sections, `On ${whereWords(command)}`, command);
  const lines: Line[] = [];
  for (const [title, commands] of sections) {
    const found = commands.filter((command) =>
      words.every((word) => haystack(command, title).includes(word)),
    );
    if (found.length === 0) continue;
    if (lines.length > 0) lines.push([]);
    lines.push([{ text: title, tone: 'title' }], ...inColumns(found, width));
  }
  const meant = definitions.filter(({ word, meaning }) =>
    words.every((each) => `${word} ${meaning}`.toLowerCase().includes(each)),
  );
  if (meant.length > 0) lines.push([], [{ text: 'Words', tone: 'title' }]);
  for (const { word, meaning } of meant) lines.push(...wrapText(`${word}: ${meaning}`, width));
  return lines.length > 0
    ? lines
    : [[{ text: 'Nothing matches. Backspace widens the search.', tone: 'dim' }]];
}

type HelpCommand = Services['keymap']['all'][number];

function add(sections: Map<string, HelpCommand[]>, title: string, command: HelpCommand): void {
  sections.set(title, [...(sections.get(title) ?? []), command]);
}

function whereWords({ screens = [] }: HelpCommand): string {
  return screens.map((name) => screenTable[name].title).join(', ');
}

function haystack({ id, title, keys, palette }: HelpCommand, section: string): string {
  return `${title} ${keys.join(' ')} :${palette?.name ?? id} ${section}`.toLowerCase();
}

/** Commands in as many columns as the longest title allows. */
function inColumns(commands: readonly HelpCommand[], width: number): Line[] {
  const longest = Math.max(...commands.map(({ title }) => textWidth(title)));
  const columns = Math.max(1, Math.floor(width / (KEY_COLUMNS + longest + GAP_COLUMNS)));
  const cell = Math.floor(width / columns);
  const rows = Math.ceil(commands.length / columns);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => commands[column * rows + row]).flatMap((command): Line => {
      if (!command) return [];
      const keys = command.keys.length > 0 ? command.keys.join(' ') : `:${command.palette?.name ?? ''}`;
      return [
        { text: fit(keys, KEY_COLUMNS - 1), tone: 'accent' },
        { text: ` ${fit(command.title, cell - KEY_COLUMNS)}` },
      ];
    }),
  );
}
