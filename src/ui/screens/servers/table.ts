import type { Line, Span, Tone } from '../../../base/text.ts';
import { fit, textWidth } from '../../../base/width.ts';
import { markOf } from '../../../triage/marks.ts';
import { count, DASH, percent, rateShort, rateUnit, share } from '../../../views/format.ts';
import { bar, PERCENT_SCALE, sparkline } from '../../../views/plots.ts';
import type { Amount, ServerSortKey } from '../../../views/servers.ts';
import { capWords, presence } from '../../../views/servers-detail.ts';
import type { ServerRow } from '../../../views/servers-outline.ts';
import { loadTone, severityLook } from '../../../views/tones.ts';
import { BUCKET_MS } from '../../primitives/chart.ts';
import type { Column } from '../../primitives/table.ts';
import type { View } from '../../view.ts';
import { staleServers } from '../stale.ts';

type ServerColumn = Column<ServerRow> & { readonly key: ServerSortKey | Extra };
type Extra = 'state' | 'servers' | 'apps' | 'cpuTrend' | 'outTrend';

/** Columns of the list, the groups and the tree alike; `width` decides how much the bandwidths say. */
export function serverColumns(view: View, width: number, rows: readonly ServerRow[]): ServerColumn[] {
  const nested = rows.some((row) => row.kind !== 'server');
  const absent = rows.some(isAbsent);
  const longest = Math.max(8, ...rows.map((row) => textWidth(row.label) + row.depth * 2 + 4));
  const name: ServerColumn = {
    key: 'name',
    title: 'Server',
    width: width < 60 ? 12 : Math.min(width >= 104 ? 28 : 20, longest),
    grow: 2,
    cell: (row, room) => nameCell(view, row, room),
  };
  return [
    name,
    ...(absent ? [stateColumn(view, width)] : []),
    ...(nested ? memberColumns() : []),
    { key: 'role', title: 'Role', width: 9, rank: 6, cell: (row) => [{ text: row.role, tone: 'dim' }] },
    ...(nested ? [] : [groupColumn]),
    ...loadColumns(view, width, nested),
    ...(view.display.lowBandwidth ? [] : [trend(view, 'cpu', 9), trend(view, 'out', 10)]),
  ];
}

const groupColumn: ServerColumn = {
  key: 'group',
  title: 'Group',
  width: 10,
  rank: 7,
  cell: (row) => [{ text: row.group, tone: 'dim' }],
};

function loadColumns(view: View, width: number, nested: boolean): ServerColumn[] {
  const unit = rateUnit(view.display.units);
  const traffic = width >= 140 ? 18 : 11;
  return [
    {
      key: 'cpu',
      title: ' CPU',
      width: width < 60 ? 8 : nested ? 13 : 10,
      grow: 1,
      cell: (row, room) => (row.cpuMax === undefined ? meter(row, row.cpu, room) : spread(row, room)),
    },
    { key: 'mem', title: ' Mem', width: 9, grow: 1, rank: 4, cell: (row, room) => meter(row, row.mem, room) },
    {
      key: 'in',
      title: `In ${unit}`,
      width: traffic,
      grow: 1,
      rank: 5,
      cell: (row, room) => trafficCell(row, row.in, room, 'in', view),
    },
    {
      key: 'out',
      title: `Out ${unit}`,
      width: traffic,
      grow: 1,
      rank: 1,
      cell: (row, room) => trafficCell(row, row.out, room, 'out', view),
    },
    {
      key: 'viewers',
      title: 'Viewers',
      width: 7,
      align: 'right',
      rank: 2,
      cell: (row) => amountCell(row, row.viewers),
    },
    {
      key: 'streams',
      title: 'Streams',
      width: 7,
      align: 'right',
      rank: 8,
      cell: (row) => amountCell(row, row.streams),
    },
  ];
}

/** Only there while some server is not. */
function stateColumn(view: View, width: number): ServerColumn {
  const stale = staleServers(view) !== undefined;
  return {
    key: 'state',
    title: 'State',
    width: width >= 150 ? 37 : width >= 90 ? 24 : 8,
    cell: (row, room) => {
      if (stale) return isAbsent(row) ? [{ text: 'unknown', tone: 'dim' }] : [];
      if (row.servers)
        return row.servers.gone > 0 ? [{ text: `${row.servers.gone} GONE`, tone: 'crit' }] : [];
      return row.kind === 'server' && row.record ? presence(row.record, view.now, room) : [];
    },
  };
}

