import { count, DASH, rateShort, rateUnit, share } from '../../../base/format.ts';
import type { Line } from '../../../base/text.ts';
import { type Amount, applicationsAmount } from '../../../cluster/figures.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import type { ServerApplication } from '../../../protocol/topology.ts';
import { markOf } from '../../../triage/marks.ts';
import { type Levels, levelsOf, loadTone, severityLook } from '../../../views/formats/tones.ts';
import type { Column } from '../../../views/lists/column.ts';
import { ofCapWords, serverLinkWords } from '../../../views/servers/detail.ts';
import { listPane } from '../../list-screen/shown-list.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers } from '../stale.ts';
import type { ServerDetail } from './detail.ts';

/**
 * The applications of a server. `focus` says whether this pane of the opened server has the focus; beside the list
 * it never does.
 */
export function applicationsPane(view: View, { record, applications, pane: focus }: ServerDetail): Pane {
  const right: Line = applications.placed.vanished
    ? [{ text: 'the selected one is gone', tone: 'warn' }]
    : [{ text: `${applications.count}`, tone: 'dim' }];
  const pane = listPane('servers.applications', applications, {
    title: 'Applications',
    right,
    stale: staleServers(view),
    focus: focus === 'applications',
    unselected: focus === undefined,
    columns: columns(view),
    empty: [[{ text: emptyWords(record), tone: 'dim' }]],
  });
  return focus === undefined ? { id: pane.id, rect: pane.rect, lines: pane.lines } : pane;
}

function emptyWords({ server }: ServerRecord): string {
  return server.applications ? 'No applications run here.' : `${DASH} the server does not say what runs here`;
}

function columns(view: View): Column<ServerApplication>[] {
  const { units } = view.display;
  const levels = levelsOf('limit', view.triage.thresholds);
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
      cell: ({ type }) => [{ text: type ?? DASH, tone: 'dim' }],
    },
    {
      key: 'streams',
      title: 'Streams',
      width: 11,
      cell: (application) => ofCap(applicationsAmount([application], 'streams'), levels),
    },
    {
      key: 'viewers',
      title: 'Viewers',
      width: 13,
      rank: 1,
      cell: (application) => ofCap(applicationsAmount([application], 'viewers'), levels),
    },
    {
      key: 'in',
      title: `In ${rateUnit(units)}`,
      width: 8,
      align: 'right',
      rank: 4,
      cell: ({ bandwidth }) => [{ text: rateShort(bandwidth?.inBandwidth, units), tone: 'in' }],
    },
    {
      key: 'out',
      title: `Out ${rateUnit(units)}`,
      width: 9,
      align: 'right',
      rank: 2,
      cell: ({ bandwidth }) => [{ text: rateShort(bandwidth?.outBandwidth, units), tone: 'out' }],
    },
    {
      key: 'up',
      title: '↑ links',
      width: 9,
      grow: 1,
      rank: 5,
      cell: (row) => linkCell(row.upLinks),
    },
    {
      key: 'down',
      title: '↓ links',
      width: 9,
      grow: 2,
      rank: 6,
      cell: (row) => linkCell(row.downLinks),
    },
  ];
}

function nameCell(view: View, { id, name }: ServerApplication): Line {
  const mark = markOf(view.triage.problems, 'application', id, name);
  if (!mark) return [{ text: '  ' }, { text: name }];
  return [{ text: `${severityLook[mark].sign} `, tone: severityLook[mark].tone }, { text: name }];
}

/** The number of links, then as many names as fit. */
function linkCell(list: ServerApplication['upLinks']): Line {
  return [{ text: serverLinkWords(list), tone: 'dim' }];
}

function ofCap(amount: Amount, levels: Levels): Line {
  const used = share(amount.used, amount.cap);
  const tone = used === undefined || amount.cap === 0 ? 'plain' : loadTone(used, levels);
  return [
    { text: count(amount.used), tone },
    { text: ofCapWords(amount, count, '/'), tone: 'dim' },
  ];
}
