import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import { beganInJournal } from '../journal-beginning.ts';
import { isPublished } from '../stream-health.ts';
import type { Thresholds } from '../threshold-families.ts';
import type { StreamMemory, StreamTrack } from './streams.ts';

/** A server that vanished. */
export interface Outage {
  /** As it was when it was seen last. */
  readonly record: ServerRecord;
  /** Unix ms: the first poll without it, or what the journal says of its end before that; the first poll with it again. */
  readonly since: number;
  readonly backAt: number | undefined;
}

/** Servers of one group that vanished together, what they carried, and what of that is back. */
export interface Incident {
  readonly group: string | undefined;
  /** Unix ms of the first poll without the first of them. */
  readonly since: number;
  readonly outages: readonly Outage[];
  /** Streams of their applications as they were, by `application/streamKey`; those that are not back. */
  readonly lost: ReadonlyMap<string, StreamTrack>;
  readonly missing: readonly StreamTrack[];
  /** Unix ms of the newest look at the streams. */
  readonly lookedAt: number | undefined;
  /** Viewers of the whole cluster: before, the fewest of the half minute after, now. */
  readonly viewers: Readonly<Record<'before' | 'lowest' | 'now', number | undefined>>;
}

/** Servers of one group that vanish within this time vanished together. */
const TOGETHER_MS = 30_000;
/** Viewers are cut off at once; later the time of day says more than the fault. */
const CUT_OFF_MS = 30_000;
/** A sweep shows streams as they were up to this long ago: before that it is no proof that one is back. */
const SWEEP_MS = 60_000;
/** Streams that ended with it were seen in the sweep before the last: two intervals ago at most. */
const ENDED_WITHIN_MS = 120_000;
/** A start time that moves by less is the server's rounding. */
const START_JITTER_MS = 2_000;
/** Share of the viewers that were lost who must be back. */
const BACK_SHARE = 0.9;

/** Servers that are away; further ones are not followed. */
const MOST_OUTAGES = 1_000;
/** Streams of all incidents that are known by name. */
const MOST_LOST = 50_000;
/** Of so many servers that vanish in one step the journal is searched for when it began. */
const MOST_SEARCHED = 20;

/** Incidents that have not ended: a server is away, or streams and viewers that it carried. */
export class OutageMemory {
  #incidents: readonly Incident[] = [];
  #streamsAt: number | undefined;

  get incidents(): readonly Incident[] {
    return this.#incidents;
  }

