import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import type { ClimbFacts } from '../facts.ts';
import type { LimitClimb } from '../memory/climbs.ts';
import type { Severity } from '../problem.ts';
import type { Context, RuleInput } from '../rule.ts';

/** How rules about limits report a figure before it reaches its limit. */

/** While the problem is current, a climb may be this many times slower or farther from its limit. */
const SLACK = 2;

/** A figure that is this far below its climb has fallen, in percent of its limit. Less may be noise. */
const FALLEN_PERCENT = 10;

/** The climb of a series that is at `used` percent of its limit; a climb ends at once when its figure falls. */
export function climbTo({ climbs }: RuleInput, series: string, used: number): LimitClimb | undefined {
  const climb = climbs.get(series);
  return climb && used < climb.used - FALLEN_PERCENT ? undefined : climb;
}

/** Whether it climbs fast enough and will be full soon enough for a problem before its threshold. */
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

/** Undefined without a climb, or when the limit is reached. */
export function climbFacts(climb: LimitClimb | undefined, now: number): ClimbFacts | undefined {
  if (!climb || climb.fullAt <= now) return undefined;
  const { perMinute, full, fullAt } = climb;
  const pace = Number(perMinute < 9.95 ? perMinute.toFixed(1) : perMinute.toFixed(0));
  return { perMinute: pace, full: Math.round(full), left: timeLeft(fullAt - now) };
}

function timeLeft(ms: number): number {
  if (ms < MINUTE_MS) return 0;
  return MINUTE_MS * (ms < HOUR_MS ? Math.round(ms / MINUTE_MS) : Math.floor(ms / MINUTE_MS));
}
