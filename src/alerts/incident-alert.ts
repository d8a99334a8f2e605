import { clockTime, counted, DASH } from '../base/format.ts';
import { shellWord } from '../base/quoting.ts';
import { safeText } from '../base/safe-text.ts';
import { listedStreams } from '../cluster/copies.ts';
import { sumKnown } from '../cluster/figures.ts';
import type { ClusterState } from '../cluster/state.ts';
import { type Incident, incidentsOf, nameOfIncident } from '../triage/incidents/incident.ts';
import { incidentId } from '../triage/incidents/incident-id.ts';
import { causesOf } from '../triage/journal/cause.ts';
import type { ProblemKind } from '../triage/kind-facts.ts';
import { nameOf, type Part, type Problem, type Severity, viewersHit } from '../triage/problem.ts';
import { causeWords } from '../views/problems/before.ts';
import { affectedWords } from '../views/problems/facts.ts';
import { problemJson } from '../views/problems/json.ts';
import { subjectName } from '../views/problems/problems.ts';
import { beganWords } from '../views/problems/since.ts';
import { problemSentence, problemTitle } from '../views/problems/words.ts';

/** The watched cluster, as alerts name it. */
export interface WatchedCluster {
  /** Name of the profile, or host and port. */
  readonly name: string;
  readonly profile: string | undefined;
  /** Base URL of interface A. All senders of one cluster have the same. */
  readonly url: string;
  /** URL of the instructions for a kind of problem; `{kind}` is replaced. */
  readonly runbook: string | undefined;
}

/** A standing incident, as it is sent. Its members can be converted to JSON. */
export interface IncidentAlert {
  /** Stays the same while the incident lasts, also when a better cause is found and for another sender. */
  readonly id: string;
  /** Kind of the first cause. */
  readonly kind: ProblemKind;
  readonly severity: Severity;
  /** Unix ms. */
  readonly since: number;
  readonly noticedAt: number;
  /** Keys of its problems, the cause first. */
  readonly keys: readonly string[];
  /** What does harm of its own: its problems, of gone servers each one. */
  readonly harms: readonly Harm[];
  /** Names of the servers, streams and applications that it is about. */
  readonly objects: readonly string[];
  /** Keys of the streams that it hits, those with the most viewers first. */
  readonly streams: readonly string[];
  /** How many it hits, as far as that is known. */
  readonly size: { readonly viewers?: number | undefined; readonly streams?: number | undefined };
  /** What was taken for the cause before, in words, until when (Unix ms); while that is an effect of it. */
  readonly before?: { readonly name: string; readonly until: number } | undefined;
  /** It is about a limit that will be reached; such a judgement swings with its figure. */
  readonly isForecast: boolean;
  /** Somebody knows the incident: it is acknowledged, silenced, or planned work. */
  readonly isKnown: boolean;
  /** All of it is planned work. */
  readonly isPlanned: boolean;
  readonly words: AlertWords;
  readonly problem: ReturnType<typeof problemJson> | null;
}

/** One outage within an incident. */
export interface Harm {
  /** A gone server has the same one alone and in the row of its group. */
  readonly id: string;
  readonly kind: ProblemKind;
  readonly severity: Severity;
  /** Unix ms. */
  readonly noticedAt: number;
  /** It is acknowledged, silenced, or planned work. */
  readonly isKnown: boolean;
  /** It hits people itself: it does not only count them, as a share of bad health or a group with too few servers do. */
  readonly isFelt: boolean;
  /** Title and object; safe, one line. */
  readonly name: string;
}

/** What people read. Text of servers in it is safe, and each is one line. */
export interface AlertWords {
  readonly summary: string;
  readonly description: string;
  readonly culprit: string;
  readonly part: string;
  readonly since: string;
  readonly viewers: string;
  readonly streams: string;
  readonly whatChanged: string;
  readonly command: string;
  readonly runbook: string | undefined;
}

/** Longest text of each kind, so that no server can fill a message. */
const SHORT = 200;
const LONG = 1_000;

/** Returns a function that makes alerts of the standing incidents, worst first. One is made again only if a problem of its incident changed: searching the journal takes long in a storm. */
export function createAlertMaker(cluster: WatchedCluster) {
  let made = new Map<string, { readonly of: readonly Problem[]; readonly alert: IncidentAlert }>();
  return (problems: readonly Problem[], state: ClusterState): readonly IncidentAlert[] => {
    const next: typeof made = new Map();
    for (const incident of incidentsOf(problems)) {
      const of = [incident.root, ...incident.parts];
      const known = made.get(incident.root.key);
      const isSame = known?.of.length === of.length && known.of.every((one, index) => one === of[index]);
      next.set(incident.root.key, isSame ? known : { of, alert: alertOf(incident, state, cluster) });
    }
    made = next;
    return [...made.values()].map(({ alert }) => alert);
  };
}

function alertOf(incident: Incident, state: ClusterState, cluster: WatchedCluster): IncidentAlert {
  const { root, parts, severity, since } = incident;
  const named = nameOfIncident(root);
  const id = incidentId(cluster.url, named);
  return {
    id,
    // A key begins with its kind.
    kind: named === root.key ? root.kind : (named.slice(0, named.indexOf(':')) as ProblemKind),
    severity,
    since: since.at,
    noticedAt: Math.min(root.noticedAt, ...parts.map(({ noticedAt }) => noticedAt)),
    keys: [root, ...parts].map(({ key }) => key),
    harms: [root, ...parts].flatMap(harmsOf),
    objects: [...new Set([root, ...parts].flatMap(objectsOf))].slice(0, MOST_OBJECTS),
    streams: (root.hit.streams?.first ?? []).slice(0, MOST_OBJECTS).map(({ streamKey }) => streamKey),
    size: { viewers: viewersHit(root.hit), streams: root.hit.streams?.count },
    before: causeBefore(incident),
    isForecast: orElse(() => isForecast(root), false),
    isKnown: [root, ...parts].every(({ acknowledged }) => acknowledged !== undefined),
    isPlanned: [root, ...parts].every(({ acknowledged }) => acknowledged?.planned),
    words: wordsOf(incident, id, state, cluster),
    problem: orElse(() => problemJson(root), null),
  };
}

