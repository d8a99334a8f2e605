import { count, counted, DASH, listed, percent } from '../../base/format.ts';
import { firstOfEach } from '../../base/maps.ts';
import { sum } from '../../base/theil-sen.ts';
import { applicationsAmount, serverBandwidth, serverTotal } from '../../cluster/figures.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import { ownObjects } from '../../triage/concerned.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { HitPart } from '../../triage/facts.ts';
import { hitStreams } from '../../triage/hit-streams.ts';
import { billAt } from '../../triage/ledger/ledger.ts';
import type { Bill, HitStreams, Problem } from '../../triage/problem.ts';
import { isUnhealthy } from '../../triage/stream-health.ts';
import { placementsOf } from '../applications/applications.ts';
import { climbsOf } from '../formats/climbs.ts';
import { serverLoad, serverRole } from '../servers/load.ts';
import { leastWords } from './clauses.ts';
import { subjectName } from './problems.ts';

/** `isNow`: viewers are those of now, and not those at the start of the problem. */
export interface StreamsHit extends HitStreams {
  /** There may be more: not all of the list was read. */
  readonly atLeast?: true | undefined;
  readonly isNow: boolean;
}

/**
 * The streams that a problem affects, those with the most viewers first: from its rule, else from the lists of its
 * object. Undefined if neither has them.
 */
export function streamsHit({ subject, hit, folded }: Problem, state: ClusterState): StreamsHit | undefined {
  if (hit.streams) return { ...hit.streams, atLeast: folded?.atLeast, isNow: false };
  const { streams } = hitStreams(streamsOf(subject, state).map((stream) => ({ stream })));
  return streams && { ...streams, isNow: true };
}

/** Such as `at least 5`: the number of streams. */
export const streamsHitWords = (hit: StreamsHit): string => `${leastWords(hit)}${count(hit.count)}`;

/** Kinds that are a warning while something comes near its end: nobody is affected before it is reached. */
const NEARING: ReadonlySet<Problem['kind']> = new Set(['limit', 'server-hot']);

/** Such as `80 viewers lost, 120 degraded`: how many viewers a problem affects, and in which way; `—` if unknown. */
export function affectedWords({
  hit: { viewers },
  kind,
  severity,
}: Pick<Problem, 'hit' | 'kind' | 'severity'>): string {
  if (!viewers) return NEARING.has(kind) && severity === 'warning' ? 'nobody yet' : DASH;
  const { lost, degraded } = viewers;
  if (lost === 0) return `${counted(Math.round(degraded), 'viewer')} degraded`;
  return `${counted(Math.round(lost), 'viewer')} lost${degraded > 0 ? `, ${count(Math.round(degraded))} degraded` : ''}`;
}

export const viewerMinutesWords = (minutes: number): string => `${count(Math.round(minutes))} viewer-minutes`;

/** Most objects of a bill that are named. */
const MOST_BILLED = 4;

/**
 * Such as `1.24k viewer-minutes (800 edge-1, 400 edge-2, 40 not attributed)`: what an incident has cost until `now`
 * (Unix ms), and of which objects the viewers were.
 */
export function billWords(bill: Bill, now: number): string {
  const { viewerMinutes, objects } = billAt(bill, now);
  const minutes = Math.round(viewerMinutes);
  const known = objects
    .map(({ object, viewerMinutes }) => [subjectName(object), Math.round(viewerMinutes)] as const)
    .filter(([, own]) => own > 0);
  const named = known.slice(0, MOST_BILLED);
  const others = sum(known.slice(MOST_BILLED).map(([, own]) => own));
  const rest = minutes - others - sum(named.map(([, own]) => own));
  const rows = [
    ...named.map(([name, own]) => `${count(own)} ${name}`),
    ...(others > 0 ? [`${count(others)} ${counted(known.length - MOST_BILLED, 'other')}`] : []),
    // Less is the error of rounding.
    ...(rest > known.length ? [`${count(rest)} not attributed`] : []),
  ];
  return `${viewerMinutesWords(minutes)}${rows.length > 0 ? ` (${rows.join(', ')})` : ''}`;
}

