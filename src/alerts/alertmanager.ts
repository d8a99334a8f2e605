import { MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import { safeJson } from '../base/safe-markup.ts';
import { safeText } from '../base/safe-text.ts';
import { errorMessage } from '../base/system-error.ts';
import type { AlertRules } from '../config/alerts.ts';
import type { Caller } from '../http/caller.ts';
import { severityRank } from '../triage/rank.ts';
import { labelText } from '../views/metrics/metric.ts';
import { ALERT_NAME, incidentLabels, problemIds } from './alert-labels.ts';
import type { FollowedIncident } from './follow.ts';
import type { IncidentAlert, WatchedCluster } from './incident-alert.ts';
import { hasEndedForGood, isWanted } from './messages.ts';
import type { SilencesOptions } from './silences.ts';

/** An alert of Alertmanager's API v2. */
interface PostedAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface AlertmanagerOptions extends Omit<SilencesOptions, 'onChange'> {
  readonly rules: AlertRules;
  /** Sends the alert that always fires, too. */
  readonly heartbeat?: boolean | undefined;
}

/** Standing alerts are sent again after this time, and end by themselves after four of them, as with Prometheus. */
const RESEND_MS = MINUTE_MS;
const ENDS_AFTER_MS = 4 * RESEND_MS;
/** An end is sent again for this long, so that a member that was away hears of it, ms. */
const RESOLVED_FOR_MS = 15 * MINUTE_MS;
/** A member that failed is asked again after this time, ms. */
const RETRY_MS = 5 * SECOND_MS;
/** Most alerts of one cluster, the worst first. */
const MOST_ALERTS = 200;

interface Standing {
  readonly alert: IncidentAlert;
  /** Unix ms. */
  readonly endedAt?: number | undefined;
}

interface Member {
  readonly caller: Caller;
  /** When it took the alerts last, Unix ms. */
  sentAt: number | undefined;
  tryAt: number;
  error: string | undefined;
  /** Number of the last change that it has. */
  has: number;
  isBusy: boolean;
}

/** Sends one alert an incident to each member, as Prometheus does. A member that fails delays no other. */
export function createAlertmanager(options: AlertmanagerOptions) {
  const { cluster, rules, clock } = options;
  const fresh = {
    sentAt: undefined,
    error: undefined,
    tryAt: Number.NEGATIVE_INFINITY,
    has: 0,
    isBusy: false,
  };
  const members = options.members.map((caller): Member => ({ ...fresh, caller }));
  const busy = new Set<Promise<void>>();
  let posted: ReadonlyMap<string, Standing> = new Map();
  let change = 0;
  const beatsFor = options.heartbeat === true && (rules.clusters?.includes(cluster.name) ?? true);
  let isBeating = false;

  const send = async (member: Member) => {
    const number = change;
    const now = clock.now();
    member.isBusy = true;
    try {
      const standing = [...posted.values()].map((one) => postedAlert(one, cluster, now));
      const alerts = isBeating ? [...standing, watchdog(cluster, now)] : standing;
      const answer = await member.caller.send({
        method: 'POST',
        path: '/api/v2/alerts',
        headers: { 'content-type': 'application/json', ...options.headers },
        body: safeJson(alerts, 'line'),
      });
      if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${safeText(answer.body, 200)}`);
      Object.assign(member, { sentAt: now, error: undefined, has: number, tryAt: now + RESEND_MS });
    } catch (error) {
      Object.assign(member, { error: errorMessage(error), tryAt: now + RETRY_MS });
    } finally {
      member.isBusy = false;
    }
  };

  return {
    /** Sends what stands, and the ends of what stood, if something changed or is due again; the heartbeat while all is well. */
    update(followed: readonly FollowedIncident[], isWell = true) {
      const now = clock.now();
      const next = nextPosted(posted, followed, { rules, cluster: cluster.name, now });
      const isNews = labelsOf(next) !== labelsOf(posted);
      posted = next;
      if (isNews) change++;
      isBeating = beatsFor && isWell;
      if (posted.size === 0 && !isNews && !isBeating) return;
      for (const member of members) {
        const isDue = now >= member.tryAt || (member.has < change && member.error === undefined);
        if (member.isBusy || !isDue) continue;
        const work = send(member).finally(() => busy.delete(work));
        busy.add(work);
      }
    },
    status: () => members.map(({ caller, sentAt, error }) => ({ host: caller.host, sentAt, error })),
    /** Resolves when nothing is being sent. */
    async settled() {
      await Promise.all(busy);
    },
  };
}

/** What stands, and what ended a while ago. A change of severity ends one alert and raises the next. */
function nextPosted(
  before: ReadonlyMap<string, Standing>,
  followed: readonly FollowedIncident[],
  { rules, cluster, now }: { readonly rules: AlertRules; readonly cluster: string; readonly now: number },
): ReadonlyMap<string, Standing> {
  const next = new Map<string, Standing>();
  const isSent = (alert: IncidentAlert) =>
    now - alert.noticedAt >= rules.hold && isWanted(rules, alert, cluster);
  for (const alert of standingAlerts(followed, now, isSent)) next.set(keyOf(alert), { alert });
  const endOf = new Map(followed.map(({ alert, endedAt }) => [alert.id, endedAt]));
  for (const [key, one] of before) {
    if (next.has(key)) continue;
    const endedAt = one.endedAt ?? endOf.get(one.alert.id) ?? now;
    if (now - endedAt < RESOLVED_FOR_MS) next.set(key, { ...one, endedAt });
  }
  return next;
}

/** The alerts of now, worst first: what stands, or ended a moment ago and may be back. Planned work has none. */
export function standingAlerts(
  followed: readonly FollowedIncident[],
  now: number,
  isSent: (alert: IncidentAlert) => boolean = () => true,
): readonly IncidentAlert[] {
  return followed
    .filter((one) => !hasEndedForGood(one, now) && !one.alert.isPlanned && isSent(one.alert))
    .map(({ alert }) => alert)
    .toSorted((a, b) => severityRank[b.severity] - severityRank[a.severity])
    .slice(0, MOST_ALERTS);
}

const keyOf = ({ id, severity }: IncidentAlert) => `${id} ${severity}`;

function labelsOf(alerts: ReadonlyMap<string, Standing>): string {
  return [...alerts].map(([key, { endedAt }]) => `${key} ${endedAt ?? ''}`).join('\n');
}

function postedAlert({ alert, endedAt }: Standing, cluster: WatchedCluster, now: number): PostedAlert {
  const { whatChanged, runbook, ...words } = alert.words;
  return {
    labels: { alertname: ALERT_NAME, ...incidentLabels(alert, cluster) },
    annotations: {
      ...words,
      part: words.part === '' ? 'not known' : words.part,
      what_changed: whatChanged,
      problems: problemIds(alert, cluster).join(' '),
      ...(runbook !== undefined && { runbook_url: runbook }),
    },
    startsAt: iso(Math.min(alert.since, endedAt ?? now)),
    endsAt: iso(endedAt ?? now + ENDS_AFTER_MS),
  };
}

/** Fires for as long as castwatch looks and can tell. Severity and meaning are those of the Watchdog of Prometheus' own rules. */
function watchdog(cluster: WatchedCluster, now: number): PostedAlert {
  const labels = {
    alertname: 'CastwatchWatchdog',
    cluster: labelText(cluster.name),
    url: labelText(cluster.url),
    severity: 'none',
  };
  const summary = `castwatch looks at ${labels.cluster}. This alert always fires; who is called when it does not knows that nobody looks.`;
  return { labels, annotations: { summary }, startsAt: iso(now), endsAt: iso(now + ENDS_AFTER_MS) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
