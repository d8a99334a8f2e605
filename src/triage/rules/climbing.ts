import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { duration, percent } from '../../base/format.ts';
import type { LimitClimb } from '../memory/climbs.ts';
import type { Severity } from '../problem.ts';
import type { Context } from '../rule.ts';

/** What rules about limits say of a figure before it is there. */

/** While the problem stands, a climb counts until it is so much farther or slower. */
const SLACK = 2;

/** It climbs fast enough and is full soon: a problem before its threshold. */
export function isNearing(
  climb: LimitClimb | undefined,
  { now, thresholds: t }: Context,
  active: Severity | undefined,
): climb is LimitClimb {
  if (!climb) return false;
  const slack = active === undefined ? 1 : SLACK;
  const reach = Math.min(t.climbHorizon, t.climbReach * (now - climb.since));
  return climb.perMinute >= t.climbSlope / slack && climb.fullAt - now <= reach * slack;
}

/** `, +12%/min, 97% in about 4 min`; where 100 % are meant, `full in about 4 min`. Empty without a climb, or at its end. */
export function climbWords(climb: LimitClimb | undefined, now: number): string {
  if (!climb || climb.fullAt <= now) return '';
  const pace = climb.perMinute < 9.95 ? climb.perMinute.toFixed(1) : climb.perMinute.toFixed(0);
  const full = climb.full === 100 ? 'full' : percent(climb.full);
  return `, +${pace}%/min, ${full} ${untilWords(climb.fullAt - now)}`;
}

/** `in under a minute`, `in about 4 min`, `in about 1h 20m`. */
function untilWords(ms: number): string {
  if (ms < MINUTE_MS) return 'in under a minute';
  return `in about ${ms < HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : duration(ms)}`;
}
