import { listed } from '../../base/format.ts';
import { checkExit } from '../exit-codes.ts';
import {
  type CheckStatus,
  furtherLines,
  harmless,
  performanceText,
  type Verdict,
  verdictJson,
} from './verdict.ts';

export interface FleetVerdict {
  /** That of the worst cluster. */
  readonly status: CheckStatus;
  /** Worst first, then in the order in which they were named. */
  readonly clusters: readonly { readonly name: string; readonly verdict: Verdict }[];
  /** Unix ms. */
  readonly at: number;
}

/** As for one cluster: what could not be judged ranks after critical and before warning. */
const WORST_FIRST: readonly CheckStatus[] = ['CRITICAL', 'UNKNOWN', 'WARNING', 'OK'];
/** Most characters about one cluster in the first line. */
const MAX_PART_CHARACTERS = 160;
/** Most clusters of which the first line says what is wrong. Their number and names are there in any case. */
const MOST_PARTS = 5;
const MOST_HEALTHY = 3;

export function fleetVerdict(clusters: FleetVerdict['clusters'], at: number): FleetVerdict {
  const rank = ({ verdict }: FleetVerdict['clusters'][number]) => WORST_FIRST.indexOf(verdict.status);
  const sorted = clusters.toSorted((a, b) => rank(a) - rank(b));
  return { status: sorted[0]?.verdict.status ?? 'UNKNOWN', clusters: sorted, at };
}

/**
 * `CASTWATCH CRITICAL - critical: eu; unknown: us; ok: ap; eu: 2 incidents: … | eu::viewers=8410;…`: every cluster that
 * is not healthy is named. With `-v` a line for each cluster, with `-vv` also its further lines.
 */
export function fleetText(fleet: FleetVerdict, verbosity = 0): string {
  const figures = fleet.clusters
    .map(({ name, verdict }) => performanceText(verdict.figures, name))
    .filter((text) => text !== '');
  const first = `CASTWATCH ${fleet.status} - ${summaryOf(fleet)}`;
  const lines = fleet.clusters.flatMap(({ name, verdict }) => [
    `${name}: ${verdict.status} - ${harmless(aboutIt(name, verdict.summary))}`,
    ...furtherLines(verdict, verbosity).map((line) => `${name}: ${line}`),
  ]);
  return [figures.length === 0 ? first : `${first} | ${figures.join(' ')}`, ...(verbosity === 0 ? [] : lines)]
    .map((line) => `${line}\n`)
    .join('');
}

/** All verdicts as JSON (`castwatch/check-fleet/1`); each cluster has that of a single check. */
export function fleetJson(fleet: FleetVerdict): object {
  const { status, clusters, at } = fleet;
  return {
    schema: 'castwatch/check-fleet/1',
    generatedAt: new Date(at).toISOString(),
    status,
    exitCode: checkExit[status],
    summary: summaryOf(fleet),
    clusters: Object.fromEntries(clusters.map(({ name, verdict }) => [name, verdictJson(verdict)])),
  };
}

function summaryOf({ clusters }: FleetVerdict): string {
  const names = Map.groupBy(clusters, ({ verdict }) => verdict.status);
  const counts = WORST_FIRST.flatMap((status) => {
    const own = (names.get(status) ?? []).map(({ name }) => name);
    if (own.length === 0) return [];
    return [`${status.toLowerCase()}: ${listed(own, status === 'OK' ? MOST_HEALTHY : own.length)}`];
  });
  const parts = clusters
    .filter(({ verdict }) => verdict.status !== 'OK')
    .slice(0, MOST_PARTS)
    .map(({ name, verdict }) =>
      harmless(`${name}: ${aboutIt(name, verdict.summary).replace(/\.$/, '')}`, MAX_PART_CHARACTERS),
    );
  return [...counts, ...parts].join('; ');
}

/** Some summaries begin with the name, which is there already. */
function aboutIt(name: string, summary: string): string {
  return summary.startsWith(`${name}: `) ? summary.slice(name.length + 2) : summary;
}
