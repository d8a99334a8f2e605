import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import { count } from '../base/format.ts';
import type { AlertRules } from '../config/alerts.ts';
import { severityRank } from '../triage/rank.ts';
import { type FollowedIncident, hasCommon, isAnother } from './follow.ts';
import type { Harm, IncidentAlert } from './incident-alert.ts';

export type MessageEvent = 'raised' | 'changed' | 'grew' | 'reminder' | 'cleared' | 'test';

/** What a command or a webhook is told. */
export interface Message {
  readonly event: MessageEvent;
  /** Unix ms. */
  readonly at: number;
  /** The incident as it is; for `cleared`, as it was last. */
  readonly alert: IncidentAlert;
  /** The limit of an hour is reached: what is milder than critical waits. */
  readonly isLimit?: boolean | undefined;
  /** For `grew`: what the last message did not say, in words. */
  readonly added?: readonly string[] | undefined;
  /** Milder incidents with the same event, which travel with it. */
  readonly also?: readonly IncidentAlert[] | undefined;
  /** For `cleared`: when it was no longer there, Unix ms. */
  readonly endedAt?: number | undefined;
}

/** An incident that was sent. */
interface Told {
  readonly severity: IncidentAlert['severity'];
  /** When the last message about it was made, Unix ms. */
  readonly at: number;
  /** It is gone, or milder, since then; Unix ms. */
  readonly milderSince?: number | undefined;
  readonly alert: IncidentAlert;
  /** What the last message said. */
  readonly size: IncidentAlert['size'];
  /** What was named, by the id of the harm: since when it is gone (Unix ms), 0 while it stands. */
  readonly named: Readonly<Record<string, number>>;
}

/** What one way has sent; kept across restarts. */
export interface Sent {
  readonly form: typeof FORM;
  readonly told: Readonly<Record<string, Told>>;
  /** Times of the messages within the last hour, Unix ms. */
  readonly times: readonly number[];
}

/** Raised when the stored form changes: another one is not read. */
export const FORM = 3;

export const nothingSent: Sent = { form: FORM, told: {}, times: [] };

/** An end or a milder severity must last this long before it is sent, ms; longer where it came back before. */
const CALM_MS = MINUTE_MS;
const CALM_AFTER_RETURN_MS = 5 * MINUTE_MS;

/** New harm is told at the earliest this long after the last message, so that one outage that spreads is one more message, ms. */
const GATHER_MS = 30 * SECOND_MS;
/** An incident that hits this many times as many as were told has grown. */
const GREW_TIMES = 1.5;
/** Harm that returns after this time is new, ms. */
const FORGET_MS = 5 * MINUTE_MS;

/** Whether an incident has been away for so long that its end is sent. */
export function hasEndedForGood(one: FollowedIncident, now: number): boolean {
  return one.endedAt !== undefined && now - one.endedAt >= calmOf(one);
}

/** Whether it is this long ago; also if it would be in the future, because the clock was set back. */
const isPast = (at: number, ms: number, now: number) => now < at || now - at >= ms;

function calmOf({ returns, alert }: Pick<FollowedIncident, 'returns' | 'alert'>): number {
  if (alert.isForecast) return HOUR_MS - MINUTE_MS;
  return returns > 0 ? CALM_AFTER_RETURN_MS : CALM_MS;
}

/** Whether the rules of a way are about this incident in this cluster. */
export function isWanted(
  { severity, kinds, clusters }: AlertRules,
  alert: Pick<IncidentAlert, 'severity' | 'kind' | 'harms'>,
  cluster: string,
): boolean {
  return (
    severityRank[alert.severity] >= severityRank[severity] &&
    (kinds === undefined || [alert, ...alert.harms].some(({ kind }) => kinds.includes(kind))) &&
    (clusters?.includes(cluster) ?? true)
  );
}

