import { DASH, duration, percent, rateShort, rateUnit } from '../../../base/format.ts';
import type { Line, Rect, Span } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import { markOf } from '../../../triage/marks.ts';
import { minutesWords } from '../../../views/formats/climbs.ts';
import { loadTone, severityLook } from '../../../views/formats/tones.ts';
import { linkWords, managerWords } from '../../../views/overview/cluster-links.ts';
import { bar } from '../../../views/plots/plots.ts';
import { heatWords, type ServerLoad, serverLoad, sortByHeat } from '../../../views/servers/load.ts';
import { presence } from '../../../views/servers/servers.ts';
import { type ListPosition, placeList } from '../../primitives/list.ts';
import type { Column } from '../../primitives/table.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import { titleParts } from '../../primitives/title-parts.ts';
import type { View } from '../../view.ts';
import { staleServers } from '../stale.ts';

/** A server of the list, and what puts it where it stands. */
interface Row {
  readonly record: ServerRecord;
  readonly load: ServerLoad;
}

export function serversPane(view: View, position: ListPosition, rect: Rect): Line[] {
  const records = sortByHeat(view.state.servers);
  const visible = rect.height - 3;
  const placed = placeList(
    position,
    records.map((record) => record.name),
    visible,
  );
  const stale = staleServers(view);
  const title = 'Servers';
  const right: Line =
    stale === undefined
      ? titleParts(title, rect.width, [
          presence(records, 'hottest first', rect.width),
          linkWords(view.state, view.triage.problems),
          managerWords(view.state),
        ])
      : [{ text: `${records.length} known, load unknown`, tone: 'dim' }];
  return tablePanel(
    {
      title,
      stale,
      right,
      focus: true,
      columns: serverColumns(view),
      data(index) {
        const record = records[index];
        return record && { record, load: serverLoad(record.server) };
      },
      count: records.length,
      scroll: placed.scroll,
      selected: position.selectedId === undefined ? undefined : placed.index,
    },
    rect,
  );
}

function serverColumns(view: View): Column<Row>[] {
  const { units } = view.display;
  const meter = (value: number | undefined, width: number): Line => [
    { text: fit(value === undefined ? DASH : percent(value * 100), 4, 'right'), tone: loadTone(value) },
    { text: ' ' },
    ...bar(value, Math.max(0, width - 5), loadTone(value)),
  ];
  const gone = ({ record }: Row) => record.goneSince !== undefined;
  const rateOf = (row: Row, way: 'in' | 'out'): Line => [
    {
      text: gone(row) ? '' : rateShort(row.record.server.serverStats?.[`${way}Bandwidth`]?.usage, units),
      tone: way,
    },
  ];
  return [
    {
      key: 'name',
      title: 'Server',
      width: 17,
      grow: 2,
      cell: ({ record }) => nameCell(view, record),
    },
    {
      key: 'group',
      title: 'Group',
      width: 10,
      grow: 1,
      rank: 5,
      cell: ({ record }) => [{ text: record.server.groupName ?? DASH, tone: 'dim' }],
    },
    {
      key: 'load',
      title: 'Load',
      width: 12,
      cell: (row) => (gone(row) ? goneCell(view, row.record) : loadCell(view, row)),
    },
    {
      key: 'cpu',
      title: ' CPU',
      width: 11,
      grow: 2,
      rank: 2,
      cell: (row, width) => (gone(row) ? [] : meter(row.load.cpu, width)),
    },
    {
      key: 'mem',
      title: ' Mem',
      width: 11,
      grow: 2,
      rank: 4,
      cell: (row, width) => (gone(row) ? [] : meter(row.load.mem, width)),
    },
    {
      key: 'in',
      title: `In ${rateUnit(units)}`,
      width: 8,
      align: 'right',
      rank: 3,
      cell: (row) => rateOf(row, 'in'),
    },
    {
      key: 'out',
      title: `Out ${rateUnit(units)}`,
      width: 9,
      align: 'right',
      rank: 1,
      cell: (row) => rateOf(row, 'out'),
    },
    {
      key: 'outShare',
      title: ' Out of cap',
      width: 11,
      grow: 1,
      rank: 6,
      cell: (row, width) => (gone(row) ? [] : meter(row.load.out, width)),
    },
  ];
}

/** Which measure puts the server where it stands in the list; or the one that climbs, and when it is full. */
function loadCell(view: View, { record: { name }, load }: Row): Line {
  const climbing = (['cpu', 'mem', 'in', 'out'] as const)
    .flatMap((cause) => {
      const fullAt = view.triage.climbs.get(`server/${name}/${cause}`)?.fullAt ?? 0;
      return fullAt > view.now ? [{ cause, fullAt }] : [];
    })
    .sort((a, b) => a.fullAt - b.fullAt)[0];
  if (!climbing) return [{ text: heatWords(load), tone: loadTone(load.heat) }];
  const { cause, fullAt } = climbing;
  const text = `${heatWords({ ...load, heat: load[cause], cause })} ↗${minutesWords(fullAt - view.now)}`;
  return [{ text, tone: 'warn' }];
}

function goneCell(view: View, record: ServerRecord): Line {
  if (staleServers(view) !== undefined) return [{ text: 'unknown', tone: 'dim' }];
  return [{ text: `GONE ${duration(view.now - (record.goneSince ?? view.now))}`, tone: 'badgeCrit' }];
}

function nameCell(view: View, record: ServerRecord): Line {
  const mark = markOf(view.triage.problems, 'server', record.name);
  const sign: Span = mark
    ? { text: `${severityLook[mark].sign} `, tone: severityLook[mark].tone }
    : { text: '  ' };
  const manager: Span[] = record.server.clusterManager ? [{ text: ' ★', tone: 'accent' }] : [];
  return [sign, { text: record.name, tone: record.goneSince === undefined ? 'plain' : 'dim' }, ...manager];
}
