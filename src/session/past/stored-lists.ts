import { MINUTE_MS } from '../../base/durations.ts';
import { emptyResource } from '../../cluster/resource.ts';
import type { Resource, Sweep } from '../../cluster/state.ts';
import type { HistoryReader } from '../../history/reader.ts';
import type { Application } from '../../protocol/application.ts';
import type { Stream } from '../../protocol/stream.ts';

/** How far back a figure is searched, ms: roll-ups have one per quarter of an hour. */
export const LOOK_BACK_MS = 16 * MINUTE_MS;
/** Most streams of a moment, because reading more would make keys slow. */
const MAX_STREAMS = 1_000;

export function knownResource<T>(value: T, updatedAt: number): Resource<T> {
  return { ...emptyResource<T>(value), updatedAt, generatedAt: updatedAt };
}

/** Streams that were published at that moment, from the stream sessions. */
export async function streamsAt(reader: HistoryReader, at: number): Promise<Resource<Sweep<Stream>>> {
  const sessions = await reader.streamSessions(at - LOOK_BACK_MS, at);
  const all = sessions.filter(
    ({ publishedAt, seenAt, endedAt }) =>
      publishedAt <= at && seenAt > at - LOOK_BACK_MS && (endedAt ?? seenAt + LOOK_BACK_MS) > at,
  );
  const shown = all.toSorted((a, b) => b.peakViewers - a.peakViewers).slice(0, MAX_STREAMS);
  const items = new Map(
    shown.map(({ application, streamKey, publishedAt }): [string, Stream] => {
      const id = `${application}/${streamKey}`;
      return [id, { id, application, streamKey, startTime: publishedAt } as Stream];
    }),
  );
  const rows = await reader.rows('stream', [...items.keys()], at, LOOK_BACK_MS);
  for (const [id, { values: row }] of rows) {
    const stream = items.get(id);
    if (!stream) continue;
    items.set(id, {
      ...stream,
      inBandwidth: row.in,
      outBandwidth: row.out,
      viewerCount: row.viewers,
      healthScore: row.health,
    });
  }
  return knownResource(
    { items, totalItems: all.length, completedAt: at, truncated: all.length > shown.length },
    at,
  );
}

/** Applications of the cluster's list; older histories have none. */
export async function applicationsAt(
  reader: HistoryReader,
  at: number,
): Promise<Resource<Sweep<Application>>> {
  const descriptions = reader.applications(at);
  const ids = descriptions.map(({ id }) => id);
  const rows = await reader.rows('listedApplication', ids, at, LOOK_BACK_MS);
  // A sweep contains all applications, so one with an older row was missing in the newest sweep.
  const newest = Math.max(...[...rows.values()].map((row) => row.at));
  const items = new Map(
    descriptions.flatMap((description): [string, Application][] => {
      const found = rows.get(description.id);
      if (!found || found.at < newest) return [];
      const row = found.values;
      const { id, name, type, class: className, clusterType, clusterConnection, ...link } = description;
      const application: Application = {
        id,
        name,
        type,
        class: className,
        streamCount: row.streams,
        viewerCount: row.viewers,
        connectionCount: row.connections,
        inBandwidth: row.in,
        outBandwidth: row.out,
        inTotalBytes: row.inBytes,
        outTotalBytes: row.outBytes,
        clusterType,
        clusterConnection,
        clusterConnectionData: {
          ...link,
          latency: row.latency,
          packetReceived: row.packetsReceived,
          packetSend: row.packetsSent,
        },
      };
      return [[id, application]];
    }),
  );
  const isKnown = items.size > 0;
  return knownResource(
    { items, totalItems: isKnown ? items.size : undefined, completedAt: at, truncated: !isKnown },
    at,
  );
}