interface Step {
  readonly rules: AlertRules;
  readonly cluster: string;
  /** Unix ms. */
  readonly now: number;
  /** A message is about one incident. */
  readonly isSingle?: boolean | undefined;
}

/** Most incidents that travel with another one. */
const MOST_ALSO = 50;

/**
 * The messages of one step, and what is sent after them. An incident is raised once, changes with its severity, with
 * harm that is added and with another cause, is repeated while nobody knows it, and clears. Above the limit of an hour only critical ones are
 * raised or change, and each message says so. Milder ones with the same event travel together.
 */
export function nextMessages(before: Sent, followed: readonly FollowedIncident[], step: Step) {
  const { rules, now } = step;
  const times = before.times.filter((at) => !isPast(at, HOUR_MS, now));
  const told: Record<string, Told> = { ...before.told };
  const messages: Message[] = [];
  const standing = new Map(followed.map((one) => [one.alert.id, one]));
  const groups = new Map<MessageEvent, IncidentAlert[]>();
  const send = (event: MessageEvent, alert: IncidentAlert, added: readonly string[] = []) => {
    // An end is always told: whoever was called must hear that it is over.
    const hasRoom = event === 'cleared' || (event !== 'reminder' && alert.severity === 'critical');
    const isMild = alert.severity !== 'critical' && told[alert.id]?.severity !== 'critical';
    const isGrouped = isMild && !step.isSingle && event !== 'changed' && event !== 'grew';
    const group = isGrouped ? groups.get(event) : undefined;
    if (!group && !hasRoom && times.length >= rules.limit) return;
    if (group && group.length < MOST_ALSO) group.push(alert);
    else {
      const endedAt = standing.get(alert.id)?.endedAt ?? told[alert.id]?.milderSince;
      const also: IncidentAlert[] = [];
      times.push(now);
      const isLimit = times.length >= rules.limit;
      messages.push({ event, at: now, alert, added, also, endedAt, isLimit });
      if (isGrouped) groups.set(event, also);
    }
    if (event === 'cleared') delete told[alert.id];
    else {
      const named = namedAfter(told[alert.id]?.named ?? {}, alert, now, true);
      told[alert.id] = { severity: alert.severity, at: now, alert, size: alert.size, named };
    }
  };
  for (const one of followed) {
    const last = told[one.alert.id];
    if (last?.milderSince !== undefined && one.endedAt === undefined && isAnother(last.alert, one.alert)) {
      send('cleared', last.alert);
    }
    const known = told[one.alert.id];
    const added = known ? newsOf(known, one, step) : [];
    const found = known ? (eventOf(known, one, step) ?? grewEvent(known, added, now)) : raisedOf(one, step);
    const event = found === 'cleared' && isStillFelt(one, followed) ? undefined : found;
    if (event) send(event, one.alert, event === 'changed' || event === 'grew' ? added : []);
    else if (known) told[one.alert.id] = waiting(known, one, step);
  }
  // A program that starts knows incidents of the last one that it has not found again.
  for (const [id, known] of Object.entries(told)) {
    if (standing.has(id)) continue;
    const since = known.milderSince ?? now;
    if (now - since >= calmOf({ returns: 1, alert: known.alert })) send('cleared', known.alert);
    else told[id] = { ...known, milderSince: since };
  }
  const sent: Sent = { form: FORM, told, times };
  return { sent, messages };
}

function raisedOf({ alert, endedAt }: FollowedIncident, { rules, cluster, now }: Step): 'raised' | undefined {
  const isDue = endedAt === undefined && !alert.isKnown && isPast(alert.noticedAt, rules.hold, now);
  return isDue && isWanted(rules, alert, cluster) ? 'raised' : undefined;
}

