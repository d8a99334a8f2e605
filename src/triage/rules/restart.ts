import type { ClusterEvent, ClusterState } from '../../cluster/state.ts';
import { namedOrNone } from '../facts.ts';
import { hitStreams, mostWatched, streamKeys } from '../hit-streams.ts';
import { beganInJournal } from '../journal-beginning.ts';
import { measureOfPlace } from '../measure.ts';
import type { StreamTrack } from '../memory/streams.ts';
import { degradedViewers, lostViewers, type Subject } from '../problem.ts';
import { watching } from '../renditions.ts';
import type { Finding, Rule, RuleInput, Verdict } from '../rule.ts';
import { everyStep } from '../samples.ts';
import { goneKey, isPresent, restartKey } from './servers.ts';
import { serversOf } from './stream-shares.ts';

/** Applications are swept once a minute, so the fall of their counters is seen up to this long after their server is back, ms. */
const RETURNS_WITHIN_MS = 150_000;
/** A server counts as gone up to this long after the totals fell with it, ms. */
const LEAVES_WITHIN_MS = 30_000;

/** Totals and servers are polled separately, so falls within this time of each other belong together, ms. */
const TOGETHER_MS = 15_000;

const WHOLE = restartKey({ subject: 'cluster' });

/**
 * Did something restart, and which streams were interrupted? The store detects restarts (counters that fell,
 * journal ids that start again); they are reported for some time.
 */
export const restart: Rule = {
  name: 'restart',
  inputs: ['servers', 'sent bytes', 'application list', 'journal'],
  sample: everyStep,
  history: 'restarts',
  evaluate(facts, { now, thresholds }) {
    const findings = new Map<string, Verdict>();
    const { servers, events } = facts.state;
    const gone = servers.filter((record) => !isPresent(record)).map(({ name }) => goneKey(name));
    for (const event of events) {
      const isRestart = event.kind === 'restart' || event.kind === 'journal-restart';
      if (!isRestart) continue;
      const isRecent = event.at > now - thresholds.eventFor;
      if (!isRecent && !lossAt(facts, event.at)) continue;
      if (isReturn(event, facts) || isOfCluster(event, events)) continue;
      const key = event.kind === 'restart' ? restartKey(event) : 'restart:journal';
      // Totals also fall when a server leaves, so wait until it is known whether one did.
      if (key === WHOLE && servers.some(({ misses }) => misses > 0)) {
        findings.set(key, { key, unmeasured: true });
        if (gone.length === 0) continue;
      }
      const found = event.kind === 'restart' ? objectRestarted(event, facts) : journalStarted(event);
      findings.set(key, { ...found, within: key === WHOLE ? gone : [WHOLE] });
    }
    return [...findings.values()];
  },
};

/** Whether a server was gone and is back. That is reported already, and its counters start again because of it. */
function isReturn({ subject, at }: ClusterEvent, { state }: RuleInput): boolean {
  if (subject === 'cluster') return isLeaving(at, state.events);
  return state.events.some((back) => {
    if (back.kind !== 'server-back' || Math.abs(back.at - at) > RETURNS_WITHIN_MS) return false;
    const record = state.servers.find(({ name }) => name === back.subject);
    return (
      back.subject === subject || record?.server.applications?.some(({ name }) => name === subject) === true
    );
  });
}

/** Whether the totals fell because a server left; it counts as gone only some polls later. */
function isLeaving(at: number, events: readonly ClusterEvent[]): boolean {
  return events.some((gone) => gone.kind === 'server-gone' && Math.abs(gone.at - at) <= LEAVES_WITHIN_MS);
}

/** Whether the whole cluster restarted. Each of its applications is then seen to have restarted in the next sweep. */
function isOfCluster({ kind, subject, at }: ClusterEvent, events: readonly ClusterEvent[]): boolean {
  if (kind !== 'restart' || subject === 'cluster') return false;
  return events.some(
    (whole) =>
      whole.kind === 'restart' &&
      whole.subject === 'cluster' &&
      Math.abs(whole.at - at) <= RETURNS_WITHIN_MS &&
      !isLeaving(whole.at, events),
  );
}

function objectRestarted(event: ClusterEvent, facts: RuleInput): Finding {
  const { subject, message, at } = event;
  const applications = subject === 'cluster' ? undefined : applicationsOf(subject, facts.state);
  const objects = subject === 'cluster' ? [] : [subject, ...serversOf(facts, subject)];
  const { back, missing } = interrupted(applications, at, facts);
  const sudden = lossAt(facts, at);
  return {
    key: restartKey(event),
    severity: sudden ? 'critical' : 'warning',
    subject: restartSubject(subject, facts.state),
    kind: 'restart',
    measure: measureOfPlace(restartSubject(subject, facts.state)),
    facts: {
      of: 'object',
      event: message,
      loss: sudden,
      back: namedOrNone(streamKeys(mostWatched(back))),
      missing: namedOrNone(streamKeys(mostWatched(missing))),
    },
    hit: {
      viewers: sudden ? lostViewers(sudden.lost) : degradedViewers(watching([...back, ...missing])),
      ...hitStreams([...back, ...missing], missing),
    },
    since: beganInJournal(facts.state, objects, at, RETURNS_WITHIN_MS),
  };
}

/** What the viewers of the whole cluster lost with something that was noticed at `at` (Unix ms), until now. */
function lossAt({ whole }: RuleInput, at: number) {
  const { deviation, isSudden, usual = 0, now = 0 } = whole.of('viewers') ?? {};
  const isThen = isSudden && deviation && Math.abs(deviation.since - at) <= TOGETHER_MS;
  return isThen && usual > now ? { lost: Math.round(usual - now), before: Math.round(usual) } : undefined;
}

function journalStarted({ message, at }: ClusterEvent): Finding {
  return {
    key: 'restart:journal',
    severity: 'info',
    subject: { kind: 'resource', name: 'journal' },
    kind: 'restart',
    facts: { of: 'journal', event: message },
    since: at,
  };
}

/** Streams that were published again at about that time, and those that ended. Without names, of all applications. */
function interrupted(applications: readonly string[] | undefined, at: number, { streams }: RuleInput) {
  const isThere = ({ stream }: StreamTrack) =>
    applications === undefined || applications.includes(stream.application ?? '');
  const isThen = (time: number) => Math.abs(time - at) <= RETURNS_WITHIN_MS;
  return {
    back: streams.index.restarted.filter((track) => isThere(track) && track.restarts.some(isThen)),
    missing: [...streams.departed.values()].filter((track) => isThere(track) && isThen(track.at)),
  };
}

/** The applications of a server; or the application itself if that is its name. */
function applicationsOf(name: string, { servers }: ClusterState): readonly string[] {
  const record = servers.find((one) => one.name === name);
  return record ? (record.server.applications ?? []).map((application) => application.name) : [name];
}

function restartSubject(name: string, { servers }: ClusterState): Subject {
  if (name === 'cluster') return { kind: 'cluster' };
  return { kind: servers.some((record) => record.name === name) ? 'server' : 'application', name };
}
