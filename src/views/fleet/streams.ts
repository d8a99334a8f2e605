import { count, DASH, duration, rateShort } from '../../base/format.ts';
import { toned } from '../../base/text.ts';
import { streamName, sumCopies } from '../../cluster/figures.ts';
import { ageOf } from '../../cluster/freshness.ts';
import type { Stream } from '../../protocol/stream.ts';
import { remembered } from '../../triage/remembered.ts';
import { scoreTone } from '../formats/tones.ts';
import type { Column } from '../lists/column.ts';
import { type ShownOrders, steadyOrder } from '../lists/steady-order.ts';
import type { FleetView } from './columns.ts';
import type { FleetMember } from './member.ts';

/** A stream key on one application of one cluster; several copies there are summed. */
export type FleetStream = Readonly<ReturnType<typeof streamsOf>[number]>;

/**
 * The stream keys that several clusters have, the ones with most viewers first. The rows of a key stand below each other,
 * the earliest first: that is where it is ingested, and the others are copies. A key is taken if one of its rows matches.
 * With a memory of what was shown last, keys do not change places because their viewers vary.
 */
export function sharedStreams(
  members: readonly FleetMember[],
  matches: (row: FleetStream) => boolean = () => true,
  shown?: ShownOrders,
): readonly FleetStream[] {
  const keys = Map.groupBy(members.flatMap(streamsOf), ({ streamKey }) => streamKey);
  const isShared = (rows: readonly FleetStream[]) => new Set(rows.map(({ cluster }) => cluster)).size > 1;
  const shared = [...keys.values()].filter((rows) => isShared(rows) && rows.some(matches));
  const sorted = shared
    .map((rows) => ({
      rows: rows.toSorted((a, b) => (a.beganAt ?? NEVER) - (b.beganAt ?? NEVER)),
      viewers: rows.reduce((sum, { figures }) => sum + (figures.viewers ?? 0), 0),
    }))
    .toSorted((a, b) => b.viewers - a.viewers);
  const steady = {
    name: 'streams of all clusters',
    id: ({ rows }: (typeof sorted)[number]) => rows[0]?.streamKey ?? '',
    value: ({ viewers }: (typeof sorted)[number]) => viewers,
  };
  return steadyOrder(sorted, steady, shown).flatMap(({ rows }) =>
    rows.map((row, index) => ({ ...row, isFirst: index === 0 })),
  );
}

const NEVER = Number.POSITIVE_INFINITY;

function streamsOf(member: FleetMember) {
  const { name: cluster, state } = member;
  const { clockSkew = 0, streamSweep } = state;
  const items = streamSweep.value?.items;
  if (!items) return [];
  return placesOf(items).map((place) => {
    const { application = '', streamKey, figures } = place;
    /** When it was first published there, by the clock of this machine, Unix ms. */
    const beganAt = figures.startTime === undefined ? undefined : figures.startTime - clockSkew;
    return {
      ...place,
      cluster,
      member,
      beganAt,
      /** The row is the first of its key: where it was published first. */
      isFirst: false,
      /** Unique among the rows. */
      id: `${cluster} ${application}/${streamKey}`,
    };
  });
}

/** Kept, because a sweep changes every few minutes, and is shown once a second. */
const placesOf = remembered((items: ReadonlyMap<string, Stream>) => {
  return [...Map.groupBy(items.values(), streamName).values()].flatMap((copies) => {
    const [first] = copies;
    if (!first) return [];
    // The id of the first copy.
    const { id: streamId, streamKey, application } = first;
    return [{ streamKey, application: application ?? undefined, streamId, figures: sumCopies(copies) }];
  });
});

export function sharedStreamColumns({ now, display }: FleetView): readonly Column<FleetStream>[] {
  const traffic = (key: 'in' | 'out', title: string, rank: number): Column<FleetStream> => ({
    key,
    title,
    width: 8,
    align: 'right',
    rank,
    cell: ({ figures }) => rateShort(figures[`${key}Bandwidth`], display.units),
  });
  return [
    {
      key: 'streamKey',
      title: 'Stream',
      width: 14,
      grow: 2,
      cell: ({ streamKey, isFirst }) => [isFirst ? { text: streamKey, tone: 'bold' } : { text: ' └' }],
    },
    { key: 'cluster', title: 'Cluster', width: 12, grow: 1, cell: ({ cluster }) => cluster },
    {
      key: 'application',
      title: 'Application',
      width: 12,
      grow: 1,
      rank: 2,
      cell: ({ application }) => toned(application ?? DASH, 'dim'),
    },
    {
      key: 'health',
      title: 'Health',
      width: 6,
      align: 'right',
      cell: ({ figures: { health }, member: { triage } }) =>
        toned(
          health === undefined ? DASH : String(Math.round(health)),
          scoreTone(health, undefined, triage.thresholds),
        ),
    },
    traffic('in', 'In', 0),
    traffic('out', 'Out', 1),
    {
      key: 'viewers',
      title: 'Viewers',
      width: 8,
      align: 'right',
      cell: ({ figures }) => toned(count(figures.viewers), 'bold'),
    },
    {
      key: 'age',
      title: 'Up',
      width: 8,
      align: 'right',
      cell: ({ beganAt }) => (beganAt === undefined ? DASH : duration(Math.max(0, now - beganAt))),
    },
    {
      key: 'read',
      title: 'Read',
      width: 7,
      align: 'right',
      cell: ({ member: { state } }) => toned(duration(ageOf(state.streamSweep, now)), 'dim'),
    },
  ];
}