function eventOf(known: Told, one: FollowedIncident, step: Step): MessageEvent | undefined {
  const { rules, now } = step;
  const { alert, endedAt } = one;
  if (endedAt !== undefined) return hasEndedForGood(one, now) ? 'cleared' : undefined;
  const change = severityRank[alert.severity] - severityRank[known.severity];
  if (change > 0) return 'changed';
  if (change < 0)
    return known.milderSince !== undefined && now - known.milderSince >= calmOf(one) ? 'changed' : undefined;
  const isDue = rules.every !== undefined && isPast(known.at, rules.every, now);
  return isDue && !alert.isKnown ? 'reminder' : undefined;
}

/** An incident that ended while another one, as severe, hits some of its objects is not over for them. */
function isStillFelt({ alert }: FollowedIncident, followed: readonly FollowedIncident[]): boolean {
  return followed.some(
    (other) =>
      other.endedAt === undefined &&
      severityRank[other.alert.severity] >= severityRank[alert.severity] &&
      hasCommon(other.alert, alert),
  );
}

/** What the last message did not say, in words: another cause, harm of its own, or half as much again. */
function newsOf(known: Told, one: FollowedIncident, step: Step): readonly string[] {
  if (one.endedAt !== undefined) return [];
  const { before: cause } = one.alert;
  const read = cause && cause.until > known.at ? [`another cause, ${cause.name} before`] : [];
  const more = (['viewers', 'streams'] as const).flatMap((what) => {
    const [before = 0, now = 0] = [known.size[what], one.alert.size[what]];
    return before > 0 && now >= GREW_TIMES * before ? [`${count(now)} ${what}, ${count(before)} before`] : [];
  });
  return [...read, ...addedTo(known, one, step).map(({ name }) => name), ...more];
}

/**
 * Harm that no message has named and that calls for one: critical, or of the kind of the incident, as a second server that is gone.
 * A milder effect of what was told does not.
 */
function addedTo({ severity, named }: Told, { alert }: FollowedIncident, { rules, now }: Step) {
  return alert.harms.filter(
    (harm) =>
      named[harm.id] === undefined &&
      isOwnHarm(harm, alert.kind, severity) &&
      severityRank[harm.severity] >= severityRank[rules.severity] &&
      (rules.kinds?.includes(harm.kind) ?? true) &&
      isPast(harm.noticedAt, rules.hold, now),
  );
}

function grewEvent({ at }: Told, added: readonly string[], now: number): 'grew' | undefined {
  return added.length > 0 && isPast(at, GATHER_MS, now) ? 'grew' : undefined;
}

function isOwnHarm(harm: Harm, kind: IncidentAlert['kind'], severity: IncidentAlert['severity']): boolean {
  const isSibling = harm.kind === kind && severityRank[harm.severity] >= severityRank[severity];
  return !harm.isKnown && (isSibling || (harm.isFelt && harm.severity === 'critical'));
}

/** What was named after this step; `isTold`: a message of this step names what stands. */
function namedAfter(before: Told['named'], alert: IncidentAlert, now: number, isTold: boolean) {
  const { harms, kind, severity } = alert;
  const standing = new Set(harms.map(({ id }) => id));
  const kept = Object.entries(before).flatMap(([id, goneAt]) => {
    if (standing.has(id)) return [[id, 0] as const];
    const since = goneAt === 0 ? now : goneAt;
    return now - since < FORGET_MS ? [[id, since] as const] : [];
  });
  const fresh = isTold ? harms.filter((harm) => isOwnHarm(harm, kind, severity)) : [];
  return Object.fromEntries([...kept, ...fresh.map(({ id }) => [id, 0] as const)]);
}

/** The incident as it is now, since when it is milder than what was told, and what of the named harm stands. */
function waiting(known: Told, { alert, endedAt }: FollowedIncident, { now }: Step): Told {
  const isMilder = endedAt !== undefined || severityRank[alert.severity] < severityRank[known.severity];
  return {
    ...known,
    alert,
    milderSince: isMilder ? (known.milderSince ?? endedAt ?? now) : undefined,
    named: namedAfter(known.named, alert, now, false),
  };
}
