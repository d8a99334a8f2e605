import { parseFilter } from '../../../views/journal/filter.ts';
import { journalText } from '../../../views/journal/row.ts';
import type { Screen } from '../../screen.ts';
import { handleJournal, pointInJournal } from './keys.ts';
import { type JournalModel, journalModel } from './model.ts';
import { filteredBy, type JournalSlice, journalStart, serverNow } from './slice.ts';
import { drawJournal, statusLine } from './view.ts';

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
    const lines: string[] = [`Journal, ${list.count} lines${routine}. The newest are last.`];
    for (let index = first; index < list.count; index++) {
      const item = list.item(index);
      if (item) lines.push(journalText(item));
    }
    return lines;
  },
};
