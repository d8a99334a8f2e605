import { MINUTE_MS } from '../../base/durations.ts';
import { percent } from '../../base/format.ts';
import type { LimitClimb } from '../../triage/memory/climbs.ts';

/** When a figure will be full, in short: `full in <1m`, `97% in 4m`; empty if it does not climb. */
export function untilFullWords(climb: LimitClimb | undefined, now: number): string {
  if (!climb || climb.fullAt <= now) return '';
  const full = climb.full === 100 ? 'full' : `${climb.full}%`;
  return `${full} in ${minutesWords(climb.fullAt - now)}`;
}

/** Such as `<1m`, `4m`. */
export function minutesWords(ms: number): string {
  return ms < MINUTE_MS ? '<1m' : `${Math.round(ms / MINUTE_MS)}m`;
}

/** All figures that rise towards their limits, for scripts; the one that is full first is first. Shares are 0 to 1. */
export function climbsJson(climbs: ReadonlyMap<string, LimitClimb>) {
  return soonestFirst(climbs).map(([series, { used, perMinute, full, since, fullAt }]) => ({
    ...objectOf(series),
    share: used / 100,
    sharePerMinute: perMinute / 100,
    fullShare: full / 100,
    since: new Date(since).toISOString(),
    fullAt: new Date(fullAt).toISOString(),
  }));
}

/** All climbs as text, in the same order: `server edge-1 cpu at 69%, +12%/min, 97% in 2m`. `now` is Unix ms. */
export function climbLines(climbs: ReadonlyMap<string, LimitClimb>, now: number): string[] {
  return soonestFirst(climbs).map(([series, climb]) => {
    const { kind, name, measure } = objectOf(series);
    const what = kind === 'cluster' ? kind : `${kind} ${name}`;
    const full = untilFullWords(climb, now) || 'full';
    return `${what} ${measure} at ${percent(climb.used)}, +${percent(climb.perMinute)}/min, ${full}`;
  });
}

function soonestFirst(climbs: ReadonlyMap<string, LimitClimb>): (readonly [string, LimitClimb])[] {
  return [...climbs].sort(([, a], [, b]) => a.fullAt - b.fullAt);
}

export function climbsOf(
  climbs: ReadonlyMap<string, LimitClimb>,
  object: { readonly kind: string; readonly name: string },
): ReadonlyMap<string, LimitClimb> {
  return new Map(
    [...climbs].filter(([series]) => {
      const { kind, name } = objectOf(series);
      return kind === object.kind && name === object.name;
    }),
  );
}

/** Parses a key such as `server/edge-1/cpu`. Names may contain slashes. */
function objectOf(series: string) {
  const [kind = '', ...rest] = series.split('/');
  const measure = rest.pop() ?? '';
  return kind === 'total'
    ? { kind: 'cluster', name: 'cluster', measure }
    : { kind, name: rest.join('/'), measure };
}
