import type { CommandId } from '../../../actions/commands.ts';
import { clockTime } from '../../../base/format.ts';
import { anchorAt, indexOfTime, timeOf } from '../../../views/journal/list.ts';
import { filterTest, highlightTest } from '../../../views/journal/match.ts';
import { endFor, topShowing } from '../../../views/journal/window.ts';
import { targetOf } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import {
  following,
  heldAt,
  indexOfMatch,
  type JournalModel,
  type JournalSlice,
  journalModel,
  noEntryWords,
} from './slice.ts';

/** What is read for, as the monitor takes it. */
type JournalGoal = NonNullable<
  Parameters<ScreenShell<JournalSlice>['services']['monitor']['lookBack']['read']>[0]
>;

/** Moving in the log. Up holds the view, the end follows again; past an end that is not the last one more is read. */
export function moveLog(command: CommandId, model: JournalModel, shell: ScreenShell<JournalSlice>): boolean {
  const { list, source, top, height } = model;
  const visible = Math.max(1, endFor(source, top, height) - top.index);
  const target = targetOf(command, model.cursor, list.count, visible);
  if (target === undefined) return false;
  const atOldest = model.cursor <= 0;
  // What is selected stays so, even at the end.
  const holds = shell.slice().mark !== undefined;
  if (command === 'move.last') {
    if (holds) goToLine(model, shell, list.count - 1);
    else follow(shell);
  } else if (target >= list.count && model.past) readNewer(model, shell);
  else if (target >= list.count && !holds) follow(shell);
  else if (list.count > 0) goToLine(model, shell, Math.max(0, Math.min(target, list.count - 1)));
  if (target < 0 || (command === 'move.first' && atOldest)) readOlder(model, shell);
  return true;
}

/** Back to the newest entries; older ones that were read are dropped. */
export function follow(shell: ScreenShell<JournalSlice>): void {
  if (shell.slice().past) shell.services.monitor.lookBack.leave();
  shell.set(following);
}

/** Holds the view with a line in sight and under the cursor. */
export function goToLine(model: JournalModel, shell: ScreenShell<JournalSlice>, index: number): void {
  const top = topShowing(model.source, model.top, index, model.height);
  shell.set(heldAt(model, shell.slice(), index, top));
}

/** Reads older entries: one page, or with a filter on to the next line that it leaves. */
function readOlder(model: JournalModel, shell: ScreenShell<JournalSlice>): void {
  const { journal } = model.list;
  const test = filterTest(model.filter, { ...journal, patterns: shell.view.facts.journalPatterns });
  lookBack(model, shell, {
    direction: 'older',
    words: test ? 'to a line that the filter leaves' : 'for older entries',
    reached: (fresh) => (test ? test.test(fresh).includes(true) : fresh.length > 0),
  });
}

/** Past the newest line of what was read while looking back: the entries after it, or what is followed. */
function readNewer(model: JournalModel, shell: ScreenShell<JournalSlice>): void {
  if (model.past?.cut) {
    lookBack(model, shell, {
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
function isEmpty(shell: ScreenShell<JournalSlice>): boolean {
  const { journal, journalResource } = shell.view.state;
  if (journal.items.length > 0) return false;
  shell.notice(noEntryWords(journalResource));
  return true;
}

/** Reads beside what is followed, unless that is under way, there is nothing more, or the screen is held. */
function lookBack(model: JournalModel, shell: ScreenShell<JournalSlice>, goal: JournalGoal): boolean {
  const { view, services } = shell;
  if (isEmpty(shell)) return false;
  const isEnd = goal.direction === 'older' && model.past?.olderEnd === true;
  if (view.held || isEnd || model.past?.reading) return false;
  services.monitor.lookBack.read(goal);
  shell.set({ past: true });
  return true;
}

/** The next (1) or previous (-1) line with something highlighted; before the oldest one older entries are read. */
export function goToMatch(step: 1 | -1, model: JournalModel, shell: ScreenShell<JournalSlice>): void {
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
    goToLine(model, shell, index);
    return;
  }
  const goal: JournalGoal = {
    direction: 'older',
    words: 'to a match',
    reached: (fresh) => test.test(fresh).includes(true),
  };
  if (step < 0 && lookBack(model, shell, goal)) {
    goToLine(model, shell, Math.max(0, model.cursor));
    shell.set({ goal: { kind: 'match', before } });
  } else shell.notice(step > 0 ? 'No further match below.' : 'No further match above.');
}

/** Goes to a moment, Unix ms by the server's clock. What was written before all that is held is read first. */
export function goToTime(model: JournalModel, shell: ScreenShell<JournalSlice>, at: number): void {
  const { list } = model;
  const live = shell.view.state.journal;
  if (isEmpty(shell)) return;
  if (model.past && at > timeOf(list.item(list.count - 1))) {
    // After what was read while looking back: from the newest end again.
    follow(shell);
    const slice = { ...shell.slice(), ...following };
    goToTime(journalModel(shell.view, slice, shell.area), shell, at);
    return;
  }
  const index = indexOfTime(list, at);
  if (index >= list.count) {
    follow(shell);
    shell.notice('Nothing was written after that: following.');
    return;
  }
  goToLine(model, shell, index);
  const isBefore = at < timeOf(list.journal.items[0] ?? live.items[0]);
  const goal: JournalGoal = {
    direction: 'older',
    words: `to ${clockTime(at)}`,
    reached: (fresh) => fresh.some(({ createDate }) => createDate <= at),
  };
  if (isBefore && lookBack(model, shell, goal)) shell.set({ goal: { kind: 'time', at } });
}

/** Begins a selection of lines at the cursor, or gives it up. */
export function toggleMark(model: JournalModel, shell: ScreenShell<JournalSlice>): void {
  if (shell.slice().mark) shell.set({ mark: undefined });
  else if (model.cursor >= 0) {
    goToLine(model, shell, model.cursor);
    shell.set({ mark: anchorAt(model.list, model.cursor) });
  }
}
