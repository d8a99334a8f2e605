import type { CommandId } from '../../../actions/commands.ts';
import { clockTime } from '../../../base/format.ts';
import { anchorAt, indexOfTime, itemTime } from '../../../views/journal/list.ts';
import { filterTest, highlightTest } from '../../../views/journal/match.ts';
import { topShowing } from '../../../views/journal/window.ts';
import { targetOf } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import { endOf, indexOfMatch, type JournalModel, noEntryWords } from './model.ts';
import { following, type JournalSlice } from './slice.ts';

export type JournalShell = ScreenShell<JournalSlice, JournalModel>;

/** What is read for, as the monitor takes it. */
type JournalGoal = NonNullable<Parameters<JournalShell['services']['monitor']['lookBack']['read']>[0]>;

/** Moving in the log. Up holds the view, the end follows again; past an end that is not the last one more is read. */
export function moveLog(command: CommandId, shell: JournalShell): boolean {
  const { model } = shell;
  const { list, lines } = model;
  const target = targetOf(command, model.cursor, list.count, Math.max(1, lines.length));
  if (target === undefined) return false;
  const atOldest = model.cursor <= 0;
  // What is selected stays so, even at the end.
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

/** Back to the newest entries; older ones that were read are dropped. */
export function follow(shell: JournalShell): void {
  if (shell.slice().past) shell.services.monitor.lookBack.leave();
  shell.set(following);
}

/** Holds the view with a line in sight and under the cursor. */
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

/** Reads older entries: one page, or with a filter on to the next line that it leaves. */
function readOlder(shell: JournalShell): void {
  const { model } = shell;
  const { journal } = model.list;
  const test = filterTest(model.filter, { ...journal, patterns: shell.view.facts.journalPatterns });
  lookBack(shell, {
    direction: 'older',
    words: test ? 'to a line that matches the filter' : 'for older entries',
    reached: (fresh) => (test ? test.test(fresh).includes(true) : fresh.length > 0),
  });
}

/** Past the newest line of what was read while looking back: the entries after it, or what is followed. */
function readNewer(shell: JournalShell): void {
  if (shell.model.past?.cut) {
    lookBack(shell, {
      direction: 'newer',
      words: 'for the entries that follow',
      reached: (fresh) => fresh.length > 0,
    });
    return;
  }
  // Positions are those of what is followed, so the place stays.
  shell.services.monitor.lookBack.leave();
  shell.set({ past: false });
}

/** Says so where there is no entry yet to go back from. */
function isEmpty(shell: JournalShell): boolean {
  const { journal } = shell.view.state;
  if (journal.items.length > 0) return false;
  shell.notice(noEntryWords(shell.view.state));
  return true;
}

/** Reads beside what is followed, unless that is under way, there is nothing more, or the screen is held. */
function lookBack(shell: JournalShell, goal: JournalGoal): boolean {
  const { model } = shell;
  const { view, services } = shell;
  if (isEmpty(shell)) return false;
  const isEnd = goal.direction === 'older' && model.past?.olderEnd === true;
  if (view.held || isEnd || model.past?.reading) return false;
  services.monitor.lookBack.read(goal);
  shell.set({ past: true });
  return true;
}

/** The next (1) or previous (-1) line with something highlighted; before the oldest one older entries are read. */
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

/** Goes to a moment, Unix ms by the server's clock. What was written before all that is held is read first. */
export function goToTime(shell: JournalShell, at: number): void {
  const { model } = shell;
  const { list } = model;
  const live = shell.view.state.journal;
  if (isEmpty(shell)) return;
  if (model.past && at > itemTime(list.item(list.count - 1))) {
    // After what was read while looking back: from the newest end again.
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

/** Begins a selection of lines at the cursor, or gives it up. */
export function toggleMark(shell: JournalShell): void {
  const { model } = shell;
  if (shell.slice().mark) shell.set({ mark: undefined });
  else if (model.cursor >= 0) {
    goToLine(shell, model.cursor);
    shell.set({ mark: anchorAt(model.list, model.cursor) });
  }
}
