import type { CommandId } from '../../../actions/commands.ts';
import { dateTime } from '../../../base/format.ts';
import type { JournalItem } from '../../../cluster/journal/log.ts';
import { parseFilter } from '../../../views/journal/filter.ts';
import { entryLines, journalText } from '../../../views/journal/row.ts';
import { parseTime } from '../../../views/journal/time.ts';
import { askFile } from '../../dialogs/ask-file.ts';
import { messageDialog } from '../../dialogs/message.ts';
import { promptDialog } from '../../dialogs/prompt.ts';
import { selectedAt } from '../../list-screen/shown-list.ts';
import { moveList } from '../../primitives/list.ts';
import { textField } from '../../primitives/text-field.ts';
import type { Screen } from '../../screen.ts';
import { goToNamed } from '../places.ts';
import { type JournalModel, journalModel } from './model.ts';
import {
  follow,
  goToColumn,
  goToLine,
  goToMatch,
  goToTime,
  type JournalShell,
  moveLog,
  toggleMark,
} from './move.ts';
import { filteredBy, type JournalSlice, journalStart, serverNow } from './slice.ts';
import { drawJournal, statusLine } from './view.ts';

/** Moves the cursor to a visible line, or gives a pane the focus. */
function pointInJournal(pane: string, row: string | undefined, shell: JournalShell): void {
  const { rates, lines, histogram } = shell.model;
  if (pane === 'journal.histogram') {
    if (histogram && row !== undefined) goToTime(shell, histogram.from + Number(row) * histogram.cellMs);
    return;
  }
  if (pane === 'journal.rates') {
    shell.set({
      focus: 'rates',
      ...(rates && row !== undefined && { ratesPosition: selectedAt(rates, row) }),
    });
    return;
  }
  shell.set({ focus: 'log' });
  const line = lines.find(({ item }) => item.key === row);
  if (line) goToLine(shell, line.index);
}

function handleJournal(command: CommandId, shell: JournalShell): boolean {
  const { focus, showsRates } = shell.model;
  if (focus === 'rates' && onRates(command, shell)) return true;
  if (moveLog(command, shell)) return true;
  if (command === 'app.back') return back(shell);
  if (command === 'move.nextPane' || command === 'move.previousPane') {
    if (showsRates) shell.set({ focus: focus === 'log' ? 'rates' : 'log' });
    return showsRates;
  }
  const act = onLog[command];
  act?.(shell);
  return act !== undefined;
}

const onLog: Partial<Record<CommandId, (shell: JournalShell) => void>> = {
  'move.open'(shell) {
    const { current } = shell.model;
    goToNamed(current?.kind === 'entry' ? current.entry : {}, shell, ' v shows the whole entry.');
  },
  'move.left': (shell) => goToColumn(-1, shell),
  'move.right': (shell) => goToColumn(1, shell),
  'list.next': (shell) => goToMatch(1, shell),
  'list.previous': (shell) => goToMatch(-1, shell),
  'list.state'(shell) {
    const { current } = shell.model;
    filterByObject(shell, current?.kind === 'entry' ? current.entry.objectName : undefined);
  },
  'journal.entry': openEntry,
  'journal.wrap'(shell) {
    const { wrap, top } = shell.slice();
    // `skip` counts rows, and wrapping changes the number of rows.
    shell.set({ wrap: !wrap, top: top && { ...top, skip: 0 } });
  },
  'journal.fold'(shell) {
    const { top, filter, folds } = shell.slice();
    shell.set({ folds: !folds, top: top && { ...top, skip: 0 } });
    if (filter !== '') shell.notice('With a filter, routine entries are shown as well.');
  },
  'journal.rates'(shell) {
    const { showsRates } = shell.model;
    shell.set({ rates: !showsRates, focus: showsRates ? 'log' : 'rates' });
  },
  'journal.time': askTime,
  'journal.save': saveLines,
  'journal.select': toggleMark,
  'app.copy': copyLines,
};

/** Esc ends one thing at a time: reading older entries, selection, filter, the held view, then the screen. */
function back(shell: JournalShell): boolean {
  const { model } = shell;
  const slice = shell.slice();
  if (model.past?.reading) {
    shell.services.session.monitor.lookBack.read(undefined);
    if (model.cursor >= 0) goToLine(shell, model.cursor);
  } else if (slice.mark) shell.set({ mark: undefined });
  else if (slice.filter === '' && !model.following) follow(shell);
  else return false;
  return true;
}

/** Keys of the side pane. Other keys go to the log. */
function onRates(command: CommandId, shell: JournalShell): boolean {
  const { rates } = shell.model;
  if (!rates) return false;
  if (command === 'app.back') {
    shell.set({ focus: 'log' });
    return true;
  }
  const object = rates.chosen;
  if (command === 'move.open') {
    if (object !== undefined) filterByObject(shell, object);
    return true;
  }
  if (command === 'app.copy') {
    if (object !== undefined) shell.copy(object, `the object's name ${object}`);
    return true;
  }
  const moved = moveList(rates.position, command, rates.ids, rates.height);
  if (moved) shell.set({ ratesPosition: moved });
  return moved !== undefined;
}

