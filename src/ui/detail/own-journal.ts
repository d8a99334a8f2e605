import { counted } from '../../base/format.ts';
import { mentions } from '../../base/mentions.ts';
import { type Line, type Rect, toned } from '../../base/text.ts';
import { staleFor } from '../../cluster/freshness.ts';
import { ownJournalLine } from '../../views/journal/line.ts';
import { journalIndex } from '../../views/journal/search-index.ts';
import { type PanelOptions, panelPane } from '../primitives/panel.ts';
import type { Pane, View } from '../view.ts';

export type OwnJournal = Readonly<ReturnType<typeof ownJournal>>;

interface Wanted {
  readonly name: string;
  /** Whether it counts that the message names it; else only that the entry is about it, such as `Stream: name`. */
  readonly inMessages: boolean;
  readonly back?: number;
}

/** Journal entries that name the object of a detail, below it: as many as fit, oldest first. */
export function ownJournal(view: View, { name, inMessages, back: wanted = 0 }: Wanted, rect: Rect) {
  const { journal } = view.state;
  const positions = journalIndex(journal, {
    key: `named ${name} ${inMessages}`,
    test: (entries) =>
      entries.map(
        ({ objectName, message }) =>
          name !== '' && (mentions(objectName, name) || (inMessages && mentions(message, name))),
      ),
    keepLines: false,
  });
  const height = rect.height - 2;
  /** Number of entries after the visible ones, and the largest possible number. */
  const mostBack = Math.max(0, positions.length - height);
  const back = Math.min(wanted, mostBack);
  const end = positions.length - back;
  const items = positions
    .slice(Math.max(0, end - height), end)
    .flatMap((position) => journal.items[position - journal.dropped] ?? []);
  return { rect, name, count: positions.length, back, mostBack, items };
}

/** Without `focus` for a journal that cannot be scrolled. */
export function ownJournalPane(
  id: string,
  { state, now }: View,
  { rect, name, count, items }: OwnJournal,
  options: Pick<PanelOptions, 'title' | 'focus'>,
): Pane {
  const lines: Line[] =
    items.length === 0
      ? [toned(`No loaded entry names ${name}.`, 'dim')]
      : items.map((item) => ownJournalLine(item, rect.width - 4, name));
  const right = [toned(`${counted(count, 'entry', 'entries')}, newest last`, 'dim')];
  return panelPane(id, rect, { ...options, right, stale: staleFor(state.journalResource, now) }, lines);
}
