import { MINUTE_MS } from '../../base/durations.ts';
import { emptyResource } from '../../cluster/resource.ts';
import type { Resource, Sweep } from '../../cluster/state.ts';
import type { HistoryReader } from '../../history/reader.ts';
import { streamGrades } from '../../history/samples/kinds.ts';
import type { Row } from '../../history/samples/rows.ts';
import type { StreamSession } from '../../history/sessions/stream-sessions.ts';
import type { Application } from '../../protocol/application.ts';
import type { Stream } from '../../protocol/stream.ts';
import { isPublished } from '../../triage/stream-health.ts';

/** How far back a figure is searched, ms: roll-ups have one per quarter of an hour. */
export const LOOK_BACK_MS = 16 * MINUTE_MS;
/** Most streams of a moment, because reading more would make keys slow. */
const MAX_STREAMS = 1_000;

export function knownResource<T>(value: T, updatedAt: number): Resource<T> {
  return { ...emptyResource<T>(value), updatedAt, generatedAt: updatedAt };
}

/**
 * The streams that the newest sweep at or before that moment held, with the time of that sweep. Where figures are
 * stored only as means, those of which a session lasted at that moment. `clockSkew`: the server's clock minus ours, ms.
 */
export async function streamsAt(
  reader: HistoryReader,
  at: number,
  clockSkew = 0,
): Promise<Resource<Sweep<Stream>>> {
  const sessions = await reader.streamSessions(at - LOOK_BACK_MS, at);
  const candidates = sessions
    .filter(({ publishedAt, seenAt }) => publishedAt <= at && seenAt > at - LOOK_BACK_MS)
    .map((session) => ({ session, id: `${session.application}/${session.streamKey}` }));
  const read = candidates.toSorted((a, b) => b.session.peakViewers - a.session.peakViewers);
  const names = read.slice(0, MAX_STREAMS).map(({ id }) => id);
  const states = reader.streamStates(at);
  const unusual = new Map(
    Object.entries(states?.others ?? {}).flatMap(([other, ids]) => ids.map((id) => [id, other] as const)),
  );
  const rows = await reader.rows('stream', [...new Set([...names, ...unusual.keys()])], at, LOOK_BACK_MS);
  const isNone = states?.isNone === true;
  const newest = [...rows.values()].reduce((last, row) => Math.max(last, row.at), isNone ? states.since : 0);
  const sweptAt = newest || at;
  const items = new Map<string, Stream>();
  for (const { session, id } of read) {
    const row = rows.get(id);
    const isInSweep = row !== undefined && row.step === undefined && row.at === sweptAt;
    // A newer sweep did not contain the stream.
    const isMissing = row !== undefined && row.at < sweptAt;
    const isOver = (session.endedAt ?? session.seenAt + LOOK_BACK_MS) <= at;
    const isLeftOut = session.publishedAt > sweptAt || isMissing || isOver;
    if (!isInSweep && isLeftOut) continue;
    const state = unusual.get(id) ?? states?.usual ?? undefined;
    const startTime = startAt(session, at, clockSkew);
    const { application, streamKey } = session;
    const known = { startTime, ...(state !== undefined && { state }) };
    items.set(id, { id, application, streamKey, ...figuresOf(row), ...known } as Stream);
  }
  // A stream that is listed but not published has no session.
  for (const [id, state] of unusual) {
    const listed = { ...unpublishedStream(id, state), ...figuresOf(rows.get(id), sweptAt) };
    if (!isPublished(listed) && !items.has(id)) items.set(id, listed);
  }
  // No sweep was over by then, which does not mean that there were no streams.
  if (newest === 0 && items.size === 0) return emptyResource();
  return knownResource(
    {
      items: new Map([...items].slice(0, MAX_STREAMS)),
      totalItems: items.size,
      completedAt: sweptAt,
      truncated: items.size > MAX_STREAMS,
    },
    sweptAt,
  );
}

/** Start of the publishing at that moment by the server's clock; of the session, if it was published again after that. */
function startAt({ startTime, publishedAt }: StreamSession, at: number, clockSkew: number): number {
  return startTime !== undefined && startTime - clockSkew <= at ? startTime : publishedAt + clockSkew;
}

/** The figures of a stream; none if they are not from that sweep (Unix ms). */
function figuresOf(row: Row | undefined, sweptAt = row?.at): Partial<Stream> {
  if (!row || row.at !== sweptAt) return {};
  return {
    inBandwidth: row.values.in,
    outBandwidth: row.values.out,
    viewerCount: row.values.viewers,
    healthScore: row.values.health,
    // A mean over some minutes has none.
    healthGrade: row.step === undefined ? (streamGrades[row.values.grade ?? -1] ?? null) : null,
  };
}

/** A stream of which only its name (`cluster/figures.ts`) and its state are stored. */
function unpublishedStream(id: string, state: string): Stream {
  const slash = id.indexOf('/');
  const application = id.slice(0, slash);
  return { id, application, streamKey: id.slice(slash + 1), state } as Stream;
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
  const sweptAt = Number.isFinite(newest) ? newest : at;
  const items = new Map(
    descriptions.flatMap((description): [string, Application][] => {
      const found = rows.get(description.id);
      if (!found || found.at < newest) return [];
      const row = found.values;
      const { cmIdentity, connectionState, startDate, ...own } = description;
      const application: Application = {
        ...own,
        streamCount: row.streams,
        viewerCount: row.viewers,
        connectionCount: row.connections,
        inBandwidth: row.in,
        outBandwidth: row.out,
        inTotalBytes: row.inBytes,
        outTotalBytes: row.outBytes,
        clusterConnectionData: {
          ...{ cmIdentity, connectionState, startDate },
          latency: row.latency,
          packetReceived: row.packetsReceived,
          packetSend: row.packetsSent,
        },
      };
      return [[own.id, application]];
    }),
  );
  const isKnown = items.size > 0;
  return knownResource(
    { items, totalItems: isKnown ? items.size : undefined, completedAt: sweptAt, truncated: !isKnown },
    sweptAt,
  );
}
