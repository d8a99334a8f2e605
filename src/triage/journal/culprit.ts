import { mentions } from '../../base/mentions.ts';
import { tableKeys } from '../../base/table.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import type { JournalEntry } from '../../protocol/journal.ts';
import type { Stream } from '../../protocol/stream.ts';
import { runsApplication } from '../concerned.ts';
import { namesOn, upLinksOf } from '../incidents/relation.ts';
import { type Role, roleOf } from '../principles/place-figures.ts';
import { applicationNamed, nameOf, type Problem } from '../problem.ts';
import { remembered } from '../remembered.ts';

/**
 * How an entry is related to the subject of a problem. `object`: it is about that object. `path`: about something
 * that feeds it. `dimension`: about its application, group or servers. `whole`: about the whole cluster.
 */
export type Relation = 'object' | 'path' | 'dimension' | 'whole';

/** The subject of a problem, with the names that the journal may use for it. */
export interface Culprit {
  readonly objects: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  readonly dimensions: ReadonlySet<string>;
  /** Those of the applications on its servers. */
  readonly roles: ReadonlySet<Role>;
  /** The problem is about the whole cluster. */
  readonly isWhole: boolean;
  /** Whether a stream key in the journal belongs to the subject. */
  readonly hasStream: (streamKey: string) => boolean;
}

type Concerned = Pick<Problem, 'subject' | 'names' | 'folded' | 'hit'>;

export function culpritOf({ subject, names, folded, hit }: Concerned, state: ClusterState): Culprit {
  const own = [subject, ...names, ...(folded?.first.map((part) => part.subject) ?? [])];
  const subjects = own.filter(({ kind }) => kind !== 'cluster' && kind !== 'resource');
  const records = state.servers.filter(({ name }) =>
    subjects.some((one) => one.kind === 'server' && one.name === name),
  );
  const onlyThere = records.flatMap(({ server }) => ownApplications(server, state));
  const hosts = records.flatMap(({ server }) => server.hostName || []);
  const objects = new Set([...subjects.map(nameOf), ...hosts, ...onlyThere]);
  const dimensions = new Set<string>();
  for (const one of subjects) {
    const application = applicationNamed(one);
    if (application === undefined) continue;
    dimensions.add(application);
    // An application that runs on several servers has no server of its own.
    const [place, other] = state.servers.filter(({ server }) => runsApplication(server, application));
    if (place && !other) dimensions.add(place.name);
  }
  for (const { server } of records) if (server.groupName) dimensions.add(server.groupName);
  const applications = new Set<string | null | undefined>(onlyThere);
  for (const one of subjects) if (one.kind === 'application') applications.add(one.name);
  const streams = new Set(hit.streams?.first.map(({ streamKey }) => streamKey));
  return {
    objects,
    paths: pathsTo(records, state),
    dimensions,
    roles: new Set(
      records.flatMap(({ server }) => (server.applications ?? []).map(({ type }) => roleOf(type))),
    ),
    isWhole: subjects.length === 0,
    hasStream: (streamKey) =>
      objects.has(streamKey) ||
      streams.has(streamKey) ||
      (copiesIn(state).get(streamKey) ?? []).some((one) => applications.has(one.application)),
  };
}

/** Applications that run only on this server: their names mean the server, too. */
function ownApplications(server: ServerRecord['server'], state: ClusterState): readonly string[] {
  return (server.applications ?? []).flatMap(({ name }) => {
    if (!name) return [];
    return state.servers.filter((other) => runsApplication(other.server, name)).length === 1 ? [name] : [];
  });
}

/**
 * Names in the uplinks of these servers. A source that feeds others, too, would have affected them as well. If these are
 * all that are fed, everything feeds them, so it says nothing.
 */
function pathsTo(records: readonly ServerRecord[], state: ClusterState): ReadonlySet<string> {
  const texts = records.map(upLinksOf);
  if (texts.every((text) => !/\w/.test(text))) return new Set();
  const all = state.servers.map(upLinksOf);
  if (all.filter((text) => /\w/.test(text)).length <= records.length) return new Set();
  const feeders = state.servers.filter((record) => {
    const names = namesOn(record);
    const isFed = (text: string) => names.some((one) => mentions(text, one));
    return texts.every(isFed) && all.filter(isFed).length <= records.length;
  });
  return new Set(feeders.flatMap(({ name, server }) => [name, ...ownApplications(server, state)]));
}

const byKey = remembered((items: ReadonlyMap<string, Stream>) =>
  Map.groupBy(items.values(), ({ streamKey }) => streamKey),
);

/** The copies of each stream, by stream key. */
const copiesIn = ({ streamSweep: { value } }: ClusterState) => byKey(value?.items ?? NO_STREAMS);
const NO_STREAMS: ReadonlyMap<string, Stream> = new Map();

/** How an entry is related to a culprit; undefined if it is about something else. */
export function relationOf(
  { objectName, message }: JournalEntry,
  culprit: Culprit,
  others: OtherNames,
): Relation | undefined {
  const texts = [objectName ?? '', message ?? ''];
  const names = (set: ReadonlySet<string>) =>
    [...set].some((name) => texts.some((text) => mentions(text, name)));
  if (names(culprit.objects)) return 'object';
  const stream = streamKeyOf(objectName);
  if (stream !== undefined) return culprit.hasStream(stream) ? 'dimension' : undefined;
  if (names(culprit.dimensions)) return 'dimension';
  if (names(culprit.paths)) return 'path';
  return others.isNamedIn(objectName, message) || isOfAnotherStage(texts, culprit) ? undefined : 'whole';
}

/** Words for all servers of a stage. */
const STAGES = { origin: /\borigins?\b/i, transcode: /\btranscod/i, edge: /\bedges?\b/i };

/** Whether texts name a stage of the media path, and none of the culprit's. */
function isOfAnotherStage(texts: readonly string[], { roles }: Culprit): boolean {
  if (roles.size === 0 || roles.has('mono')) return false;
  const named = tableKeys(STAGES).filter((role) => texts.some((text) => STAGES[role].test(text)));
  return named.length > 0 && !named.some((role) => roles.has(role));
}

/** The key in an object name such as `Stream: key`. */
export function streamKeyOf(objectName: string | null | undefined): string | undefined {
  const [, key] = /^Stream: ?(.+)$/s.exec(objectName ?? '') ?? [];
  return key;
}

/** Whether a text names a server, a group or an application of the cluster. */
export interface OtherNames {
  /** Whether a word is one of these names, or a stream key. */
  isName(word: string): boolean;
  isNamedIn(objectName: string | null | undefined, message: string | null | undefined): boolean;
}

/** The names in a cluster. A manager's own entries are about the whole cluster, so they do not count as naming it. */
export function namesOfCluster(state: ClusterState): OtherNames {
  const { servers } = state;
  const managers = servers.filter(({ server }) => server.clusterManager).map(({ name }) => name);
  const names = servers.flatMap((record) => [record.server.groupName ?? '', ...namesOn(record)]);
  const all = new Set(names.filter((name) => name !== ''));
  const listed = [...all];
  return {
    isName: (word) => all.has(word) || copiesIn(state).has(word),
    isNamedIn(objectName, message) {
      const isManager =
        !/^(?:server|stream|application)\b/i.test(objectName ?? '') &&
        managers.some((name) => mentions(objectName, name));
      return listed.some((name) => mentions(message, name) || (!isManager && mentions(objectName, name)));
    },
  };
}