/** The same in few cells, such as `80 lost`. */
export function harmInShort({ hit: { viewers } }: Pick<Problem, 'hit'>): string {
  if (!viewers) return DASH;
  const { lost, degraded } = viewers;
  return lost > 0 ? `${count(Math.round(lost))} lost` : `${count(Math.round(degraded))} degraded`;
}

function streamsOf(subject: Problem['subject'], state: ClusterState): readonly Stream[] {
  const all = [...(state.streamSweep.value?.items.values() ?? [])];
  switch (subject.kind) {
    case 'stream':
      return all.filter(
        ({ streamKey, application }) =>
          streamKey === subject.streamKey && application === subject.application,
      );
    case 'application':
      return all.filter(({ application }) => application === subject.name);
    case 'server': {
      const record = state.servers.find(({ name }) => name === subject.name);
      const names = new Set((record?.server.applications ?? []).map(({ name }) => name));
      const own = all.filter(({ application }) => names.has(application ?? ''));
      // It may list a stream and a copy of it.
      return firstOfEach(own, ({ streamKey }) => streamKey);
    }
    default:
      return [];
  }
}

/**
 * Number of streams that the problem's server carries for others, whose lists do not name it; undefined if it does
 * not report them.
 */
export function carriedWords({ subject }: Problem, state: ClusterState): string | undefined {
  const record = subject.kind === 'server' && state.servers.find(({ name }) => name === subject.name);
  const streams = record ? serverTotal(record.server, 'streams') : undefined;
  return streams === undefined ? undefined : `${count(streams)} on this server; the API does not list them`;
}

/** The part of triage that the facts need. */
type Judged = Pick<TriageState, 'problems' | 'thresholds' | 'climbs'>;

/**
 * What to look at next, as facts and never as advice: which other servers could take the load, and whether the
 * neighbours are well.
 */
export function nextFacts({ subject }: Problem, state: ClusterState, triage: Judged): string[] {
  switch (subject.kind) {
    case 'server': {
      const record = state.servers.find(({ name }) => name === subject.name);
      return record ? neighbourFacts(record, state, triage) : [];
    }
    case 'stream':
      return siblingFacts(subject, state, triage.thresholds.healthBad);
    case 'application':
      return placementsOf(state, subject).map(({ server }) => {
        const record = state.servers.find(({ name }) => name === server);
        return `it runs on ${server}${record ? `: ${loadWords(record)}` : ''}`;
      });
    default:
      return [];
  }
}

/** Most servers named in one sentence; further ones are counted. */
const MOST_NAMED = 4;

/**
 * Servers with the same role, in the same group and in others, and how many viewers they have room for. Those that have
 * a problem themselves, are filling up, or are full are only named.
 */
function neighbourFacts(record: ServerRecord, state: ClusterState, triage: Judged): string[] {
  const role = serverRole(record.server);
  if (role === '') return [];
  const same = state.servers.filter(
    (other) =>
      other.name !== record.name && other.goneSince === undefined && serverRole(other.server) === role,
  );
  const group = record.server.groupName;
  const sick = serversWithProblem(triage.problems, state);
  const stateOf = (one: ServerRecord) => {
    if (climbsOf(triage.climbs, { kind: 'server', name: one.name }).size > 0) return 'filling';
    if (one.misses > 0 || sick.has(one.name)) return 'sick';
    return (roomFor(one) ?? 1) < 1 ? 'full' : 'roomy';
  };
  const { roomy = [], filling = [], full = [], sick: troubled = [] } = Object.groupBy(same, stateOf);
  const here = roomy.filter(({ server }) => server.groupName === group);
  const elsewhere = roomy.filter(({ server }) => server.groupName !== group);
  const isAlone = same.every(({ server }) => server.groupName !== group);
  return [
    ...(isAlone ? [`no other ${role} runs in ${group ?? 'its group'}`] : []),
    ...roomWords(here, ''),
    ...roomWords(elsewhere, 'in other groups '),
    ...without(filling, 'is also filling up', 'are also filling up'),
    ...without(full, 'is full', 'are full'),
    ...without(troubled, 'has a problem, too', 'have problems, too'),
  ];
}

