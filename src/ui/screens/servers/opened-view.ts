import type { Line, Rect } from '../../../base/text.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import { ownJournalLine } from '../../../views/journal/line.ts';
import { panel } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers } from '../stale.ts';
import { applicationsPane } from './applications.ts';
import { serverChart } from './charts.ts';
import { factsPanel } from './facts.ts';
import type { OpenedServer, ServerJournal } from './opened.ts';

/** The panes of an opened server, or of the selected one. */
export function openedServerPanes(view: View, opened: OpenedServer): Pane[] {
  const { record, layout, focus, problems, journal } = opened;
  const panes = [
    paneOf('facts', layout.facts, factsPanel(view, record, focus ? 'Esc back' : 'Enter opens', layout.facts)),
  ];
  if (layout.problems)
    panes.push(paneOf('problems', layout.problems, problemsPanel(view, problems, layout.problems)));
  layout.charts.forEach((rect, index) => {
    panes.push(paneOf(`chart${index}`, rect, serverChart(view, record, index, rect)));
  });
  panes.push(applicationsPane(view, opened));
  if (journal) panes.push(journalPane(view, opened, journal));
  return panes;
}

/** Shown in place of a server that is not known. */
export function unknownServerPane(name: string, rect: Rect): Pane {
  const text = `No server ‘${name}’ is known, and none with this name vanished in the last hour. Esc goes back.`;
  return paneOf(
    'opened',
    rect,
    panel({ title: 'Server' }, [[{ text, tone: 'warn' }]], rect.width, rect.height),
  );
}

function paneOf(id: string, rect: Rect, lines: readonly Line[]): Pane {
  return { id: `servers.${id}`, rect, lines };
}

function problemsPanel(view: View, all: readonly Line[], rect: Rect): Line[] {
  const shown = all.slice(0, rect.height - 2);
  const isMore = shown.length < all.length;
  const right: Line = [{ text: isMore ? 'more on 0 Problems' : '', tone: 'dim' }];
  // The last row may end in the middle of a sentence.
  const lines = isMore ? shown.with(-1, [...(shown.at(-1) ?? []), { text: ' …', tone: 'dim' }]) : shown;
  return panel({ title: 'Problems', right, stale: staleServers(view) }, lines, rect.width, rect.height);
}

function journalPane(view: View, { record, focus }: OpenedServer, journal: ServerJournal): Pane {
  const { rect, count, items } = journal;
  const { journal: log, journalResource } = view.state;
  const lines = items.map((item) => ownJournalLine(item, rect.width - 4, record.name));
  const empty: Line = [{ text: `No loaded entry names ${record.name}.`, tone: 'dim' }];
  const right: Line = [{ text: `${count} of ${log.items.length} match`, tone: 'dim' }];
  const options = { title: 'Journal', right, stale: staleFor(journalResource, view.now) };
  const hasFocus = focus === 'journal';
  return {
    id: 'servers.journal',
    rect,
    lines: panel(
      { ...options, focus: hasFocus },
      lines.length > 0 ? lines : [empty],
      rect.width,
      rect.height,
    ),
    ...(focus && { focus: hasFocus }),
  };
}
