import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { sum } from '../../base/theil-sen.ts';
import { serverTotal } from '../../cluster/figures.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import { mostWatched } from '../hit-streams.ts';
import { beganInJournal } from '../journal-beginning.ts';
import { isIngest, roleOf } from '../principles/place-figures.ts';
import { isPublished } from '../stream-health.ts';
import type { Thresholds } from '../threshold-families.ts';
import { areBack, FOUND_MS, paceBefore, sharing, type ViewersCutOff, viewersSince } from './cut-off.ts';
import type { FigureMemory } from './figures.ts';
import type { StreamMemory, StreamTrack } from './streams.ts';

/** A server that vanished. */
export interface Outage {
  /** Its last known state, and that before the first of several outages in a row. */
  readonly record: ServerRecord;
  readonly first: ServerRecord;
  /** How often it vanished in a row, with this time. */
  readonly times: number;
  /** When the first of those began that followed each other closely, Unix ms. */
  readonly flapsSince: number;
  /**
   * Unix ms. Start: the first poll without it, or the time of its end in the journal before that. End: the first
   * poll with it again.
   */
  readonly since: number;
  readonly backAt: number | undefined;
  /** Viewers that it had lost just before it vanished. */
  readonly drained: number;
}

/** Servers of one group that vanished together, what they carried, and how much of it is back. */
export interface OutageIncident {
  readonly group: string | undefined;
  /** First poll without the first of them, Unix ms. */
  readonly since: number;
  readonly outages: readonly Outage[];
  /** The streams of their applications as they were, by `application/streamKey`, and those of them that are not back. */
  readonly lost: ReadonlyMap<string, StreamTrack>;
  readonly missing: readonly StreamTrack[];
  /** When the streams were last read, Unix ms. */
  readonly lookedAt: number | undefined;
  /** Its share of the viewers of the whole cluster: others may have begun with it. */
  readonly share: number;
  readonly viewers: ViewersCutOff;
  /** How many viewers came per ms to the other servers before it began, and before outages shortly before it. */
  readonly pace: number;
}

/** Servers of one group that vanish within this time belong to one incident, ms. */
const TOGETHER_MS = 30_000;
/** Streams in a sweep may be this old, so an older sample does not prove that a stream is back, ms. */
const SWEEP_MS = 60_000;
/** Streams that ended with a server were seen in the sweep before the last, at most two intervals ago, ms. */
const ENDED_WITHIN_MS = 120_000;
/** A sweep that began after the outage has ended by then, ms: it shows what ended with a server. */
const SHOWN_WITHIN_MS = 150_000;
/** Smaller changes of a start time are the server's rounding, ms. */
const START_JITTER_MS = 2_000;
/** Outages of a server within this time of each other are several in a row, ms. */
const IN_A_ROW_MS = 300_000;
/** What falls between outages that follow each other within this time belongs to one of them: `isOfOutage`, ms. */
const CLOSELY_MS = 100_000;
/** A server that stays away is forgotten after an hour, ms. */
const FORGOTTEN_MS = HOUR_MS - MINUTE_MS;

/** Most missing servers that are tracked. */
const MOST_OUTAGES = 1_000;
/** Most streams of all incidents that are known by name. */
const MOST_LOST = 50_000;
/** For this many servers that vanish in one step the journal is searched for the start. */
const MOST_SEARCHED = 20;

/** What else is known of the streams and servers. */
interface Seen {
  readonly streams: StreamMemory;
  readonly figures: FigureMemory;
}

/** Incidents that have not ended: a server is still missing, or streams and viewers that it carried. */
export class OutageMemory {
  #incidents: readonly OutageIncident[] = [];
  /** The newest outages of servers that vanished lately, by name. */
  #lately = new Map<string, Outage>();
  #streamsAt: number | undefined;

  get incidents(): readonly OutageIncident[] {
    return this.#incidents;
  }

