import { HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import type { IncidentAlert } from './incident-alert.ts';

/** An incident that returns within this time after its end is the same one, so that a flapping object is one alert. */
const RETURNS_WITHIN_MS = 5 * MINUTE_MS;
/** One about a forecast, which swings with its figure. */
const SWINGS_WITHIN_MS = HOUR_MS;

/** An incident over time. */
export interface FollowedIncident {
  /** As it was last seen. Its id and kind are those of its first cause. */
  readonly alert: IncidentAlert;
  /** When it was no longer there, Unix ms; undefined while it stands. */
  readonly endedAt?: number | undefined;
  /** How often it ended and came back. */
  readonly returns: number;
}

/** The incidents after a step. Triage names them: one that is read anew, or is found again by another program, keeps its id. */
export function followIncidents(
  before: readonly FollowedIncident[],
  standing: readonly IncidentAlert[],
  now: number,
): readonly FollowedIncident[] {
  const byId = new Map(before.map((one) => [one.alert.id, one]));
  const ids = new Set(standing.map(({ id }) => id));
  const current = standing.map((alert) => next(alert, byId.get(alert.id)));
  const ended = before
    .filter(({ alert }) => !ids.has(alert.id))
    .map((one) => ({ ...one, endedAt: one.endedAt ?? now }))
    .filter(
      ({ endedAt, alert }) => now - endedAt < (alert.isForecast ? SWINGS_WITHIN_MS : RETURNS_WITHIN_MS),
    );
  return [...current, ...ended];
}

function next(alert: IncidentAlert, before: FollowedIncident | undefined): FollowedIncident {
  if (!before || (before.endedAt !== undefined && isAnother(before.alert, alert))) {
    return { alert, returns: 0 };
  }
  return {
    alert: { ...alert, noticedAt: before.alert.noticedAt },
    returns: before.returns + (before.endedAt === undefined ? 0 : 1),
  };
}

/** Whether what returned under the same key hits other objects, such as a second loss of other streams. */
export function isAnother(before: IncidentAlert, alert: IncidentAlert): boolean {
  return before.objects.length > 0 && alert.objects.length > 0 && !hasCommon(before, alert);
}

export function hasCommon(a: IncidentAlert, b: IncidentAlert): boolean {
  return a.objects.some((name) => b.objects.includes(name));
}
