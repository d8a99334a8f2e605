import { MINUTE_MS } from '../../base/durations.ts';
import { clockTime, count, DASH, duration } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { measuredScore } from '../../cluster/figures.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import { viewersAtRisk } from '../../triage/stream-health.ts';
import { healthLine } from '../formats/health.ts';
import { gradeTone, scoreTone, stateTone } from '../formats/tones.ts';
import {
  dimCell,
  flagColumn,
  type ItemRow,
  itemCell,
  lookedCell,
  type RatesAt,
  rateColumn,
  signsCell,
  totalColumn,
} from '../lists/cells.ts';
import {
  type CellView,
  compareBy,
  figureOrder,
  type ListColumn,
  type Sort,
  textOrder,
} from '../lists/column.ts';
import { unhealthyReason } from './unhealthy-streams.ts';

/** How long ago the viewers are compared with, and how far from it a figure may lie, ms. A sweep comes once a minute. */
const CHANGE = { over: 5 * MINUTE_MS, earlier: 90_000, later: 30_000 } as const;

/**
 * How many viewers a stream has more than five minutes ago; undefined if nobody counted then. Both come from the history,
 * so that a row and its place in the order agree: a list may be older than its rows.
 */
function viewerChange({ state: { history }, now }: Pick<CellView, 'state' | 'now'>, { id }: Stream) {
  const key = `stream/${id}/viewers`;
  const before = now - CHANGE.over;
  const points = history.points(key, before - CHANGE.earlier, before + CHANGE.later);
  const then = points.findLast(({ value }) => value !== null)?.value;
  const last = history.last(key, now);
  return last === undefined || then == null ? undefined : last - then;
}

function signedCount(change: number | undefined): Line {
  if (change === undefined) return toned(DASH, 'dim');
  if (change === 0) return toned('0', 'dim');
  return toned(`${change < 0 ? '−' : '+'}${count(Math.abs(change))}`, 'plain');
}

/** Compares streams by a column, also by what is known of them from the history. */
export function streamOrder(view: CellView, sort: Sort): (a: Stream, b: Stream) => number {
  const changes = new Map<Stream, number | undefined>();
  const change = (stream: Stream) => {
    if (!changes.has(stream)) changes.set(stream, viewerChange(view, stream));
    return changes.get(stream);
  };
  const columns = streamColumns.map((column) =>
    column.key === 'change' ? { ...column, value: change } : column,
  );
  return compareBy(columns, sort, ({ id }) => id);
}

interface StreamsAt extends RatesAt {
  readonly part: 'all' | 'worst' | 'watched';
  /** Cells of the longest name in sight. */
  readonly longest: number;
}

type StreamColumn = ListColumn<Stream, ItemRow<Stream>, StreamsAt>;

/** Names have the width that they need, within these limits. */
const NAME_COLUMNS = { least: 13, most: 24 } as const;

/** The state matters most for streams that somebody follows; of most streams it is the usual one. */
const STATE_RANKS = { watched: 0, worst: 3, all: 6 } as const;