function askTime(shell: JournalShell): void {
  const now = serverNow(shell.view);
  const timeOf = (text: string) => parseTime(text, now);
  shell.open(promptDialog, {
    label: shell.area.width >= 90 ? 'Go to time (14:03, 2026-01-15T14:03, -10m):' : 'Go to time:',
    field: textField(),
    check: (text) => (text === '' || timeOf(text) !== undefined ? undefined : 'no time'),
    submit: (text) => {
      const time = timeOf(text);
      // A new shell, because entries may have come during typing.
      if (time !== undefined) goToTime(shell.screen() as JournalShell, time);
    },
  });
}

/** Shows only the entries of this object. A second press with the same object shows all again. */
function filterByObject(shell: JournalShell, object: string | null | undefined): void {
  if (!object) {
    shell.notice('This line names no object.');
    return;
  }
  const { filter } = shell.slice();
  const term = objectTerm(object);
  const others = filter.replace(/!?object:(?:"[^"]*"?|\/(?:\\.|[^/\\])*\/[a-z]*|\S*)/gi, '');
  const rest = others.replace(/\s+/g, ' ').trim();
  const text = filter.includes(term) ? rest : `${term} ${rest}`.trim();
  shell.set(filteredBy(text, shell.view));
}

/** A term for exactly this name. A quotation mark cannot be quoted, so such a name becomes a pattern. */
function objectTerm(object: string): string {
  if (!object.includes('"')) return `object:"${object}"`;
  return `object:/^${object.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/`;
}

function copyLines(shell: JournalShell): void {
  const { model } = shell;
  const [from, to] = model.selection ?? [model.cursor, model.cursor];
  const items = itemsOf(model.list, from, to);
  if (items.length === 0) return;
  shell.copy(items.map(journalText), items.length === 1 ? 'one line' : `${items.length} lines`);
  shell.set({ mark: undefined });
}

/** Asks for a file and writes the selected lines, or all filtered lines, to it. */
function saveLines(shell: JournalShell): void {
  const { model } = shell;
  const [from, to] = model.selection ?? [0, model.list.count - 1];
  const items = itemsOf(model.list, from, to);
  if (items.length === 0) {
    shell.notice('There is nothing to save.', 'warn');
    return;
  }
  const stamp = dateTime(shell.view.now).replace(/[-:]/g, '').replace(' ', '-');
  const text = `${items.map(journalText).join('\n')}\n`;
  askFile(shell, `castwatch-journal-${stamp}.log`, (name) => {
    shell.services.saveFile(name, text).then(
      (path) => shell.notice(`Saved ${items.length} lines to ${path}.`, 'ok'),
      (error: Error) => shell.notice(`Not saved: ${error.message}`, 'crit'),
    );
  });
}

function itemsOf(list: JournalModel['list'], from: number, to: number): JournalItem[] {
  const items: JournalItem[] = [];
  for (let index = Math.max(0, from); index <= to; index++) {
    const item = list.item(index);
    if (item) items.push(item);
  }
  return items;
}

function openEntry(shell: JournalShell): void {
  const { current } = shell.model;
  if (!current) return;
  const width = Math.max(10, Math.min(100, shell.area.width - 8));
  const lines =
    current.kind === 'entry' ? entryLines(current.entry, width) : [[{ text: journalText(current) }]];
  shell.open(messageDialog, { title: 'Journal entry', lines, scroll: 0 });
}

/** Number of newest lines that a screen reader reads. */
const SPOKEN = 10;

/** The cluster's journal (A10): following, holding, filtering. */
export const journalScreen: Screen<JournalSlice, JournalModel> = {
  initial: journalStart,
  filter: {
    hint: 'Filter (words /re/ !not object: thread: sev:warn new: since: until: last: ?highlight)',
    read: ({ filter }) => filter,
    write: filteredBy,
    check: (text, view) => parseFilter(text, serverNow(view)).problem,
  },

  views: {
    names: ['all', 'folded'],
    read: ({ folds }) => (folds ? 'folded' : 'all'),
    write: (name) => ({ folds: name === 'folded' }),
  },
  lasting: ['folds'],

  model: journalModel,
  draw: drawJournal,
  handle: handleJournal,
  object: ({ current }) =>
    current?.kind === 'entry'
      ? { kind: 'entry', values: { object: current.entry.objectName, message: current.entry.message } }
      : undefined,
  point: pointInJournal,
  status: statusLine,

  summary({ list, filter }) {
    const first = Math.max(0, list.count - SPOKEN);
    const folded = filter.kept ? list.journal.items.length - list.count : 0;
    const routine = folded > 0 ? `, and ${folded} routine ones that are folded` : '';
    return [
      `Journal, ${list.count} lines${routine}. The newest are last.`,
      ...itemsOf(list, first, list.count - 1).map(journalText),
    ];
  },
};
