import type { Target } from '../../base/link.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Problem } from '../../triage/problem.ts';
import { subjectName } from '../problems/problems.ts';
import { problemTitle } from '../problems/words.ts';
import { knownStreams } from '../streams/streams.ts';

export interface FoundObject {
  /** Its kind, in a word. */
  readonly word: string;
  readonly name: string;
  readonly note: string;
  readonly link: Target;
  readonly score: number;
}

interface Searched {
  readonly state: ClusterState;
  readonly triage: { readonly problems: readonly Problem[] };
}

/** For at most this many servers with a good match, their own objects are listed, too. */
const MOST_SERVERS = 2;
/** Objects of a server are listed after it, and before objects whose names match less well. */
const RELATED_COST = 0.5;
const MOST_FOUND = 100;

/** Servers, groups, applications, streams, viewers and problems whose names match, best first. */
export function findObjects({ state, triage }: Searched, typed: string): readonly FoundObject[] {
  const found: FoundObject[] = [];
  const add = (word: string, name: string, note: string, link: Target) => {
    const score = fuzzyScore(name, typed);
    if (score !== undefined) found.push({ word, name, note, link, score });
  };
  for (const { name, server } of state.servers)
    add('server', name, server.groupName ?? '', { kind: 'server', name });
  for (const name of new Set(state.servers.flatMap(({ server }) => server.groupName ?? [])))
    add('group', name, '', { kind: 'group', name });
  for (const name of applicationsOf(state)) add('application', name, '', { kind: 'application', name });
  for (const { id, streamKey, application } of knownStreams(state))
    add('stream', streamKey, application ?? '', { kind: 'stream', id, streamKey });
  for (const { id } of state.viewers.value ?? []) add('viewer', id, '', { kind: 'viewer', id });
  for (const problem of triage.problems)
    add('problem', `${problemTitle(problem)} ${subjectName(problem.subject)}`, '', {
      kind: 'problem',
      key: problem.key,
    });
  const servers = found.filter(({ word }) => word === 'server').sort(bestFirst);
  const related = servers
    .slice(0, MOST_SERVERS)
    .flatMap((server) => relatedTo(server, state, triage.problems));
  return distinct([...found, ...related].sort(bestFirst)).slice(0, MOST_FOUND);
}

/** Objects of a server: its group, the streams of its applications, its problems, its journal. */
function relatedTo({ name, score }: FoundObject, { servers }: ClusterState, problems: readonly Problem[]) {
  const { groupName, applications } = servers.find((record) => record.name === name)?.server ?? {};
  const add = (word: string, text: string, link: Target): FoundObject => {
    return { word, name: text, note: `of ${name}`, link, score: score - RELATED_COST };
  };
  return [
    ...(groupName ? [add('group', groupName, { kind: 'group', name: groupName })] : []),
    ...problems
      .filter(({ subject }) => subject.kind === 'server' && subject.name === name)
      .map((problem) => add('problem', problemTitle(problem), { kind: 'problem', key: problem.key })),
    ...(applications ?? []).map((one) =>
      add('streams', one.name, { kind: 'streams', application: one.name }),
    ),
    add('journal', name, { kind: 'journal', object: name }),
  ];
}

function bestFirst(a: FoundObject, b: FoundObject): number {
  return b.score - a.score || a.name.length - b.name.length;
}

function distinct(found: readonly FoundObject[]): readonly FoundObject[] {
  const targets = Map.groupBy(found, ({ link }) => JSON.stringify(link));
  return [...targets.values()].flatMap(([best]) => best ?? []);
}

function applicationsOf({ servers, applicationSweep }: ClusterState): ReadonlySet<string> {
  const placed = servers.flatMap(({ server }) => server.applications ?? []);
  return new Set([...placed, ...(applicationSweep.value?.items.values() ?? [])].map(({ name }) => name));
}

const EXACT = 100;
const START = 80;
const WORD_START = 65;
const INSIDE = 50;
/** Of two equal matches the shorter name is better. */
const MOST_LENGTH_COST = 9;

/** How well a name matches the typed text, in any case: higher is better, undefined means no match. */
export function fuzzyScore(name: string, typed: string): number | undefined {
  const [text, query] = [name.toLowerCase(), typed.toLowerCase()];
  if (text === query) return EXACT;
  const cost = Math.min(MOST_LENGTH_COST, (text.length - query.length) / 4);
  if (text.startsWith(query)) return START - cost;
  const at = text.indexOf(query);
  if (at > 0) return (/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? INSIDE : WORD_START) - cost;
  return undefined;
}