/** All columns of streams. In a narrow window columns with the highest rank are left out first. */
export const streamColumns: readonly StreamColumn[] = [
  {
    key: 'mark',
    screen: ({ view }) => ({
      title: '',
      width: 2,
      cell: ({ id, item, watched }) =>
        signsCell(view.triage.problems, 'stream', [id, item?.streamKey], watched),
    }),
  },
  { key: 'id', value: ({ id }) => id, json: { name: 'id', kind: 'text' } },
  {
    key: 'state',
    same: ({ state }) => state,
    value: ({ state }) => state,
    screen: ({ part }) => ({
      title: 'State',
      width: part === 'watched' ? 18 : 11,
      rank: STATE_RANKS[part],
      cell: stateCell,
    }),
    order: textOrder('state', 1),
    print: {
      place: 3,
      title: 'state',
      cell: ({ state }) => ({ text: state ?? DASH, tone: stateTone(state) }),
    },
    json: { name: 'state', kind: 'word' },
  },
  {
    key: 'streamKey',
    value: ({ streamKey }) => streamKey,
    screen: ({ longest }) => ({
      title: 'Stream',
      width: Math.max(NAME_COLUMNS.least, Math.min(NAME_COLUMNS.most, longest)),
      grow: 4,
      cell: ({ id, item, endedAt }) => toned(item?.streamKey ?? id, endedAt === undefined ? 'plain' : 'dim'),
    }),
    order: textOrder('key', 1),
    print: { place: 1, title: 'stream' },
    json: { name: 'streamKey', kind: 'text' },
  },
  {
    key: 'application',
    value: ({ application }) => application,
    screen: () => ({
      title: 'Application',
      width: 12,
      grow: 1,
      rank: 5,
      cell: itemCell(({ application }) => dimCell(application)),
    }),
    order: textOrder('application', 1),
    print: { place: 2, title: 'application' },
    json: { name: 'application', kind: 'word' },
  },
  {
    key: 'healthScore',
    value: measuredScore,
    screen: ({ part, view }) => ({
      title: 'Health',
      width: 9,
      grow: 3,
      // On the watch list the state, such as `ENDED at 14:03:07`, must stay visible.
      rank: part === 'watched' ? 2 : 0,
      cell: ({ item, endedAt }, width) =>
        item && endedAt === undefined
          ? healthLine(item, width, {
              thresholds: view.triage.thresholds,
              reason: unhealthyReason(item, view.triage),
            })
          : [],
    }),
    order: {
      descending: false,
      words: ['lowest health first (No Data is 0 to the server)', 'best health first'],
    },
    print: {
      place: 5,
      title: 'health',
      align: 'right',
      cell: (stream, thresholds) => {
        const score = measuredScore(stream);
        const text = score === undefined ? DASH : String(Math.round(score));
        return { text, tone: scoreTone(score, stream.healthGrade, thresholds) };
      },
    },
    json: { name: 'healthScore', kind: 'count' },
  },
  {
    key: 'healthGrade',
    value: ({ healthGrade }) => healthGrade,
    extra: true,
    screen: () => ({
      title: 'Grade',
      width: 10,
      cell: itemCell(({ healthGrade }) => toned(healthGrade ?? DASH, gradeTone(healthGrade))),
    }),
    order: textOrder('grade', 2),
    print: {
      place: 6,
      title: 'grade',
      cell: ({ healthGrade }) => ({ text: healthGrade ?? DASH, tone: gradeTone(healthGrade) }),
    },
    json: { name: 'healthGrade', kind: 'word' },
  },
  {
    key: 'viewerCount',
    value: ({ viewerCount }) => viewerCount,
    screen: ({ part }) => ({
      title: 'Viewers',
      width: 8,
      align: 'right',
      rank: part === 'watched' ? 1 : 0,
      cell: itemCell(({ viewerCount }) => toned(count(viewerCount), 'bold')),
    }),
    order: figureOrder('viewers', 'fewest', -1),
    print: { place: 4, title: 'viewers', align: 'right', cell: ({ viewerCount }) => count(viewerCount) },
    json: { name: 'viewers', kind: 'count' },
  },
  {
    key: 'change',
    // Its value needs the history: `streamOrder` compares it.
    screen: ({ view, part }) => ({
      title: '± 5 min',
      width: 9,
      align: 'right',
      rank: part === 'all' ? 3 : 6,
      cell: ({ item, endedAt }) =>
        item && endedAt === undefined ? signedCount(viewerChange(view, item)) : [],
    }),
    order: { descending: false, words: ['losing viewers first', 'gaining viewers first'], place: -1 },
  },
  {
    key: 'risk',
    value: viewersAtRisk,
    screen: ({ part }) =>
      part === 'worst'
        ? {
            title: 'At risk',
            width: 8,
            align: 'right',
            rank: 1,
            cell: itemCell((stream) => toned(count(viewersAtRisk(stream)), 'warn')),
          }
        : undefined,
    print: {
      place: 7,
      title: 'viewers at risk',
      align: 'right',
      cell: (stream) => count(viewersAtRisk(stream)),
    },
    json: { name: 'viewersAtRisk', kind: 'count' },
  },
  rateColumn('in', 4, 8),
  rateColumn('out', 2),
  totalColumn('inTotalBytes'),
  totalColumn('outTotalBytes'),
  {
    key: 'startTime',
    value: ({ startTime }) => startTime,
    screen: ({ view: { display, state, now } }) => ({
      title: display.times === 'relative' ? 'Up' : 'Started',
      width: 8,
      align: 'right',
      rank: 7,
      cell: itemCell((stream) =>
        display.times === 'relative' ? duration(uptime(stream, state, now)) : clockTime(stream.startTime),
      ),
    }),
    order: { descending: true, words: ['oldest first', 'youngest first'] },
    json: { name: 'startedAt', kind: 'time' },
  },
  {
    key: 'duration',
    value: (stream) => stream.duration,
    extra: true,
    screen: () => ({
      title: 'Lasts',
      width: 8,
      align: 'right',
      cell: itemCell((stream) => duration(stream.duration)),
    }),
    order: {
      descending: true,
      words: ['shortest duration first', 'longest duration first'],
      place: 2,
    },
    print: {
      place: 9,
      title: 'since',
      align: 'right',
      cell: ({ duration: said, startTime }) =>
        said == null && startTime != null ? clockTime(startTime) : duration(said),
    },
    json: { name: 'durationMs', kind: 'count' },
  },
  {
    key: 'type',
    value: ({ type }) => type,
    same: ({ type }) => type,
    screen: () => ({ title: 'Type', width: 13, rank: 8, cell: itemCell(({ type }) => dimCell(type)) }),
    order: textOrder('type', 1),
    json: { name: 'type', kind: 'word' },
  },
  {
    key: 'subStreams',
    json: {
      name: 'subStreams',
      kind: 'words',
      value: ({ subStreams }) => subStreams?.map(({ name, streamKey }) => name ?? streamKey ?? ''),
    },
  },
  {
    key: 'thumbnailPath',
    value: (stream) => stream.thumbnailPath,
    json: { name: 'thumbnailPath', kind: 'word' },
  },
  {
    key: 'thumbnailTimestamp',
    value: (stream) => stream.thumbnailTimestamp,
    json: { name: 'thumbnailAt', kind: 'time' },
  },
  flagColumn('allowedToPublish', 'May publish'),
  flagColumn('isAutoRemovable', 'Auto-removed'),
];

function stateCell(row: ItemRow<Stream>): Line {
  const state = row.item?.state;
  return lookedCell(row, 'at ') ?? toned(state ?? DASH, stateTone(state));
}

/**
 * How long it has been published, ms. If the server does not report it, the time since its start by the server's
 * clock.
 */
export function uptime(
  { duration: said, startTime }: Pick<Stream, 'duration' | 'startTime'>,
  { clockSkew = 0 }: Pick<ClusterState, 'clockSkew'>,
  now: number,
): number | undefined {
  if (said != null) return said;
  return startTime == null ? undefined : Math.max(0, now + clockSkew - startTime);
}
