import { HOUR_MS } from '../../base/durations.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Problem } from '../../triage/problem.ts';
import type { Band } from '../plots/area-chart.ts';
import { serverRole } from '../servers/load.ts';

/** Length of a value, ms, and how many of them are enough for a normal. */
const PART_MS = 10_000;
const LEAST_PARTS = 6;
/** The last values before a problem may already be part of it, ms. */
const JUST_BEFORE_MS = 20_000;
/** Share of the values that are left out at each end of the range. */
const OUTLIERS = 0.1;

/** What the figure of a problem is compared with in its chart; `key` is that of its series. */
export function comparisonOf(problem: Problem, key: string, state: ClusterState) {
  return { twin: twinOf(problem, key, state), normal: normalOf(problem, key, state) };
}

/**
 * A server like the culprit that has no part in the problem, and its series: of the same role, of the same group if
 * possible; by name, so that it stays the same one.
 */
function twinOf({ names }: Problem, key: string, { servers, history }: ClusterState) {
  const [, name, figure] = /^server\/(.*)\/(\w+)$/.exec(key) ?? [];
  const own = servers.find((record) => record.name === name);
  if (!own) return undefined;
  const hit = new Set(names.flatMap((one) => (one.kind === 'server' ? [one.name] : [])));
  const alike = servers.filter(
    (record) =>
      record !== own &&
      record.goneSince === undefined &&
      !hit.has(record.name) &&
      serverRole(record.server) === serverRole(own.server) &&
      history.has(`server/${record.name}/${figure}`),
  );
  const isNear = (record: (typeof alike)[number]) => record.server.groupName === own.server.groupName;
  const [twin] = alike.toSorted(
    (a, b) => Number(isNear(b)) - Number(isNear(a)) || (a.name < b.name ? -1 : 1),
  );
  return twin && { name: twin.name, key: `server/${twin.name}/${figure}` };
}

/** The range of most values in the hour before the problem. */
function normalOf({ since }: Problem, key: string, { history }: ClusterState): Band | undefined {
  if (since.known === 'before') return undefined;
  const to = since.at - JUST_BEFORE_MS;
  const parts = history.window(key, to - HOUR_MS, to, HOUR_MS / PART_MS);
  const values = parts.filter((value) => value !== null).sort((a, b) => a - b);
  if (values.length < LEAST_PARTS) return undefined;
  const at = (share: number) => values[Math.round(share * (values.length - 1))] ?? 0;
  return { low: at(OUTLIERS), high: at(1 - OUTLIERS) };
}
