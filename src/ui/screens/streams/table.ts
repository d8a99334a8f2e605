import type { Line } from '../../../base/text.ts';
import type { Stream } from '../../../protocol/stream.ts';
import { markOf } from '../../../triage/marks.ts';
import { clockTime, count, DASH, duration, rateUnit } from '../../../views/format.ts';
import { healthLine, viewersAtRisk } from '../../../views/health.ts';
import { severityLook, stateTone } from '../../../views/tones.ts';
import type { Column } from '../../primitives/table.ts';
import type { View } from '../../view.ts';
import { type RateScale, rateCell } from '../rate-cell.ts';

/** A row of any of the lists: a stream, or an id of which nothing is known yet. */
export interface StreamRow {
  readonly id: string;
  readonly stream: Stream | undefined;
  /** Unix ms, local: the look-up no longer finds it since then. */
  readonly endedAt: number | undefined;
  readonly watched: boolean;
}

/** Columns of the lists of streams; what gives way first has the highest rank. */
export function streamColumns(
  view: View,
  scale: RateScale,
  part: 'all' | 'worst' | 'watched',
): Column<StreamRow>[] {
  const { units, times } = view.display;
  const known = (cell: (stream: Stream, width: number) => Line | string) => (row: StreamRow, width: number) =>
    row.stream ? cell(row.stream, width) : [];
  const columns: (Column<StreamRow> | false)[] = [
    { key: 'mark', title: '', width: 2, cell: (row) => signs(view, row) },
    {
      key: 'state',
      title: 'State',
      width: part === 'watched' ? 18 : 11,
      rank: part === 'watched' ? 0 : 3,
      cell: stateCell,
    },
    {
      key: 'streamKey',
      title: 'Stream',
      width: 13,
      grow: 4,
      cell: (row) => [
        { text: row.stream?.streamKey ?? row.id, tone: row.endedAt === undefined ? 'plain' : 'dim' },
      ],
    },
    {
      key: 'application',
      title: 'Application',
      width: 12,
      grow: 1,
      rank: 6,
      cell: known((stream) => [{ text: stream.application ?? DASH, tone: 'dim' }]),
    },
    {
      key: 'healthScore',
      title: 'Health',
      width: 9,
      grow: 3,
      // On the watch list the words of the state, such as `ENDED at 14:03:07`, are what must stay.
      rank: part === 'watched' ? 2 : 0,
      cell: (row, width) => (row.stream && row.endedAt === undefined ? healthLine(row.stream, width) : []),
    },
    {
      key: 'viewerCount',
      title: 'Viewers',
      width: 8,
      align: 'right',
      rank: part === 'watched' ? 1 : 0,
      cell: known((stream) => [{ text: count(stream.viewerCount), tone: 'bold' }]),
    },
    part === 'worst' && {
      key: 'risk',
      title: 'At risk',
      width: 8,
      align: 'right',
      rank: 1,
      cell: known((stream) => [{ text: count(viewersAtRisk(stream)), tone: 'warn' }]),
    },
    {
      key: 'inBandwidth',
      title: `In ${rateUnit(units)}`,
      width: 9,
      grow: 1,
      rank: 4,
      cell: known((stream, width) => rateCell(stream.inBandwidth, scale.in, 'in', width, view)),
    },
    {
      key: 'outBandwidth',
      title: `Out ${rateUnit(units)}`,
      width: 10,
      grow: 1,
      rank: 2,
      cell: known((stream, width) => rateCell(stream.outBandwidth, scale.out, 'out', width, view)),
    },
    {
      key: 'startTime',
      title: times === 'relative' ? 'Up' : 'Started',
      width: 8,
      align: 'right',
      rank: 5,
      cell: known((stream) =>
        times === 'relative' ? duration(stream.duration) : clockTime(stream.startTime),
      ),
    },
    {
      key: 'type',
      title: 'Type',
      width: 13,
      rank: 7,
      cell: known((stream) => [{ text: stream.type ?? DASH, tone: 'dim' }]),
    },
  ];
  return columns.filter((column) => column !== false);
}

/** The worst problem of the stream, and whether it is on the watch list. */
function signs(view: View, row: StreamRow): Line {
  const { problems } = view.triage;
  const mark =
    markOf(problems, 'stream', row.id) ?? (row.stream && markOf(problems, 'stream', row.stream.streamKey));
  return [
    mark ? { text: severityLook[mark].sign, tone: severityLook[mark].tone } : { text: ' ' },
    row.watched ? { text: '◆', tone: 'accent' } : { text: ' ' },
  ];
}

function stateCell(row: StreamRow): Line {
  if (row.endedAt !== undefined) {
    const word = row.stream ? 'ENDED' : 'NOT FOUND';
    return [{ text: `${word} at ${clockTime(row.endedAt)}`, tone: 'warn' }];
  }
  if (!row.stream) return [{ text: 'looking up…', tone: 'dim' }];
  return [{ text: row.stream.state ?? DASH, tone: stateTone(row.stream.state) }];
}
