import { percent } from '../base/format.ts';
import type { LimitClimb } from '../triage/memory/climbs.ts';

const MINUTE_MS = 60_000;

/** When a figure is full, in a few cells: `full in <1m`, `97% in 4m`; empty where it does not climb. */
export function untilFullWords(climb: LimitClimb | undefined, now: number): string {
  if (!climb || climb.fullAt <= now) return '';
  const full = climb.full === 100 ? 'full' : `${climb.full}%`;
  return `${full} in ${minutesWords(climb.fullAt - now)}`;
}

/** `<1m`, `4m`. */
export function minutesWords(ms: number): string {
  return ms < MINUTE_MS ? '<1m' : `${Math.round(ms / MINUTE_MS)}m`;
}

/** A figure on its way to its limit, for scripts. Shares are 0 to 1. */
export interface ClimbJson {
  readonly kind: string;
  readonly name: string;
  readonly measure: string;
  readonly share: number;
  readonly sharePerMinute: number;
  readonly fullShare: number;
  readonly since: string;
  readonly fullAt: string;
}

/** All of them, the one that is full first at the top. */
export function climbsJson(climbs: ReadonlyMap<string, LimitClimb>): ClimbJson[] {
  return [...climbs]
    .sort(([, a], [, b]) => a.fullAt - b.fullAt)
    .map(([series, { used, perMinute, full, since, fullAt }]) => ({
      ...objectOf(series),
      share: used / 100,
      sharePerMinute: perMinute / 100,
      fullShare: full / 100,
      since: new Date(since).toISOString(),
      fullAt: new Date(fullAt).toISOString(),
    }));
}

/** `server edge-1 cpu at 69%, +12%/min, 97% in 2m`. `now` is Unix ms. */
export function climbWords(climb: ClimbJson, now: number): string {
  const { kind, name, measure, share, sharePerMinute, fullShare, fullAt } = climb;
  const what = kind === 'cluster' ? `cluster ${measure}` : `${kind} ${name} ${measure}`;
  const end = fullShare === 1 ? 'full' : percent(100 * fullShare);
  return `${what} at ${percent(100 * share)}, +${percent(100 * sharePerMinute)}/min, ${end} in ${minutesWords(Date.parse(fullAt) - now)}`;
}

/** `server/edge-1/cpu`: names may hold slashes. */
function objectOf(series: string): Pick<ClimbJson, 'kind' | 'name' | 'measure'> {
  const [kind = '', ...rest] = series.split('/');
  const measure = rest.pop() ?? '';
  return kind === 'total'
    ? { kind: 'cluster', name: 'cluster', measure }
    : { kind, name: rest.join('/'), measure };
}
