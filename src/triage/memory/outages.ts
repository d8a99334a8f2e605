import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import { beganInJournal } from '../journal-beginning.ts';
import { isPublished } from '../stream-health.ts';
import type { Thresholds } from '../thresholds.ts';
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

/** Incidents that have not ended: a server is away, or streams and viewers that it carried. */
export class OutageMemory {
  #incidents: readonly Incident[] = [];
  #streamsAt: number | undefined;

  get incidents(): readonly Incident[] {
    return this.#incidents;
  }

  observe(state: ClusterState, streams: StreamMemory, now: number, t: Thresholds): void {
    const known = new Set(this.#incidents.flatMap(({ outages }) => outages.filter(isAway).map(outageName)));
    const vanished = state.servers.filter((one) => one.goneSince !== undefined && !known.has(one.name));
    const isNewSweep = streams.newest !== this.#streamsAt;
    this.#streamsAt = streams.newest;
    const incidents = vanished.reduce(
      (all, record) => withOutage(all, record, state, streams),
      this.#incidents,
    );
    this.#incidents = incidents
      .map((incident) => moveOn(incident, state, streams, isNewSweep, now))
      .filter((incident) => !isOver(incident, now, t));
  }
}

export const isAway = ({ backAt }: Outage): boolean => backAt === undefined;
export const outageName = ({ record }: Outage): string => record.name;

/** Viewers who were cut off; undefined where the totals are not known. */
export function viewersLost({ viewers: { before, lowest } }: Incident): number | undefined {
  return before === undefined || lowest === undefined ? undefined : Math.max(0, before - lowest);
}

function withOutage(
  incidents: readonly Incident[],
  record: ServerRecord,
  state: ClusterState,
  streams: StreamMemory,
): readonly Incident[] {
  const since = beganInJournal(state, [record.name], record.goneSince ?? record.lastSeen, TOGETHER_MS);
  const group = record.server.groupName ?? undefined;
  const outage: Outage = { record, since, backAt: undefined };
  const lost = streamsOf(record, state, streams, since);
  const together = incidents.find(
    (one) =>
      one.outages.some((other) => outageName(other) === record.name) ||
      (group !== undefined && one.group === group && Math.abs(since - one.since) <= TOGETHER_MS),
  );
  if (!together) {
    const before = state.history.last('total/viewers', record.lastSeen);
    const viewers = { before, lowest: before, now: before };
    const missing = [...lost.values()];
    return [...incidents, { group, since, outages: [outage], lost, missing, lookedAt: undefined, viewers }];
  }
  const others = together.outages.filter((one) => outageName(one) !== record.name);
  const all = new Map([...together.lost, ...lost]);
  const joined = { ...together, outages: [...others, outage], lost: all, missing: [...all.values()] };
  return incidents.map((one) => (one === together ? joined : one));
}

/** Streams that were published on applications which only this server runs, and those that ended with it. */
function streamsOf(
  { name, server }: ServerRecord,
  state: ClusterState,
  streams: StreamMemory,
  since: number,
): ReadonlyMap<string, StreamTrack> {
  const own = new Set((server.applications ?? []).map((application) => application.name));
  const shared = new Set(
    state.servers
      .filter((other) => other.name !== name && other.goneSince === undefined)
      .flatMap((other) => (other.server.applications ?? []).map((application) => application.name)),
  );
  const applicationOf = ({ stream }: StreamTrack) => stream.application ?? '';
  const exclusive = [...streams.tracks.values()].filter(
    (track) => own.has(applicationOf(track)) && !shared.has(applicationOf(track)),
  );
  const ended = [...streams.departed.values()].filter(
    (track) => own.has(applicationOf(track)) && track.at >= since - ENDED_WITHIN_MS,
  );
  // One that waited for its publisher before is not lost, and will not come back with the server.
  const published = [...exclusive, ...ended].filter(({ stream }) => isPublished(stream));
  return new Map(published.map((track) => [track.key, track]));
}

function moveOn(
  incident: Incident,
  state: ClusterState,
  streams: StreamMemory,
  isNewSweep: boolean,
  now: number,
): Incident {
  const misses = new Map(state.servers.map((record) => [record.name, record.misses]));
  const outages = incident.outages
    // A server that stays away is forgotten after an hour.
    .filter((outage) => misses.has(outageName(outage)))
    .map((outage) =>
      isAway(outage) && misses.get(outageName(outage)) === 0 ? { ...outage, backAt: now } : outage,
    );
  const total = state.history.last('total/viewers', now);
  const { before, lowest } = incident.viewers;
  const isFresh = now <= incident.since + CUT_OFF_MS && total !== undefined && lowest !== undefined;
  const viewers = { before, lowest: isFresh ? Math.min(lowest, total) : lowest, now: total };
  const looked = isNewSweep
    ? { missing: notBack(incident, streams), lookedAt: streams.newest }
    : { missing: incident.missing, lookedAt: incident.lookedAt };
  return { ...incident, outages, viewers, ...looked };
}

/** A stream is back where its key is published again, on whatever application. */
function notBack({ lost, since }: Incident, streams: StreamMemory): readonly StreamTrack[] {
  const wanted = new Map([...lost.values()].map((track) => [track.stream.streamKey, track]));
  const back = new Set<string>();
  for (const { stream, at } of streams.tracks.values()) {
    const was = wanted.get(stream.streamKey);
    if (!was || !isPublished(stream)) continue;
    const isNew = (stream.startTime ?? 0) > (was.stream.startTime ?? 0) + START_JITTER_MS;
    if (isNew || at >= since + SWEEP_MS) back.add(stream.streamKey);
  }
  return [...lost.values()]
    .filter(({ stream }) => !back.has(stream.streamKey))
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
