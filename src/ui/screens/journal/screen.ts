import type { CommandId } from '../../../actions/commands.ts';
import { journalText } from '../../../views/journal/row.ts';
import { moveList, placeList } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import type { Pane } from '../../view.ts';
import { rendered } from '../rendered.ts';
import {
  askTime,
  copyLines,
  filterByObject,
  filterSpec,
  goToCurrent,
  openEntry,
  saveLines,
} from './actions.ts';
import { logLines, ratesLines, ratesOf, statusLine } from './draw.ts';
import { follow, goToLine, goToMatch, moveLog, toggleMark } from './move.ts';
import {
  type JournalModel,
  type JournalSlice,
  journalLayout,
  journalModel,
  journalStart,
  showsRates,
} from './slice.ts';

/** What a screen reader says of the newest lines. */
const SPOKEN = 10;
const ANYWHERE = { x: 0, y: 0, width: 80, height: 24 };

/** The cluster's journal (A10): follows, holds still, filters. */
export const journalScreen = rendered<JournalSlice>({
  initial: journalStart,
  filter: filterSpec,

  render(view, slice, area) {
    const model = journalModel(view, slice, area);
    const { log, rates } = model.layout;
    const panes: Pane[] = [];
    if (log) panes.push({ id: 'journal.log', rect: log, lines: logLines(view, slice, model, log) });
    if (rates) panes.push({ id: 'journal.rates', rect: rates, lines: ratesLines(view, slice, rates) });
    return panes;
  },

  status: (view, slice) => statusLine(journalModel(view, slice, ANYWHERE)),

  handle(command, shell) {
    const slice = shell.slice();
    if (slice.focus === 'rates' && showsRates(slice, shell.area) && onRates(command, shell)) return true;
    const model = journalModel(shell.view, slice, shell.area);
    return moveLog(command, model, shell) || onLog(command, model, shell);
  },

  summary(view, slice) {
    const { list } = journalModel(view, slice, ANYWHERE);
    const first = Math.max(0, list.count - SPOKEN);
    const lines: string[] = [`Journal, ${list.count} lines. The newest are last.`];
    for (let index = first; index < list.count; index++) {
      const item = list.item(index);
      if (item) lines.push(journalText(item));
    }
    return lines;
  },
});

function onLog(command: CommandId, model: JournalModel, shell: ScreenShell<JournalSlice>): boolean {
  const slice = shell.slice();
  const rates = showsRates(slice, shell.area);
  switch (command) {
    case 'move.open':
      goToCurrent(model, shell);
      return true;
    case 'journal.entry':
      openEntry(model, shell);
      return true;
    case 'list.next':
    case 'list.previous':
      goToMatch(command === 'list.next' ? 1 : -1, model, shell);
      return true;
    case 'list.state': {
      const item = model.list.item(model.cursor);
      filterByObject(shell, item?.kind === 'entry' ? item.entry.objectName : undefined);
      return true;
    }
    case 'journal.wrap':
      // Rows above the top are of the other kind now.
      shell.set({ wrap: !slice.wrap, top: slice.top && { ...slice.top, skip: 0 } });
      return true;
    case 'journal.rates':
      shell.set({ rates: !rates, focus: rates ? 'log' : 'rates' });
      return true;
    case 'journal.time':
      askTime(shell);
      return true;
    case 'journal.save':
      saveLines(model, shell);
      return true;
    case 'journal.select':
      toggleMark(model, shell);
      return true;
    case 'app.copy':
      copyLines(model, shell);
      return true;
    case 'move.nextPane':
    case 'move.previousPane':
      if (rates) shell.set({ focus: slice.focus === 'log' ? 'rates' : 'log' });
      return rates;
    case 'app.back':
      return back(model, shell);
    default:
      return false;
  }
}

/** Esc gives up one thing at a time: the reading, the selection, the filter, the held view; then it leads back. */
function back(model: JournalModel, shell: ScreenShell<JournalSlice>): boolean {
  const slice = shell.slice();
  if (model.past?.reading) {
    shell.services.monitor.lookBack.read(undefined);
    if (model.cursor >= 0) goToLine(model, shell, model.cursor);
  } else if (slice.mark) shell.set({ mark: undefined });
  else if (slice.filter === '' && !model.following) follow(shell);
  else return false;
  return true;
}

/** Keys of the side pane; what it does not know goes to the log. */
function onRates(command: CommandId, shell: ScreenShell<JournalSlice>): boolean {
  const slice = shell.slice();
  const ids = ratesOf(shell.view).map((rate) => rate.object);
  const height = Math.max(1, (journalLayout(slice, shell.area).rates?.height ?? 4) - 3);
  if (command === 'app.back') {
    shell.set({ focus: 'log' });
    return true;
  }
  const placed = placeList(slice.ratesPosition, ids, height);
  const object = placed.vanished ? undefined : ids[placed.index];
  if (command === 'move.open') {
    if (object !== undefined) filterByObject(shell, object);
    return true;
  }
  if (command === 'app.copy') {
    if (object !== undefined) shell.copy(object, `the object's name ${object}`);
    return true;
  }
  const moved = moveList(slice.ratesPosition, command, ids, height);
  if (moved) shell.set({ ratesPosition: moved });
  return moved !== undefined;
}