  observe(state: ClusterState, seen: Seen, now: number, t: Thresholds): void {
    const { streams } = seen;
    const known = new Set(this.#incidents.flatMap(({ outages }) => outages.filter(isAway).map(outageName)));
    const vanished = state.servers
      .filter((one) => one.goneSince !== undefined && !known.has(one.name))
      .slice(0, Math.max(0, MOST_OUTAGES - known.size));
    const isNewSweep = streams.newest !== this.#streamsAt;
    this.#streamsAt = streams.newest;
    const incidents =
      vanished.length > 0
        ? sharing(this.#inARow(withOutages(this.#incidents, vanished, state, seen)), hadBy)
        : this.#incidents;
    if (incidents.length === 0) return;
    const misses = new Map(state.servers.map((record) => [record.name, record.misses]));
    const total = state.history.last('total/viewers', now);
    const published = isNewSweep
      ? Map.groupBy(publishedOf(streams.tracks), ({ stream }) => stream.streamKey)
      : undefined;
    this.#incidents = incidents
      .map((incident) => moveOn(incident, misses, total, now))
      .map((incident) => (published ? withSweep(incident, published, streams, now) : incident))
      .filter((incident) => !isOver(incident, now, t));
  }

  /** Adds to new outages what the server was before those shortly before. */
  #inARow(incidents: readonly OutageIncident[]): readonly OutageIncident[] {
    const lately = new Map<string, Outage>();
    const rows = incidents.map((incident) => ({
      ...incident,
      outages: incident.outages.map((outage) => {
        const before = this.#lately.get(outageName(outage));
        const isSame = before?.since === outage.since;
        const isNext = before !== undefined && !isSame && outage.since - before.since <= IN_A_ROW_MS;
        const row = isNext ? nextIn(before, outage) : outage;
        lately.set(outageName(outage), row);
        return row;
      }),
    }));
    for (const [name, one] of this.#lately) if (!lately.has(name)) lately.set(name, one);
    this.#lately = new Map([...lately].slice(0, MOST_OUTAGES));
    return rows;
  }
}

/** An outage in a row with the one before. */
function nextIn({ first, times, flapsSince, since }: Outage, outage: Outage): Outage {
  const isClose = outage.since - since <= CLOSELY_MS;
  return { ...outage, first, times: times + 1, flapsSince: isClose ? flapsSince : outage.since };
}

export const isAway = ({ backAt }: Outage): boolean => backAt === undefined;
export const outageName = ({ record }: Outage): string => record.name;

/** Whether a server was away that publishers connect to: with others no publisher is lost. */
export const isOfIngest = ({ outages }: OutageIncident): boolean =>
  outages.some(({ record }) => ingestsOf(record).length > 0);

/** Whether only edges were away: they deliver what others carry, so that with them viewers are cut off, and no stream. */
export const isOfEdges = ({ outages }: Pick<OutageIncident, 'outages'>): boolean =>
  outages.every(({ record: { server } }) =>
    (server.applications ?? []).every(({ type }) => roleOf(type) === 'edge'),
  );

/** How many streams the servers carried as far as the topology tells. */
export const streamsCarried = ({ outages }: OutageIncident): number =>
  outages.reduce(
    (sum, { record }) => sum + ingestsOf(record).reduce((all, one) => all + (one.streams?.count ?? 0), 0),
    0,
  );

const ingestsOf = ({ server }: ServerRecord) => (server.applications ?? []).filter(isIngest);

/** Number of viewers who were cut off; undefined if the totals are not known. */
export function viewersLost({ viewers: { before, lowest } }: OutageIncident): number | undefined {
  return before === undefined || lowest === undefined ? undefined : Math.max(0, before - lowest);
}

/**
 * The incidents with the servers that vanished in this step. Servers and streams are examined once for all
 * incidents, because a hostile cluster can have a thousand new servers at every poll.
 */
function withOutages(
  incidents: readonly OutageIncident[],
  vanished: readonly ServerRecord[],
  state: ClusterState,
  { streams, figures }: Seen,
): readonly OutageIncident[] {
  const drafts = incidents.map((incident) => ({ incident, added: new Map<string, Outage>() }));
  for (const [index, record] of vanished.entries()) {
    const { name } = record;
    const noticed = record.goneSince ?? record.lastSeen;
    const since = index < MOST_SEARCHED ? beganInJournal(state, [name], noticed, TOGETHER_MS) : noticed;
    const found = index < MOST_SEARCHED ? figures.drainOf(name) : undefined;
    const drain = found && found.since > record.lastSeen - FOUND_MS ? found : undefined;
    const group = record.server.groupName ?? undefined;
    let draft = drafts.find(
      ({ incident: one }) =>
        one.outages.some((outage) => outageName(outage) === name) ||
        (group !== undefined && one.group === group && Math.abs(since - one.since) <= TOGETHER_MS),
    );
    if (!draft) {
      const before = state.history.last('total/viewers', drain?.since ?? record.lastSeen);
      const shortlyBefore = drafts.find(({ incident: one }) => since - one.since <= FOUND_MS);
      const incident: OutageIncident = {
        group,
        since,
        share: 1,
        pace: shortlyBefore?.incident.pace ?? paceBefore(state, since),
        outages: [],
        lost: new Map(),
        missing: [],
        lookedAt: undefined,
        viewers: { before, lowest: before, now: before },
      };
      draft = { incident, added: new Map() };
      drafts.push(draft);
    }
    const own = { record, first: record, drained: drain?.viewers ?? 0 };
    draft.added.set(name, { ...own, times: 1, flapsSince: since, since, backAt: undefined });
  }
  const carried = carriedStreams(state, streams);
  let room = MOST_LOST - sum(incidents.map(({ lost }) => lost.size));
  return drafts.map(({ incident, added }) => {
    if (added.size === 0) return incident;
    const before = incident.outages.filter((outage) => !added.has(outageName(outage)));
    const lost = new Map(incident.lost);
    const taken = new Set<string>();
    for (const { record, since } of added.values()) {
      for (const track of carried(record, since, taken)) {
        if (!lost.has(track.key) && room-- <= 0) break;
        lost.set(track.key, track);
      }
    }
    const missing = mostWatched([...lost.values()]);
    return { ...incident, outages: [...before, ...added.values()], lost, missing };
  });
}

/**
 * Streams that were published only on applications of missing servers, and those that ended with a server. `taken`
 * are applications whose streams were returned already; it grows.
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

/** A stream that waits for its publisher is neither lost with a server nor back with it. */
function publishedOf(tracks: ReadonlyMap<string, StreamTrack>): StreamTrack[] {
  return [...tracks.values()].filter(({ stream }) => isPublished(stream));
}

function moveOn(
  incident: OutageIncident,
  misses: ReadonlyMap<string, number>,
  total: number | undefined,
  now: number,
): OutageIncident {
  const outages = incident.outages
    // What is no longer known has another name, unless it is forgotten.
    .filter((outage) => misses.has(outageName(outage)) || now < outage.since + FORGOTTEN_MS)
    .map((outage) =>
      isAway(outage) && !misses.get(outageName(outage)) ? { ...outage, backAt: now } : outage,
    );
  // Its beginning may be that of a line in the journal, half a minute before the first look without it.
  const noticedAt = Math.max(...outages.map((outage) => outage.record.goneSince ?? outage.since));
  const isAnyBack = !outages.every(isAway);
  const own = { ...incident, noticedAt, isAnyBack, pace: incident.share * incident.pace };
  const viewers = viewersSince(own, total && incident.share * total, now);
  return { ...incident, outages, viewers };
}

/** Viewers of the servers, and of the streams that went with them. */
const hadBy = ({ outages, lost }: OutageIncident): number =>
  sum(outages.map(({ record }) => serverTotal(record.server, 'viewers') ?? 0)) +
  sum([...lost.values()].map(({ stream }) => stream.viewerCount ?? 0));

/** An incident after a sweep: the streams that it lost, and those that are not back. */
function withSweep(
  incident: OutageIncident,
  published: ReadonlyMap<string, readonly StreamTrack[]>,
  streams: StreamMemory,
  now: number,
): OutageIncident {
  const ended = endedWith(incident, streams, now);
  const lost = new Map([...incident.lost, ...ended.map((track) => [track.key, track] as const)]);
  // With the servers back, a stream that was back, too, ends for a reason of its own.
  const awaited = incident.outages.some(isAway) ? [...lost.values()] : [...incident.missing, ...ended];
  const isBack = isBackIn(published, incident.since);
  const missing = mostWatched(awaited.filter((track) => !isBack(track)));
  return { ...incident, lost, missing, lookedAt: streams.newest };
}

/**
 * Streams that ended with servers whose applications run on other servers, too, and that are not known as lost. Only
 * a sweep tells which ones; the topology has told how many.
 */
function endedWith(incident: OutageIncident, streams: StreamMemory, now: number): readonly StreamTrack[] {
  const { outages, lost, since } = incident;
  if ((streams.newest ?? 0) <= since || now > since + SHOWN_WITHIN_MS) return [];
  const ingests = outages.flatMap(({ record }) => ingestsOf(record));
  const names = new Set(ingests.map(({ name }) => name));
  const room = streamsCarried(incident) - lost.size;
  if (room <= 0) return [];
  const isNew = (track: StreamTrack) => names.has(applicationOf(track)) && !lost.has(track.key);
  const ended = [...streams.departed.values()].filter(
    (track) => isNew(track) && track.at >= since - ENDED_WITHIN_MS && isPublished(track.stream),
  );
  const restarted = streams.index.restarted.flatMap((track) => {
    const { stream, viewers, restarts } = track;
    if (!isNew(track) || (restarts.at(-1) ?? 0) < since || (stream.startTime ?? 0) < since) return [];
    // Its viewers come back one after another, so those from before count.
    return { ...track, stream: { ...stream, viewerCount: viewers } };
  });
  return [...ended, ...restarted].slice(0, room);
}

/** A stream is back if its key is published again, on any application. `since`: of its outage, Unix ms. */
const isBackIn =
  (published: ReadonlyMap<string, readonly StreamTrack[]>, since: number) =>
  ({ stream: was }: StreamTrack): boolean =>
    (published.get(was.streamKey) ?? []).some(
      ({ stream, at }) =>
        at >= since + SWEEP_MS || (stream.startTime ?? 0) > (was.startTime ?? 0) + START_JITTER_MS,
    );

function isOver(incident: OutageIncident, now: number, t: Thresholds): boolean {
  const { outages, missing, viewers, since } = incident;
  if (outages.some(isAway)) return false;
  const backAt = Math.max(...outages.map((outage) => outage.backAt ?? 0));
  // Between two of several outages in a row nothing is well yet.
  if (outages.some(({ times }) => times > 1) && now < backAt + t.goneSteady) return false;
  if (missing.length > 0 && now < backAt + t.goneMissing) return false;
  const { before = 0, lowest = 0 } = viewers;
  // Who went with a server is waited for, also where so few alone would be no loss.
  const wereMany = before - lowest >= Math.max(t.lossViewers, (before * t.lossShare) / 200);
  return !wereMany || areBack(viewers, now - since) || now >= backAt + t.lossFor;
}