  observe(state: ClusterState, streams: StreamMemory, now: number, t: Thresholds): void {
    const known = new Set(this.#incidents.flatMap(({ outages }) => outages.filter(isAway).map(outageName)));
    const vanished = state.servers
      .filter((one) => one.goneSince !== undefined && !known.has(one.name))
      .slice(0, Math.max(0, MOST_OUTAGES - known.size));
    const isNewSweep = streams.newest !== this.#streamsAt;
    this.#streamsAt = streams.newest;
    const incidents =
      vanished.length > 0 ? withOutages(this.#incidents, vanished, state, streams) : this.#incidents;
    if (incidents.length === 0) return;
    const misses = new Map(state.servers.map((record) => [record.name, record.misses]));
    const total = state.history.last('total/viewers', now);
    const published = isNewSweep
      ? Map.groupBy(publishedOf(streams.tracks), ({ stream }) => stream.streamKey)
      : undefined;
    this.#incidents = incidents
      .map((incident) => moveOn(incident, misses, total, now))
      .map((incident) =>
        published
          ? { ...incident, missing: notBack(incident, published), lookedAt: streams.newest }
          : incident,
      )
      .filter((incident) => !isOver(incident, now, t));
  }
}

export const isAway = ({ backAt }: Outage): boolean => backAt === undefined;
export const outageName = ({ record }: Outage): string => record.name;

/** Viewers who were cut off; undefined where the totals are not known. */
export function viewersLost({ viewers: { before, lowest } }: Incident): number | undefined {
  return before === undefined || lowest === undefined ? undefined : Math.max(0, before - lowest);
}

/** An incident that servers of this step are added to. */
interface Draft extends Omit<Incident, 'outages' | 'missing'> {
  readonly outages: Map<string, Outage>;
  readonly lost: Map<string, StreamTrack>;
  readonly missing: Incident['missing'];
  /** Applications whose streams are among `lost`; empty where no server was added. */
  readonly taken: Set<string>;
  isChanged: boolean;
}

/**
 * The incidents with the servers that vanished in this step. Servers and streams are looked through once for all of
 * them: a hostile cluster has a thousand new servers at every poll.
 */
function withOutages(
  incidents: readonly Incident[],
  vanished: readonly ServerRecord[],
  state: ClusterState,
  streams: StreamMemory,
): readonly Incident[] {
  const drafts = incidents.map(draftOf);
  const carried = carriedStreams(state, streams);
  let room = MOST_LOST - drafts.reduce((sum, { lost }) => sum + lost.size, 0);
  for (const [index, record] of vanished.entries()) {
    const { name } = record;
    const noticed = record.goneSince ?? record.lastSeen;
    const since = index < MOST_SEARCHED ? beganInJournal(state, [name], noticed, TOGETHER_MS) : noticed;
    const group = record.server.groupName ?? undefined;
    let draft = drafts.find(
      (one) =>
        one.outages.has(name) ||
        (group !== undefined && one.group === group && Math.abs(since - one.since) <= TOGETHER_MS),
    );
    if (!draft) {
      const before = state.history.last('total/viewers', record.lastSeen);
      const viewers = { before, lowest: before, now: before };
      draft = draftOf({
        group,
        since,
        outages: [],
        lost: new Map(),
        missing: [],
        lookedAt: undefined,
        viewers,
      });
      drafts.push(draft);
    }
    draft.isChanged = true;
    draft.outages.delete(name);
    draft.outages.set(name, { record, since, backAt: undefined });
    for (const track of carried(record, since, draft.taken)) {
      if (!draft.lost.has(track.key) && room-- <= 0) break;
      draft.lost.set(track.key, track);
    }
  }
  return drafts.map(({ taken, isChanged, outages, missing, ...incident }) => ({
    ...incident,
    outages: [...outages.values()],
    missing: isChanged ? [...incident.lost.values()] : missing,
  }));
}

function draftOf({ outages, lost, ...incident }: Incident): Draft {
  return {
    ...incident,
    outages: new Map(outages.map((outage) => [outageName(outage), outage])),
    lost: new Map(lost),
    taken: new Set(),
    isChanged: false,
  };
}

/**
 * Streams that were published on applications which only servers that are gone run, and those that ended with a server.
 * `taken` are applications whose streams need not be given again; it grows.
 */
function carriedStreams(state: ClusterState, streams: StreamMemory) {
  const running = Map.groupBy(publishedOf(streams.tracks), applicationOf);
  const ended = Map.groupBy(publishedOf(streams.departed), applicationOf);
  const served = new Set<string>();
  for (const { goneSince, server } of state.servers) {
    if (goneSince === undefined) for (const { name } of server.applications ?? []) served.add(name);
  }
  return function* ({ server }: ServerRecord, since: number, taken: Set<string>): Generator<StreamTrack> {
    for (const { name } of server.applications ?? []) {
      if (!served.has(name) && !taken.has(name)) yield* running.get(name) ?? [];
      taken.add(name);
      for (const track of ended.get(name) ?? []) if (track.at >= since - ENDED_WITHIN_MS) yield track;
    }
  };
}

function applicationOf({ stream }: StreamTrack): string {
  return stream.application ?? '';
}

/** One that waits for its publisher is not lost with a server, and does not come back with it. */
function publishedOf(tracks: ReadonlyMap<string, StreamTrack>): StreamTrack[] {
  return [...tracks.values()].filter(({ stream }) => isPublished(stream));
}

function moveOn(
  incident: Incident,
  misses: ReadonlyMap<string, number>,
  total: number | undefined,
  now: number,
): Incident {
  const outages = incident.outages
    // A server that stays away is forgotten after an hour.
    .filter((outage) => misses.has(outageName(outage)))
    .map((outage) =>
      isAway(outage) && misses.get(outageName(outage)) === 0 ? { ...outage, backAt: now } : outage,
    );
  const { before, lowest } = incident.viewers;
  const isFresh = now <= incident.since + CUT_OFF_MS && total !== undefined && lowest !== undefined;
  const viewers = { before, lowest: isFresh ? Math.min(lowest, total) : lowest, now: total };
  return { ...incident, outages, viewers };
}

/** A stream is back where its key is published again, on whatever application. */
function notBack(
  { lost, since }: Incident,
  published: ReadonlyMap<string, readonly StreamTrack[]>,
): readonly StreamTrack[] {
  const isBack = ({ stream: was }: StreamTrack) =>
    (published.get(was.streamKey) ?? []).some(
      ({ stream, at }) =>
        at >= since + SWEEP_MS || (stream.startTime ?? 0) > (was.startTime ?? 0) + START_JITTER_MS,
    );
  return [...lost.values()]
    .filter((track) => !isBack(track))
    .sort((a, b) => (b.stream.viewerCount ?? 0) - (a.stream.viewerCount ?? 0));
}

function isOver(incident: Incident, now: number, t: Thresholds): boolean {
  const { outages, missing, viewers } = incident;
  if (outages.some(isAway)) return false;
  const backAt = Math.max(...outages.map((outage) => outage.backAt ?? 0));
  if (missing.length > 0 && now < backAt + t.goneMissing) return false;
  const { before = 0, lowest = 0, now: total = 0 } = viewers;
  const wasSudden = before - lowest >= Math.max(t.lossViewers, (before * t.lossShare) / 100);
  const areBack = total >= lowest + BACK_SHARE * (before - lowest);
  return !wasSudden || areBack || now >= backAt + t.lossFor;
}
