import { dateTime } from '../../../base/format.ts';
import type { JournalItem } from '../../../cluster/journal-log.ts';
import { parseFilter } from '../../../views/journal/filter.ts';
import { entryLines, journalText } from '../../../views/journal/row.ts';
import { parseTime } from '../../../views/journal/time.ts';
import { textField } from '../../primitives/text-field.ts';
import type { FilterSpec } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import { goToNamed } from '../places.ts';
import { goToTime } from './move.ts';
import { type JournalModel, type JournalSlice, journalModel, serverNow } from './slice.ts';

/** What was looked at stays in sight, or the next line that the filter leaves. */
export const filterSpec: FilterSpec<JournalSlice> = {
  hint: 'Filter (words /re/ !not object: thread: sev:warn new: since: until: last: ?highlight)',
  read: ({ filter }) => filter,
  write: (filter, view) => ({ filter, filterAt: serverNow(view) }),
  check: (text, view) => parseFilter(text, serverNow(view)).problem,
};

export function askTime(shell: ScreenShell<JournalSlice>): void {
  const now = serverNow(shell.view);
  const at = (text: string) => parseTime(text, now);
  shell.open({
    kind: 'prompt',
    label: shell.area.width >= 90 ? 'Go to time (14:03, 2026-01-15T14:03, -10m):' : 'Go to time:',
    field: textField(),
    check: (text) => (text === '' || at(text) !== undefined ? undefined : 'no time'),
    submit: (text) => {
      const time = at(text);
      if (time === undefined) return;
      goToTime(journalModel(shell.view, shell.slice(), shell.area), shell, time);
    },
  });
}

/** Only this object's entries; once more with the same one: all again. */
export function filterByObject(shell: ScreenShell<JournalSlice>, object: string | null | undefined): void {
  if (!object) {
    shell.notice('This line names no object.');
    return;
  }
  const { filter } = shell.slice();
  const term = objectTerm(object);
  const others = filter.replace(/!?object:(?:"[^"]*"?|\/(?:\\.|[^/\\])*\/[a-z]*|\S*)/gi, '');
  const rest = others.replace(/\s+/g, ' ').trim();
  const text = filter.includes(term) ? rest : `${term} ${rest}`.trim();
  shell.set(filterSpec.write(text, shell.view));
}

/** A term that finds just this name; a quote in it cannot be quoted, so it becomes a pattern. */
function objectTerm(object: string): string {
  if (!object.includes('"')) return `object:"${object}"`;
  return `object:/^${object.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$/`;
}

/** Copies the selected lines, or the one under the cursor. */
export function copyLines(model: JournalModel, shell: ScreenShell<JournalSlice>): void {
  const [from, to] = model.selection ?? [model.cursor, model.cursor];
  const items = itemsOf(model, from, to);
  if (items.length === 0) return;
  shell.copy(items.map(journalText), items.length === 1 ? 'one line' : `${items.length} lines`);
  shell.set({ mark: undefined });
}

/** Writes the selected lines, or all that the filter leaves, to a new file. */
export function saveLines(model: JournalModel, shell: ScreenShell<JournalSlice>): void {
  const [from, to] = model.selection ?? [0, model.list.count - 1];
  const items = itemsOf(model, from, to);
  if (items.length === 0) {
    shell.notice('There is nothing to save.', 'warn');
    return;
  }
  const stamp = dateTime(shell.view.now).replace(/[-:]/g, '').replace(' ', '-');
  const text = `${items.map(journalText).join('\n')}\n`;
  shell.services.saveFile(`castwatch-journal-${stamp}.log`, text).then(
    (path) => shell.notice(`Saved ${items.length} lines to ${path}.`, 'ok'),
    (error: Error) => shell.notice(`Not saved: ${error.message}`, 'crit'),
  );
}

function itemsOf(model: JournalModel, from: number, to: number): JournalItem[] {
  const items: JournalItem[] = [];
  for (let index = Math.max(0, from); index <= to; index++) {
    const item = model.list.item(index);
    if (item) items.push(item);
  }
  return items;
}

/** Goes to what the entry under the cursor is about; Esc leads back. */
export function goToCurrent(model: JournalModel, shell: ScreenShell<JournalSlice>): void {
  const item = model.list.item(model.cursor);
  goToNamed(item?.kind === 'entry' ? item.entry : {}, shell, ' v shows the whole entry.');
}

/** The whole entry, for reading. */
export function openEntry(model: JournalModel, shell: ScreenShell<JournalSlice>): void {
  const item = model.list.item(model.cursor);
  if (!item) return;
  const width = Math.max(10, Math.min(100, shell.area.width - 8));
  const lines = item.kind === 'entry' ? entryLines(item.entry, width) : [[{ text: journalText(item) }]];
  shell.open({ kind: 'message', title: 'Journal entry', lines, scroll: 0 });
}
