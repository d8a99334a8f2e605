import type { CommandId } from '../../../actions/commands.ts';
import { journalIndex, lowerBound } from '../../../views/journal-index.ts';
import { anchorAt } from '../../../views/journal-list.ts';
import { highlightTest } from '../../../views/journal-match.ts';
import { endFor, topShowing } from '../../../views/journal-window.ts';
import { targetOf } from '../../primitives/list.ts';
import type { Controller } from '../../screen.ts';
import { following, heldAt, type JournalModel, type JournalSlice } from './slice.ts';

/** Moving in the log. Up holds the view, the end follows again; going past the oldest fetches older ones. */
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
  if (target < 0 || (command === 'move.first' && atOldest)) fetchOlder(controller);
  // What is selected stays so, even at the end.
  const holds = controller.slice().mark !== undefined;
  if (target >= list.count || command === 'move.last') {
    if (!holds) controller.set(following);
    else goToLine(model, controller, list.count - 1);
  } else if (list.count > 0) goToLine(model, controller, Math.max(0, target));
  return true;
}

/** Holds the view with a line in sight and under the cursor. */
export function goToLine(model: JournalModel, controller: Controller<JournalSlice>, index: number): void {
  const top = topShowing(model.source, model.top, index, model.height);
  controller.set(heldAt(model, controller.slice(), index, top));
}

/** Asks for the next older page, unless one is under way, there is none, or the screen is held. */
export function fetchOlder({ view, services }: Controller<JournalSlice>): void {
  const { olderEnd, olderLoading } = view.state.journal;
  if (!view.held && !olderEnd && !olderLoading) services.monitor.loadOlderJournal();
}

/** The next (1) or previous (-1) line with something highlighted. */
export function goToMatch(step: 1 | -1, model: JournalModel, controller: Controller<JournalSlice>): void {
  const { list } = model;
  const test = highlightTest(model.filter);
  if (!test) {
    controller.notice('Nothing is highlighted: / filters and highlights, a leading ? only highlights.');
    return;
  }
  const positions = journalIndex(list.journal, test);
  const here = model.cursor < 0 ? 0 : list.position(model.cursor);
  let place = step > 0 ? lowerBound(positions, here + 1) : lowerBound(positions, here) - 1;
  for (; place >= 0 && place < positions.length; place += step) {
    const position = positions[place] ?? 0;
    const index = list.indexOf(position);
    // A match may lie outside the filter's times.
    if (index < list.count && list.position(index) === position) {
      goToLine(model, controller, index);
      return;
    }
  }
  controller.notice(step > 0 ? 'No further match below.' : 'No further match above, among the lines loaded.');
}

/** Begins a selection of lines at the cursor, or gives it up. */
export function toggleMark(model: JournalModel, controller: Controller<JournalSlice>): void {
  if (controller.slice().mark) controller.set({ mark: undefined });
  else if (model.cursor >= 0) {
    goToLine(model, controller, model.cursor);
    controller.set({ mark: anchorAt(model.list, model.cursor) });
  }
}
