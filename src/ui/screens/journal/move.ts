import type { CommandId } from '../../../actions/commands.ts';
import { clockTime } from '../../../base/format.ts';
import { cellAt } from '../../../views/journal/histogram.ts';
import { anchorAt, indexOfTime, itemTime } from '../../../views/journal/list.ts';
import { filterTest, highlightTest } from '../../../views/journal/match.ts';
import { topShowing } from '../../../views/journal/window.ts';
import { targetOf } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import { endOf, indexOfMatch, isFolding, type JournalModel, noEntryWords } from './model.ts';
import { following, type JournalSlice } from './slice.ts';

export type JournalShell = ScreenShell<JournalSlice, JournalModel>;

/** What older entries are read for; a parameter of the monitor. */
type JournalGoal = NonNullable<
  Parameters<JournalShell['services']['session']['monitor']['lookBack']['read']>[0]
>;

/** Moving up holds the view, and the end follows again. Beyond the first or last loaded line more is read. */
export function moveLog(command: CommandId, shell: JournalShell): boolean {
  const { model } = shell;
  const { list, lines } = model;
  const target = targetOf(command, model.cursor, list.count, Math.max(1, lines.length));
  if (target === undefined) return false;
  const atOldest = model.cursor <= 0;
  // A selection is kept, even at the end.
  const holds = shell.slice().mark !== undefined;
  if (command === 'move.last') {
    if (holds) goToLine(shell, list.count - 1);
    else follow(shell);
  } else if (target >= list.count && model.past) readNewer(shell);
  else if (target >= list.count && !holds) follow(shell);
  else if (list.count > 0) goToLine(shell, Math.max(0, Math.min(target, list.count - 1)));
  if (target < 0 || (command === 'move.first' && atOldest)) readOlder(shell);
  return true;
}

/** Goes to the newest entries and follows them. Older entries that were read are dropped. */
export function follow(shell: JournalShell): void {
  if (shell.slice().past) shell.services.session.monitor.lookBack.leave();
  shell.set(following);
}

/** Holds the view with this line visible and under the cursor. */
export function goToLine(shell: JournalShell, index: number): void {
  const { list, source, top, height, following } = shell.model;
  const shown = topShowing(source, top, index, height);
  const cursor = anchorAt(list, index);
  const first = anchorAt(list, shown.index);
  if (!cursor || !first) return;
  shell.set({
    cursor,
    goal: undefined,
    top: { anchor: first, skip: shown.skip },
    seen: following ? endOf(list.journal) : Math.max(shell.slice().seen, cursor.position + 1),
  });
}

/** Reads older entries: one page, or, with a filter, up to the next matching line. */
function readOlder(shell: JournalShell): void {
  const { list, filter, slice } = shell.model;
  const test = filterTest(filter, { ...list.journal, patterns: shell.view.facts.journalPatterns });
  const narrowed = isFolding(slice) ? 'to a line that is not routine' : 'to a line that matches the filter';
  lookBack(shell, {
    direction: 'older',
    words: test ? narrowed : 'for older entries',
    reached: (fresh) => (test ? test.test(fresh).includes(true) : fresh.length > 0),
  });
}

/** Beyond the newest line of the older entries: reads the entries after it, or returns to the followed ones. */
function readNewer(shell: JournalShell): void {
  if (shell.model.past?.cut) {
    lookBack(shell, {
      direction: 'newer',
      words: 'for the entries that follow',
      reached: (fresh) => fresh.length > 0,
    });
    return;
  }
  // Positions are the same as in the followed journal, so the place is kept.
  shell.services.session.monitor.lookBack.leave();
  shell.set({ past: false });
}

/** Whether there is no entry yet; shows a message in that case. */
function isEmpty(shell: JournalShell): boolean {
  const { journal } = shell.view.state;
  if (journal.items.length > 0) return false;
  shell.notice(noEntryWords(shell.view.state));
  return true;
}

/** Reads older entries, unless a read is running, there are no more, or the screen is held. */
function lookBack(shell: JournalShell, goal: JournalGoal): boolean {
  const { model, view, services } = shell;
  if (isEmpty(shell)) return false;
  const isEnd = goal.direction === 'older' && model.past?.olderEnd === true;
  if (view.held || isEnd || model.past?.reading) return false;
  services.session.monitor.lookBack.read(goal);
  shell.set({ past: true });
  return true;
}

/** Goes to the next (1) or previous (-1) highlighted line. Before the oldest line it reads older entries. */
export function goToMatch(step: 1 | -1, shell: JournalShell): void {
  const { model } = shell;
  const { list } = model;
  const test = highlightTest(model.filter);
  if (!test) {
    shell.notice('Nothing is highlighted: / filters and highlights, a leading ? only highlights.');
    return;
  }
  if (isEmpty(shell)) return;
  const before = model.cursor < 0 ? 0 : list.position(model.cursor);
  const index = indexOfMatch(list, model.filter, before, step);
  if (index !== undefined) {
    goToLine(shell, index);
    return;
  }
  const goal: JournalGoal = {
    direction: 'older',
    words: 'to a match',
    reached: (fresh) => test.test(fresh).includes(true),
  };
  if (step < 0 && lookBack(shell, goal)) {
    goToLine(shell, Math.max(0, model.cursor));
    shell.set({ goal: { kind: 'match', before } });
  } else shell.notice(step > 0 ? 'No further match below.' : 'No further match above.');
}

/** Goes to a moment, Unix ms by the server's clock. Entries from before the oldest loaded one are read first. */
export function goToTime(shell: JournalShell, at: number): void {
  const { model } = shell;
  const { list } = model;
  const live = shell.view.state.journal;
  if (isEmpty(shell)) return;
  if (model.past && at > itemTime(list.item(list.count - 1))) {
    // The moment is newer than the older entries that are shown: starts from the newest end.
    follow(shell);
    goToTime(shell.screen() as JournalShell, at);
    return;
  }
  const index = indexOfTime(list, at);
  if (index >= list.count) {
    follow(shell);
    shell.notice('Nothing was written after that: following.');
    return;
  }
  goToLine(shell, index);
  const isBefore = at < itemTime(list.journal.items[0] ?? live.items[0]);
  const goal: JournalGoal = {
    direction: 'older',
    words: `to ${clockTime(at)}`,
    reached: (fresh) => fresh.some(({ createDate }) => createDate <= at),
  };
  if (isBefore && lookBack(shell, goal)) shell.set({ goal: { kind: 'time', at } });
}

/** To the first line of the column, then of the previous (-1) or next (1) one; after the last one it follows again. */
export function goToColumn(step: 1 | -1, shell: JournalShell): void {
  const { list, cursor, current, histogram } = shell.model;
  if (!histogram || !current) return;
  const columnOf = (index: number) => cellAt(histogram, itemTime(list.item(index)));
  const firstIn = (column: number) => indexOfTime(list, histogram.from + column * histogram.cellMs);
  const here = columnOf(cursor);
  if (step > 0) {
    const next = firstIn(here + 1);
    if (next < list.count) goToLine(shell, next);
    else follow(shell);
    return;
  }
  const first = firstIn(here);
  if (first < cursor) goToLine(shell, first);
  else if (first > 0) goToLine(shell, firstIn(columnOf(first - 1)));
  else readOlder(shell);
}

/** Starts a selection of lines at the cursor, or ends it. */
export function toggleMark(shell: JournalShell): void {
  const { model } = shell;
  if (shell.slice().mark) shell.set({ mark: undefined });
  else if (model.cursor >= 0) {
    goToLine(shell, model.cursor);
    shell.set({ mark: anchorAt(model.list, model.cursor) });
  }
}
