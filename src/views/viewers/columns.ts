import { clockTime, DASH, duration, rateShort, rateUnit } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { cutMiddle } from '../../base/width.ts';
import { measuredScore } from '../../cluster/figures.ts';
import type { Viewer } from '../../protocol/viewer.ts';
import { healthLine } from '../formats/health.ts';
import { gradeTone, stateTone } from '../formats/tones.ts';
import { totalColumn } from '../lists/cells.ts';
import { type CellView, figureOrder, type ListColumn, textOrder } from '../lists/column.ts';
import { deviceWords, type FoundViewer, kindLook } from './viewers.ts';

type ViewerColumn = ListColumn<FoundViewer, FoundViewer, CellView>;

const viewerOf = ({ viewer }: FoundViewer) => viewer;

/** All columns of viewers that were looked up. In a narrow window those of the highest rank are left out first. */
export const viewerColumns: readonly ViewerColumn[] = [
  {
    key: 'pasted',
    // Not a member of a viewer: it is the position in the list.
    order: { descending: false, words: ['as pasted', 'as pasted, reversed'] },
  },
  {
    key: 'kind',
    screen: () => ({
      title: 'Kind',
      width: 9,
      cell: ({ kind }) => toned(`${kindLook[kind].sign} ${kindLook[kind].word}`, kindLook[kind].tone),
    }),
  },
  {
    key: 'health',
    screen: (view) => ({
      title: 'Health',
      width: 9,
      grow: 2,
      cell: ({ viewer, endedAt }, width) =>
        endedAt === undefined ? healthLine(viewer, width, view.triage) : toned('ENDED', 'warn'),
    }),
    order: {
      value: ({ viewer }) => measuredScore(viewer),
      descending: false,
      words: ['lowest health first', 'best health first'],
    },
  },
  {
    key: 'grade',
    value: ({ viewer }) => viewer.healthGrade,
    extra: true,
    screen: () => ({
      title: 'Grade',
      width: 10,
      cell: ({ viewer }) => toned(viewer.healthGrade ?? DASH, gradeTone(viewer.healthGrade)),
    }),
    order: textOrder('grade', 2),
  },
  {
    key: 'stream',
    value: ({ viewer }) => viewer.streamKey,
    screen: () => ({ title: 'Stream', width: 13, grow: 3, cell: ({ viewer }) => wordCell(viewer.streamKey) }),
    order: textOrder('stream'),
  },
  {
    key: 'state',
    screen: () => ({ title: 'State', width: 18, rank: 6, cell: stateCell }),
  },
  {
    key: 'out',
    value: ({ viewer }) => viewer.outBandwidth,
    rate: true,
    screen: ({ display: { units } }) => ({
      title: `Out ${rateUnit(units)}`,
      width: 9,
      align: 'right',
      rank: 1,
      cell: ({ viewer }) => toned(rateShort(viewer.outBandwidth, units), 'plain'),
    }),
    order: figureOrder('bandwidth'),
  },
  totalColumn('inTotalBytes', viewerOf, viewerOf),
  totalColumn('outTotalBytes', viewerOf, viewerOf),
  {
    key: 'duration',
    screen: ({ display: { times } }) => ({
      title: times === 'relative' ? 'For' : 'Since',
      width: 8,
      align: 'right',
      rank: 2,
      cell: ({ viewer }) => (times === 'relative' ? duration(viewer.duration) : clockTime(viewer.startTime)),
    }),
    order: {
      value: ({ viewer }) => viewer.duration,
      descending: false,
      words: ['youngest first', 'oldest first'],
    },
  },
  wordColumn('address', { title: 'Address', width: 15, rank: 3 }, ({ remoteAddress }) => remoteAddress),
  wordColumn('device', { title: 'Device', width: 10, grow: 2, rank: 4 }, deviceWords),
  wordColumn(
    'application',
    { title: 'Application', width: 12, grow: 1, rank: 7 },
    ({ applicationName }) => applicationName,
  ),
  {
    key: 'id',
    screen: () => ({
      title: 'Id',
      width: 10,
      grow: 2,
      rank: 1,
      cell: ({ id }, width) => toned(cutMiddle(id, width), 'dim'),
    }),
  },
];

function wordColumn(
  key: string,
  shape: { readonly title: string; readonly width: number; readonly grow?: number; readonly rank: number },
  word: (viewer: Viewer) => string | null | undefined,
): ViewerColumn {
  return { key, screen: () => ({ ...shape, cell: ({ viewer }) => wordCell(word(viewer)) }) };
}

function wordCell(value: string | null | undefined): Line {
  return toned(value || DASH, value ? 'plain' : 'dim');
}

function stateCell({ viewer, endedAt }: FoundViewer): Line {
  return endedAt === undefined
    ? toned(viewer.state ?? DASH, stateTone(viewer.state))
    : toned(`ENDED at ${clockTime(endedAt)}`, 'warn');
}
