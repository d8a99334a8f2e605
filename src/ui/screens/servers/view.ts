import { DASH } from '../../../base/format.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import type { ServerApplication } from '../../../protocol/topology.ts';
import { markOf } from '../../../triage/marks.ts';
import { severityLook } from '../../../views/formats/tones.ts';
import { type Column, orderWords, screenColumns } from '../../../views/lists/column.ts';
import { serverColumns } from '../../../views/servers/columns.ts';
import { runningColumns } from '../../../views/servers/detail.ts';
import { presenceLine } from '../../../views/servers/load.ts';
import type { ServerRow } from '../../../views/servers/outline.ts';
import { detailPanes } from '../../detail/detail-panes.ts';
import { ownJournalPane } from '../../detail/own-journal.ts';
import { nothingSelected } from '../../list-screen/list-screen.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { panel, titleParts, unreadablePart } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers, unreadServers } from '../stale.ts';
import type { ServerDetail } from './detail.ts';
import { heatMapPane } from './heat-map.ts';
import type { ServersModel } from './model.ts';

export function drawServers(model: ServersModel): Pane[] {
  const { view, slice, area, lists, map, detail, group, beside } = model;
  const panes: Pane[] = [];
  if (lists.list) panes.push(serversPane(model, lists.list));
  if (map && lists.map) panes.push(heatMapPane(view, map, rightEnd(model, lists.map)));
  if (detail) panes.push(...serverPanes(view, detail));
  else if (group) panes.push(...detailPanes(view, group));
  else if (beside) panes.push(nothingSelected(beside));
  else if (slice.opened !== undefined) panes.push(unknownServerPane(slice.opened, area));
  return panes;
}

function serverPanes(view: View, detail: ServerDetail): Pane[] {
  const { journal, pane } = detail;
  const panes = [...detailPanes(view, detail), applicationsPane(view, detail)];
  const focus = pane && pane === 'journal';
  if (journal) panes.push(ownJournalPane(view, journal, { id: 'servers.journal', title: 'Journal', focus }));
  return panes;
}

/** Shown in place of a server that is not known. */
function unknownServerPane(name: string, rect: Rect): Pane {
  const text = `No server ‘${name}’ is known, and none with this name vanished in the last hour. Esc goes back.`;
  const lines = panel({ title: 'Server' }, [toned(text, 'warn')], rect);
  return { id: 'servers.opened', rect, lines };
}

function serversPane(model: ServersModel, list: ShownList<ServerRow>): Pane {
  const { view, slice, rows } = model;
  const width = list.rect.width - 4;
  return listPane('servers.list', list, {
    title: 'Servers',
    stale: staleServers(view),
    right: rightEnd(model, list),
    focus: true,
    columns: screenColumns(serverColumns, { view, width, rows }, view.display.columns?.servers),
    sort: slice.sort,
    empty: [toned(emptyWords(model), 'dim')],
  });
}

function emptyWords({ view: { state }, slice }: ServersModel): string {
  if (slice.filter !== '' && state.servers.length > 0)
    return `No server matches ‘${slice.filter}’. Esc clears the filter.`;
  return state.topology.value || state.dashboard.value
    ? 'The topology contains no servers.'
    : 'No answer yet.';
}

/** A vanished selection is more important than counts and order. */
function rightEnd({ view, mode, slice }: ServersModel, { placed, rect }: ShownList): Line {
  if (placed.vanished) return toned('the selected one is no longer in the list', 'warn');
  const { servers } = view.state;
  if (staleServers(view) !== undefined) return toned(`${servers.length} known · last known state`, 'dim');
  return titleParts(mode === 'map' ? 'Servers, heat map' : 'Servers', rect.width, [
    unreadablePart(unreadServers(view)),
    presenceLine(servers, orderWords(serverColumns, slice.sort), rect.width),
  ]);
}

/**
 * The applications of a server. `focus` says whether this pane of the opened server has the focus; beside the list
 * it never does.
 */
function applicationsPane(view: View, { record, applications, pane: focus }: ServerDetail): Pane {
  const right: Line = applications.placed.vanished
    ? toned('the selected one is gone', 'warn')
    : toned(`${applications.count}`, 'dim');
  const pane = listPane('servers.applications', applications, {
    title: 'Applications',
    right,
    stale: staleServers(view),
    focus: focus === 'applications',
    unselected: focus === undefined,
    columns: applicationColumns(view),
    empty: [toned(noApplicationsWords(record), 'dim')],
  });
  return focus === undefined ? { id: pane.id, rect: pane.rect, lines: pane.lines } : pane;
}

function noApplicationsWords({ server }: ServerRecord): string {
  return server.applications ? 'No applications run here.' : `${DASH} the server does not say what runs here`;
}

function applicationColumns(view: View): Column<ServerApplication>[] {
  return [
    {
      key: 'name',
      title: 'Application',
      width: 14,
      grow: 2,
      cell: (application) => nameCell(view, application),
    },
    {
      key: 'type',
      title: 'Type',
      width: 9,
      rank: 3,
      cell: ({ type }) => toned(type ?? DASH, 'dim'),
    },
    ...runningColumns(view),
  ];
}

function nameCell(view: View, { id, name }: ServerApplication): Line {
  const mark = markOf(view.triage.problems, 'application', id, name);
  if (!mark) return [{ text: '  ' }, { text: name }];
  return [{ text: `${severityLook[mark].sign} `, tone: severityLook[mark].tone }, { text: name }];
}
