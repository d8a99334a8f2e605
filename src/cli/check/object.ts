import type { ClusterState } from '../../cluster/state.ts';
import { coverageOf } from '../../triage/coverage/coverage.ts';
import type { JudgedFigure } from '../../triage/coverage/inputs.ts';
import { beginningAt, type Problem, type Subject } from '../../triage/problem.ts';
import type { Finding } from '../../triage/rule.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import {
  applicationFigures,
  type Figure,
  performanceFigures,
  streamFigures,
} from '../../views/metrics/performance.ts';

/** The object of a check, if it is not the whole cluster. */
export interface CheckedObject {
  readonly kind: 'problem' | 'server' | 'stream' | 'application';
  /** A rule or a problem's key, a server's or application's name, or a stream's key or id. */
  readonly name: string;
}

export function concernsObject(
  { kind, name }: CheckedObject,
  { key, kind: found, subject }: Pick<Finding, 'key' | 'kind' | 'subject'>,
): boolean {
  if (kind === 'problem') return found === name || key === name;
  return subject.kind === kind && namesOf(subject).includes(name);
}

function namesOf(subject: Subject): readonly string[] {
  if (subject.kind === 'stream') return [subject.streamKey, subject.id];
  return 'name' in subject ? [subject.name] : [];
}

/** A critical problem if no state contains the object. A list that was read only in part proves nothing. */
export function missingObject(
  { kind, name }: CheckedObject,
  states: readonly ClusterState[],
  at: number,
): readonly Problem[] {
  const isMissing = states.every((state) => {
    const known = objectsOf(state)[kind];
    return known !== undefined && !known.includes(name);
  });
  if (!isMissing || kind === 'problem') return [];
  const subject: Subject = kind === 'stream' ? { kind, id: name, streamKey: name } : { kind, name };
  return [
    {
      key: `missing:${kind}/${name}`,
      kind: 'missing',
      facts: { object: kind },
      severity: 'critical',
      ...foundOf(subject, at),
    },
  ];
}

/** What is said of a problem of the check itself, which nothing else knows. */
export function foundOf(subject: Subject, at: number) {
  const since = beginningAt(at);
  return { subject, names: [subject], parts: [], hit: {}, since, noticedAt: at, state: 'standing' } as const;
}

/** The figures of the whole cluster, or of the checked object. */
export function objectFigures(
  object: CheckedObject | undefined,
  states: readonly ClusterState[],
  problems: readonly Problem[],
  thresholds: Thresholds,
): Figure[] {
  if (!object) return performanceFigures(states, problems, thresholds);
  const { kind, name } = object;
  const whole = performanceFigures(
    states.map((state) => onlyServers(state, kind === 'server' ? name : undefined)),
    problems,
    thresholds,
  );
  if (kind === 'stream') return [...streamFigures(states, name, thresholds), ...whole];
  if (kind === 'application') return [...applicationFigures(states, name), ...whole];
  return whole;
}

/** The state without anything to measure except a server, or nothing. */
function onlyServers(state: ClusterState, name: string | undefined): ClusterState {
  const servers = state.servers.filter((record) => record.name === name);
  return { ...state, servers, dashboard: { ...state.dashboard, value: undefined } };
}

/** Names of all objects of a kind; undefined if some may not have been read. */
function objectsOf(
  state: ClusterState,
): Readonly<Record<CheckedObject['kind'], readonly string[] | undefined>> {
  const isWhole = (list: JudgedFigure) =>
    coverageOf(state).some(({ figure, reading }) => figure === list && reading === 'read');
  const { servers, streamSweep, applicationSweep } = state;
  const streams = [...(streamSweep.value?.items.values() ?? [])];
  const applications = [...(applicationSweep.value?.items.values() ?? [])];
  return {
    problem: undefined,
    server: isWhole('servers') ? servers.map(({ name }) => name) : undefined,
    stream:
      isWhole('stream list') && !streamSweep.error
        ? streams.flatMap(({ streamKey, id }) => [streamKey, id])
        : undefined,
    application:
      isWhole('application list') && !applicationSweep.error
        ? applications.map(({ name }) => name)
        : undefined,
  };
}
