import { HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import { severityRank } from '../triage/rank.ts';
import type { FollowedIncident } from './follow.ts';
import type { IncidentAlert } from './incident-alert.ts';

/** Which incidents a way sends, and how often. Times are ms. */
export interface Rules {
  readonly severity: IncidentAlert['severity'];
  readonly kinds: readonly string[] | undefined;
  readonly clusters: readonly string[] | undefined;
  readonly hold: number;
  readonly every: number | undefined;
  readonly limit: number;
}

export type MessageEvent = 'raised' | 'changed' | 'reminder' | 'cleared' | 'limited' | 'test';

/** What a command or a webhook is told. */
export interface Message {
  readonly event: MessageEvent;
  /** Unix ms. */
  readonly at: number;
  /** The incident as it is; for `cleared`, as it was last. Undefined for `limited`. */
  readonly alert: IncidentAlert | undefined;
  /** For `limited`: how many incidents are not sent now. */
  readonly unsent?: number | undefined;
}

/** An incident that was sent. */
interface Told {
  readonly severity: IncidentAlert['severity'];
  /** When the last message about it was made, Unix ms. */
  readonly at: number;
  /** It is gone, or milder, since then; Unix ms. */
  readonly milderSince?: number | undefined;
  readonly alert: IncidentAlert;
}

/** What one way has sent; kept across restarts. */
export interface Sent {
  readonly told: Readonly<Record<string, Told>>;
  /** Times of the messages within the last hour, Unix ms. */
  readonly times: readonly number[];
  /** When the limit was reported, Unix ms. */
  readonly limitedAt?: number | undefined;
}

export const nothingSent: Sent = { told: {}, times: [] };

/** An end or a milder severity must last this long before it is sent, ms; longer where it came back before. */
const CALM_MS = MINUTE_MS;
const CALM_AFTER_RETURN_MS = 5 * MINUTE_MS;

/** Whether an incident has been away for so long that its end is sent. */
export function hasEndedForGood({ endedAt, returns }: FollowedIncident, now: number): boolean {
  return endedAt !== undefined && now - endedAt >= calmOf(returns);
}

const calmOf = (returns: number) => (returns > 0 ? CALM_AFTER_RETURN_MS : CALM_MS);

/** Whether the rules of a way are about this incident in this cluster. */
export function isWanted(
  { severity, kinds, clusters }: Rules,
  alert: Pick<IncidentAlert, 'severity' | 'kind'>,
  cluster: string,
): boolean {
  return (
    severityRank[alert.severity] >= severityRank[severity] &&
    (kinds?.includes(alert.kind) ?? true) &&
    (clusters?.includes(cluster) ?? true)
  );
}

interface Step {
  readonly rules: Rules;
  readonly cluster: string;
  /** Unix ms. */
  readonly now: number;
}

/**
 * The messages of one step, and what is sent after them. An incident is raised once, changes with its severity, is
 * repeated while nobody knows it, and clears. Above the limit of an hour nothing is raised, which is said once.
 */
export function nextMessages(
  before: Sent,
  followed: readonly FollowedIncident[],
  step: Step,
): { readonly sent: Sent; readonly messages: readonly Message[] } {
  const { rules, now } = step;
  const times = before.times.filter((at) => now - at < HOUR_MS);
  const told: Record<string, Told> = { ...before.told };
  const messages: Message[] = [];
  let unsent = 0;
  const send = (event: MessageEvent, alert: IncidentAlert) => {
    // An end is always told: whoever was called must hear that it is over.
    if (event !== 'cleared' && times.length >= rules.limit) {
      unsent++;
      return;
    }
    messages.push({ event, at: now, alert });
    times.push(now);
    if (event === 'cleared') delete told[alert.id];
    else told[alert.id] = { severity: alert.severity, at: now, alert };
  };
  const standing = new Map(followed.map((one) => [one.alert.id, one]));
  for (const one of followed) {
    const known = told[one.alert.id];
    const event = known ? eventOf(known, one, step) : raisedOf(one, step);
    if (event) send(event, one.alert);
    else if (known) told[one.alert.id] = waiting(known, one, step);
  }
  // A program that starts knows incidents of the last one that it has not found again.
  for (const [id, known] of Object.entries(told)) {
    if (standing.has(id)) continue;
    const since = known.milderSince ?? now;
    if (now - since >= CALM_AFTER_RETURN_MS) send('cleared', known.alert);
    else told[id] = { ...known, milderSince: since };
  }
  const isNews = unsent > 0 && (before.limitedAt === undefined || now - before.limitedAt >= HOUR_MS);
  if (isNews) messages.push({ event: 'limited', at: now, alert: undefined, unsent });
  return { sent: { told, times, limitedAt: isNews ? now : before.limitedAt }, messages };
}

function raisedOf({ alert, endedAt }: FollowedIncident, { rules, cluster, now }: Step): 'raised' | undefined {
  const isDue = endedAt === undefined && !alert.isKnown && now - alert.noticedAt >= rules.hold;
  return isDue && isWanted(rules, alert, cluster) ? 'raised' : undefined;
}

function eventOf(known: Told, one: FollowedIncident, step: Step): MessageEvent | undefined {
  const { rules, now } = step;
  const { alert, endedAt, returns } = one;
  if (endedAt !== undefined) return hasEndedForGood(one, now) ? 'cleared' : undefined;
  const change = severityRank[alert.severity] - severityRank[known.severity];
  if (change > 0) return 'changed';
  if (change < 0)
    return known.milderSince !== undefined && now - known.milderSince >= calmOf(returns)
      ? 'changed'
      : undefined;
  const isDue = rules.every !== undefined && now - known.at >= rules.every;
  return isDue && !alert.isKnown ? 'reminder' : undefined;
}

/** The incident as it is now, and since when it is milder than what was told. */
function waiting(known: Told, { alert, endedAt }: FollowedIncident, { now }: Step): Told {
  const isMilder = endedAt !== undefined || severityRank[alert.severity] < severityRank[known.severity];
  return { ...known, alert, milderSince: isMilder ? (known.milderSince ?? endedAt ?? now) : undefined };
}