function causeBefore({ root, parts }: Incident): IncidentAlert['before'] {
  const { key, at = 0 } = root.incident?.read ?? {};
  const former = parts.find((part) => part.key === key);
  return former && { name: safeText(titleAndName(former), SHORT), until: at };
}

function harmsOf(problem: Problem): readonly Harm[] {
  const { key, kind, severity, noticedAt, folded, hit } = problem;
  const isKnown = problem.acknowledged !== undefined;
  const harm = (id: string, named: Problem | Part): Harm => ({
    id,
    kind,
    severity,
    noticedAt,
    isKnown,
    isFelt: kind === 'server-gone' || (kind !== 'health' && Boolean(viewersHit(hit))),
    name: safeText(titleAndName(named), SHORT),
  });
  if (kind !== 'server-gone') return [harm(key, problem)];
  return (folded?.first ?? [problem]).map((one) => harm(`${kind} ${nameOf(one.subject)}`, one));
}

/** Most objects of an incident that are remembered. */
const MOST_OBJECTS = 50;

function objectsOf({ names, hit }: Problem): readonly string[] {
  const own = names.filter(({ kind }) => kind === 'server' || kind === 'stream' || kind === 'application');
  return [...own.map(nameOf), ...(hit.streams?.first ?? []).map(({ streamKey }) => streamKey)];
}

function isForecast({ kind, facts }: Problem): boolean {
  if (kind === 'server-hot') return facts.measures.some(({ climb }) => climb !== undefined);
  return 'climb' in facts && facts.climb !== undefined;
}

const titleAndName = (problem: Problem | Part): string =>
  orElse(() => `${problemTitle(problem)}: ${subjectName(problem.subject)}`, problem.kind);

/** An incident that cannot be put into words is told without them: it must not keep the others from being told. */
function orElse<T>(make: () => T, other: T): T {
  try {
    return make();
  } catch {
    return other;
  }
}

function wordsOf(incident: Incident, id: string, state: ClusterState, cluster: WatchedCluster): AlertWords {
  const { root, parts, since } = incident;
  const skew = serverTime(0, state) ?? 0;
  const byServer = (at: number, time: (at: number) => string) =>
    skew === 0 ? '' : ` (${time(at + skew)} by the server's clock)`;
  const iso = (at: number) => new Date(at).toISOString();
  const others = () =>
    parts.length === 0 ? '' : ` In this incident: ${parts.map(titleAndName).join(', ')}.`;
  const changed = () => {
    const [change] = causesOf(root, state);
    if (!change) return 'nothing in the journal before it';
    const { item, until } = change;
    const at = item.entry.createDate - skew;
    const ours = {
      ...change,
      until: until - skew,
      item: { ...item, entry: { ...item.entry, createDate: at } },
    };
    return safeText(causeWords(ours) + byServer(at, clockTime), SHORT);
  };
  return {
    summary: safeText(`${cluster.name}: ${titleAndName(root)}`, SHORT),
    description: orElse(
      () => safeText(`${problemSentence(root).replace(/\.$/, '')}.${others()}`, LONG),
      'Its details cannot be shown.',
    ),
    culprit: safeText(subjectName(root.subject), SHORT),
    part: root.parts.join(', '),
    since: beganWords({ since }, iso) + byServer(since.at, iso),
    viewers: affectedWords(root),
    streams: root.hit.streams ? String(root.hit.streams.count) : DASH,
    whatChanged: orElse(changed, DASH),
    command: openCommand(cluster, id),
    runbook: cluster.runbook?.replaceAll('{kind}', root.kind),
  };
}

/** The line that opens the incident in a terminal. */
function openCommand({ profile, url }: WatchedCluster, id: string): string {
  const target = profile === undefined ? `--url ${shellWord(url)}` : `--profile ${shellWord(profile)}`;
  return `castwatch ${target} --open incident:${id}`;
}

/** A smaller difference of the clocks is not worth a word, ms. */
const AGREE_MS = 2_000;

/** A moment (Unix ms) by the clock of the servers; undefined where that agrees with ours. */
export function serverTime(
  at: number,
  state: Pick<ClusterState, 'clockSkew'> | undefined,
): number | undefined {
  const { clockSkew = 0 } = state ?? {};
  return Math.abs(clockSkew) < AGREE_MS ? undefined : at + clockSkew;
}

/** How many of its streams are live since its end, with how many viewers: a sentence after another one; empty if nothing has listed them since. */
export function backWords(alert: IncidentAlert, endedAt: number, state: ClusterState | undefined): string {
  const { streams, size } = alert;
  const { completedAt = 0 } = state?.streamSweep.value ?? {};
  if (!state || streams.length === 0 || completedAt < endedAt) return '';
  const live = [...listedStreams(state).streams.values()].filter((one) => streams.includes(one.streamKey));
  const viewers = sumKnown(live.map(({ viewerCount }) => viewerCount));
  const back = new Set(live.map(({ streamKey }) => streamKey)).size;
  const of = `${streams.length < (size.streams ?? 0) ? 'the first ' : ''}${counted(streams.length, 'stream')}`;
  return ` Live now: ${back} of ${of} with ${counted(viewers, 'viewer')}, ${streams.length - back} ended.`;
}
