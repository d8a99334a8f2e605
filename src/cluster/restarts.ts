import { MINUTE_MS } from '../base/durations.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import type { Dashboard } from '../protocol/dashboard.ts';
import type { Stream } from '../protocol/stream.ts';
import { movedWithClock } from './clock-skew.ts';
import { streamName } from './figures.ts';
import type { ClusterEvent } from './state.ts';

/** Most streams, and most applications, that are remembered; the one that is known for longest is removed first. */
const MAX_REMEMBERED = 20_000;
/** A smaller fall of a duration comes from two responses that overtook each other, ms. */
const CROSSED_MS = 5_000;

interface Seen {
  readonly startTime: number | null | undefined;
  readonly duration: number | null | undefined;
}

export type RestartTracker = ReturnType<typeof createRestartTracker>;

/**
 * Remembers the start times of streams and links. A flapping stream has several `stream-restart` events for the
 * same subject, which is `application/streamKey`, because the id may change with each publishing. `clockSets`: by
 * how much the server's clock was set; times that moved with it are the same times.
 */
export function createRestartTracker(clockSets: () => readonly number[] = () => []) {
  const streams = new Map<string, Seen>();
  const applications = new Map<string, { readonly application: Application; readonly at: number }>();
  return {
    /** In the order of their responses. A publisher that returned is one event, whichever poll detected it. */
    streams(list: readonly Stream[], at: number): ClusterEvent[] {
      const events: ClusterEvent[] = [];
      for (const stream of list) {
        const subject = streamName(stream);
        const before = streams.get(subject);
        const later = before ? startedLater(stream, before) : 0;
        const withClock = before !== undefined && movedWithClock(later, clockSets());
        // A response that was overtaken by a newer one must be ignored.
        if (later < 0 && !withClock) continue;
        // The usual case: nothing is new, and thousands of streams need no new object each.
        if (before?.startTime != null && before.startTime === stream.startTime) continue;
        const seen = { startTime: stream.startTime, duration: stream.duration };
        remember(streams, subject, seen);
        const message = before && !withClock && streamRestart(before, seen);
        if (message) events.push({ at, kind: 'stream-restart', subject, message });
      }
      return events;
    },
    /** Links to the cluster manager that restarted, and counters that fell. */
    applications(list: readonly Application[], at: number): ClusterEvent[] {
      const events: ClusterEvent[] = [];
      for (const application of list) {
        const subject = application.name;
        const id = applicationId(application);
        const seen = applications.get(id);
        remember(applications, id, { application, at });
        if (!seen || seen.application === application) continue;
        const before = seen.application;
        const was = before.clusterConnectionData?.startDate;
        const is = application.clusterConnectionData?.startDate;
        if (was != null && is != null && is > was && !movedWithClock(is - was, clockSets())) {
          events.push({
            at,
            kind: 'reconnect',
            subject,
            message: 'link to the cluster manager was established again',
          });
        }
        if (
          fell(before.inTotalBytes, application.inTotalBytes) &&
          isYoung(application, before, at - seen.at)
        ) {
          events.push({ at, kind: 'restart', subject, message: 'byte counters started again' });
        }
      }
      return events;
    },
  };
}

/** An answer may be this old, ms, by the bytes in and out alike to this share; counters that began anew are younger than that. */
const OLDEST_MS = 15 * MINUTE_MS;
const ALIKE_SHARE = 0.1;
const YOUNG_MS = MINUTE_MS;

/** Totals since start that fell: a server restarted, or left together with its share. */
export function dashboardRestarts(
  before: Dashboard | undefined,
  after: Dashboard,
  at: number,
): readonly ClusterEvent[] {
  const incoming = fell(before?.incomingTraffic?.totalBytes, after.incomingTraffic?.totalBytes);
  const outgoing = fell(before?.outgoingTraffic?.totalBytes, after.outgoingTraffic?.totalBytes);
  if ((!incoming && !outgoing) || isEarlier(before, after)) return [];
  const message = 'byte counters of the cluster fell: a server restarted or left';
  return [{ at, kind: 'restart', subject: 'cluster', message }];
}

/** Whether both totals are those of the same moment before: a cache answers, or a server that is late. */
function isEarlier(before: Dashboard | undefined, after: Dashboard): boolean {
  const [ago = 0, other = 0] = (['incomingTraffic', 'outgoingTraffic'] as const).map((way) => {
    const { totalBytes: was, total } = before?.[way] ?? {};
    const is = after[way]?.totalBytes ?? 0;
    const msOf = (bytes: number) => (1_000 * bytes) / (total?.value ?? 0);
    return msOf(is) < YOUNG_MS ? Number.POSITIVE_INFINITY : msOf((was ?? 0) - is);
  });
  return ago < OLDEST_MS && Math.abs(other - ago) <= ALIKE_SHARE * ago;
}

function fell(before: number | null | undefined, after: number | null | undefined): boolean {
  return before != null && after != null && after < before;
}

/** Its rate may have been so many times higher meanwhile. */
const HIGHER_RATE = 3;

/**
 * Whether a counter is so small that it can have begun within these ms. Rows that share an id change places, and then
 * it is the counter of another row.
 */
function isYoung(after: Application, before: Application, ms: number): boolean {
  const rate = Math.max(after.inBandwidth ?? 0, before.inBandwidth ?? 0);
  return rate === 0 || (after.inTotalBytes ?? 0) <= (HIGHER_RATE * rate * ms) / 1_000;
}

/** Ms; 0 if unknown. */
function startedLater(after: Stream, before: Seen): number {
  return after.startTime == null || before.startTime == null ? 0 : after.startTime - before.startTime;
}

function streamRestart(before: Seen, after: Seen): string | undefined {
  if (before.startTime != null && after.startTime != null) {
    return after.startTime > before.startTime ? 'published again' : undefined;
  }
  if (before.duration != null && after.duration != null && after.duration < before.duration - CROSSED_MS) {
    return 'published again: its duration fell';
  }
  return undefined;
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > MAX_REMEMBERED && !oldest.done) map.delete(oldest.value);
}