/** Servers without room, and why. */
function without(records: readonly ServerRecord[], one: string, many: string): string[] {
  const names = records.map(({ name }) => name).sort();
  return names.length === 0 ? [] : [`${listed(names)} ${names.length === 1 ? one : many}`];
}

/** Names of servers that a problem or its effect is about, or that alone run the application that it is about. */
function serversWithProblem(problems: readonly Problem[], state: ClusterState): ReadonlySet<string> {
  const own = problems.filter(({ severity }) => severity !== 'info').flatMap(ownObjects);
  return new Set(
    own.flatMap((one) => {
      if (one.kind === 'server') return one.name;
      if (one.kind !== 'application') return [];
      const [only, other] = placementsOf(state, one);
      return only && !other ? only.server : [];
    }),
  );
}

function roomWords(records: readonly ServerRecord[], where: string): string[] {
  if (records.length === 0) return [];
  const names = listed(
    records.map(({ name }) => name),
    MOST_NAMED,
  );
  const rooms = records.flatMap((record) => roomFor(record) ?? []);
  if (rooms.length === records.length) {
    const verb = records.length === 1 ? 'has' : 'have';
    return [`${where}${names} ${verb} room for ${count(Math.round(sum(rooms)))} viewers`];
  }
  return records.slice(0, MOST_NAMED).map((record) => `${where}${record.name}: ${loadWords(record)}`);
}

/**
 * Viewers that fit on a server until its cap of viewers or of outgoing traffic is reached, at the current traffic
 * per viewer; undefined if neither is known, or it has no viewers.
 */
function roomFor({ server }: ServerRecord): number | undefined {
  const viewers = applicationsAmount(server.applications ?? [], 'viewers');
  const out = serverBandwidth(server, 'out');
  if (!viewers.used) return undefined;
  const rooms = [
    viewers.cap == null ? undefined : viewers.cap - viewers.used,
    out.cap == null || !out.used ? undefined : ((out.cap - out.used) / out.used) * viewers.used,
  ].filter((room) => room !== undefined);
  return rooms.length === 0 ? undefined : Math.max(0, Math.min(...rooms));
}

function loadWords({ server }: ServerRecord): string {
  const { cpu, out } = serverLoad(server);
  const share = (name: string, value: number | undefined) =>
    value === undefined ? [] : [`${name} ${percent(value * 100)}`];
  const streams = serverTotal(server, 'streams');
  return [
    ...share('CPU', cpu),
    ...share('out', out),
    ...(streams === undefined ? [] : [`${count(streams)} streams`]),
  ].join(', ');
}

/**
 * Whether the other streams of the same application are well: if so, the publisher is a more likely cause than the
 * server.
 */
function siblingFacts(
  subject: Extract<Problem['subject'], { kind: 'stream' }>,
  state: ClusterState,
  healthBad: number,
): string[] {
  const { application } = subject;
  if (application === undefined) return [];
  const others = [...(state.streamSweep.value?.items.values() ?? [])].filter(
    (stream) => stream.application === application && stream.streamKey !== subject.streamKey,
  );
  if (others.length === 0) return [`no other stream of ${application} is known`];
  const well = others.filter((stream) => !isUnhealthy(stream, healthBad)).length;
  const servers = placementsOf(state, { name: application }).map(({ server }) => server);
  const where = servers.length === 0 ? '' : ` (on ${servers.join(', ')})`;
  return [`${count(well)} of ${count(others.length)} other streams of ${application}${where} are healthy`];
}

/** The words for the parts; undefined for parts that are not shown. */
const partWords: Readonly<Record<HitPart, string | undefined>> = {
  ingest: 'ingest',
  transcode: 'transcoding',
  delivery: 'delivery',
  'control plane': undefined,
  limits: undefined,
  data: 'none: only the data of castwatch',
  journal: 'none: only the journal',
};

/** Ingest, transcoding or delivery; undefined if unknown. */
export function partsInWords({ parts }: Pick<Problem, 'parts'>): string | undefined {
  const words = parts.flatMap((part) => partWords[part] ?? []);
  if (words.length < 2) return words[0];
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
