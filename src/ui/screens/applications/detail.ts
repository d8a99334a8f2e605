import { bytes, clockTime, count, DASH, rate } from '../../../base/format.ts';
import { cutRows, type Line, type Rect, toned } from '../../../base/text.ts';
import { cutMiddle } from '../../../base/width.ts';
import { type Found, findApplication } from '../../../cluster/find-listed.ts';
import { newest, staleFor } from '../../../cluster/freshness.ts';
import { type Application, applicationId } from '../../../protocol/application.ts';
import { type Placement, placementsOf } from '../../../views/applications/applications.ts';
import { applicationLink, latencyText, linkLine } from '../../../views/applications/link.ts';
import { stateTone } from '../../../views/formats/tones.ts';
import { yesNo } from '../../../views/lists/cells.ts';
import type { Column } from '../../../views/lists/column.ts';
import { type TitledSeries, trafficSeries } from '../../../views/plots/series.ts';
import { runningColumns, serverLinks } from '../../../views/servers/detail.ts';
import {
  type DetailModel,
  detailIn,
  fact,
  type IsAbout,
  linkFact,
  moment,
  problemFacts,
  unknownFact,
} from '../../detail/detail-panes.ts';
import { tableRows } from '../../list-screen/shown-list.ts';
import { tablePanel } from '../../primitives/table.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers } from '../stale.ts';

/** Everything about one application: its fields, its link, charts, and its servers below. */
export function applicationDetail(view: View, id: string, area: Rect): DetailModel {
  const found = findApplication(view.state, id);
  const { item: application } = found;
  const name = application?.name ?? id;
  const placements = placementsOf(view.state, application ?? { name });
  const wanted = Math.max(4, Math.min(placements.length, 20) + 3);
  const below = area.height >= 16 ? Math.min(wanted, Math.floor(area.height * 0.4)) : 0;
  const [above, rect] = cutRows(area, area.height - below);
  const links = (of: 'upLinks' | 'downLinks') =>
    placements.flatMap(({ application }) => serverLinks(application[of]));
  const shown = {
    id: 'applications.detail',
    title: `Application ${name}`,
    stale: staleFor(newest(view.state.applications, view.state.watchedApplications), view.now),
    series: seriesOf(view, application ? applicationId(application) : id, application),
    isAbout: isItself(name, application),
    more: [
      ...(below > 0
        ? []
        : placements.map(({ server }) =>
            linkFact('On server', server, (name) => ({ kind: 'server', name })),
          )),
      ...linkFacts('Uplinks', links('upLinks')),
      ...linkFacts('Downlinks', links('downLinks')),
    ],
  };
  return {
    ...detailIn(view, above, shown, (width) => factLines(view, name, found, width)),
    ...(below > 0 && { below: [serversPane(view, placements, rect)] }),
  };
}

/** An application without a link has no latency to draw. */
function seriesOf(view: View, id: string, application: Application | undefined): TitledSeries[] {
  const hasLink = !application || applicationLink(application, view.triage.problems).kind !== 'none';
  const latency: TitledSeries = { key: `application/${id}/latency`, title: 'Latency', format: latencyText };
  return [...(hasLink ? [latency] : []), ...trafficSeries(`application/${id}`, view.display.units)];
}

/** Whether a problem's subject is this application; several applications may share its name. */
function isItself(name: string, application: Application | undefined): IsAbout {
  return ({ subject: it }) => it.kind === 'application' && [application?.id, name].includes(it.id ?? it.name);
}

function factLines(
  view: View,
  name: string,
  { item: application, endedAt }: Found<Application>,
  width: number,
): Line[] {
  if (!application) return [unknownFact(endedAt), fact('Name', name)];
  const { units } = view.display;
  const link = applicationLink(application, view.triage.problems);
  const data = application.clusterConnectionData;
  return [
    ...(endedAt === undefined ? [] : [fact('State', `ENDED at ${clockTime(endedAt)}, last values:`, 'warn')]),
    ...problemFacts(view, isItself(name, application), width),
    fact('Type', application.type ?? DASH),
    fact('Link', linkLine(link)),
    fact('Latency', latencyText(link.latency)),
    managerFact(view, data?.cmIdentity),
    fact('Connection', data?.connectionState ?? DASH, stateTone(data?.connectionState)),
    fact('Linked since', moment(view, data?.startDate)),
    fact('Packets in', count(data?.packetReceived)),
    fact('Packets out', count(data?.packetSend)),
    linkFact('Streams', count(application.streamCount), () => ({ kind: 'streams', application: name })),
    fact('Viewers', count(application.viewerCount), 'bold'),
    fact('Connections', count(application.connectionCount)),
    fact('In', rate(application.inBandwidth, units)),
    fact('Out', rate(application.outBandwidth, units)),
    fact('In total', bytes(application.inTotalBytes)),
    fact('Out total', bytes(application.outTotalBytes)),
    fact('In a cluster', yesNo(application.clusterType)),
    fact('Id', cutMiddle(application.id ?? DASH, width)),
    fact('Class', cutMiddle(application.class ?? DASH, width)),
  ];
}

/** The names of an application's links on all of its servers, one row each. */
function linkFacts(label: string, names: readonly string[]): Line[] {
  const [first = DASH, ...others] = [...new Set(names)];
  return [fact(label, first), ...others.map((name) => fact('', name))];
}

function managerFact(view: View, name: string | null | undefined): Line {
  const isKnown = view.state.servers.some((record) => record.name === name);
  return isKnown
    ? linkFact('Manager', name, (name) => ({ kind: 'server', name }))
    : fact('Manager', name ?? DASH);
}

function serversPane(view: View, placements: readonly Placement[], rect: Rect): Pane {
  const visible = tableRows(rect);
  const more =
    placements.length > visible ? `${visible} of ${count(placements.length)}` : count(placements.length);
  return {
    id: 'applications.detail.servers',
    rect,
    lines: tablePanel(
      {
        title: 'Servers',
        right: [toned(more, 'dim'), toned('Enter: its streams', 'dim')],
        stale: staleServers(view),
        columns: placementColumns(view),
        data: (index) => placements[index],
        count: placements.length,
        scroll: 0,
        empty: [toned('No server of the topology runs it.', 'dim')],
      },
      rect,
    ),
  };
}

function placementColumns(view: View): Column<Placement>[] {
  return [
    { key: 'server', title: 'Server', width: 14, grow: 2, cell: (placement) => serverCell(view, placement) },
    {
      key: 'group',
      title: 'Group',
      width: 9,
      grow: 1,
      rank: 5,
      cell: ({ group }) => [
        group === undefined
          ? { text: DASH, tone: 'dim' }
          : { text: group, tone: 'accent', link: { kind: 'group', name: group } },
      ],
    },
    ...runningColumns(view).map((column) => ({
      ...column,
      cell: ({ application }: Placement, width: number) => column.cell(application, width),
    })),
  ];
}

function serverCell(view: View, { server, goneSince }: Placement): Line {
  if (goneSince === undefined)
    return [{ text: server, tone: 'accent', link: { kind: 'server', name: server } }];
  if (staleServers(view) !== undefined) return toned(`${server} unknown`, 'dim');
  return [{ text: `${server} ` }, { text: `GONE since ${clockTime(goneSince)}`, tone: 'badgeCrit' }];
}
