import type { Beginning, Problem, Severity } from '../problem.ts';
import { type ViewerStep, worstFirst } from '../rank.ts';

/**
 * Problems that share a path and a time: the cause and its effects. A single problem is an incident, too. Whom the incident
 * hits is the harm of its root.
 */
export interface Incident<P extends Problem = Problem> {
  /** The cause, as far as it is known. Its key is the key of the incident. */
  readonly root: P;
  /** The effects, in order of their start. */
  readonly parts: readonly P[];
  /** Start of the oldest part, which may have cleared. */
  readonly since: Beginning;
  readonly severity: Severity;
}

/** The incidents of these problems, in their order. Works for any list, because each problem names its incident. */
export function gatherIncidents<P extends Problem>(problems: readonly P[]): readonly Incident<P>[] {
  const groups = Map.groupBy(problems, ({ key, incident }) => incident?.root ?? key);
  return [...groups].map(([key, members]) => incidentOf(key, members));
}

/** The same, worst first. */
export function incidentsOf<P extends Problem>(problems: readonly P[], stepOf?: ViewerStep) {
  return gatherIncidents(problems).toSorted((a, b) => worstFirst(asProblem(a), asProblem(b), stepOf));
}

/**
 * The problems in the order of their incidents, each cause followed by its effects. This is the only order of
 * problems: screens, `snapshot`, `check`, reports and exports all use it.
 */
export function inIncidentOrder<P extends Problem>(problems: readonly P[], stepOf?: ViewerStep) {
  return incidentsOf(problems, stepOf).flatMap(({ root, parts }) => [root, ...parts]);
}

/** Key that identifies the incident of a problem for as long as it stands, also where its cause is known better later. */
export const nameOfIncident = ({ key, incident }: Problem): string =>
  incident?.named ?? incident?.root ?? key;

function incidentOf<P extends Problem>(key: string, members: readonly P[]): Incident<P> {
  const sorted = members.toSorted((a, b) => a.since.at - b.since.at || (a.key < b.key ? -1 : 1));
  // If the cause itself is not in the list, the first problem to begin takes its place.
  const root = members.find((one) => one.key === key) ?? (sorted[0] as P);
  const { incident } = root;
  return {
    root,
    parts: sorted.filter((one) => one !== root),
    since: incident?.since ?? root.since,
    severity: incident?.severity ?? root.severity,
  };
}

const asProblem = ({ root, severity, since }: Incident): Problem => ({ ...root, severity, since });
