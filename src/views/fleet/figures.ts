import { count, rateShort, share, type Units } from '../../base/format.ts';
import type { Line } from '../../base/text.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { type LimitedMeasure, limitedLoad, limitedMeasures } from '../../protocol/dashboard.ts';
import type { Problem } from '../../triage/problem.ts';
import { severityLook } from '../formats/tones.ts';
import { affectedWords, harmInShort } from '../problems/facts.ts';
import { fitClauses, fullClauses, problemTitle } from '../problems/words.ts';
import type { FleetRow } from './member.ts';

export function measureText(measure: LimitedMeasure, value: number | null | undefined, units: Units): string {
  return measure === 'in' || measure === 'out' ? rateShort(value, units) : count(value);
}

/** A figure of a cluster with its share of the limit, 0 to 1; undefined where it was not read or has no limit. */
export function fleetLoad({ figures }: FleetRow, measure: LimitedMeasure) {
  const load = limitedLoad(figures, measure)?.total;
  return { value: load?.value, share: share(load?.value, load?.limit) };
}

export function presence({ servers }: Pick<ClusterState, 'servers'>) {
  const gone = servers.filter(({ goneSince }) => goneSince !== undefined).length;
  return { here: servers.length - gone, gone };
}

export type FleetTotals = Readonly<ReturnType<typeof fleetTotals>>;

export function fleetTotals(rows: readonly FleetRow[]) {
  const read = rows.filter(({ figures }) => figures);
  const sums: Partial<Record<LimitedMeasure, number>> = {};
  for (const measure of limitedMeasures) {
    const values = read.flatMap((row) => fleetLoad(row, measure).value ?? []);
    if (values.length > 0) sums[measure] = values.reduce((sum, value) => sum + value, 0);
  }
  const counts = read.map(({ member }) => presence(member.state));
  return {
    sums,
    here: counts.reduce((sum, { here }) => sum + here, 0),
    gone: counts.reduce((sum, { gone }) => sum + gone, 0),
    without: rows.filter(({ figures }) => !figures).map(({ member }) => member.name),
  };
}

export function problemWords(problem: Problem, width: number): Line {
  const title = problemTitle(problem);
  const rest = fitClauses(fullClauses(problem), Math.max(0, width - title.length - 1));
  return [{ text: title, tone: severityLook[problem.severity].tone }, { text: ` ${rest}` }];
}

/** The short words fit in this many cells. */
export const HIT_COLUMNS = 14;

/** Whom a problem hits: such as `80 viewers lost`, in a narrow column `80 lost`; empty if that is unknown. */
export function hitWords(problem: Parameters<typeof affectedWords>[0], width: number): string {
  if (!problem.hit.viewers) return '';
  const whole = affectedWords(problem);
  return whole.length <= width ? whole : harmInShort(problem);
}
