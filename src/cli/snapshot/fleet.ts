import { systemClock } from '../../base/clock.ts';
import { safeJson } from '../../base/safe-markup.ts';
import { errorMessage } from '../../base/system-error.ts';
import { tellError } from '../../base/tell-error.ts';
import type { Line } from '../../base/text.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import type { ClusterOutcome } from '../cluster/cluster-target.ts';
import { snapshotExit } from '../exit-codes.ts';
import { writeOutput } from '../output.ts';
import { type Fields, pickFields } from './fields.ts';
import { whyNothing } from './json.ts';
import type { SnapshotJson } from './schema.ts';
import { snapshotTable } from './table.ts';

export interface ReadCluster {
  readonly read: SnapshotJson;
  readonly state: ClusterState;
  readonly thresholds: Thresholds;
  readonly target: ClusterTarget;
}

export interface FleetPrint {
  readonly fields: Fields | undefined;
  /** Undefined: JSON. */
  readonly paint: ((lines: readonly Line[], target: ClusterTarget) => string) | undefined;
}

/**
 * Prints several clusters by their names: JSON (`castwatch/snapshot-fleet/1`) with the snapshot of each, or their
 * tables one below the other. A cluster of which nothing was read is an error, also on standard error. The exit codes
 * are those of a single snapshot: 3 only if nothing of any was read.
 */
export async function printFleet(
  clusters: readonly ClusterOutcome<ReadCluster>[],
  { fields, paint }: FleetPrint,
): Promise<number> {
  const known: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  const tables: string[] = [];
  let isWhole = true;
  for (const { name, result, error } of clusters) {
    const failure = result ? whyNothing(result.read) : errorMessage(error);
    if (failure !== undefined) {
      errors[name] = failure;
      tellError(`${name}: ${failure}`);
    }
    if (!result) continue;
    isWhole &&= !result.read.partial;
    known[name] = pickFields(result.read, fields);
    if (paint && failure === undefined) {
      const { read, state, thresholds, target } = result;
      tables.push(paint(snapshotTable(read, state, thresholds), target));
    }
  }
  const missing = Object.keys(errors).length;
  const partial = !isWhole || missing > 0;
  if (paint) await writeOutput(tables.join('\n'));
  else {
    const generatedAt = new Date(systemClock.now()).toISOString();
    await writeOutput(
      safeJson({ schema: 'castwatch/snapshot-fleet/1', generatedAt, partial, clusters: known, errors }),
    );
  }
  if (missing === clusters.length) return snapshotExit.nothing;
  return partial ? snapshotExit.partial : snapshotExit.whole;
}
