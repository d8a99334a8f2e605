import type { ClusterState } from '../../src/cluster/state.ts';
import { type Incident, incidentsOf } from '../../src/triage/incidents/incident.ts';
import { causesOf } from '../../src/triage/journal/cause.ts';
import { nameOf, type Problem, viewersHit } from '../../src/triage/problem.ts';
import type { JournalLine, ScoredFault } from './scored-world.ts';

/*
 * The only file that knows what a problem of castwatch looks like. What is judged is what an operator is told: the
 * object that a row is about, not everything that it touches.
 */

/** What the row of an incident tells: the first line of its tree. */
export interface Row {
  readonly key: string;
  readonly kind: string;
  readonly severity: string;
  /** What it is about: its subject, and the many that it stands for. */
  readonly about: readonly string[];
  /** Every object that it concerns. */
  readonly concerns: readonly string[];
  readonly parts: readonly string[];
  /** Between which moments it says that it began, Unix ms; the same twice where it knows. */
  readonly since: readonly [from: number, to: number];
  readonly viewers: number | undefined;
  /** Each number of viewers that the row says: lost, degraded, moved, gained, and cut off by an outage, whether they are back or not. */
  readonly said: readonly number[];
  readonly streams: number | undefined;
  /** Lines of the journal that are shown as what changed; empty: none. */
  readonly changes: readonly JournalLine[];
  /** They are offered as the cause, and not only as what stands near. */
  readonly isAsserted: boolean;
}

/** Lines that the screen shows below `What changed`. */
const CHANGES = 3;

/** The rows of the list of problems, worst first, without what is only a remark. */
export function rowsOf(problems: readonly Problem[], state: ClusterState): readonly Row[] {
  return incidentsOf(problems)
    .filter(({ severity }) => severity !== 'info')
    .map((incident) => rowOf(incident, state));
}

function rowOf({ root, severity, since, parts: others }: Incident, state: ClusterState): Row {
  const { key, kind, subject, folded, names, parts, hit } = root;
  const entries = causesOf(root, state).slice(0, CHANGES);
  const first = folded?.first.map((part) => nameOf(part.subject)) ?? [];
  const host = subject.kind === 'application' && 'server' in root.facts ? root.facts.server : undefined;
  return {
    key,
    kind,
    severity,
    // An application is told with its server, where the problem is of that server's only.
    about: [...new Set([nameOf(subject), ...first, ...(host === undefined ? [] : [host])])],
    concerns: [...names, ...others.flatMap((one) => one.names)].map(nameOf),
    parts,
    since: [since.known === 'between' ? since.from : since.at, since.at],
    viewers: viewersHit(hit),
    said: saidOf(root),
    streams: hit.streams?.count ?? (subject.kind === 'stream' ? 1 : undefined),
    changes: entries.map(({ item }) => ({
      object: item.entry.objectName ?? '',
      message: item.entry.message ?? '',
    })),
    isAsserted: entries.length > 0,
  };
}

function saidOf({ hit, kind, facts }: Incident['root']): readonly number[] {
  const { lost, degraded } = hit.viewers ?? {};
  const cutOff = kind === 'server-gone' && facts.of !== 'many' ? facts.after.viewers?.hit : undefined;
  const moved = kind === 'loss' && facts.movedTo ? facts.lost : undefined;
  // Those who came in a surge are not hit by it.
  const gained = kind === 'surge' && facts.of === 'viewers' ? facts.gained : undefined;
  return [viewersHit(hit), lost, degraded, cutOff, moved, gained].flatMap((one) => one ?? []);
}

/** Whether a row is about the culprit: of several about half of them at least. */
export function namesCulprit({ about }: Row, { culprits }: Pick<ScoredFault, 'culprits'>): boolean {
  const named = culprits.filter(({ name, also }) => [name, ...also].some((one) => about.includes(one)));
  return named.length > 0 && named.length >= culprits.length / 2;
}
