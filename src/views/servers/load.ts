import { count, DASH, percent, share } from '../../base/format.ts';
import { tableOf } from '../../base/table.ts';
import type { Line, Span, Tone } from '../../base/text.ts';
import { figureValue, serverFigures } from '../../cluster/server-figures.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { Server } from '../../protocol/topology.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { levelsOf, loadTone } from '../formats/tones.ts';
import { type ShownOrders, steadyOrder } from '../lists/steady-order.ts';

/** A server always uses much of its memory, so memory counts as load only from this share on. */
const MEMORY_COUNTS = 0.9;

const loadParts = ['cpu', 'mem', 'in', 'out'] as const;

export type ServerLoad = Readonly<ReturnType<typeof serverLoad>>;

/**
 * The load of one server: shares from 0 to 1, undefined if unknown or without a limit; the largest of them that counts,
 * `heat`: how busy the server is; and which one that is. A blocked direction without traffic does not count.
 */
export function serverLoad(server: Server) {
  const stats = server.serverStats;
  const parts = {
    cpu: figureValue('cpu', server) ?? undefined,
    mem: figureValue('mem', server) ?? undefined,
    in: share(stats?.inBandwidth?.usage, stats?.inBandwidth?.cap),
    out: share(stats?.outBandwidth?.usage, stats?.outBandwidth?.cap),
  };
  const idle = {
    cpu: false,
    mem: (parts.mem ?? 0) < MEMORY_COUNTS,
    in: isIdle(stats?.inBandwidth),
    out: isIdle(stats?.outBandwidth),
  };
  let heat: number | undefined;
  let cause: (typeof loadParts)[number] | undefined;
  for (const key of loadParts) {
    const value = idle[key] ? undefined : parts[key];
    if (value !== undefined && (heat === undefined || value > heat)) {
      heat = value;
      cause = key;
    }
  }
  return { ...parts, heat, cause };
}

/** The measure with the highest share, such as `out 156%`. */
export function heatWords({ heat, cause }: ServerLoad): string {
  return heat === undefined ? DASH : `${cause} ${percent(heat * 100)}`;
}

/** The figure whose thresholds apply to a part of the load. */
export const loadFigures = tableOf(loadParts, (part) => serverFigures[part].judged);

export function heatTone({ heat, cause = 'cpu' }: ServerLoad, thresholds: Thresholds): Tone {
  return loadTone(heat, levelsOf(loadFigures[cause], thresholds));
}

/** Blocked and without traffic: full by its share, but without any viewer. */
function isIdle(bandwidth: NonNullable<Server['serverStats']>['inBandwidth']): boolean {
  return bandwidth?.cap === 0 && bandwidth.usage === 0;
}

/** Roles of a server by the types of its applications: `origin`, `edge`, … in that order, joined by `+`. */
export function serverRole(server: Server): string {
  const types = new Set<string>();
  for (const application of server.applications ?? [])
    if (application.type) types.add(application.type.toLowerCase());
  return [...types].sort().join('+');
}

/** Gone servers first, then the busiest; equal ones by name, so that rows keep their places. */
export function sortByHeat(records: readonly ServerRecord[], shown?: ShownOrders): readonly ServerRecord[] {
  const sorted = records
    .map((record) => ({ record, isGone: record.goneSince !== undefined, heat: wholeHeat(record) }))
    .sort(
      (a, b) =>
        Number(b.isGone) - Number(a.isGone) || b.heat - a.heat || (a.record.name < b.record.name ? -1 : 1),
    )
    .map(({ record }) => record);
  const id = ({ name }: ServerRecord) => name;
  const group = ({ goneSince }: ServerRecord) => goneSince !== undefined;
  return steadyOrder(sorted, { name: 'servers by heat', id, value: wholeHeat, group }, shown);
}

/** In whole percents, so that a change of a tenth does not swap two rows with each poll. */
function wholeHeat({ server }: ServerRecord): number {
  return Math.round((serverLoad(server).heat ?? -1) * 100);
}

/** From this width of a pane on there is room for the number of present servers. */
const ROOM_FOR_COUNT = 60;
const SEPARATOR: Span = { text: ' · ', tone: 'dim' };

export function presenceLine(servers: readonly ServerRecord[], order: string, width: number): Line {
  const gone = servers.filter(({ goneSince }) => goneSince !== undefined).length;
  const up = `${count(servers.length - gone)} up`;
  return [
    ...(gone === 0 ? [] : [{ text: `${count(gone)} GONE`, tone: 'crit' as const }, SEPARATOR]),
    { text: width < ROOM_FOR_COUNT ? order : `${up} · ${order}`, tone: 'dim' },
  ];
}
