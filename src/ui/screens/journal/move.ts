import type { CommandId } from '../../../actions/commands.ts';
import { clockTime } from '../../../base/format.ts';
import { anchorAt, indexOfTime, timeOf } from '../../../views/journal/list.ts';
import { filterTest, highlightTest } from '../../../views/journal/match.ts';
import { endFor, topShowing } from '../../../views/journal/window.ts';
import { targetOf } from '../../primitives/list.ts';
import type { Controller } from '../../screen.ts';
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
  Parameters<Controller<JournalSlice>['services']['monitor']['lookBack']['read']>[0]
>;

/** Moving in the log. Up holds the view, the end follows again; past an end that is not the last one more is read. */
export function moveLog(
  command: CommandId,
  model: JournalModel,
  controller: Controller<JournalSlice>,
): boolean {
  const { list, source, top, height } = model;
  const visible = Math.max(1, endFor(source, top, height) - top.index);
  const target = targetOf(command, model.cursor, list.count, visible);
  if (target === undefined) return false;
  const atOldest = model.cursor <= 0;
  // What is selected stays so, even at the end.
  const holds = controller.slice().mark !== undefined;
  if (command === 'move.last') {
    if (holds) goToLine(model, controller, list.count - 1);
    else follow(controller);
  } else if (target >= list.count && model.past) readNewer(model, controller);
  else if (target >= list.count && !holds) follow(controller);
  else if (list.count > 0) goToLine(model, controller, Math.max(0, Math.min(target, list.count - 1)));
  if (target < 0 || (command === 'move.first' && atOldest)) readOlder(model, controller);
  return true;
}

/** Back to the newest entries; older ones that were read are dropped. */
export function follow(controller: Controller<JournalSlice>): void {
  if (controller.slice().past) controller.services.monitor.lookBack.leave();
  controller.set(following);
}

/** Holds the view with a line in sight and under the cursor. */
export function goToLine(model: JournalModel, controller: Controller<JournalSlice>, index: number): void {
  const top = topShowing(model.source, model.top, index, model.height);
  controller.set(heldAt(model, controller.slice(), index, top));
}

/** Reads older entries: one page, or with a filter on to the next line that it leaves. */
function readOlder(model: JournalModel, controller: Controller<JournalSlice>): void {
  const { journal } = model.list;
  const test = filterTest(model.filter, { ...journal, patterns: controller.view.facts.journalPatterns });
  lookBack(model, controller, {
    direction: 'older',
    words: test ? 'to a line that the filter leaves' : 'for older entries',
    reached: (fresh) => (test ? test.test(fresh).includes(true) : fresh.length > 0),
  });
}

/** Past the newest line of what was read while looking back: the entries after it, or what is followed. */
function readNewer(model: JournalModel, controller: Controller<JournalSlice>): void {
  if (model.past?.cut) {
    lookBack(model, controller, {
      direction: 'newer',
      words: 'for the entries that follow',
      reached: (fresh) => fresh.length > 0,
    });
    return;
  }
  // Positions are those of what is followed, so the place stays.
  controller.services.monitor.lookBack.leave();
  controller.set({ past: false });
}

/** Says so where there is no entry yet to go back from. */
function isEmpty(controller: Controller<JournalSlice>): boolean {
  const { journal, journalResource } = controller.view.state;
  if (journal.items.length > 0) return false;
  controller.notice(noEntryWords(journalResource));
  return true;
}

/** Reads beside what is followed, unless that is under way, there is nothing more, or the screen is held. */
function lookBack(model: JournalModel, controller: Controller<JournalSlice>, goal: JournalGoal): boolean {
  const { view, services } = controller;
  if (isEmpty(controller)) return false;
  const isEnd = goal.direction === 'older' && model.past?.olderEnd === true;
  if (view.held || isEnd || model.past?.reading) return false;
  services.monitor.lookBack.read(goal);
  controller.set({ past: true });
  return true;
}

/** The next (1) or previous (-1) line with something highlighted; before the oldest one older entries are read. */
export function goToMatch(step: 1 | -1, model: JournalModel, controller: Controller<JournalSlice>): void {
  const { list } = model;
  const test = highlightTest(model.filter);
  if (!test) {
    controller.notice('Nothing is highlighted: / filters and highlights, a leading ? only highlights.');
    return;
  }
  if (isEmpty(controller)) return;
  const before = model.cursor < 0 ? 0 : list.position(model.cursor);
  const index = indexOfMatch(list, model.filter, before, step);
  if (index !== undefined) {
    goToLine(model, controller, index);
    return;
  }
  const goal: JournalGoal = {
    direction: 'older',
    words: 'to a match',
    reached: (fresh) => test.test(fresh).includes(true),
  };
  if (step < 0 && lookBack(model, controller, goal)) {
    goToLine(model, controller, Math.max(0, model.cursor));
    controller.set({ goal: { kind: 'match', before } });
  } else controller.notice(step > 0 ? 'No further match below.' : 'No further match above.');
}

/** Goes to a moment, Unix ms by the server's clock. What was written before all that is held is read first. */
export function goToTime(model: JournalModel, controller: Controller<JournalSlice>, at: number): void {
  const { list } = model;
  const live = controller.view.state.journal;
  if (isEmpty(controller)) return;
  if (model.past && at > timeOf(list.item(list.count - 1))) {
    // After what was read while looking back: from the newest end again.
    follow(controller);
    const slice = { ...controller.slice(), ...following };
    goToTime(journalModel(controller.view, slice, controller.area), controller, at);
    return;
  }
  const index = indexOfTime(list, at);
  if (index >= list.count) {
    follow(controller);
    controller.notice('Nothing was written after that: following.');
    return;
  }
  goToLine(model, controller, index);
  const isBefore = at < timeOf(list.journal.items[0] ?? live.items[0]);
  const goal: JournalGoal = {
    direction: 'older',
    words: `to ${clockTime(at)}`,
    reached: (fresh) => fresh.some(({ createDate }) => createDate <= at),
  };
  if (isBefore && lookBack(model, controller, goal)) controller.set({ goal: { kind: 'time', at } });
}

/** Begins a selection of lines at the cursor, or gives it up. */
export function toggleMark(model: JournalModel, controller: Controller<JournalSlice>): void {
  if (controller.slice().mark) controller.set({ mark: undefined });
  else if (model.cursor >= 0) {
    goToLine(model, controller, model.cursor);
    controller.set({ mark: anchorAt(model.list, model.cursor) });
  }
}