function memberColumns(): ServerColumn[] {
  return [
    {
      key: 'servers',
      title: 'Servers',
      width: 7,
      align: 'right',
      rank: 3,
      cell: (row) => (row.servers ? count(row.servers.here) : ''),
    },
    {
      key: 'apps',
      title: 'Apps',
      width: 4,
      align: 'right',
      rank: 3,
      cell: (row) => (row.kind === 'application' ? '' : count(row.apps)),
    },
  ];
}

const isAbsent = ({ record }: ServerRow) =>
  record !== undefined && record.misses + (record.goneSince ?? 0) > 0;
const isGone = (row: ServerRow) => row.record?.goneSince !== undefined;

/** Values of a gone server are of the past: dim, whatever they say. */
const toned = (row: ServerRow, tone: Tone): Tone => (isGone(row) ? 'dim' : tone);

function nameCell(view: View, row: ServerRow, width: number): Line {
  const kind = row.kind === 'cluster' ? undefined : row.kind;
  const mark = kind && markOf(view.triage.problems, kind, row.label);
  const sign: Span = mark
    ? { text: `${severityLook[mark].sign} `, tone: severityLook[mark].tone }
    : { text: '  ' };
  const fold = row.folded === undefined ? '' : row.folded ? '▸ ' : '▾ ';
  const indent = '  '.repeat(row.depth);
  const tone: Tone = row.kind === 'cluster' || row.kind === 'group' ? 'bold' : toned(row, 'plain');
  const spans: Span[] = [sign, { text: indent + fold, tone: 'dim' }, { text: row.label, tone }];
  if (row.manager) {
    const used = 2 + textWidth(indent + fold) + textWidth(row.label);
    spans.push({ text: used + 10 <= width ? ' ★ manager' : ' ★', tone: toned(row, 'accent') });
  }
  return spans;
}

function meter(row: ServerRow, value: number | undefined, width: number): Line {
  if (row.kind === 'application') return [];
  const tone = toned(row, loadTone(value));
  return [
    { text: fit(value === undefined ? DASH : percent(value * 100), 4, 'right'), tone },
    { text: ' ' },
    ...bar(value, Math.max(0, width - 5), tone),
  ];
}

/** Mean and greatest of several servers: a calm mean hides the hot one. */
function spread(row: ServerRow, width: number): Line {
  const max = (row.cpuMax ?? 0) * 100;
  const text = width >= 13 ? `max ${percent(max)}` : percent(max);
  return [
    { text: fit(row.cpu === undefined ? DASH : percent(row.cpu * 100), 4, 'right'), tone: loadTone(row.cpu) },
    { text: width >= 13 ? ' ' : '≤', tone: 'dim' },
    { text, tone: loadTone(row.cpuMax) },
  ];
}

/** Rate, cap where there is room for it, and the share as a bar. Applications have no cap of their own. */
function trafficCell(row: ServerRow, amount: Amount, width: number, tone: 'in' | 'out', view: View): Line {
  const { units } = view.display;
  const spans: Span[] = [{ text: fit(rateShort(amount.used, units), 6, 'right'), tone: toned(row, tone) }];
  if (row.kind === 'application') return spans;
  let room = width - 6;
  if (room >= 12) {
    const cap = capWords(amount.cap, (value) => rateShort(value, units));
    const capWidth = room >= 14 ? 7 : 6;
    spans.push({ text: `/${fit(cap, capWidth)}`, tone: cap === 'blocked' ? toned(row, 'crit') : 'dim' });
    room -= capWidth + 1;
  }
  const used = share(amount.used, amount.cap);
  if (room >= 3) spans.push({ text: ' ' }, ...bar(used, room - 1, toned(row, loadTone(used))));
  return spans;
}

function amountCell(row: ServerRow, amount: Amount): Line {
  const used = share(amount.used, amount.cap);
  const tone = used !== undefined && amount.cap !== 0 && used >= 0.75 ? loadTone(used) : 'plain';
  return [{ text: count(amount.used), tone: toned(row, tone) }];
}

function trend(view: View, what: 'cpu' | 'out', rank: number): ServerColumn {
  return {
    key: what === 'cpu' ? 'cpuTrend' : 'outTrend',
    title: what === 'cpu' ? 'CPU trend' : 'Out trend',
    width: 12,
    grow: 1,
    rank,
    cell: (row, width) => {
      if (row.kind !== 'server') return [];
      const key = `server/${row.label}/${what}`;
      const values = view.state.history.window(key, view.now - width * BUCKET_MS, view.now, width);
      // Percentages on one scale, so that rows can be compared; rates each on its own.
      return [
        {
          text: sparkline(values, what === 'cpu' ? PERCENT_SCALE : undefined),
          tone: what === 'cpu' ? 'info' : 'out',
        },
      ];
    },
  };
}
