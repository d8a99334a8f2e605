import type { CommandSpec } from '../../actions/command-spec.ts';
import type { CommandId } from '../../actions/commands.ts';
import type { OwnCommand } from '../../actions/own-commands.ts';
import { type ScreenName, screenTable } from '../../actions/screen-table.ts';
import { type Line, type Rect, toned } from '../../base/text.ts';
import { fit, textWidth } from '../../base/width.ts';
import { definitions } from '../../views/formats/definitions.ts';
import { dialogBox, dialogRect } from '../primitives/dialog-box.ts';
import { editText, type TextField, textField, visiblePart } from '../primitives/text-field.ts';
import { wrapText } from '../primitives/wrap.ts';
import type { Services } from '../services.ts';
import type { Dialog } from '../shell.ts';

/** Longer rows are hard to read. */
const MAX_COLUMNS = 150;
const KEY_COLUMNS = 14;
const GAP_COLUMNS = 3;

/** The commands of the first page: what one needs on the first day, in this order. */
const firstCommands: readonly CommandId[] = [
  'move.open',
  'app.back',
  'move.nextPane',
  'list.filter',
  'table.sort',
  'list.view',
  'app.palette',
  'problem.open',
  'problem.acknowledge',
  'problem.report',
  'time.rewind',
  'time.jump',
  'time.freeze',
  'time.span',
  'app.details',
  'app.copy',
  'app.quit',
];

export interface HelpDialog {
  readonly field: TextField;
  /** Index of the page; a search looks through all of them. */
  readonly page: number;
  readonly scroll: number;
  /** The screen on which help was opened. */
  readonly screen: ScreenName;
}

interface Section {
  readonly title: string;
  readonly commands: readonly HelpCommand[];
}

interface Page {
  /** The word in the row of pages. */
  readonly name: string;
  readonly sections: readonly Section[];
}

/**
 * Keys and commands from the command table, in pages: the first commands, this screen, what works everywhere, the other
 * screens, and the words of the screens. Typing searches all pages.
 */
export const helpDialog: Dialog<HelpDialog> = {
  render(dialog, _view, services, window) {
    const rect = helpRect(window);
    const rows = helpLines(services, dialog, rect.width - 4);
    const visible = visibleRows(rect);
    const scroll = Math.max(0, Math.min(dialog.scroll, rows.length - visible));
    const search = visiblePart(dialog.field, rect.width - 14);
    const isSearch = dialog.field.value.trim() !== '';
    const names = [...helpPages(services.keymap, dialog.screen).map(({ name }) => name), WORDS];
    const content: Line[] = [
      [
        { text: 'Search: ', tone: 'dim' },
        { text: search.text, tone: 'bold' },
      ],
      names.flatMap((name, index): Line => {
        const isHere = !isSearch && index === dialog.page;
        return [{ text: name, tone: isHere ? 'accent' : 'dim' }, { text: '  ' }];
      }),
      ...rows.slice(scroll, scroll + visible),
    ];
    const more =
      rows.length > visible
        ? ` (${scroll + 1}–${Math.min(rows.length, scroll + visible)} of ${rows.length})`
        : '';
    const box = { id: 'dialog.help', title: `Help${more}`, content, size: rect };
    return [dialogBox({ ...box, cursor: { x: 8 + search.cursor, y: 0 } }, window)];
  },

  keys: () => [
    ['Tab', 'next page'],
    ['PgDn PgUp ↑↓', 'read'],
    ['a–z', 'search'],
    ['Esc', 'close'],
  ],

  key(dialog, key, shell) {
    if (key.name === 'esc' || key.name === 'enter' || key.name === 'ctrl-c') return shell.close();
    const turn = { tab: 1, 'shift-tab': -1 }[key.name];
    if (turn !== undefined) {
      const count = helpPages(shell.services.keymap, dialog.screen).length + 1;
      shell.update({ page: (dialog.page + turn + count) % count, scroll: 0, field: textField() });
      return;
    }
    const rect = helpRect(shell.window);
    const visible = visibleRows(rect);
    const step = { down: 1, up: -1, pgdn: visible, pgup: -visible }[key.name];
    if (step !== undefined) {
      const last = helpLines(shell.services, dialog, rect.width - 4).length - visible;
      const from = Math.max(0, Math.min(dialog.scroll, last));
      shell.update({ scroll: Math.max(0, Math.min(last, from + step)) });
      return;
    }
    const field = editText(dialog.field, key);
    if (field) shell.update({ field, scroll: 0 });
  },
};

const WORDS = 'Words';

function helpRect(window: Rect): Rect {
  return dialogRect(window, { width: MAX_COLUMNS, height: window.height - 2 });
}

/** Rows of text in the box: without its borders, the search and the row of pages. */
function visibleRows({ height }: Rect): number {
  return height - 4;
}

function helpLines({ keymap }: Pick<Services, 'keymap'>, dialog: HelpDialog, width: number): Line[] {
  const words = dialog.field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = helpPages(keymap, dialog.screen);
  const isSearch = words.length > 0;
  const isFirst = !isSearch && dialog.page === 0;
  // The first page only repeats commands of the others.
  const shown = isSearch ? pages.slice(1) : pages.slice(dialog.page, dialog.page + 1);
  const lines = shown
    .flatMap(({ sections }) => sections)
    .flatMap(({ title, commands }) => {
      const found = commands.filter((command) =>
        words.every((word) => haystack(command, title).includes(word)),
      );
      return found.length === 0
        ? []
        : [[], toned(title, 'title'), ...inColumns(found, width, isFirst ? dialog.screen : undefined)];
    })
    .slice(1);
  const meant = Object.entries(definitions).filter(([word, meaning]) =>
    words.every((each) => `${word} ${meaning}`.toLowerCase().includes(each)),
  );
  if (meant.length > 0 && (isSearch || dialog.page === pages.length)) {
    lines.push([], toned(WORDS, 'title'));
    for (const [word, meaning] of meant) lines.push(...wrapText(`${word}: ${meaning}`, width));
  }
  return lines.length > 0 ? lines : [toned('Nothing matches. Backspace widens the search.', 'dim')];
}

/** All pages but that of the words; a screen without keys of its own has none. */
function helpPages({ all, own }: Services['keymap'], screen: ScreenName): readonly Page[] {
  const first = firstCommands.flatMap((id) => all.filter((command) => command.id === id));
  const here = all.filter(({ screens }) => screens?.includes(screen));
  const elsewhere = all.filter(({ screens }) => screens && !screens.includes(screen));
  const { title } = screenTable[screen];
  const pages: readonly Page[] = [
    { name: 'First', sections: [{ title: 'The first keys; 1 to 6 open the screens', commands: first }] },
    { name: title, sections: [{ title: `On ${title}`, commands: here }] },
    {
      name: 'Everywhere',
      sections: [
        ...grouped(
          all.filter(({ screens }) => !screens),
          ({ group }) => group,
        ),
        { title: 'Of your configuration', commands: own.map(helpOfOwn) },
      ],
    },
    { name: 'Other screens', sections: grouped(elsewhere, (command) => `On ${whereWords(command)}`) },
  ];
  return pages.filter(({ sections }) => sections.some(({ commands }) => commands.length > 0));
}

function helpOfOwn({ name, title, on, key }: OwnCommand): HelpCommand {
  const place = on === 'cluster' ? '' : ` (on a ${on})`;
  return { id: name, title: `${title}${place}`, keys: key === undefined ? [] : [key], palette: { name } };
}

function grouped<Command extends HelpCommand>(
  commands: readonly Command[],
  of: (command: Command) => string,
): Section[] {
  const groups = Map.groupBy(commands, of);
  return [...groups].map(([title, members]) => ({ title, commands: members }));
}

type HelpCommand = Pick<CommandSpec, 'id' | 'title' | 'keys' | 'palette' | 'screens'>;

function whereWords({ screens = [] }: HelpCommand): string {
  return screens.map((name) => screenTable[name].title).join(', ');
}

function haystack({ id, title, keys, palette }: HelpCommand, section: string): string {
  return `${title} ${keys.join(' ')} :${palette?.name ?? id} ${section}`.toLowerCase();
}

/** Where a command works, if it does nothing on this screen. */
function placeWords(command: HelpCommand, screen: ScreenName | undefined): string {
  const { screens } = command;
  if (!screens || screen === undefined || screens.includes(screen)) return '';
  return screens.length > 1 ? ' · lists' : ` · ${whereWords(command)}`;
}

/** As many columns as the longest title allows. What does nothing on `screen` is dimmed, and says where it works. */
function inColumns(commands: readonly HelpCommand[], width: number, screen?: ScreenName): Line[] {
  const longest = Math.max(...commands.map(({ title }) => textWidth(title)));
  const columns = Math.max(1, Math.floor(width / (KEY_COLUMNS + longest + GAP_COLUMNS)));
  const cell = Math.floor(width / columns);
  const rows = Math.ceil(commands.length / columns);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => commands[column * rows + row]).flatMap((command): Line => {
      if (!command) return [];
      const keys = command.keys.length > 0 ? command.keys.join(' ') : `:${command.palette?.name ?? ''}`;
      const where = placeWords(command, screen);
      return [
        { text: fit(keys, KEY_COLUMNS - 1), tone: where === '' ? 'accent' : 'dim' },
        { text: ` ${fit(command.title + where, cell - KEY_COLUMNS)}`, tone: where === '' ? 'plain' : 'dim' },
      ];
    }),
  );
}
